// The generated arithmetic modulo the order of P-256, and the inversions
// modulo both numbers, against GMP.
#include <gtest/gtest.h>

#include "functions.h"
#include "numbers.h"

namespace asm_test {
namespace {

const mpz_class &RadixInverse() {
  static const mpz_class r = InverseMod(Radix(), kN);
  return r;
}

class OrderForm : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    UseP256();
    if (!Runs(Find(Name("order_mul")))) {
      GTEST_SKIP() << "this machine does not run it";
    }
  }

  static std::string Name(const std::string &function) {
    return "p256_" + function + "_" + GetParam();
  }

  static mpz_class Call(const std::string &function, const mpz_class &a) {
    Words x = ToWords(a), out;
    reinterpret_cast<One>(Find(Name(function)).call)(out.data(), x.data());
    return FromWords(out);
  }

  static mpz_class Call(const std::string &function, const mpz_class &a,
                        const mpz_class &b) {
    Words x = ToWords(a), y = ToWords(b), out;
    reinterpret_cast<Two>(Find(Name(function)).call)(out.data(), x.data(),
                                                     y.data());
    return FromWords(out);
  }

  static void CheckProducts(const mpz_class &a, const mpz_class &b) {
    ASSERT_EQ(Mod(a * b * RadixInverse(), kN), Call("order_mul", a, b))
        << a << " " << b;
    ASSERT_EQ(Mod(a * a * RadixInverse(), kN), Call("order_sqr", a)) << a;
  }

  // CheckVartime takes any integer of 256 bits: there is no inverse of 0, and
  // what is not below the modulus is refused. In the field it is R^2 / a.
  static void CheckVartime(const mpz_class &a) {
    CheckVartime("order_inverse", a, kN, 1);
    CheckVartime("inverse", a, kP, Radix() * Radix());
  }

  static void CheckVartime(const std::string &function, const mpz_class &a,
                           const mpz_class &m, const mpz_class &numerator) {
    auto call = reinterpret_cast<int (*)(uint64_t *, const uint64_t *)>(
        Find(Name(function) + "_vartime").call);
    Words x = ToWords(a), out = {1, 1, 1, 1};
    mpz_class want =
        a < m ? Mod(numerator * InverseMod(a, m), m) : mpz_class(0);
    ASSERT_EQ(want != 0, call(out.data(), x.data())) << a;
    ASSERT_EQ(want, FromWords(out)) << a;
  }

  // The inverse of 0 is 0.
  static void CheckInversions(const mpz_class &a, const mpz_class &numerator) {
    CheckVartime(a);
    if (a < kP) {
      ASSERT_EQ(Mod(Radix() * Radix() * InverseMod(a, kP), kP),
                Call("inverse", a))
          << a;
    }
    if (a < kN) {
      ASSERT_EQ(Mod(numerator * InverseMod(a, kN), kN),
                Call("order_divide", numerator, a))
          << numerator << " " << a;
    }
  }
};

TEST_P(OrderForm, ProductsMatchBigIntOnEdgeValues) {
  SweepEdges(kN, CheckProducts);
}

TEST_P(OrderForm, ProductsMatchBigIntOnWordsOfOnesAndZeros) {
  SweepWords(kN, CheckProducts);
}

TEST_P(OrderForm, ProductsMatchBigIntOnRandomValues) {
  SweepRandom(kN, CheckProducts);
}

TEST_P(OrderForm, ProductsMatchBigIntWhereTheResultIsNearAMultipleOfTheOrder) {
  SweepNearMultiples(kN, CheckProducts);
}

TEST_P(OrderForm, SquaresRepeatedly) {
  CheckRepeatedSquares(
      reinterpret_cast<Repeated>(Find(Name("order_sqr_n")).call), kN);
}

TEST_P(OrderForm, InversionsMatchBigIntOnEdgeValues) {
  for (const mpz_class &m : {kP, kN}) {
    for (const mpz_class &a : Edges(m)) {
      CheckInversions(a, 1);
      CheckInversions(a, kN - 1);
      if (HasFatalFailure()) return;
    }
    for (unsigned i = 0; i < 256; i++) {
      CheckInversions(mpz_class(1) << i, 3);
      CheckInversions(m - (mpz_class(1) << i), 3);
      if (HasFatalFailure()) return;
    }
  }
  for (const mpz_class &a : WordsOfOnesAndZeros()) {
    CheckInversions(a, 1);
    if (HasFatalFailure()) return;
  }
}

TEST_P(OrderForm, InversionsMatchBigIntOnRandomValues) {
  for (unsigned i = 0; i < 20000; i++) {
    CheckInversions(RandomBelow(mpz_class(1) << (1 + i % 256)),
                    RandomBelow(kN));
    if (HasFatalFailure()) return;
  }
}

// Of both lengths as different as can be, multiples of powers of two (batches
// that only halve), and next to fractions of n (where comparisons are close).
TEST_P(OrderForm, InversionsMatchBigIntOnShapedValues) {
  for (unsigned i = 0; i < 256; i++) {
    for (unsigned j = 0; j + i < 256; j++) {
      CheckInversions((RandomBelow(mpz_class(1) << (1 + j)) | 1) << i, 1);
      if (HasFatalFailure()) return;
    }
  }
  for (unsigned i = 1; i < 1000; i++) {
    mpz_class fraction = kN / i;
    for (int near = -2; near <= 2; near++) {
      if (fraction + near >= 0) {
        CheckInversions(fraction + near, 1);
      }
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(OrderForm, InverseRefusesWhatIsNotBelowTheModulus) {
  const mpz_class top = Radix() - 1;
  for (const mpz_class &a :
       {mpz_class(0), kN, mpz_class(kN + 1), kP, mpz_class(kP + 1), top}) {
    CheckVartime(a);
  }
  for (int i = 0; i < 1000; i++) {
    CheckVartime(kN + RandomBelow(Radix() - kN));
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Form, OrderForm, testing::Values("x86_64", "adx"),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.param;
                         });

}  // namespace
}  // namespace asm_test
