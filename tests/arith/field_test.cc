// The fields and the scalars of the curves against GMP, on edge values and
// random.
#include <gtest/gtest.h>

#include "oracle.h"

namespace {

class FieldTest : public CurveTest {};
class ScalarTest : public CurveTest {};
class InverseTest : public CurveTest {};
class BeeuTest : public CurveTest {};
INSTANTIATE_FOR_CURVES(FieldTest);
INSTANTIATE_FOR_CURVES(ScalarTest);
INSTANTIATE_FOR_CURVES(InverseTest);
INSTANTIATE_FOR_CURVES(BeeuTest);

void CheckFieldPair(const mpz_class &a, const mpz_class &b) {
  ASSERT_EQ(ComputeInteger(OP_FE_ADD, {a, b}), Mod(a + b, kP)) << a << " " << b;
  ASSERT_EQ(ComputeInteger(OP_FE_SUB, {a, b}), Mod(a - b, kP)) << a << " " << b;
  mpz_class product = Mod(a * b, kP);
  ASSERT_EQ(ComputeInteger(OP_FE_MUL, {a, b}), product) << a << " " << b;
  ASSERT_EQ(ComputeInteger(OP_FE_MUL_RAW, {a, b}), product) << a << " " << b;
  ASSERT_EQ(ComputeInteger(OP_FE_MUL_PLAIN, {a, b}), product) << a << " " << b;
}

void CheckFieldOne(const mpz_class &a) {
  ASSERT_EQ(ComputeInteger(OP_FE_NEG, {a}), Mod(-a, kP)) << a;
  mpz_class half = Mod(a * InverseMod(2, kP), kP);
  ASSERT_EQ(ComputeInteger(OP_FE_HALF, {a}), half) << a;
  ASSERT_EQ(ComputeInteger(OP_FE_SQR, {a}), Mod(a * a, kP)) << a;
  ASSERT_EQ(ComputeInteger(OP_FE_SQR_RAW, {a}), Mod(a * a, kP)) << a;
}

void CheckScalarPair(const mpz_class &a, const mpz_class &b) {
  ASSERT_EQ(ComputeInteger(OP_SC_ADD, {a, b}), Mod(a + b, kN)) << a << " " << b;
  ASSERT_EQ(ComputeInteger(OP_SC_MUL, {a, b}), Mod(a * b, kN)) << a << " " << b;
}

TEST_P(FieldTest, MatchesBigIntOnEdgeValues) {
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

TEST_P(FieldTest, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random pairs", 50000); i-- > 0;) {
    mpz_class a = RandomBelow(kP), b = RandomBelow(kP);
    CheckFieldPair(a, b);
    CheckFieldOne(a);
    if (HasFatalFailure()) return;
  }
}

TEST_P(ScalarTest, MatchesBigIntOnEdgeValues) {
  size_t step = 1 + Edges(kN).size() / Scaled("edge values", 400);
  Integers edges = SomeEdges(kN, step);
  for (const mpz_class &a : edges) {
    for (const mpz_class &b : edges) {
      CheckScalarPair(a, b);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(ScalarTest, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random pairs", 50000); i-- > 0;) {
    CheckScalarPair(RandomBelow(kN), RandomBelow(kN));
    if (HasFatalFailure()) return;
  }
}

// Carries at the edges of limbs, in the subtraction above all: the inputs are
// all pairs of values made of words of zeros, ones and single bits.
TEST_P(FieldTest, CVE_2017_8932_CarriesBetweenWords) {
  const uint64_t words[] = {0, 1, 0xffffffff, 0xffffffff00000000u,
                            0xffffffffffffffffu};
  Integers values;
  for (unsigned i = 0; i < 625; i++) {
    mpz_class a = 0, digits = i;
    if (kBits > 256) {  // not all combinations
      digits = RandomBelow(mpz_class(1) << 64);
    }
    for (unsigned j = 0; j < (kBits + 63) / 64; j++) {
      mpz_class word;
      mpz_import(word.get_mpz_t(), 1, 1, 8, 0, 0,
                 &words[mpz_fdiv_ui(digits.get_mpz_t(), 5)]);
      a = (a << 64) + word;
      digits /= 5;
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
TEST_P(FieldTest, CVE_2021_3114_And_CVE_2021_4160_ReductionAtItsLimits) {
  for (size_t i = Scaled("products", 20000); i-- > 0;) {
    mpz_class a = RandomBelow(kP - 1) + 1;
    for (int near = -1; near <= 1; near++) {
      mpz_class b = Mod(near * InverseMod(a, kP), kP);
      CheckFieldPair(a, b);
      // a b is near to a multiple of R, the radix of either limb size
      for (unsigned limb : {32, 64}) {
        mpz_class r = mpz_class(1) << ((kBits + limb - 1) / limb * limb);
        CheckFieldPair(a, Mod(near * r * InverseMod(a, kP), kP));
      }
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

TEST_P(InverseTest, MatchesBigIntOnEdgeValues) {
  for (const mpz_class &m : {kP, kN}) {
    for (const mpz_class &a : Edges(m)) {
      CheckInversions(a);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(InverseTest, MatchesBigIntOnRandomValues) {
  for (size_t i = Scaled("random values", 20000); i-- > 0;) {
    // of every length, so that the two numbers are of very different sizes
    CheckInversions(RandomBelow(mpz_class(1) << (1 + i % kBits)));
    if (HasFatalFailure()) return;
  }
}

TEST_P(InverseTest, InverseOfTheInverseIsTheValue) {
  for (size_t i = Scaled("random values", 5000); i-- > 0;) {
    mpz_class a = RandomBelow(kN - 1) + 1;
    mpz_class b = ComputeInteger(OP_SC_INVERSE, {a});
    ASSERT_EQ(ComputeInteger(OP_SC_INVERSE, {b}), a);
    ASSERT_EQ(FromBytes(Compute(OP_SC_BEEU, Integers{b}), 1), a);
    ASSERT_EQ(ComputeInteger(OP_SC_MUL, {a, b}), 1);
  }
}

// Wrong with success where the lowest limb is zero.
TEST_P(BeeuTest, AWS_LC_PR_3381_PowersOfTwoAndTheirNegatives) {
  for (const mpz_class &m : {kP, kN}) {
    for (unsigned i = 0; i < kBits; i++) {
      mpz_class power = mpz_class(1) << i;
      CheckInversions(power);
      CheckInversions(m - power);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(BeeuTest, AWS_LC_PR_3381_LowLimbsZero) {
  for (size_t i = Scaled("random values", 5000); i-- > 0;) {
    unsigned zeros = 1 + unsigned(i % (kBits - 1));
    mpz_class a = (RandomBelow(mpz_class(1) << (kBits - zeros))) << zeros;
    CheckInversions(a);
    if (a < kN) {
      CheckInversions(kN - a);
    }
    if (HasFatalFailure()) return;
  }
}

// Values without an inverse, the modulus and its neighbours, values above it.
TEST_P(BeeuTest, OpenTitan21752_BoundaryValuesEndWithTheRightResult) {
  for (const mpz_class &m : {kP, kN}) {
    for (const mpz_class &a :
         {mpz_class(0), mpz_class(1), mpz_class(2), mpz_class(m - 2),
          mpz_class(m - 1), m, mpz_class(m + 1), mpz_class(m + 2),
          mpz_class(kTop - 1), mpz_class(kTop - 2)}) {
      CheckInversions(a);
      if (HasFatalFailure()) return;
    }
  }
}

// s with long runs of ones, s = 2^128, s = n - 2^128.
TEST_P(BeeuTest, CVE_2019_0865_LongRunsOfOnes) {
  for (unsigned low = 0; low < kBits; low += 7) {
    for (unsigned high = low + 1; high <= kBits; high += 11) {
      mpz_class run = (mpz_class(1) << high) - (mpz_class(1) << low);
      CheckInversions(run);
      if (HasFatalFailure()) return;
    }
  }
  CheckInversions(mpz_class(1) << 128);
  CheckInversions(kN - (mpz_class(1) << 128));
}

// Ratios of m near to those of Fibonacci numbers give the longest chains.
TEST_P(InverseTest, GoldenRatioGivesManySteps) {
  for (const mpz_class &m : {kP, kN}) {
    mpz_class root = sqrt(5 * m * m), a = (root - m) / 2;
    for (int i = -40; i <= 40; i++) {
      CheckInversions(a + i);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(ScalarTest, FromBytesAcceptsOneToOrderMinusOne) {
  Integers values = Edges(kN);
  for (int i = -3; i <= 3; i++) {
    values.push_back(kN + i);
    values.push_back(kTop - 4 + i);
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

TEST_P(ScalarTest, WideNumbersAreReducedModuloTheOrderMinusOne) {
  auto check = [](const mpz_class &a) {
    ASSERT_EQ(FromBytes(Compute(OP_SC_FROM_WIDE,
                                std::vector<Bytes>{ToBytes(a, kLen + 8)})),
              Mod(a, kN - 1) + 1)
        << a;
  };
  const mpz_class top = kTop << 64;
  for (const mpz_class &multiple :
       {mpz_class(0), mpz_class(1), mpz_class(2), mpz_class(0xffffffff),
        mpz_class(top / (kN - 1)), mpz_class(top / (kN - 1) - 1)}) {
    for (int i = -3; i <= 3; i++) {
      const mpz_class a = multiple * (kN - 1) + i;
      if (a >= 0 && a < top) {
        check(a);
      }
    }
  }
  for (unsigned i = 1; i <= 8 * kLen + 64; i++) {
    check((mpz_class(1) << i) - 1);
    check(top - (mpz_class(1) << (i - 1)));
  }
  for (size_t i = Scaled("random values", 2000); i-- > 0;) {
    check(RandomBelow(top));
    if (HasFatalFailure()) return;
  }
}

TEST_P(ScalarTest, QuotientsMatchBigInt) {
  Integers edges = SomeEdges(kN, 1 + Edges(kN).size() / Scaled("edges", 300));
  for (size_t i = 0; i < edges.size(); i++) {
    const mpz_class &a = edges[i], &b = edges[edges.size() - 1 - i];
    ASSERT_EQ(ComputeInteger(OP_SC_DIVIDE, {a, b}),
              Mod(a * InverseMod(b, kN), kN))
        << a << " " << b;
  }
}

// The bound that field/inverse_impl.h cites, in whole batches and not more.
TEST_P(InverseTest, BatchesCoverTheBoundOfDivstepsAndNoMore) {
  const struct op_constants k = op_constants(kCurve);
  const size_t bound = (45907 * kBits + 26313) / 19929;
  for (size_t steps : {k.p_divsteps, k.n_divsteps}) {
    EXPECT_GE(steps, bound);
    EXPECT_LT(steps, bound + k.divsteps_batch);
  }
  EXPECT_EQ(mpz_sizeinbase(kP.get_mpz_t(), 2), kBits);
}

}  // namespace
