/* Prepared keys: the table of every point, and every sum u1 G + u2 Q over it
 * and every base table, for every shape that the toy curve allows. */
#include "exhaustive_test.h"

namespace {

class PreparedTest : public ToyTest {
 protected:
  /* Shapes are all of struct comb. */
  std::vector<Windows> Shapes() const {
    const std::vector<Windows> base = BaseWindows();
    std::vector<Windows> out;
    for (unsigned width = 3; (1 << (width - 1)) < c().n; width++) {
      for (unsigned spacing = 1;
           spacing <= static_cast<unsigned>(o().bits()) + 1; spacing++) {
        Windows w = base[out.size() % base.size()];
        w.prepared_width = width;
        w.prepared_spacing = spacing;
        out.push_back(w);
      }
    }
    return out;
  }

  /* Prepare makes the table of k G and compares it. */
  void Prepare(const Windows &w, int k) {
    toy_affine table[TOY_MAX_PREPARED];
    const size_t row = size_t{1} << (w.prepared_width - 2);
    const size_t num = toy_prepare(t(), table, Affine(o().Multiple(k)));
    ASSERT_EQ(num, row * ((static_cast<unsigned>(o().bits()) +
                           w.prepared_spacing - 1) /
                          w.prepared_spacing));
    for (size_t i = 0; i < num; i++) {
      const long long odd = 2 * static_cast<long long>(i % row) + 1;
      ASSERT_EQ(FromAffine(table[i]),
                o().Multiple((odd * k) << (w.prepared_spacing * (i / row))))
          << "entry " << i << " of " << k << " G, width " << w.prepared_width
          << ", spacing " << w.prepared_spacing;
    }
  }
};

INSTANTIATE_FOR_TOY_CURVES(PreparedTest);

}  // namespace

TEST_P(PreparedTest, EveryPointHasItsTableForEveryShape) {
  for (const Windows &w : Shapes()) {
    ASSERT_NO_FATAL_FAILURE(SetWindows(w));
    for (int k = 1; k < c().n; k++) {
      ASSERT_NO_FATAL_FAILURE(Prepare(w, k));
      Count();
    }
  }
}

TEST_P(PreparedTest, EverySumOfTwoMultiplesForEveryShapeAndBaseTable) {
  const int n = c().n;
  std::vector<Windows> all = Shapes();
  for (const Windows &base : BaseWindows()) {
    all.push_back(base);
    all.back().prepared_width = 3;
    all.back().prepared_spacing = 2;
  }
  Sampler keys = Sample(IsLarge() ? 23 : 1);
  Sampler scalars = Sample(IsLarge() ? 211 : 1);
  for (const Windows &w : all) {
    ASSERT_NO_FATAL_FAILURE(SetWindows(w));
    for (int k = 1; k < n; k++) {
      if (!keys.Take()) {
        continue;
      }
      ASSERT_NO_FATAL_FAILURE(Prepare(w, k));
      for (int i = 0; i < n * n; i++) {
        if (!scalars.Take()) {
          continue;
        }
        const int u1 = i / n, u2 = i % n;
        ASSERT_EQ(
            FromJacobian(toy_prepared_sum_vartime(
                t(), static_cast<uint64_t>(u1), static_cast<uint64_t>(u2))),
            o().Multiple(u1 + 1LL * u2 * k))
            << u1 << " G + " << u2 << " * " << k << " G, width "
            << w.prepared_width << ", spacing " << w.prepared_spacing;
        Count();
      }
    }
  }
}
