// The generated batches of inversions against their C twins, bit by bit;
// tests/arith has the inversions against GMP.
#include <gtest/gtest.h>

#include <random>

#include "functions.h"

extern "C" {
#include "twins.h"
}

namespace asm_test {
namespace {

using Matrix = std::array<uint64_t, 4>;

void Check(uint64_t d, uint64_t f, uint64_t g) {
  static const auto call =
      reinterpret_cast<uint64_t (*)(uint64_t *, uint64_t, uint64_t, uint64_t)>(
          Find("divsteps_x86_64").call);
  Matrix got{}, want{};
  uint64_t end = call(got.data(), d, f, g);
  ASSERT_EQ(twin_divsteps(want.data(), d, f, g), end) << f << " " << g;
  ASSERT_EQ(want, got) << d << " " << f << " " << g;
}

TEST(InverseDivsteps, MatchesItsTwinOnRandomWords) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 300000; i++) {
    uint64_t d = uint64_t(int64_t(random() % 1200) - 600);
    Check(d, random() | 1, random());
    if (HasFatalFailure()) return;
  }
}

// Words of runs of ones, powers of two and their negatives: the longest
// matrices, and coefficients of 2^62.
TEST(InverseDivsteps, MatchesItsTwinOnEdgeWords) {
  std::vector<uint64_t> words = {0, 1, 2, 3};
  for (unsigned i = 0; i < 64; i++) {
    uint64_t power = uint64_t{1} << i;
    for (uint64_t w : {power, power - 1, power + 1, 0 - power, 1 - power}) {
      words.push_back(w);
    }
  }
  for (uint64_t f : words) {
    for (uint64_t g : words) {
      for (int64_t d : {-600, -62, -1, 0, 1, 5, 62, 600}) {
        Check(uint64_t(d), f | 1, g);
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace asm_test
