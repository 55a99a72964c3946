/* The inversions where they must fail, modulo composite and even numbers, and
 * modulo numbers of many limbs. Failure is 0 with a result of 0; that they end
 * is what the time limit of the test checks. */
#include <numeric>

#include "wide.h"

namespace {

class InverseTest : public Counted {
 protected:
  /* Inverts x modulo m < 2^32 by the variable-time inversion. */
  static int Vartime(uint32_t m, uint32_t x, uint32_t start, uint32_t *out) {
    Wide wide_m(m), wide_x(x), wide_start(start), wide_out(0);
    const int ok = toy_wide_inverse_vartime(wide_m.w, wide_m.NumBits(),
                                            wide_out.w, wide_x.w, wide_start.w);
    *out = wide_out.w[0];
    for (size_t i = 1; i < TOY_MAX_WORDS; i++) {
      EXPECT_EQ(wide_out.w[i], 0u);
    }
    return ok;
  }

  /* CheckWide divides start by x modulo m in both ways. */
  void CheckWide(const Wide &m, const Wide &x, const Wide &start, bool prime) {
    const unsigned bits = m.NumBits();
    const bool in_range = x < m;
    const bool coprime = in_range && Wide::Gcd(x, m) == Wide(1);
    Wide out(0), product(0);
    ASSERT_EQ(toy_wide_inverse_vartime(m.w, bits, out.w, x.w, start.w), coprime)
        << "2^" << bits;
    ASSERT_TRUE(coprime || out == Wide(0));
    if (coprime) {
      ASSERT_TRUE(out < m);
      ASSERT_TRUE(Wide::MulMod(out, x, m) == start);
    }
    if (prime && in_range) {
      Wide constant_time(0);
      toy_wide_inverse(m.w, bits, constant_time.w, x.w, start.w);
      ASSERT_TRUE(constant_time == out);
    }
    Count();
  }
};

}  // namespace

TEST_F(InverseTest, EveryInputModuloEveryNumberToTwoHundredOrFails) {
  for (uint32_t m = 3; m <= 200; m++) {
    for (uint32_t x = 0; x <= 2 * m + 1; x++) {
      for (uint32_t start : {1u, m - 1}) {
        uint32_t out;
        const bool ok = m % 2 == 1 && x < m && std::gcd(x, m) == 1;
        ASSERT_EQ(Vartime(m, x, start, &out), ok) << x << " mod " << m;
        if (ok) {
          ASSERT_LT(out, m);
          ASSERT_EQ(out * x % m, start);
        } else {
          ASSERT_EQ(out, 0u) << x << " mod " << m;
        }
        Count();
      }
    }
  }
}

TEST_F(InverseTest, ZeroTheModulusItsDoubleAndEvenModuliFailAtEveryLength) {
  const Wide one(1);
  for (unsigned bits = 3; bits <= 521; bits++) {
    const Wide m = Wide::PowerOfTwo(bits - 1) + one;
    for (const Wide &bad : {Wide(0), m, m + one, m + m, m + Wide(2)}) {
      Wide out(1);
      if (bad.NumBits() > bits) {
        continue; /* does not fit the limbs */
      }
      ASSERT_EQ(toy_wide_inverse_vartime(m.w, bits, out.w, bad.w, one.w), 0);
      ASSERT_TRUE(out == Wide(0));
      Count();
    }
    const Wide even = m + one;
    for (unsigned x = 0; x < 4; x++) {
      Wide out(1);
      ASSERT_EQ(toy_wide_inverse_vartime(even.w, bits, out.w, Wide(x).w, one.w),
                0);
      ASSERT_TRUE(out == Wide(0));
      Count();
    }
  }
}

/* Primes at both sides of where limbs of 30, 32, 62 and 64 bits begin, and a
 * product of two. For each: 0, small numbers, powers of two with 1 added or
 * taken, their negatives, and a walk. */
TEST_F(InverseTest, PowersOfTwoAndTheirNegativesModuloPrimesOfManyLimbs) {
  struct {
    unsigned power;
    int offset;
    bool prime;
  } const kModuli[] = {
      {30, -35, true},   {30, 3, true},    {31, -1, true},    {32, -5, true},
      {32, 15, true},    {60, -93, true},  {61, -1, true},    {62, -57, true},
      {62, 135, true},   {64, -59, true},  {64, 13, true},    {89, -1, true},
      {107, -1, true},   {127, -1, true},  {128, -159, true}, {128, 51, true},
      {192, -237, true}, {255, -19, true}, {521, -1, true},   {128, -1, false},
      {64, -1, false},   {513, -1, false}};
  const Wide one(1);
  Sampler sampler = Sample(3);
  for (const auto &modulus : kModuli) {
    const Wide power = Wide::PowerOfTwo(modulus.power);
    const Wide distance(static_cast<uint32_t>(
        modulus.offset < 0 ? -modulus.offset : modulus.offset));
    const Wide m = (modulus.offset < 0) ? power - distance : power + distance;
    const Wide start = m - Wide(2);
    std::vector<Wide> inputs;
    for (uint32_t x = 0; x < 20; x++) {
      inputs.push_back(Wide(x));
      inputs.push_back(m - Wide(x));
    }
    for (unsigned i = 5; i < m.NumBits(); i++) {
      const Wide x = Wide::PowerOfTwo(i);
      if (x < m) {
        inputs.insert(inputs.end(), {x, x - one, x + one, m - x, m - x + one});
      }
    }
    Wide walk = Wide(3);
    for (int i = 0; i < 100; i++) {
      inputs.push_back(walk);
      walk = Wide::MulMod(walk, m - Wide(12345), m);
    }
    for (const Wide &x : inputs) {
      if (sampler.Take()) {
        ASSERT_NO_FATAL_FAILURE(CheckWide(m, x, start, modulus.prime));
      }
    }
  }
}

/* The digest is shorter than the order, as long, and longer; the order ends
 * inside a byte or not. The digest is all ones (the value is n or more), a
 * single bit, or a pattern. */
TEST_F(InverseTest, DigestsShorterAndLongerThanTheOrderGiveTheLeftmostBits) {
  for (unsigned bits = 3; bits <= 521; bits += (bits < 140) ? 1 : 9) {
    const Wide low = Wide::PowerOfTwo(bits - 1) + Wide(1);
    const Wide high =
        Wide::PowerOfTwo(bits - 1) + (Wide::PowerOfTwo(bits - 1) - Wide(1));
    const size_t len = (bits + 7) / 8;
    for (const Wide &n : {low, high}) {
      for (size_t digest_len = 0; digest_len <= len + 2; digest_len++) {
        for (unsigned kind = 0; kind < 10; kind++) {
          std::vector<uint8_t> digest(digest_len);
          for (size_t i = 0; i < digest_len; i++) {
            digest[i] = static_cast<uint8_t>(kind == 0   ? 0xff
                                             : kind == 1 ? 37 * i + 11
                                                         : 0);
          }
          if (kind >= 2 && digest_len > 0) {
            digest[(kind - 2) * 5 % digest_len] =
                static_cast<uint8_t>(1u << (kind - 2));
          }
          Wide want(0), out(0);
          for (size_t i = 0; i < bits && i < 8 * digest_len; i++) {
            want = want + want + Wide((digest[i / 8] >> (7 - i % 8)) & 1u);
          }
          if (!(want < n)) {
            want = want - n;
          }
          toy_wide_from_digest(n.w, bits, out.w, digest.data(), digest_len);
          ASSERT_TRUE(out == want)
              << bits << " bits, " << digest_len << " bytes, kind " << kind;
          Count();
        }
      }
    }
  }
}

/* Montgomery products a b / R of numbers of many limbs: times R they are a b.
 */
TEST_F(InverseTest, MontgomeryProductsOfManyLimbsTimesTheRadixAreTheProduct) {
  for (unsigned bits = 3; bits <= 521; bits += (bits < 140) ? 1 : 5) {
    const unsigned w = toy_limb_bits();
    for (const Wide &m :
         {Wide::PowerOfTwo(bits - 1) + Wide(1),
          Wide::PowerOfTwo(bits - 1) + Wide::PowerOfTwo(bits - 1) - Wide(1)}) {
      Wide r(1), out(0);
      for (unsigned i = 0; i < (bits + w - 1) / w * w; i++) {
        r = Wide::AddMod(r, r, m);
      }
      for (const Wide &a : {Wide(0), Wide(1), m - Wide(1), m - Wide(2),
                            Wide::PowerOfTwo(bits - 2)}) {
        for (const Wide &b : {Wide(0), Wide(2), m - Wide(1), r}) {
          toy_wide_mul(m.w, bits, out.w, a.w, b.w);
          ASSERT_TRUE(out < m);
          ASSERT_TRUE(Wide::MulMod(out, r, m) == Wide::MulMod(a, b, m));
          Count();
        }
      }
    }
  }
}
