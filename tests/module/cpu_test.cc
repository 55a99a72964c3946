// The choice of the back end: with each bit that a form relies on masked, and
// under each limit.
#include <cordon/module.h>
#include <gtest/gtest.h>

#include <vector>

#include "machine.h"

namespace module_test {
namespace {

// A machine that has everything, and nothing that is not looked at.
constexpr cpu_words kEverything = {
    7, (1u << 9) | (1u << 19) | (1u << 27) | (1u << 28),
    (1u << 3) | (1u << 5) | (1u << 8) | (1u << 19) | (1u << 29), 6};

constexpr uint32_t kAll = FORM_X86_64 | FORM_AVX2 | FORM_ADX | FORM_SHA;

uint32_t Forms(const cpu_words &words, uint32_t limit = 0) {
  return cpu_choose_forms(&words, limit);
}

TEST(Cpu, EverythingGivesEveryForm) {
  EXPECT_EQ(kAll, Forms(kEverything));
  cpu_words ones = {~0u, ~0u, ~0u, ~0u};
  EXPECT_EQ(kAll, Forms(ones));
}

TEST(Cpu, NothingGivesTheFormOfAnyMachine) {
  cpu_words none = {1, 0, 0, 0};
  EXPECT_EQ(FORM_X86_64, Forms(none));
  EXPECT_EQ(CORDON_BACKEND_X86_64, cpu_backend(Forms(none)));
}

TEST(Cpu, EachMissingBitTakesItsForms) {
  struct Case {
    const char *name;
    uint32_t cpu_words::*word;
    unsigned bit;
    uint32_t lost;
  };
  constexpr uint32_t kAvx = FORM_AVX2 | FORM_ADX;
  const std::vector<Case> cases = {
      {"SSSE3", &cpu_words::leaf1_ecx, 9, FORM_SHA},
      {"SSE4.1", &cpu_words::leaf1_ecx, 19, FORM_SHA},
      {"OSXSAVE", &cpu_words::leaf1_ecx, 27, kAvx},
      {"AVX", &cpu_words::leaf1_ecx, 28, kAvx},
      {"BMI1", &cpu_words::leaf7_ebx, 3, kAvx},
      {"AVX2", &cpu_words::leaf7_ebx, 5, kAvx},
      {"BMI2", &cpu_words::leaf7_ebx, 8, kAvx},
      {"ADX", &cpu_words::leaf7_ebx, 19, FORM_ADX},
      {"SHA", &cpu_words::leaf7_ebx, 29, FORM_SHA},
      {"state of SSE", &cpu_words::xcr0, 1, kAvx},
      {"state of AVX", &cpu_words::xcr0, 2, kAvx},
  };
  for (const Case &c : cases) {
    cpu_words words = kEverything, alone = {~0u, ~0u, ~0u, ~0u};
    words.*c.word &= ~(1u << c.bit);
    EXPECT_EQ(kAll & ~c.lost, Forms(words)) << c.name;
    alone.*c.word &= ~(1u << c.bit);
    EXPECT_EQ(kAll & ~c.lost, Forms(alone)) << c.name;
  }
}

TEST(Cpu, LeafSevenIsNotTakenFromAMachineWithoutIt) {
  cpu_words words = kEverything;
  words.max_leaf = 6;
  EXPECT_EQ(FORM_X86_64, Forms(words));
}

// No other bit than those above is looked at.
TEST(Cpu, OtherBitsChangeNothing) {
  for (unsigned bit = 0; bit < 32; bit++) {
    for (uint32_t cpu_words::*word :
         {&cpu_words::leaf1_ecx, &cpu_words::leaf7_ebx, &cpu_words::xcr0}) {
      cpu_words words = kEverything;
      words.*word |= 1u << bit;
      EXPECT_EQ(kAll, Forms(words)) << bit;
    }
  }
}

TEST(Cpu, LimitsOnlyLower) {
  const std::vector<uint32_t> allowed = {
      kAll,
      0,
      FORM_X86_64,
      FORM_X86_64 | FORM_AVX2,
      FORM_X86_64 | FORM_AVX2 | FORM_ADX,
      kAll,
      kAll,
  };
  for (uint32_t limit = 0; limit < allowed.size(); limit++) {
    EXPECT_EQ(allowed[limit], Forms(kEverything, limit)) << limit;
    cpu_words none = {1, 0, 0, 0};
    EXPECT_EQ(FORM_X86_64 & allowed[limit], Forms(none, limit)) << limit;
  }
  EXPECT_EQ(kAll, Forms(kEverything, ~0u));
}

TEST(Cpu, BackEndIsTheHighestInUse) {
  EXPECT_EQ(CORDON_BACKEND_PORTABLE, cpu_backend(0));
  EXPECT_EQ(CORDON_BACKEND_X86_64, cpu_backend(FORM_X86_64));
  EXPECT_EQ(CORDON_BACKEND_AVX2, cpu_backend(FORM_X86_64 | FORM_AVX2));
  EXPECT_EQ(CORDON_BACKEND_ADX,
            cpu_backend(FORM_X86_64 | FORM_AVX2 | FORM_ADX));
  EXPECT_EQ(CORDON_BACKEND_SHA, cpu_backend(FORM_X86_64 | FORM_SHA));
  EXPECT_EQ(CORDON_BACKEND_SHA, cpu_backend(kAll));
}

// The compiler's own library reads the same machine.
TEST(Cpu, ThisMachineIsReadRight) {
  cpu_words words;
  cpu_read(&words);
  uint32_t forms = Forms(words);
  EXPECT_NE(0u, forms & FORM_X86_64);
  EXPECT_EQ(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2"),
            (forms & FORM_AVX2) != 0);
}

}  // namespace
}  // namespace module_test
