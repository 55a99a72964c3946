// Points of P-256 against GMP: multiplication of the base point, the double
// multiplication of verification, encodings.
#include <gtest/gtest.h>

#include "oracle.h"

namespace {

void CheckMulBase(const mpz_class &k) {
  Point want = Multiply(k, Generator());
  Bytes got = Compute(OP_MUL_BASE, Integers{k});
  ASSERT_EQ(FromBytes(got, 0), want.x) << k;
  ASSERT_EQ(FromBytes(got, 32), want.y) << k;
}

void CheckDoubleMul(const mpz_class &u1, const mpz_class &u2, const Point &q) {
  Point want = Add(Multiply(u1, Generator()), Multiply(u2, q));
  Bytes got = Compute(OP_DOUBLE_MUL, Integers{u1, u2, q.x, q.y});
  ASSERT_EQ(got[0], !want.infinity) << u1 << " " << u2;
  if (!want.infinity) {
    ASSERT_EQ(FromBytes(got, 1), want.x) << u1 << " " << u2;
    ASSERT_EQ(FromBytes(got, 33), want.y) << u1 << " " << u2;
  }
}

// At every place of a digit: the digit alone, and all ones below it.
TEST(P256MulBase, MatchesBigIntOnEdgeValues) {
  size_t step = 1 + Edges(kN).size() / Scaled("scalars", 500);
  for (const mpz_class &k : SomeEdges(kN, step)) {
    if (k != 0) {
      CheckMulBase(k);
    }
    if (HasFatalFailure()) return;
  }
}

TEST(P256MulBase, MatchesBigIntOnEveryTableEntry) {
  const unsigned width = 6, step = unsigned(44 / Scaled("windows", 43));
  for (unsigned i = 0; i < 43; i += step) {
    for (unsigned j = 1; j < (1u << width); j += (i % 8 == 0) ? 2 : 10) {
      CheckMulBase(Mod(mpz_class(j) << (width * i), kN));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(P256MulBase, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random scalars", 400); i-- > 0;) {
    CheckMulBase(RandomBelow(kN - 1) + 1);
    if (HasFatalFailure()) return;
  }
}

// The one scalar at which, of all additions of the window of width w that
// begins at bit 252, the last one adds a point to itself: 30 2^252 - n.
TEST(P256MulBase, OpenSSL_2417_LastAdditionIsADoubling) {
  const mpz_class top = mpz_class(1) << 252;
  for (int d = 1; d <= 15; d += 2) {
    for (int i = -2; i <= 2; i++) {
      CheckMulBase(Mod(2 * d * top - kN + i, kN));
      CheckMulBase(Mod(kN - (2 * d * top - kN + i), kN));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(P256MulBase, ScalarZeroIsNoPoint) {
  Bytes got = Compute(OP_MUL_BASE, Integers{mpz_class(0)});
  EXPECT_EQ(got, Bytes(64, 0));
}

TEST(P256DoubleMul, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random pairs", 150); i-- > 0;) {
    Point q = Multiply(RandomBelow(kN - 1) + 1, Generator());
    CheckDoubleMul(RandomBelow(kN), RandomBelow(kN), q);
    if (HasFatalFailure()) return;
  }
}

TEST(P256DoubleMul, MatchesBigIntOnEdgeValues) {
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
TEST(P256DoubleMul, CVE_2020_12607_And_CVE_2015_2730_InfinityAndDoubling) {
  for (int d : {1, 2, 3, 5, -1, -2, -3}) {
    mpz_class key = Mod(d, kN);
    Point q = Multiply(key, Generator());
    for (int u = 0; u <= 9; u++) {
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
  ASSERT_EQ(FromBytes(got, 33), want ? y : mpz_class(0));
}

TEST(P256Encoding, CVE_2022_23806_RejectsCoordinatesThatAreNoFieldElements) {
  CheckBytes(kGx, kGy, true);
  CheckBytes(kGx, kP - kGy, true);
  CheckBytes(0, 0, false);
  CheckBytes(kP, kGy, false);
  CheckBytes(kGx, kP, false);
  CheckBytes(kR - 1, kR - 1, false);
  CheckBytes(kGx, kGy + 1, false);
  // The points with x below R - p, as x and as x + p.
  size_t found = 0;
  for (int i = 0; i < 20; i++) {
    Bytes x = ToBytes(i);
    x.push_back(0);
    Bytes got = Compute(OP_DECOMPRESS, std::vector<Bytes>{x});
    if (got[0] == 1) {
      found++;
      CheckBytes(i, FromBytes(got, 33), true);
      CheckBytes(kP + i, FromBytes(got, 33), false);
    }
  }
  EXPECT_GT(found, 3u);
}

TEST(P256Encoding, CVE_2022_0778_DecompressionEndsForEveryX) {
  size_t roots = 0, count = Scaled("random x", 1000);
  for (size_t i = 0; i < count; i++) {
    mpz_class x = RandomBelow(kR), right = Mod(x * x * x - 3 * x + kB, kP);
    bool want = x < kP && mpz_legendre(right.get_mpz_t(), kP.get_mpz_t()) == 1;
    Bytes in = ToBytes(x);
    in.push_back(uint8_t(i & 1));
    Bytes got = Compute(OP_DECOMPRESS, std::vector<Bytes>{in});
    ASSERT_EQ(got[0], want) << x;
    if (want) {
      mpz_class y = FromBytes(got, 33);
      ASSERT_EQ(Mod(y * y, kP), right);
      ASSERT_EQ(got[64] & 1, i & 1);
      ASSERT_EQ(FromBytes(got, 1), x);
      roots++;
    } else {
      ASSERT_EQ(Bytes(got.begin() + 1, got.end()), Bytes(64, 0));
    }
  }
  EXPECT_GT(roots, count / 4);
}

TEST(P256Encoding, ValidationOfTheOrder) {
  for (size_t i = Scaled("random points", 50); i-- > 0;) {
    Point q = Multiply(RandomBelow(kN - 1) + 1, Generator());
    ASSERT_EQ(Compute(OP_VALIDATE, Integers{q.x, q.y}), Bytes{1});
    ASSERT_EQ(Compute(OP_VALIDATE, Integers{q.x, Mod(q.y + 1, kP)}), Bytes{0});
  }
  EXPECT_EQ(Compute(OP_VALIDATE, Integers{0, 0}), Bytes{0});
}

}  // namespace
