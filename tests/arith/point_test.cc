// Points against GMP: multiplication of the base point and of others, the
// double multiplication of verification, encodings.
#include <gtest/gtest.h>

#include <algorithm>

#include "oracle.h"

namespace {

class MulBaseTest : public CurveTest {};
class MulTest : public CurveTest {};
class DoubleMulTest : public CurveTest {};
class EncodingTest : public CurveTest {};
INSTANTIATE_FOR_CURVES(MulBaseTest);
INSTANTIATE_FOR_CURVES(MulTest);
INSTANTIATE_FOR_CURVES(DoubleMulTest);
INSTANTIATE_FOR_CURVES(EncodingTest);

void CheckMulBase(const mpz_class &k) {
  Point want = Multiply(k, Generator());
  Bytes got = Compute(OP_MUL_BASE, Integers{k});
  ASSERT_EQ(FromBytes(got, 0), want.x) << k;
  ASSERT_EQ(FromBytes(got, kLen), want.y) << k;
}

void CheckDoubleMul(const mpz_class &u1, const mpz_class &u2, const Point &q) {
  Point want = Add(Multiply(u1, Generator()), Multiply(u2, q));
  Bytes got = Compute(OP_DOUBLE_MUL, Integers{u1, u2, q.x, q.y});
  ASSERT_EQ(got[0], !want.infinity) << u1 << " " << u2;
  if (!want.infinity) {
    ASSERT_EQ(FromBytes(got, 1), want.x) << u1 << " " << u2;
    ASSERT_EQ(FromBytes(got, 1 + kLen), want.y) << u1 << " " << u2;
  }
}

// At every place of a digit: the digit alone, and all ones below it.
TEST_P(MulBaseTest, MatchesBigIntOnEdgeValues) {
  size_t step = 1 + Edges(kN).size() / Scaled("scalars", 500);
  for (const mpz_class &k : SomeEdges(kN, step)) {
    if (k != 0) {
      CheckMulBase(k);
    }
    if (HasFatalFailure()) return;
  }
}

TEST_P(MulBaseTest, MatchesBigIntOnEveryTableEntry) {
  const struct op_constants c = op_constants(kCurve);
  const unsigned step = 1 + unsigned(c.base_windows / Scaled("windows", 60));
  for (unsigned i = 0; i < c.base_windows; i += step) {
    for (unsigned j = 1; j < (1u << c.base_width); j += (i % 8 == 0) ? 2 : 12) {
      CheckMulBase(Mod(mpz_class(j) << (c.base_width * i), kN));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(MulBaseTest, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random scalars", 400); i-- > 0;) {
    CheckMulBase(RandomBelow(kN - 1) + 1);
    if (HasFatalFailure()) return;
  }
}

// The scalars at which the last addition, of d 2^(w L) G, would add a point to
// itself if d were their digit L: 2 d 2^(w L) mod n; and their neighbours.
TEST_P(MulBaseTest, OpenSSL_2417_LastAdditionIsNoDoubling) {
  const struct op_constants c = op_constants(kCurve);
  const unsigned last = c.base_last * c.base_spacing;
  const mpz_class unit = mpz_class(1) << (c.base_width * last);
  for (int d = 1; d < 1 << c.base_width; d += (d < 7) ? 2 : 14) {
    for (int i = -1; i <= 1; i++) {
      CheckMulBase(Mod(2 * d * unit + i, kN));
      CheckMulBase(Mod(-(2 * d * unit + i), kN));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(MulBaseTest, ScalarZeroIsNoPoint) {
  Bytes got = Compute(OP_MUL_BASE, Integers{mpz_class(0)});
  EXPECT_EQ(got, Bytes(2 * kLen, 0));
}

void CheckMul(const mpz_class &k, const Point &q) {
  Point want = Multiply(k, q);
  Bytes got = Compute(OP_MUL, Integers{k, q.x, q.y});
  ASSERT_EQ(got[0], !want.infinity) << k;
  ASSERT_EQ(FromBytes(got, 1), want.x) << k;
  ASSERT_EQ(FromBytes(got, 1 + kLen), want.y) << k;
}

// Small scalars and their negatives meet the doubling in the last addition.
TEST_P(MulTest, OpenSSL_2417_And_PR_4424_SmallScalarsAndTheirNegatives) {
  const Point q = Multiply(RandomBelow(kN - 1) + 1, Generator());
  for (int k = 1; k <= 70; k += (k < 8 || k > 60) ? 1 : 3) {
    CheckMul(k, q);
    CheckMul(kN - k, q);
    if (HasFatalFailure()) return;
  }
}

TEST_P(MulTest, MatchesBigIntOnEdgeValues) {
  const Point q = Multiply(RandomBelow(kN - 1) + 1, Generator());
  size_t step = 1 + Edges(kN).size() / Scaled("scalars", 250);
  for (const mpz_class &k : SomeEdges(kN, step)) {
    CheckMul(k, q);
    if (HasFatalFailure()) return;
  }
}

TEST_P(MulTest, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random pairs", 150); i-- > 0;) {
    CheckMul(RandomBelow(kN), Multiply(RandomBelow(kN - 1) + 1, Generator()));
    if (HasFatalFailure()) return;
  }
}

TEST_P(MulTest, BothPartiesComputeTheSamePoint) {
  for (size_t i = Scaled("pairs", 50); i-- > 0;) {
    const mpz_class a = RandomBelow(kN - 1) + 1, b = RandomBelow(kN - 1) + 1;
    const Bytes qa = Compute(OP_MUL_BASE, Integers{a});
    const Bytes qb = Compute(OP_MUL_BASE, Integers{b});
    EXPECT_EQ(Compute(OP_MUL, std::vector<Bytes>{ToBytes(a), qb}),
              Compute(OP_MUL, std::vector<Bytes>{ToBytes(b), qa}));
  }
}

TEST_P(DoubleMulTest, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random pairs", 150); i-- > 0;) {
    Point q = Multiply(RandomBelow(kN - 1) + 1, Generator());
    CheckDoubleMul(RandomBelow(kN), RandomBelow(kN), q);
    if (HasFatalFailure()) return;
  }
}

TEST_P(DoubleMulTest, MatchesBigIntOnEdgeValues) {
  Point q = Multiply(7, Generator());
  size_t step = 1 + Edges(kN).size() / Scaled("scalars", 120);
  Integers edges = SomeEdges(kN, step);
  for (size_t i = 0; i < edges.size(); i++) {
    CheckDoubleMul(edges[i], edges[edges.size() - 1 - i], q);
    if (HasFatalFailure()) return;
  }
}

// Infinity and doubling inside u1 G + u2 Q: Q a small multiple of G, so that
// the two sums meet, with equal and with opposite points.
TEST_P(DoubleMulTest, CVE_2020_12607_And_CVE_2015_2730_InfinityAndDoubling) {
  for (int d : {1, 2, -1, -3}) {
    mpz_class key = Mod(d, kN);
    Point q = Multiply(key, Generator());
    for (int u = 0; u <= 9; u += 1 + u / 3) {
      mpz_class big = RandomBelow(kN);
      CheckDoubleMul(Mod(-key * u, kN), u, q);  // infinity
      CheckDoubleMul(Mod(key * u, kN), u, q);   // doubling
      CheckDoubleMul(Mod(-key * big, kN), big, q);
      CheckDoubleMul(Mod(key * big, kN), big, q);
      CheckDoubleMul(u, 0, q);
      CheckDoubleMul(0, u, q);
      if (HasFatalFailure()) return;
    }
  }
}

void CheckBytes(const mpz_class &x, const mpz_class &y, bool want) {
  Bytes got = Compute(OP_FROM_BYTES, Integers{x, y});
  ASSERT_EQ(got[0], want) << x << " " << y;
  ASSERT_EQ(FromBytes(got, 1), want ? x : mpz_class(0));
  ASSERT_EQ(FromBytes(got, 1 + kLen), want ? y : mpz_class(0));
}

TEST_P(EncodingTest, CVE_2022_23806_RejectsCoordinatesThatAreNoFieldElements) {
  CheckBytes(kGx, kGy, true);
  CheckBytes(kGx, kP - kGy, true);
  CheckBytes(0, 0, false);
  CheckBytes(kP, kGy, false);
  CheckBytes(kGx, kP, false);
  CheckBytes(kTop - 1, kTop - 1, false);
  CheckBytes(kGx, kGy + 1, false);
  // The points with x below R - p, as x and as x + p.
  size_t found = 0;
  for (int i = 0; i < 20; i++) {
    Bytes x = ToBytes(i);
    x.push_back(0);
    Bytes got = Compute(OP_DECOMPRESS, std::vector<Bytes>{x});
    if (got[0] == 1) {
      found++;
      CheckBytes(i, FromBytes(got, 1 + kLen), true);
      CheckBytes(kP + i, FromBytes(got, 1 + kLen), false);
    }
  }
  EXPECT_GT(found, 3u);
}

TEST_P(EncodingTest, CVE_2022_0778_DecompressionEndsForEveryX) {
  // At least so many that roots for less than a quarter are no accident: 0.44
  // of all x have one.
  size_t roots = 0, count = std::max<size_t>(Scaled("random x", 600), 100);
  const mpz_class above = kP + kP / 8, top = above < kTop ? above : kTop;
  for (size_t i = 0; i < count; i++) {
    mpz_class x = RandomBelow(top), right = Mod(x * x * x - 3 * x + kB, kP);
    bool want = x < kP && mpz_legendre(right.get_mpz_t(), kP.get_mpz_t()) == 1;
    Bytes in = ToBytes(x);
    in.push_back(uint8_t(i & 1));
    Bytes got = Compute(OP_DECOMPRESS, std::vector<Bytes>{in});
    ASSERT_EQ(got[0], want) << x;
    if (want) {
      mpz_class y = FromBytes(got, 1 + kLen);
      ASSERT_EQ(Mod(y * y, kP), right);
      ASSERT_EQ(got[2 * kLen] & 1, i & 1);
      ASSERT_EQ(FromBytes(got, 1), x);
      roots++;
    } else {
      ASSERT_EQ(Bytes(got.begin() + 1, got.end()), Bytes(2 * kLen, 0));
    }
  }
  EXPECT_GT(roots, count / 4);
}

TEST_P(EncodingTest, ValidationOfTheOrder) {
  for (size_t i = Scaled("random points", 50); i-- > 0;) {
    Point q = Multiply(RandomBelow(kN - 1) + 1, Generator());
    ASSERT_EQ(Compute(OP_VALIDATE, Integers{q.x, q.y}), Bytes{1});
    ASSERT_EQ(Compute(OP_VALIDATE, Integers{q.x, Mod(q.y + 1, kP)}), Bytes{0});
  }
  EXPECT_EQ(Compute(OP_VALIDATE, Integers{0, 0}), Bytes{0});
}

}  // namespace
