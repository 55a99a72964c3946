// Exhaustive tests of the generic code over toy curves: every scalar, every
// pair of points, every key, nonce and digest class.
#include <gtest/gtest.h>

#include <tuple>

#include "oracle.h"
#include "toy.h"

bool operator==(const toy_point &a, const toy_point &b) {
  return a.x == b.x && a.y == b.y;
}
void PrintTo(const toy_point &a, std::ostream *out) {
  *out << "(" << a.x << ", " << a.y << ")";
}

namespace {

struct ToyCurve {
  unsigned p, b, n, gx, gy, base_width, g_width, q_width;
};

void PrintTo(const ToyCurve &c, std::ostream *out) {
  *out << "p " << c.p << ", n " << c.n << ", widths " << c.base_width << ", "
       << c.g_width << ", " << c.q_width;
}

class Toy : public testing::TestWithParam<ToyCurve> {
 protected:
  void SetUp() override {
    const ToyCurve &c = GetParam();
    toy_use(c.p, c.b, c.n, c.gx, c.gy, c.base_width, c.g_width, c.q_width);
  }
  // Of a large curve only every step-th value of a loop is tried; of the
  // others every value, with the first choice of widths.
  unsigned Step(unsigned step) const { return toy.n > 100 ? step : 1; }
  bool FirstWidths() const { return GetParam().base_width == 2; }
  unsigned StepOfLaterWidths(unsigned step) const {
    return FirstWidths() ? 1 : step;
  }
  toy_point Times(unsigned k) const { return toy.multiples[k % toy.n]; }
};

TEST_P(Toy, OracleHasOrderN) {
  toy_point last = toy_add(Times(toy.n - 1), Times(1));
  EXPECT_EQ(last, (toy_point{0, 0}));
}

TEST_P(Toy, DoublingOfEveryPointWithEveryZ) {
  if (!FirstWidths()) {
    GTEST_SKIP() << "does not depend on the widths";
  }
  for (unsigned i = 0; i < toy.n; i++) {
    for (unsigned z = 1; z < toy.p; z++) {
      ASSERT_EQ(toy_run_double(Times(i), z), Times(2 * i)) << i << " " << z;
    }
  }
}

TEST_P(Toy, AdditionOfEveryPairOfPoints) {
  if (!FirstWidths()) {
    GTEST_SKIP() << "does not depend on the widths";
  }
  for (unsigned i = 0; i < toy.n; i++) {
    for (unsigned j = 1; j < toy.n; j++) {
      for (unsigned z = 1; z < toy.p; z += 1 + toy.p / 5) {
        auto add = [&](toy_addition kind) {
          return toy_run_add(kind, Times(i), z, Times(j), 1 + (z + j) % (toy.p - 1));
        };
        toy_point want = Times(i + j);
        if (i != 0 && i != j) {  // the bound of the incomplete addition
          ASSERT_EQ(add(TOY_ADD_AFFINE), want) << i << " " << j;
        }
        ASSERT_EQ(add(TOY_ADD_AFFINE_COMPLETE), want) << i << " " << j;
        ASSERT_EQ(add(TOY_ADD_AFFINE_VARTIME), want) << i << " " << j;
        ASSERT_EQ(add(TOY_ADD_VARTIME), want) << i << " " << j;
        ASSERT_EQ(add(TOY_SUB_VARTIME), Times(i + toy.n - j)) << i << " " << j;
      }
    }
  }
}

TEST_P(Toy, BaseMultiplicationOfEveryScalar) {
  for (unsigned k = 0; k < toy.n; k++) {
    ASSERT_EQ(toy_run_mul_base(k), Times(k)) << k;
  }
}

TEST_P(Toy, DoubleMultiplicationOfEveryPairOfScalars) {
  for (unsigned d = 1; d < toy.n; d += Step(111)) {
    for (unsigned u1 = 0; u1 < toy.n; u1++) {
      for (unsigned u2 = 0; u2 < toy.n; u2++) {
        ASSERT_EQ(toy_run_double_mul(u1, Times(d), u2), Times(u1 + u2 * d))
            << u1 << " " << u2 << " " << d;
      }
    }
  }
}

TEST_P(Toy, EveryPairOfCoordinates) {
  unsigned on_curve = 0;
  for (unsigned x = 0; x < 256; x++) {
    for (unsigned y = 0; y < 256; y++) {
      bool want = x < toy.p && y < toy.p &&
                  (y * y + 3 * x) % toy.p == (x * x * x + toy.b) % toy.p;
      on_curve += want;
      ASSERT_EQ(toy_run_from_bytes(x, y), want) << x << " " << y;
      if (x < toy.p && y < toy.p) {
        ASSERT_EQ(toy_run_has_order({x, y}), want) << x << " " << y;
      }
    }
  }
  EXPECT_EQ(on_curve, toy.n - 1);
}

TEST_P(Toy, DecompressionOfEveryX) {
  for (unsigned x = 0; x < 256; x++) {
    for (int odd = 0; odd < 2; odd++) {
      toy_point want = {0, 0}, got;
      bool found = false;
      for (unsigned i = 1; i < toy.n; i++) {
        if (Times(i).x == x && int(Times(i).y & 1) == odd) {
          want = Times(i);
          found = true;
        }
      }
      ASSERT_EQ(toy_run_decompress(&got, x, odd), found) << x;
      ASSERT_EQ(got, want) << x;
    }
  }
}

TEST_P(Toy, EveryScalarAndCandidate) {
  for (unsigned a = 0; a < 256; a++) {
    unsigned got;
    bool ok = a >= 1 && a < toy.n;
    ASSERT_EQ(toy_run_scalar_from_bytes(&got, a), ok) << a;
    ASSERT_EQ(got, ok ? a : 0) << a;
    ok = a + 2 <= toy.n;
    ASSERT_EQ(toy_run_scalar_from_candidate(&got, a), ok) << a;
    ASSERT_EQ(got, ok ? a + 1 : 0) << a;
  }
}

// Truncated is the integer of the leftmost bits of a one-byte digest.
unsigned Truncated(unsigned digest) { return digest >> (8 - toy.bits); }

TEST_P(Toy, SignatureOfEveryKeyNonceAndDigestClass) {
  const unsigned n = toy.n, classes = 1u << toy.bits;
  size_t zero_r = 0, zero_s = 0;
  for (unsigned d = 1; d < n; d++) {
    for (unsigned k = 1; k < n; k++) {
      for (unsigned e = 0; e < classes; e += (k + d) % Step(97) ? Step(127) : 1) {
        unsigned digest = e << (8 - toy.bits), r, s;
        unsigned want_r = Times(k).x % n;
        unsigned want_s = toy_inverse_of(k, n) * (e + want_r * d) % n;
        bool ok = want_r != 0 && want_s != 0;
        zero_r += want_r == 0;
        zero_s += want_r != 0 && want_s == 0;
        ASSERT_EQ(toy_run_sign(&r, &s, d, k, digest), ok) << d << " " << k;
        ASSERT_EQ(r, ok ? want_r : 0) << d << " " << k << " " << e;
        ASSERT_EQ(s, ok ? want_s : 0) << d << " " << k << " " << e;
        if (ok && (k + d + e) % Step(17) == 0) {
          ASSERT_EQ(toy_run_verify(Times(d), r, s, digest), 1);
        }
      }
    }
  }
  EXPECT_GT(zero_s, 0u);
  RecordProperty("zero_r", int(zero_r));
}

TEST_P(Toy, VerificationOfEverySignature) {
  const unsigned n = toy.n, classes = 1u << toy.bits;
  size_t accepted = 0;
  for (unsigned d = 1; d < n; d += Step(221)) {
    for (unsigned e = 0; e < classes;
         e += Step(101) * StepOfLaterWidths(5)) {
      for (unsigned s = 0; s < classes; s++) {
        unsigned w = s < n ? toy_inverse_of(s, n) : 0;
        for (unsigned r = 0; r < classes; r++) {
          bool want = r >= 1 && r < n && s >= 1 && s < n;
          if (want) {
            toy_point sum = Times((e + r * d) % n * w);
            want = (sum.x != 0 || sum.y != 0) && sum.x % n == r;
          }
          accepted += want;
          ASSERT_EQ(toy_run_verify(Times(d), r, s, e << (8 - toy.bits)), want)
              << "d " << d << " e " << e << " r " << r << " s " << s;
        }
      }
    }
  }
  EXPECT_GT(accepted, 0u);
}

TEST_P(Toy, DigestBitsBelowTheTruncationDoNotMatter) {
  for (unsigned digest = 0; digest < 256; digest++) {
    unsigned r, s, r0, s0, cut = Truncated(digest) << (8 - toy.bits);
    int ok = toy_run_sign(&r, &s, 1, 2, digest);
    ASSERT_EQ(toy_run_sign(&r0, &s0, 1, 2, cut), ok);
    ASSERT_EQ(std::tie(r, s), std::tie(r0, s0)) << digest;
  }
}

// For n = 17 < p = 23 an x of n or more meets the check against r + n.
INSTANTIATE_TEST_SUITE_P(
    Curves, Toy,
    testing::Values(ToyCurve{23, 15, 17, 1, 6, 2, 4, 3},
                    ToyCurve{23, 15, 17, 1, 6, 3, 5, 4},
                    ToyCurve{23, 15, 17, 1, 6, 4, 2, 2},
                    ToyCurve{23, 8, 31, 0, 10, 2, 5, 4},
                    ToyCurve{23, 8, 31, 0, 10, 3, 4, 5},
                    ToyCurve{23, 8, 31, 0, 10, 4, 6, 2},
                    ToyCurve{251, 26, 223, 2, 84, 2, 5, 4},
                    ToyCurve{251, 26, 223, 2, 84, 3, 6, 5},
                    ToyCurve{251, 26, 223, 2, 84, 5, 8, 6}));

TEST(ToyInverse, EveryValueModuloEveryOddNumber) {
  for (unsigned m = 3; m < 256; m += 2) {
    for (unsigned a = 0; a < m; a++) {
      unsigned want = toy_inverse_of(a, m), start = 1 + a % (m - 1);
      if (want != 0) {
        ASSERT_EQ(toy_run_inverse(m, a, start), want * start % m)
            << a << " mod " << m;
      }
    }
  }
  EXPECT_EQ(toy_run_inverse(251, 0, 1), 0u);
}

TEST(ToyBeeu, EveryValueModuloEveryNumberInclusiveOfNoInverse) {
  for (unsigned m = 2; m < 256; m++) {
    for (unsigned a = 0; a < 256; a++) {
      unsigned got, want = m % 2 == 1 && a < m ? toy_inverse_of(a, m) : 0;
      ASSERT_EQ(toy_run_beeu(&got, m, a, 1), want != 0) << a << " mod " << m;
      ASSERT_EQ(got, want) << a << " mod " << m;
    }
  }
}

}  // namespace
