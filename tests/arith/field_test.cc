// The field and the scalars of P-256 against GMP, on edge values and random.
#include <gtest/gtest.h>

#include "oracle.h"

namespace {

// Inverse of R modulo m, for the operations that stay in Montgomery form.
mpz_class RInverse(const mpz_class &m) { return InverseMod(Mod(kR, m), m); }

void CheckFieldPair(const mpz_class &a, const mpz_class &b) {
  static const mpz_class r_inverse = RInverse(kP);
  ASSERT_EQ(ComputeInteger(OP_FE_ADD, {a, b}), Mod(a + b, kP)) << a << " " << b;
  ASSERT_EQ(ComputeInteger(OP_FE_SUB, {a, b}), Mod(a - b, kP)) << a << " " << b;
  mpz_class product = Mod(a * b, kP), mont = Mod(product * r_inverse, kP);
  ASSERT_EQ(ComputeInteger(OP_FE_MUL, {a, b}), product) << a << " " << b;
  ASSERT_EQ(ComputeInteger(OP_FE_MUL_MONT, {a, b}), mont) << a << " " << b;
  ASSERT_EQ(ComputeInteger(OP_FE_MUL_PLAIN, {a, b}), mont) << a << " " << b;
}

void CheckFieldOne(const mpz_class &a) {
  ASSERT_EQ(ComputeInteger(OP_FE_NEG, {a}), Mod(-a, kP)) << a;
  mpz_class half = Mod(a * InverseMod(2, kP), kP);
  ASSERT_EQ(ComputeInteger(OP_FE_HALF, {a}), half) << a;
  ASSERT_EQ(ComputeInteger(OP_FE_SQR, {a}), Mod(a * a, kP)) << a;
}

void CheckScalarPair(const mpz_class &a, const mpz_class &b) {
  ASSERT_EQ(ComputeInteger(OP_SC_ADD, {a, b}), Mod(a + b, kN)) << a << " " << b;
  ASSERT_EQ(ComputeInteger(OP_SC_MUL, {a, b}), Mod(a * b, kN)) << a << " " << b;
}

TEST(P256Field, MatchesBigIntOnEdgeValues) {
  for (const mpz_class &a : Edges(kP)) {
    CheckFieldOne(a);
    if (HasFatalFailure()) return;
  }
  size_t step = 1 + Edges(kP).size() / Scaled("edge values", 400);
  Integers edges = SomeEdges(kP, step);
  for (const mpz_class &a : edges) {
    for (const mpz_class &b : edges) {
      CheckFieldPair(a, b);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(P256Field, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random pairs", 50000); i-- > 0;) {
    mpz_class a = RandomBelow(kP), b = RandomBelow(kP);
    CheckFieldPair(a, b);
    CheckFieldOne(a);
    if (HasFatalFailure()) return;
  }
}

TEST(P256Scalar, MatchesBigIntOnEdgeValues) {
  size_t step = 1 + Edges(kN).size() / Scaled("edge values", 400);
  Integers edges = SomeEdges(kN, step);
  for (const mpz_class &a : edges) {
    for (const mpz_class &b : edges) {
      CheckScalarPair(a, b);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(P256Scalar, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random pairs", 50000); i-- > 0;) {
    CheckScalarPair(RandomBelow(kN), RandomBelow(kN));
    if (HasFatalFailure()) return;
  }
}

// Carries at the edges of limbs, in the subtraction above all: the inputs are
// all pairs of values made of words of zeros, ones and single bits.
TEST(P256Field, CVE_2017_8932_CarriesBetweenWords) {
  const uint64_t words[] = {0, 1, 0xffffffff, 0xffffffff00000000u,
                            0xffffffffffffffffu};
  Integers values;
  for (unsigned i = 0; i < 625; i++) {
    mpz_class a = 0;
    for (unsigned j = 0, rest = i; j < 4; j++, rest /= 5) {
      mpz_class word;
      mpz_import(word.get_mpz_t(), 1, 1, 8, 0, 0, &words[rest % 5]);
      a = (a << 64) + word;
    }
    if (a < kP) {
      values.push_back(a);
    }
  }
  size_t step = 1 + values.size() / Scaled("values", 300);
  for (size_t i = 0; i < values.size(); i += step) {
    for (const mpz_class &b : values) {
      CheckFieldPair(values[i], b);
      if (HasFatalFailure()) return;
    }
  }
}

// Reduction at its limits: products near multiples of p and of R.
TEST(P256Field, CVE_2021_3114_And_CVE_2021_4160_ReductionAtItsLimits) {
  for (size_t i = Scaled("products", 20000); i-- > 0;) {
    mpz_class a = RandomBelow(kP - 1) + 1;
    for (int near = -1; near <= 1; near++) {
      mpz_class b = Mod(near * InverseMod(a, kP), kP);
      CheckFieldPair(a, b);
      b = Mod(near * kR * InverseMod(a, kP), kP);
      CheckFieldPair(a, b);
      if (HasFatalFailure()) return;
    }
  }
}

void CheckInverse(op operation, const mpz_class &a, const mpz_class &m) {
  ASSERT_EQ(ComputeInteger(operation, {a}), InverseMod(a, m)) << a;
}

void CheckBeeu(op operation, const mpz_class &a, const mpz_class &m) {
  Bytes got = Compute(operation, Integers{a});
  mpz_class want = a < m ? InverseMod(a, m) : mpz_class(0);
  ASSERT_EQ(got[0], want != 0) << a;
  ASSERT_EQ(FromBytes(got, 1), want) << a;
}

void CheckInversions(const mpz_class &a) {
  if (a < kP) {
    CheckInverse(OP_FE_INVERSE, a, kP);
  }
  if (a < kN) {
    CheckInverse(OP_SC_INVERSE, a, kN);
  }
  CheckBeeu(OP_FE_BEEU, a, kP);
  CheckBeeu(OP_SC_BEEU, a, kN);
}

TEST(P256Inverse, MatchesBigIntOnEdgeValues) {
  for (const mpz_class &m : {kP, kN}) {
    for (const mpz_class &a : Edges(m)) {
      CheckInversions(a);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(P256Inverse, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random values", 20000); i-- > 0;) {
    // of every length, so that the two numbers are of very different sizes
    CheckInversions(RandomBelow(mpz_class(1) << (1 + i % 256)));
    if (HasFatalFailure()) return;
  }
}

TEST(P256Inverse, InverseOfTheInverseIsTheValue) {
  for (size_t i = Scaled("random values", 5000); i-- > 0;) {
    mpz_class a = RandomBelow(kN - 1) + 1;
    mpz_class b = ComputeInteger(OP_SC_INVERSE, {a});
    ASSERT_EQ(ComputeInteger(OP_SC_INVERSE, {b}), a);
    ASSERT_EQ(FromBytes(Compute(OP_SC_BEEU, Integers{b}), 1), a);
    ASSERT_EQ(ComputeInteger(OP_SC_MUL, {a, b}), 1);
  }
}

// Wrong with success where the lowest limb is zero.
TEST(P256Beeu, AWS_LC_PR_3381_PowersOfTwoAndTheirNegatives) {
  for (const mpz_class &m : {kP, kN}) {
    for (unsigned i = 0; i < 256; i++) {
      mpz_class power = mpz_class(1) << i;
      CheckInversions(power);
      CheckInversions(m - power);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(P256Beeu, AWS_LC_PR_3381_LowLimbsZero) {
  for (size_t i = Scaled("random values", 5000); i-- > 0;) {
    unsigned zeros = 1 + unsigned(i % 255);
    mpz_class a = (RandomBelow(mpz_class(1) << (256 - zeros))) << zeros;
    CheckInversions(a);
    if (a < kN) {
      CheckInversions(kN - a);
    }
    if (HasFatalFailure()) return;
  }
}

// Values without an inverse, the modulus and its neighbours, values above it.
TEST(P256Beeu, OpenTitan21752_BoundaryValuesEndWithTheRightResult) {
  for (const mpz_class &m : {kP, kN}) {
    for (const mpz_class &a :
         {mpz_class(0), mpz_class(1), mpz_class(2), mpz_class(m - 2),
          mpz_class(m - 1), m, mpz_class(m + 1), mpz_class(m + 2),
          mpz_class(kR - 1), mpz_class(kR - 2)}) {
      CheckInversions(a);
      if (HasFatalFailure()) return;
    }
  }
}

// s with long runs of ones, s = 2^128, s = n - 2^128.
TEST(P256Beeu, CVE_2019_0865_LongRunsOfOnes) {
  for (unsigned low = 0; low < 256; low += 3) {
    for (unsigned high = low + 1; high <= 256; high += 5) {
      mpz_class run = (mpz_class(1) << high) - (mpz_class(1) << low);
      CheckInversions(run);
      if (HasFatalFailure()) return;
    }
  }
  CheckInversions(mpz_class(1) << 128);
  CheckInversions(kN - (mpz_class(1) << 128));
}

// Ratios of m near to those of Fibonacci numbers give the longest chains.
TEST(P256Inverse, GoldenRatioGivesManySteps) {
  for (const mpz_class &m : {kP, kN}) {
    mpz_class root = sqrt(5 * m * m), a = (root - m) / 2;
    for (int i = -200; i <= 200; i++) {
      CheckInversions(a + i);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(P256Scalar, FromBytesAcceptsOneToOrderMinusOne) {
  Integers values = Edges(kN);
  for (int i = -3; i <= 3; i++) {
    values.push_back(kN + i);
    values.push_back(kR - 4 + i);
  }
  for (const mpz_class &a : values) {
    Bytes got = Compute(OP_SC_FROM_BYTES, Integers{a});
    bool ok = a >= 1 && a < kN;
    ASSERT_EQ(got[0], ok) << a;
    ASSERT_EQ(FromBytes(got, 1), ok ? a : mpz_class(0)) << a;
    got = Compute(OP_SC_FROM_CANDIDATE, Integers{a});
    ok = a <= kN - 2;
    ASSERT_EQ(got[0], ok) << a;
    ASSERT_EQ(FromBytes(got, 1), ok ? mpz_class(a + 1) : mpz_class(0)) << a;
  }
}

}  // namespace
