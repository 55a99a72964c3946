// The generated functions of the field of P-256 against GMP, in every form, on
// edge values and random ones. tests/arith runs the same forms through the C
// code that calls them.
#include <gtest/gtest.h>

#include <cstring>

#include "functions.h"
#include "numbers.h"

namespace asm_test {
namespace {

using Move = void (*)(uint64_t *, uint64_t, const uint64_t *);

// What a function computes: of a and b.
using Formula = mpz_class (*)(const mpz_class &, const mpz_class &);

mpz_class Linear(const mpz_class &x) { return Mod(x, kP); }

const struct {
  const char *name;
  bool two;
  Formula formula;
} kCases[] = {
    {"mul", true,
     [](const mpz_class &a, const mpz_class &b) {
       return Mod(a * b * RInverse(), kP);
     }},
    {"sqr", false,
     [](const mpz_class &a, const mpz_class &) {
       return Mod(a * a * RInverse(), kP);
     }},
    {"to_mont", false,
     [](const mpz_class &a, const mpz_class &) {
       return Mod(a * Radix(), kP);
     }},
    {"from_mont", false,
     [](const mpz_class &a, const mpz_class &) {
       return Mod(a * RInverse(), kP);
     }},
    {"add", true,
     [](const mpz_class &a, const mpz_class &b) { return Linear(a + b); }},
    {"sub", true,
     [](const mpz_class &a, const mpz_class &b) { return Linear(a - b); }},
    {"neg", false,
     [](const mpz_class &a, const mpz_class &) { return Linear(-a); }},
    {"half", false,
     [](const mpz_class &a, const mpz_class &) { return Linear(a * Half()); }},
    {"double", false,
     [](const mpz_class &a, const mpz_class &) { return Linear(2 * a); }},
    {"triple", false,
     [](const mpz_class &a, const mpz_class &) { return Linear(3 * a); }},
};

class Field : public testing::TestWithParam<std::string> {
 protected:
  // Check compares one function on one pair.
  static void Check(const Function &f, bool two, Formula formula,
                    const mpz_class &a, const mpz_class &b) {
    Words x = ToWords(a), y = ToWords(b), out;
    if (two) {
      reinterpret_cast<Two>(f.call)(out.data(), x.data(), y.data());
    } else {
      reinterpret_cast<One>(f.call)(out.data(), x.data());
    }
    ASSERT_EQ(formula(a, b), FromWords(out)) << f.name << " " << a << " " << b;
  }

  static void CheckAll(const mpz_class &a, const mpz_class &b) {
    for (const auto &c : kCases) {
      for (const Function &f : Functions()) {
        if (f.name == "p256_" + std::string(c.name) + "_" + GetParam()) {
          Check(f, c.two, c.formula, a, b);
        }
      }
    }
  }

  void SetUp() override {
    UseP256();
    if (!Runs(Find("p256_mul_" + GetParam()))) {
      GTEST_SKIP() << "this machine does not run it";
    }
  }
};

TEST_P(Field, MatchesBigIntOnEdgeValues) { SweepEdges(kP, CheckAll); }

TEST_P(Field, MatchesBigIntOnWordsOfOnesAndZeros) { SweepWords(kP, CheckAll); }

TEST_P(Field, MatchesBigIntOnRandomValues) { SweepRandom(kP, CheckAll); }

TEST_P(Field, MatchesBigIntWhereTheResultIsNearAMultipleOfThePrime) {
  SweepNearMultiples(kP, CheckAll);
}

TEST_P(Field, SquaresRepeatedly) {
  CheckRepeatedSquares(
      reinterpret_cast<Repeated>(Find("p256_sqr_n_" + GetParam()).call), kP);
}

INSTANTIATE_TEST_SUITE_P(Form, Field, testing::Values("x86_64", "adx"),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.param;
                         });

TEST(FieldMove, MovesWhereTheMaskIsSet) {
  UseP256();
  Move call = reinterpret_cast<Move>(Find("p256_move_x86_64").call);
  for (int i = 0; i < 1000; i++) {
    Words a = ToWords(RandomBelow(kP)), b = ToWords(RandomBelow(kP)), out = b;
    call(out.data(), 0, a.data());
    EXPECT_EQ(b, out);
    call(out.data(), ~uint64_t{0}, a.data());
    EXPECT_EQ(a, out);
  }
}

}  // namespace
}  // namespace asm_test
