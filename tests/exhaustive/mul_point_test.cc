/* Multiplication of any point by a secret scalar: every scalar and every point,
 * over every width. */
#include "exhaustive_test.h"

class MulPointTest : public ToyTest {};
INSTANTIATE_FOR_TOY_CURVES(MulPointTest);

TEST_P(MulPointTest, EveryScalarGivesItsMultipleOfEveryPoint) {
  Sampler sampler = Sample(IsLarge() ? 5 : 1);
  for (const Windows &w : MulWindows()) {
    toy_set_windows(t(), &w);
    for (int d = 1; d < c().n; d++) {
      const toy_affine q = Affine(o().Multiple(d));
      for (int k = 0; k < c().n; k++) {
        int finite = -1;
        /* All of the points that the last addition may double. */
        if (k > 64 && k < c().n - 64 && !sampler.Take()) {
          continue;
        }
        ASSERT_EQ(FromAffine(
                      toy_mul_point(t(), q, static_cast<uint64_t>(k), &finite)),
                  o().Multiple(1LL * d * k))
            << k << " times " << d << ", width " << w.mul_width;
        ASSERT_EQ(finite, k != 0);
        Count();
      }
    }
  }
}
