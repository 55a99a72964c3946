// One test of a generated compression function of SHA-2: against its C twin
// and libcrypto, for every number of blocks that the loops of the forms tell
// apart, at every alignment.
#ifndef CORDON_TESTS_ASM_SHA2_TEST_H_
#define CORDON_TESTS_ASM_SHA2_TEST_H_

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>

#include "functions.h"

namespace asm_test {

template <typename Word>
using Compress = void (*)(Word *state, const uint8_t *blocks, size_t num);

// Forms are the generated forms of the function with that name.
inline std::vector<std::string> FormsOf(const std::string &name) {
  std::vector<std::string> forms;
  for (const Function &f : Functions()) {
    if (f.name.compare(0, name.size(), name) == 0) {
      forms.push_back(f.name);
    }
  }
  return forms;
}

template <typename Word>
void CompareForm(const std::string &name, Compress<Word> twin,
                 Compress<Word> oracle) {
  const Function &f = Find(name);
  if (!Runs(f)) {
    GTEST_SKIP() << "this machine does not run " << name;
  }
  constexpr size_t kBlock = 16 * sizeof(Word), kMost = 9;
  auto call = reinterpret_cast<Compress<Word>>(f.call);
  std::mt19937_64 random(1);
  for (size_t i = 0; i < 3000; i++) {
    Word want[8], from_twin[8], got[8];
    alignas(64) uint8_t buffer[64 + kMost * kBlock];
    for (Word &word : want) {
      word = i == 0 ? 0 : i == 1 ? Word(-1) : Word(random());
    }
    for (uint8_t &byte : buffer) {
      byte = i == 0 ? 0 : i == 1 ? 0xff : uint8_t(random());
    }
    std::memcpy(got, want, sizeof got);
    std::memcpy(from_twin, want, sizeof got);
    const uint8_t *blocks = buffer + i % 64;
    size_t num = i % (kMost + 1);
    call(got, blocks, num);
    twin(from_twin, blocks, num);
    oracle(want, blocks, num);
    ASSERT_EQ(0, std::memcmp(want, got, sizeof got)) << i;
    ASSERT_EQ(0, std::memcmp(want, from_twin, sizeof got)) << i;
  }
}

}  // namespace asm_test

#endif
