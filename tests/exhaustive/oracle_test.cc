/* The oracle itself: the toy curves are what they are said to be. */
#include "exhaustive_test.h"

class OracleTest : public ToyTest {};
INSTANTIATE_FOR_TOY_CURVES(OracleTest);

TEST_P(OracleTest, CurveHasNPointsAndNIsPrime) {
  int points = 1;
  for (int x = 0; x < c().p; x++) {
    for (int y = 0; y < c().p; y++) {
      points += o().IsOnCurve(x, y);
      Count();
    }
  }
  EXPECT_EQ(points, c().n);
  for (int a = 2; a < c().n; a++) {
    ASSERT_NE(c().n % a, 0);
  }
  ASSERT_FALSE(o().IsOnCurve(0, 0));
}

TEST_P(OracleTest, EveryPairOfMultiplesAddsUp) {
  for (int i = 0; i < c().n; i++) {
    const Point a = o().Multiple(i);
    ASSERT_TRUE(a.infinite ? i == 0 : o().IsOnCurve(a.x, a.y));
    ASSERT_EQ(o().Negate(a), o().Multiple(-i));
    for (int j = 0; j < c().n; j++) {
      ASSERT_EQ(o().Add(a, o().Multiple(j)), o().Multiple(i + j));
      Count();
    }
  }
}

TEST_P(OracleTest, EverySignatureOfTheOracleVerifies) {
  const int step = IsLarge() ? 7 : 1;
  for (int d = 1; d < c().n; d += step) {
    for (int k = 1; k < c().n; k += step) {
      for (int e = 0; e < c().n; e += step) {
        const Oracle::Signature sig = o().Sign(d, k, e);
        if (sig.r != 0 && sig.s != 0) {
          ASSERT_GE(o().Verify(d, sig.r, sig.s, e), Oracle::kSame);
          Count();
        }
      }
    }
  }
}
