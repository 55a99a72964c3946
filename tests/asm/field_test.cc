// The generated functions of the field of P-256 against GMP, in every form, on
// edge values and random ones. tests/arith runs the same forms through the C
// code that calls them.
#include <gtest/gtest.h>

#include <cstring>

#include "functions.h"
#include "numbers.h"

namespace asm_test {
namespace {

using Words = std::array<uint64_t, 4>;

Words ToWords(const mpz_class &a) {
  Words w{};
  mpz_export(w.data(), nullptr, -1, 8, 0, 0, a.get_mpz_t());
  return w;
}

mpz_class FromWords(const Words &w) {
  mpz_class a;
  mpz_import(a.get_mpz_t(), 4, -1, 8, 0, 0, w.data());
  return a;
}

using One = void (*)(uint64_t *, const uint64_t *);
using Two = void (*)(uint64_t *, const uint64_t *, const uint64_t *);
using Repeated = void (*)(uint64_t *, const uint64_t *, size_t);
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

TEST_P(Field, MatchesBigIntOnEdgeValues) {
  Integers edges = SomeEdges(kP, 1 + Edges(kP).size() / 120);
  edges.push_back(kP - 1);
  for (const mpz_class &a : edges) {
    for (const mpz_class &b : edges) {
      CheckAll(a, b);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Field, MatchesBigIntOnWordsOfOnesAndZeros) {
  const uint64_t words[] = {0, 1, 0xffffffff, 0xffffffff00000000u,
                            0xffffffffffffffffu};
  Integers values;
  for (unsigned i = 0; i < 625; i++) {
    mpz_class a = FromWords(
        {words[i % 5], words[i / 5 % 5], words[i / 25 % 5], words[i / 125]});
    if (a < kP) {
      values.push_back(a);
    }
  }
  for (const mpz_class &a : values) {
    for (size_t j = 0; j < values.size(); j += 11) {
      CheckAll(a, values[j]);
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Field, MatchesBigIntOnRandomValues) {
  for (int i = 0; i < 10000; i++) {
    CheckAll(RandomBelow(kP), RandomBelow(kP));
    if (HasFatalFailure()) return;
  }
}

// Results at the edges of the reduction: products next to 0 and to p.
TEST_P(Field, MatchesBigIntWhereTheResultIsNearAMultipleOfThePrime) {
  for (int i = 0; i < 1000; i++) {
    mpz_class a = RandomBelow(kP - 1) + 1;
    for (int near = -3; near <= 3; near++) {
      CheckAll(a, Mod(near * Radix() * InverseMod(a, kP), kP));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_P(Field, SquaresRepeatedly) {
  Repeated call =
      reinterpret_cast<Repeated>(Find("p256_sqr_n_" + GetParam()).call);
  Integers values = SomeEdges(kP, 40);
  values.push_back(RandomBelow(kP));
  for (const mpz_class &a : values) {
    mpz_class want = a;
    for (size_t num = 1; num <= 70; num++) {
      want = Mod(want * want * RInverse(), kP);
      Words x = ToWords(a), out;
      call(out.data(), x.data(), num);
      ASSERT_EQ(want, FromWords(out)) << num << " " << a;
      call(x.data(), x.data(), num);
      ASSERT_EQ(out, x);
    }
  }
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
