/* Arithmetic modulo p and modulo n: every element, every pair, every aliasing,
 * and bytes of every value. */
#include <functional>

#include "exhaustive_test.h"

namespace {

using Binary = std::function<int(int, int)>;

class ModularTest : public ToyTest {
 protected:
  /* R mod m and its inverse, for what Montgomery products should be. */
  int R(int m) const { return PowerOfTwo(toy_limb_bits(), m); }

  void CheckPairs(toy_op op, int m, const Binary &want) {
    for (int a = 0; a < m; a++) {
      for (int b = 0; b < m; b++) {
        ASSERT_EQ(toy_apply(t(), op, static_cast<uint64_t>(a),
                            static_cast<uint64_t>(b)),
                  static_cast<uint64_t>(want(a, b)))
            << "op " << op << ", " << a << ", " << b << " mod " << m;
        Count();
      }
    }
  }

  /* CheckElements tries values below `below` (m or the bound stated). */
  void CheckElements(toy_op op, int below,
                     const std::function<int(int)> &want) {
    for (int a = 0; a < below; a++) {
      ASSERT_EQ(toy_apply(t(), op, static_cast<uint64_t>(a), 0),
                static_cast<uint64_t>(want(a)))
          << "op " << op << ", " << a;
      Count();
    }
  }
};

INSTANTIATE_FOR_TOY_CURVES(ModularTest);

}  // namespace

TEST_P(ModularTest, EveryPairOfFieldElementsAddsSubtractsAndMultiplies) {
  const int p = c().p, r_inverse = Inverse(R(p), p);
  CheckPairs(TOY_FE_ADD, p, [p](int a, int b) { return Mod(a + b, p); });
  CheckPairs(TOY_FE_SUB, p, [p](int a, int b) { return Mod(a - b, p); });
  CheckPairs(TOY_FE_MUL, p,
             [=](int a, int b) { return Mod(1LL * a * b * r_inverse, p); });
  CheckPairs(TOY_FE_MOVE, p, [](int a, int) { return a; });
  CheckPairs(TOY_FE_KEEP, p, [](int, int b) { return b; });
}

TEST_P(ModularTest, EveryFieldElementIsSquaredNegatedHalvedAndInverted) {
  const int p = c().p, r = R(p), r_inverse = Inverse(r, p);
  CheckElements(TOY_FE_SQR, p,
                [=](int a) { return Mod(1LL * a * a * r_inverse, p); });
  CheckElements(TOY_FE_NEG, p, [p](int a) { return Mod(-a, p); });
  CheckElements(TOY_FE_HALF, p,
                [p](int a) { return Mod(a * Inverse(2, p), p); });
  CheckElements(TOY_FE_INVERSE, p, [=](int a) {
    return Mod(1LL * Mod(r * r, p) * Inverse(a, p), p);
  });
  CheckElements(TOY_FE_FROM_PLAIN, p, [=](int a) { return Mod(a * r, p); });
  CheckElements(TOY_FE_TO_PLAIN, p,
                [=](int a) { return Mod(a * r_inverse, p); });
}

TEST_P(ModularTest, EveryPairOfScalarsAddsSubtractsAndMultiplies) {
  const int n = c().n, r_inverse = Inverse(R(n), n);
  const Binary add = [n](int a, int b) { return Mod(a + b, n); };
  const Binary mul = [=](int a, int b) {
    return Mod(1LL * a * b * r_inverse, n);
  };
  CheckPairs(TOY_N_ADD, n, add);
  CheckPairs(TOY_SC_ADD, n, add);
  CheckPairs(TOY_N_SUB, n, [n](int a, int b) { return Mod(a - b, n); });
  CheckPairs(TOY_N_MUL, n, mul);
  CheckPairs(TOY_SC_MUL_MONT, n, mul);
  CheckPairs(TOY_SC_MUL, n, [=](int a, int b) { return Mod(1LL * a * b, n); });
}

TEST_P(ModularTest, EveryScalarIsSquaredNegatedHalvedAndInverted) {
  const int n = c().n, r = R(n), r_inverse = Inverse(r, n);
  CheckElements(TOY_N_SQR, n,
                [=](int a) { return Mod(1LL * a * a * r_inverse, n); });
  CheckElements(TOY_N_NEG, n, [n](int a) { return Mod(-a, n); });
  CheckElements(TOY_N_HALF, n,
                [n](int a) { return Mod(a * Inverse(2, n), n); });
  CheckElements(TOY_N_FROM_MONT, n,
                [=](int a) { return Mod(a * r_inverse, n); });
  CheckElements(TOY_SC_INVERSE_VARTIME, n,
                [=](int a) { return Inverse(a, n); });
}

TEST_P(ModularTest, EveryQuotientIsRightByBothInversions) {
  for (toy_op op : {TOY_P_DIVIDE, TOY_P_DIVIDE_VARTIME, TOY_N_DIVIDE,
                    TOY_N_DIVIDE_VARTIME, TOY_SC_DIVIDE}) {
    const bool is_p = op == TOY_P_DIVIDE || op == TOY_P_DIVIDE_VARTIME;
    const int m = is_p ? c().p : c().n;
    std::vector<int> inverses;
    for (int a = 0; a < m; a++) {
      inverses.push_back(Inverse(a, m));
    }
    CheckPairs(op, m, [&](int a, int b) {
      return Mod(1LL * b * inverses[static_cast<size_t>(a)], m);
    });
  }
}

TEST_P(ModularTest, EveryCoordinateIsReducedModuloN) {
  const int n = c().n, p = c().p, r_inverse = Inverse(R(p), p);
  CheckElements(TOY_SC_FROM_FIELD, p,
                [=](int a) { return Mod(Mod(a * r_inverse, p), n); });
}

TEST_P(ModularTest, EveryPairIsComparedRight) {
  const int top = (c().p > c().n) ? c().p : c().n;
  for (int a = 0; a < top; a++) {
    const uint64_t x = static_cast<uint64_t>(a);
    ASSERT_EQ(toy_fe_is_zero(t(), x), a == 0);
    ASSERT_EQ(toy_sc_is_zero(t(), x), a == 0);
    for (int b = 0; b < top; b++) {
      ASSERT_EQ(toy_fe_equal(t(), x, static_cast<uint64_t>(b)), a == b);
      Count();
    }
  }
}

class RootTest : public Counted {};

/* p - 1 is 2 to 2^7 times an odd number, which is 1 for p = 17 and 3 or more
 * otherwise. Of a prime, a curve is not needed. */
TEST_F(RootTest, EverySquareModuloEveryPrimeHasItsRootAndNothingElseHas) {
  for (int p = 5; p < 256; p += 2) {
    bool prime = true;
    for (int a = 3; a * a <= p; a += 2) {
      prime &= p % a != 0;
    }
    if (!prime) {
      continue;
    }
    const int r = PowerOfTwo(toy_limb_bits(), p);
    std::unique_ptr<toy, void (*)(toy *)> t(
        toy_new(static_cast<uint32_t>(p), 1, static_cast<uint32_t>(p), 1, 1),
        toy_free);
    std::vector<bool> is_square(static_cast<size_t>(p));
    for (int x = 0; x < p; x++) {
      is_square[static_cast<size_t>(Mod(x * x, p))] = true;
    }
    for (int a = 0; a < p; a++) {
      uint64_t root, square, raw = static_cast<uint64_t>(Mod(a * r, p));
      ASSERT_EQ(toy_fe_sqrt_vartime(t.get(), &root, raw),
                is_square[static_cast<size_t>(a)])
          << a << " mod " << p;
      square = toy_apply(t.get(), TOY_FE_SQR, root, root);
      ASSERT_EQ(square == raw, is_square[static_cast<size_t>(a)]);
      Count();
    }
  }
}

TEST_P(ModularTest, EveryByteIsReadAsAFieldElementOrRefused) {
  for (int in = 0; in < 256; in++) {
    uint64_t out;
    ASSERT_EQ(toy_fe_from_bytes(t(), &out, static_cast<uint8_t>(in)),
              in < c().p);
    ASSERT_EQ(Plain(out), in < c().p ? in : 0);
    if (in < c().p) {
      ASSERT_EQ(toy_fe_to_bytes(t(), out), in);
    }
    Count();
  }
}

TEST_P(ModularTest, EveryByteIsReadAsAScalarOrRefused) {
  for (int in = 0; in < 256; in++) {
    const uint8_t byte = static_cast<uint8_t>(in);
    const bool ok = in >= 1 && in < c().n, candidate_ok = in <= c().n - 2;
    uint64_t out;
    ASSERT_EQ(toy_sc_from_bytes(t(), &out, byte), ok) << in;
    ASSERT_EQ(out, static_cast<uint64_t>(ok ? in : 0));
    ASSERT_EQ(toy_sc_from_candidate(t(), &out, byte), candidate_ok) << in;
    ASSERT_EQ(out, static_cast<uint64_t>(candidate_ok ? in + 1 : 0));
    if (in < c().n) {
      ASSERT_EQ(toy_sc_to_bytes(t(), static_cast<uint64_t>(in)), in);
    }
    Count();
  }
}

TEST_P(ModularTest, EveryTwoAndSomeThreeBytesAreReducedToAScalar) {
  Sampler sampler = Sample(31);
  for (size_t len = 1; len <= 3; len++) {
    for (int value = 0; value < 1 << (8 * len); value++) {
      uint8_t in[3] = {};
      for (size_t i = 0; i < len; i++) {
        in[i] = static_cast<uint8_t>(value >> (8 * (len - 1 - i)));
      }
      if (len < 3 || sampler.Take()) {
        ASSERT_EQ(toy_sc_from_wide(t(), in, len),
                  static_cast<uint64_t>(value % (c().n - 1) + 1));
        Count();
      }
    }
  }
}

TEST_P(ModularTest, EveryDigestOfUpToThreeBytesGivesItsLeftmostBits) {
  Sampler sampler = Sample(1);
  for (size_t len = 0; len <= 3; len++) {
    const int num = (len == 3) ? 65536 : 1 << (8 * len);
    for (int value = 0; value < num; value++) {
      std::vector<unsigned char> digest(len);
      for (size_t i = 0; i < len && i < 2; i++) {
        digest[i] = static_cast<unsigned char>(value >> (8 * i));
      }
      if (len == 3) {
        digest[2] = static_cast<unsigned char>(value % 251);
      }
      if (sampler.Take()) {
        ASSERT_EQ(toy_sc_from_digest(t(), digest.data(), len),
                  static_cast<uint64_t>(o().DigestScalar(digest)));
        Count();
      }
    }
  }
}
