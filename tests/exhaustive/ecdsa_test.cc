/* ECDSA by the module and by the book: every key, nonce and digest; every
 * pair (r, s), every public key and digest. */
#include "exhaustive_test.h"

namespace {

class EcdsaTest : public ToyTest {
 protected:
  /* Digest has e as its leftmost bits, and other bits after them. */
  std::vector<unsigned char> Digest(int e, unsigned seed) const {
    const int unused = 8 - o().bits();
    std::vector<unsigned char> out = {static_cast<unsigned char>(
        (e << unused) | static_cast<int>(seed & ((1u << unused) - 1)))};
    for (unsigned i = 0; i < seed % 3; i++) {
      out.push_back(static_cast<unsigned char>(17 * seed + i));
    }
    return out;
  }

  /* Widths take turns, so that each meets a part of the cases. */
  void NextWindows() {
    const std::vector<Windows> all = AllWindows();
    SetWindows(all[turn_++ % all.size()]);
  }

 private:
  size_t turn_ = 0;
};

INSTANTIATE_FOR_TOY_CURVES(EcdsaTest);

}  // namespace

TEST_P(EcdsaTest, EverySignatureIsTheOnesOfTheBook) {
  Sampler sampler = Sample(IsLarge() ? 101 : 1);
  unsigned r_zero = 0, s_zero = 0, wrapped = 0, seed = 0;
  for (int d = 1; d < c().n; d++) {
    ASSERT_NO_FATAL_FAILURE(NextWindows());
    for (int k = 1; k < c().n; k++) {
      for (int e = 0; e < 1 << o().bits(); e++) {
        if (!sampler.Take()) {
          continue;
        }
        const std::vector<unsigned char> digest = Digest(e, seed++);
        const Oracle::Signature want = o().Sign(d, k, o().DigestScalar(digest));
        const bool ok = want.r != 0 && want.s != 0;
        uint8_t r = 0xaa, s = 0xaa;
        ASSERT_EQ(
            toy_sign(t(), &r, &s, static_cast<uint64_t>(d),
                     static_cast<uint64_t>(k), digest.data(), digest.size()),
            ok)
            << "d " << d << ", k " << k << ", e " << e;
        ASSERT_EQ(r, ok ? want.r : 0) << "d " << d << ", k " << k;
        ASSERT_EQ(s, ok ? want.s : 0) << "d " << d << ", k " << k;
        r_zero += want.r == 0;
        s_zero += want.s == 0;
        wrapped += o().Multiple(k).x >= c().n;
        Count();
      }
    }
  }
  std::printf("[  classes ] r = 0: %u, s = 0: %u, x >= n: %u\n", r_zero, s_zero,
              wrapped);
  EXPECT_GT(s_zero, 0u);
  EXPECT_EQ(wrapped > 0, c().n < c().p);
}

TEST_P(EcdsaTest, EveryVerdictIsTheOneOfTheBook) {
  const uint64_t num_e = 1u << o().bits(), num_r_s = num_e * num_e;
  Sampler sampler = Sample(IsLarge() ? 19997 : 1);
  unsigned verdicts[5] = {}, r_above_p = 0;
  uint64_t skip = 0;
  for (int d = 1; d < c().n; d++) {
    const toy_affine q = Affine(o().Multiple(d));
    ASSERT_NO_FATAL_FAILURE(NextWindows());
    /* i is e, r, s in that order. */
    uint64_t i = skip;
    for (; i < num_e * num_r_s; i += 1 + sampler.Skip()) {
      const int e = static_cast<int>(i / num_r_s);
      const int r = static_cast<int>(i / num_e % num_e);
      const int s = static_cast<int>(i % num_e);
      const std::vector<unsigned char> digest =
          Digest(e, static_cast<unsigned>(d + e));
      const Oracle::Verdict want =
          o().Verify(d, r, s, o().DigestScalar(digest));
      ASSERT_EQ(toy_verify_vartime(t(), q, static_cast<uint8_t>(r),
                                   static_cast<uint8_t>(s), digest.data(),
                                   digest.size()),
                want == Oracle::kSame || want == Oracle::kSameAfterWrap)
          << "d " << d << ", e " << e << ", (" << r << ", " << s
          << "), verdict " << want;
      verdicts[want]++;
      r_above_p += want == Oracle::kDiffers && r >= c().p;
      Count();
    }
    skip = i - num_e * num_r_s;
  }
  std::printf(
      "[  classes ] range: %u, infinity: %u, differs: %u, same: %u, "
      "same as r + n: %u, r >= p: %u\n",
      verdicts[0], verdicts[1], verdicts[2], verdicts[3], verdicts[4],
      r_above_p);
  for (int i = 0; i < 4; i++) {
    EXPECT_GT(verdicts[i], 0u) << i;
  }
  EXPECT_EQ(verdicts[Oracle::kSameAfterWrap] > 0, c().n < c().p);
  EXPECT_EQ(r_above_p > 0, c().n > c().p);
}

/* What the sample of the larger curve might miss: all that is valid, and every
 * r + n. */
TEST_P(EcdsaTest, EveryValidSignatureIsAcceptedAndNotWithItsROneOff) {
  Sampler sampler = Sample(IsLarge() ? 211 : 1);
  unsigned seed = 0;
  for (int d = 1; d < c().n; d++) {
    const toy_affine q = Affine(o().Multiple(d));
    ASSERT_NO_FATAL_FAILURE(NextWindows());
    for (int e = 0; e < c().n; e++) {
      const std::vector<unsigned char> digest = Digest(e, seed++);
      for (int k = 1; k < c().n; k++) {
        const Oracle::Signature sig = o().Sign(d, k, e);
        const bool wraps = o().Multiple(k).x >= c().n;
        if (sig.r == 0 || sig.s == 0 ||
            !(sampler.Take() || (wraps && e == d))) {
          continue;
        }
        for (int r : {sig.r, sig.r + 1, sig.r + c().n}) {
          const Oracle::Verdict want = o().Verify(d, r, sig.s, e);
          ASSERT_TRUE(r != sig.r || want >= Oracle::kSame);
          if (r < 256) {
            ASSERT_EQ(toy_verify_vartime(t(), q, static_cast<uint8_t>(r),
                                         static_cast<uint8_t>(sig.s),
                                         digest.data(), digest.size()),
                      want >= Oracle::kSame);
            Count();
          }
        }
      }
    }
  }
}

TEST_P(EcdsaTest, EveryPairOfBytesOutOfRangeIsRefused) {
  ASSERT_NO_FATAL_FAILURE(NextWindows());
  for (int d : {1, 2, c().n - 1}) {
    const toy_affine q = Affine(o().Multiple(d));
    for (int r = 0; r < 256; r++) {
      for (int s = 0; s < 256; s++) {
        if (r >= 1 && r < c().n && s >= 1 && s < c().n) {
          continue;
        }
        const unsigned char digest = static_cast<unsigned char>(r ^ (5 * s));
        ASSERT_EQ(toy_verify_vartime(t(), q, static_cast<uint8_t>(r),
                                     static_cast<uint8_t>(s), &digest, 1),
                  0)
            << r << ", " << s;
        Count();
      }
    }
  }
}
