/* Multiplication of the base point: every scalar, its digits, and the bound of
 * the incomplete additions, over every width of the table. */
#include "exhaustive_test.h"

namespace {

class MulBaseTest : public ToyTest {
 protected:
  /* CountExceptions counts the additions of k G in which the points are equal,
   * and those in which the sum or one of the points is infinity, but for the
   * last of 0 G. */
  struct Exceptions {
    int doublings = 0, infinities = 0;
  };
  void CountExceptions(const Windows &w, int k, Exceptions *e) {
    toy_step steps[TOY_MAX_STEPS];
    size_t num = 0;
    const toy_affine out =
        toy_watched_mul_base(t(), static_cast<uint64_t>(k), steps, &num);
    ASSERT_EQ(num, w.base_windows - 1);
    for (size_t i = 0; i < num; i++) {
      const Point a = FromJacobian(steps[i].a), b = FromAffine(steps[i].b);
      ASSERT_GE(a.x, 0) << "no point of one Z before addition " << i;
      const bool wanted = k == 0 && i + 1 == num;
      e->doublings += !a.infinite && a == b;
      e->infinities +=
          a.infinite || b.infinite || (a == o().Negate(b)) != wanted;
      Count();
    }
    if (e->doublings + e->infinities == 0) {
      ASSERT_EQ(FromAffine(out), o().Multiple(k));
    }
  }
};

INSTANTIATE_FOR_TOY_CURVES(MulBaseTest);

}  // namespace

TEST_P(MulBaseTest, EveryScalarGivesItsMultipleForEveryWidth) {
  for (const Windows &w : BaseWindows()) {
    ASSERT_NO_FATAL_FAILURE(SetWindows(w));
    for (int k = 0; k < c().n; k++) {
      ASSERT_EQ(FromAffine(toy_mul_base(t(), static_cast<uint64_t>(k))),
                o().Multiple(k))
          << k << ", width " << w.base_width;
      Count();
    }
  }
}

TEST_P(MulBaseTest, EveryScalarOrItsNegativeIsASumOfBoundedOddDigits) {
  for (const Windows &w : BaseWindows()) {
    ASSERT_NO_FATAL_FAILURE(SetWindows(w));
    for (int k = 0; k < c().n; k++) {
      uint64_t odd;
      const int flipped = toy_make_odd(t(), &odd, static_cast<uint64_t>(k));
      ASSERT_EQ(flipped, k % 2 == 0);
      ASSERT_EQ(odd, static_cast<uint64_t>(flipped ? c().n - k : k));
      long long sum = 0;
      for (unsigned i = 0; i < w.base_windows; i++) {
        const long long d = toy_odd_digit(t(), odd, i);
        ASSERT_NE(d % 2, 0);
        ASSERT_LT(d < 0 ? -d : d, 1 << w.base_width);
        sum += d * (1LL << (w.base_width * i));
        if (i + 1 == w.base_windows) {
          ASSERT_GT(d, 0);
        }
        Count();
      }
      ASSERT_EQ(sum, static_cast<long long>(odd));
    }
  }
}

/* Beyond the digits of scalars: all the sequences of odd digits below the last
 * window that the bound in ec/mul_impl.h is about. */
TEST_P(MulBaseTest, NoSequenceOfDigitsMeetsAnExceptionOfTheIncompleteAddition) {
  for (const Windows &w : BaseWindows()) {
    if (w.base_spacing != 1) {
      continue;
    }
    const unsigned last = w.base_windows - 1;
    const long long num = 1LL << (w.base_width * last);
    ASSERT_LE(num, c().n);
    for (long long sequence = 0; sequence < num; sequence++) {
      long long sum = 0;
      toy_point a = {};
      for (unsigned i = 0; i < last; i++) {
        const long long v =
            (sequence >> (w.base_width * i)) & ((1 << w.base_width) - 1);
        const long long entry =
            (2 * v - ((1LL << w.base_width) - 1)) * (1LL << (w.base_width * i));
        const Point &b = o().Multiple(entry);
        if (i == 0) {
          a = Jacobian(b, 1);
        } else {
          ASSERT_FALSE(o().Multiple(sum).infinite);
          ASSERT_FALSE(o().Multiple(sum) == b);
          ASSERT_FALSE(o().Multiple(sum) == o().Negate(b));
          a = toy_add(t(), TOY_ADD_AFFINE, a, Affine(b));
        }
        sum += entry;
        ASSERT_EQ(FromJacobian(a), o().Multiple(sum));
        Count();
      }
    }
  }
}

TEST_P(MulBaseTest, NoAdditionMeetsAnException) {
  Exceptions e;
  size_t orders = 0;
  for (const Windows &w : BaseWindows()) {
    ASSERT_NO_FATAL_FAILURE(SetWindows(w));
    for (int k = 0; k < c().n; k++) {
      ASSERT_NO_FATAL_FAILURE(CountExceptions(w, k, &e));
    }
    ASSERT_EQ(e.doublings + e.infinities, 0)
        << "width " << w.base_width << ", spacing " << w.base_spacing
        << ", last row " << w.base_last;
    orders += w.base_last > 1;
  }
  /* Of these orders, all but one allow another last row than the second. */
  EXPECT_EQ(orders > 0, c().n != 23);
}

/* What tools/gentables refuses: the sum can be n before the last addition, or
 * the last addition a doubling. */
TEST_P(MulBaseTest, TheBoundsOnTheSpacingAndTheLastRowAreNeeded) {
  Exceptions e;
  for (const Windows &w : BaseWindows(false)) {
    ASSERT_NO_FATAL_FAILURE(SetWindows(w));
    for (int k = 0; k < c().n; k++) {
      ASSERT_NO_FATAL_FAILURE(CountExceptions(w, k, &e));
    }
  }
  Count();
  std::printf("[  classes ] refused: %zu, doublings: %d, infinities: %d\n",
              BaseWindows(false).size(), e.doublings, e.infinities);
  ASSERT_FALSE(BaseWindows(false).empty());
  EXPECT_GT(e.doublings, 0);
  EXPECT_GT(e.infinities, 0);
}
