/* Points: every doubling, and every pair of points in every addition function
 * within its stated precondition, over several Z. */
#include "exhaustive_test.h"

namespace {

class PointTest : public ToyTest {
 protected:
  /* The nonzero Z of Jacobian inputs: all of the small fields. */
  std::vector<int> Zs() const {
    std::vector<int> out;
    if (IsLarge()) {
      return {1, 2, 250, 77};
    }
    for (int z = 1; z < c().p; z++) {
      out.push_back(z);
    }
    return out;
  }

  /* AllJacobian are k G over all Zs; infinity has (1, 1, 0) and other X, Y,
   * those that additions and doublings leave behind among them. */
  struct Input {
    int k;
    toy_point a;
  };
  std::vector<Input> AllJacobian() const {
    std::vector<Input> out;
    for (int x : {0, 1, 2, c().p - 1}) {
      for (int y : {0, 1, 5, c().p - 1}) {
        out.push_back({0, {Raw(x), Raw(y), 0}});
      }
    }
    for (int k = 1; k < c().n; k++) {
      for (int z : Zs()) {
        out.push_back({k, Jacobian(o().Multiple(k), z)});
      }
    }
    return out;
  }

  void CheckAffineAdditions(toy_addition which, bool complete) {
    for (const Input &in : AllJacobian()) {
      for (int k = 1; k < c().n; k++) {
        if (!complete && (in.k == 0 || in.k == k)) {
          continue;
        }
        const toy_point sum =
            toy_add(t(), which, in.a, Affine(o().Multiple(k)));
        ASSERT_EQ(FromJacobian(sum), o().Multiple(in.k + k))
            << in.k << " G + " << k << " G";
        Count();
      }
    }
  }
};

INSTANTIATE_FOR_TOY_CURVES(PointTest);

}  // namespace

TEST_P(PointTest, EveryPointIsDoubledOverEveryZ) {
  for (const Input &in : AllJacobian()) {
    ASSERT_EQ(FromJacobian(toy_double(t(), in.a)), o().Multiple(2 * in.k));
    Count();
  }
}

TEST_P(PointTest, EveryPairWithinItsPreconditionAddsByTheIncompleteAddition) {
  CheckAffineAdditions(TOY_ADD_AFFINE, false);
}

TEST_P(PointTest, EveryPairAddsByTheVariableTimeAddition) {
  CheckAffineAdditions(TOY_ADD_AFFINE_VARTIME, true);
}

TEST_P(PointTest, EveryPairOverEveryTwoZAdds) {
  Sampler sampler = Sample(IsLarge() ? 11 : 1);
  const std::vector<Input> inputs = AllJacobian();
  for (const Input &a : inputs) {
    for (const Input &b : inputs) {
      for (toy_sum which : {TOY_ADD, TOY_ADD_OR_DOUBLE}) {
        if (a.k == 0 || b.k == 0 || (a.k == b.k && which == TOY_ADD) ||
            !sampler.Take()) {
          continue; /* the preconditions */
        }
        ASSERT_EQ(FromJacobian(toy_add_jacobian(t(), which, a.a, b.a)),
                  o().Multiple(a.k + b.k))
            << a.k << " G, " << b.k << " G, " << which;
        Count();
      }
    }
  }
}

TEST_P(PointTest, EveryJacobianPointHasItsAffineOneAndInfinityHasZeros) {
  for (const Input &in : AllJacobian()) {
    const toy_affine out = toy_to_affine(t(), in.a);
    ASSERT_EQ(FromAffine(out), o().Multiple(in.k));
    if (in.k == 0) {
      ASSERT_EQ(out.x, 0u);
      ASSERT_EQ(out.y, 0u);
    }
    Count();
  }
}

TEST_P(PointTest, EveryPairOfCoordinatesIsOnTheCurveOrNot) {
  for (int x = 0; x < c().p; x++) {
    for (int y = 0; y < c().p; y++) {
      const toy_affine a = {Raw(x), Raw(y)};
      ASSERT_EQ(toy_is_on_curve(t(), a), o().IsOnCurve(x, y));
      ASSERT_EQ(toy_has_order_vartime(t(), a), o().IsOnCurve(x, y));
      Count();
    }
  }
}

TEST_P(PointTest, EveryPointFailsWhereTheOrderIsAnotherNumber) {
  for (int wrong : {c().n - 2, c().n + 2}) {
    std::unique_ptr<toy, void (*)(toy *)> other(
        toy_new(static_cast<uint32_t>(c().p), static_cast<uint32_t>(c().b),
                static_cast<uint32_t>(wrong), static_cast<uint32_t>(c().gx),
                static_cast<uint32_t>(c().gy)),
        toy_free);
    for (int k = 1; k < c().n; k++) {
      ASSERT_EQ(toy_has_order_vartime(other.get(), Affine(o().Multiple(k))), 0);
      Count();
    }
  }
}

TEST_P(PointTest, EveryPairOfPointsIsEqualOrNot) {
  for (int i = 1; i < c().n; i++) {
    for (int j = 1; j < c().n; j++) {
      ASSERT_EQ(toy_affine_equal(t(), Affine(o().Multiple(i)),
                                 Affine(o().Multiple(j))),
                i == j);
      Count();
    }
  }
}

TEST_P(PointTest, EveryPairOfBytesIsReadAsAPointOrRefused) {
  int points = 0;
  for (int x = 0; x < 256; x++) {
    for (int y = 0; y < 256; y++) {
      const bool ok = x < c().p && y < c().p && o().IsOnCurve(x, y);
      toy_affine out;
      ASSERT_EQ(toy_from_bytes_vartime(t(), &out, static_cast<uint8_t>(x),
                                       static_cast<uint8_t>(y)),
                ok);
      ASSERT_EQ(Plain(out.x), ok ? x : 0);
      ASSERT_EQ(Plain(out.y), ok ? y : 0);
      if (ok) {
        uint8_t x_again, y_again;
        toy_to_bytes(t(), &x_again, &y_again, out);
        ASSERT_EQ(x_again, x);
        ASSERT_EQ(y_again, y);
        points++;
      }
      Count();
    }
  }
  EXPECT_EQ(points, c().n - 1);
}

TEST_P(PointTest, EveryCompressedPointIsReadOrRefused) {
  int points = 0;
  for (int x = 0; x < 256; x++) {
    for (int odd = 0; odd < 2; odd++) {
      int want = 0;
      for (int y = 1; y < c().p && x < c().p; y++) {
        if (y % 2 == odd && o().IsOnCurve(x, y)) {
          want = y;
        }
      }
      toy_affine out;
      ASSERT_EQ(toy_decompress_vartime(t(), &out, static_cast<uint8_t>(x), odd),
                want != 0);
      ASSERT_EQ(Plain(out.x), want != 0 ? x : 0);
      ASSERT_EQ(Plain(out.y), want);
      points += want != 0;
      Count();
    }
  }
  EXPECT_EQ(points, c().n - 1);
}
