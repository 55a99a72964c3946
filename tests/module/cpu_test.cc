// The choice of the back end: with each bit that a form relies on masked, and
// under each limit.
#include <cordon/module.h>
#include <gtest/gtest.h>

#include <vector>

#include "machine.h"

#if CORDON_ASM
#include <cpuid.h>
#endif

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

// What holds where there is assembly to choose.
class Cpu : public testing::Test {
 protected:
  void SetUp() override {
    if (!CORDON_ASM) {
      GTEST_SKIP() << "this build has no assembly";
    }
  }
};

TEST_F(Cpu, EverythingGivesEveryForm) {
  EXPECT_EQ(kAll, Forms(kEverything));
  cpu_words ones = {~0u, ~0u, ~0u, ~0u};
  EXPECT_EQ(kAll, Forms(ones));
}

TEST_F(Cpu, NothingGivesTheFormOfAnyMachine) {
  cpu_words none = {1, 0, 0, 0};
  EXPECT_EQ(FORM_X86_64, Forms(none));
  EXPECT_EQ(CORDON_BACKEND_X86_64, cpu_backend(Forms(none)));
}

TEST_F(Cpu, EachMissingBitTakesItsForms) {
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

TEST_F(Cpu, LeafSevenIsNotTakenFromAMachineWithoutIt) {
  cpu_words words = kEverything;
  words.max_leaf = 6;
  EXPECT_EQ(FORM_X86_64, Forms(words));
}

// No other bit than those above is looked at.
TEST_F(Cpu, OtherBitsChangeNothing) {
  for (unsigned bit = 0; bit < 32; bit++) {
    for (uint32_t cpu_words::*word :
         {&cpu_words::leaf1_ecx, &cpu_words::leaf7_ebx, &cpu_words::xcr0}) {
      cpu_words words = kEverything;
      words.*word |= 1u << bit;
      EXPECT_EQ(kAll, Forms(words)) << bit;
    }
  }
}

TEST_F(Cpu, LimitsOnlyLower) {
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

TEST_F(Cpu, BackEndIsTheHighestInUse) {
  EXPECT_EQ(CORDON_BACKEND_PORTABLE, cpu_backend(0));
  EXPECT_EQ(CORDON_BACKEND_X86_64, cpu_backend(FORM_X86_64));
  EXPECT_EQ(CORDON_BACKEND_AVX2, cpu_backend(FORM_X86_64 | FORM_AVX2));
  EXPECT_EQ(CORDON_BACKEND_ADX,
            cpu_backend(FORM_X86_64 | FORM_AVX2 | FORM_ADX));
  EXPECT_EQ(CORDON_BACKEND_SHA, cpu_backend(FORM_X86_64 | FORM_SHA));
  EXPECT_EQ(CORDON_BACKEND_SHA, cpu_backend(kAll));
}

// The same bits by the compiler's own means.
TEST_F(Cpu, ThisMachineIsReadRight) {
#if CORDON_ASM
  cpu_words words;
  cpu_read(&words);
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  ASSERT_NE(0, __get_cpuid(1, &eax, &ebx, &ecx, &edx));
  EXPECT_EQ(ecx & kEverything.leaf1_ecx,
            words.leaf1_ecx & kEverything.leaf1_ecx);
  const bool sse = (ecx & bit_SSSE3) != 0 && (ecx & bit_SSE4_1) != 0;
  unsigned leaf7 = 0;
  if (__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0) {
    leaf7 = ebx;
  }
  EXPECT_EQ(leaf7 & kEverything.leaf7_ebx,
            words.leaf7_ebx & kEverything.leaf7_ebx);
  const bool avx2 = __builtin_cpu_supports("avx2") &&
                    __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
  const bool adx = avx2 && (leaf7 & bit_ADX) != 0;
  const bool sha = sse && (leaf7 & bit_SHA) != 0;
  EXPECT_EQ(FORM_X86_64 | (avx2 ? FORM_AVX2 : 0) | (adx ? FORM_ADX : 0) |
                (sha ? FORM_SHA : 0),
            Forms(words));
#endif
}

#if !CORDON_ASM
TEST(CpuOfAPortableBuild, HasNoForms) {
  cpu_words words = {~0u, ~0u, ~0u, ~0u};
  EXPECT_EQ(0u, Forms(words));
  cpu_read(&words);
  EXPECT_EQ(0u, Forms(words));
}
#endif

}  // namespace
}  // namespace module_test
