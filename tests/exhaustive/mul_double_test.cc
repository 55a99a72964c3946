/* u1 G + u2 Q: the wNAF of every scalar, the table of every Q, and every sum,
 * for every pair of widths. */
#include "exhaustive_test.h"

namespace {

class MulDoubleTest : public ToyTest {};

INSTANTIATE_FOR_TOY_CURVES(MulDoubleTest);

}  // namespace

TEST_P(MulDoubleTest, EveryScalarHasASparseSumOfBoundedOddDigits) {
  const int bits = o().bits();
  for (unsigned width = 2; width <= 15; width++) {
    for (int k = 0; k < 1 << bits; k++) {
      std::vector<int16_t> digits(static_cast<size_t>(bits) + 2, 99);
      const size_t used =
          toy_wnaf_vartime(t(), digits.data(), static_cast<uint64_t>(k), width);
      ASSERT_EQ(digits.back(), 99) << "written behind the end";
      digits.pop_back();
      long long sum = 0;
      size_t next = 0, want_used = 0;
      for (size_t i = 0; i < digits.size(); i++) {
        const int d = digits[i];
        if (d != 0) {
          ASSERT_NE(d % 2, 0);
          ASSERT_LT(d < 0 ? -d : d, 1 << (width - 1));
          ASSERT_GE(i, next) << "two digits within the width";
          next = i + width;
          want_used = i + 1;
          sum += static_cast<long long>(d) * (1LL << i);
        }
      }
      ASSERT_EQ(sum, k) << "width " << width;
      ASSERT_EQ(used, want_used);
      Count();
    }
  }
}

TEST_P(MulDoubleTest, EveryPointHasItsOddMultiples) {
  unsigned seen = 0;
  for (const Windows &w : AllWindows()) {
    if (((seen >> w.q_width) & 1) != 0) {
      continue;
    }
    seen |= 1u << w.q_width;
    ASSERT_NO_FATAL_FAILURE(SetWindows(w));
    for (int k = 1; k < c().n; k++) {
      toy_point table[16];
      ASSERT_EQ(toy_odd_multiples(t(), table, Affine(o().Multiple(k))), 1);
      for (int j = 0; j < 1 << (w.q_width - 2); j++) {
        ASSERT_EQ(FromJacobian(table[j]), o().Multiple((2 * j + 1) * k));
        Count();
      }
    }
  }
}

TEST_P(MulDoubleTest, EverySumOfTwoMultiplesForEveryPairOfWidths) {
  const uint64_t n = static_cast<uint64_t>(c().n);
  Sampler sampler = Sample(IsLarge() ? 10007 : 1);
  for (const Windows &w : AllWindows()) {
    ASSERT_NO_FATAL_FAILURE(SetWindows(w));
    /* i is k, u1, u2 in that order; k = 0 would be infinity. */
    for (uint64_t i = n * n + sampler.Skip(); i < n * n * n;
         i += 1 + sampler.Skip()) {
      const uint64_t k = i / (n * n), u1 = i / n % n, u2 = i % n;
      const toy_affine q = Affine(o().Multiple(static_cast<long long>(k)));
      ASSERT_EQ(FromJacobian(toy_mul_double_vartime(t(), u1, q, u2)),
                o().Multiple(static_cast<long long>(u1 + u2 * k)))
          << u1 << " G + " << u2 << " * " << k << " G, widths " << w.g_width
          << " and " << w.q_width;
      Count();
    }
  }
}

TEST_P(MulDoubleTest, EveryScalarBesideAZeroForEveryPoint) {
  const std::vector<Windows> all = AllWindows();
  Sampler sampler = Sample(IsLarge() ? 5 : 1);
  for (const Windows &w : {all.front(), all.back()}) {
    ASSERT_NO_FATAL_FAILURE(SetWindows(w));
    for (int k = 1; k < c().n; k++) {
      const toy_affine q = Affine(o().Multiple(k));
      for (int u = 0; u < c().n; u++) {
        const uint64_t scalar = static_cast<uint64_t>(u);
        if (!sampler.Take()) {
          continue;
        }
        ASSERT_EQ(FromJacobian(toy_mul_double_vartime(t(), scalar, q, 0)),
                  o().Multiple(u));
        ASSERT_EQ(FromJacobian(toy_mul_double_vartime(t(), 0, q, scalar)),
                  o().Multiple(1LL * u * k));
        Count();
      }
    }
  }
}
