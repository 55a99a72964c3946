// What cannot be seen through the public calls: how nonces are drawn, the use
// of a key, DER at the widths of the other curves.
#include "batch.h"
#include "curve.h"
#include "internal_access.h"
#include "service_test.h"

namespace service_test {
namespace {

// CVE-2024-1544 was a nonce reduced modulo n: its top bits were uneven. Six
// standard deviations of 4,096 fair coins are 192.
TEST(Nonce, HasEvenBits_CVE_2024_1544) {
  constexpr int kDraws = 4096;
  int ones[256] = {0};
  for (int i = 0; i < kDraws; i++) {
    uint8_t k[32];
    ASSERT_EQ(1, access_draw_scalar(k));
    for (int bit = 0; bit < 256; bit++) {
      ones[bit] += k[bit / 8] >> (7 - bit % 8) & 1;
    }
  }
  // The first 32 bits of n are ones and the next 32 zeros: fair coins but for
  // 2^-32.
  for (int bit = 0; bit < 256; bit++) {
    EXPECT_NEAR(kDraws / 2, ones[bit], 192) << "bit " << bit;
  }
}

TEST(Nonce, CandidatesAboveTheOrderAreRejectedNotReduced_R23_CVE_2024_1544) {
  const Bytes n = Hex(kOrder);
  uint8_t out[32];
  const struct {
    Bytes candidate;
    bool accepted;
  } cases[] = {
      {Bytes(32, 0), true},
      {Plus(n, -3), true},
      {Plus(n, -2), true},
      {Plus(n, -1), false},
      {n, false},
      {Plus(n, 1), false},
      {Hex(kField), false},
      {Bytes(32, 0xff), false},
      {Bytes(32, 0x7f), true},
  };
  for (const auto &c : cases) {
    SCOPED_TRACE(ToHex(c.candidate));
    ASSERT_EQ(c.accepted, access_candidate(out, c.candidate.data()) == 1);
    if (c.accepted) {
      EXPECT_EQ(Plus(c.candidate, 1), Bytes(out, out + 32));
    }
  }
}

class BatchArithmetic : public PerCurve {};
INSTANTIATE_TEST_SUITE_P(Curve, BatchArithmetic, testing::ValuesIn(Curves()),
                         CurveTestName);

TEST_P(BatchArithmetic, AgreesWithSingleCallsOnEdgesAndRandomScalars) {
  Random random(8);
  std::vector<Num> all = {Num(1ul),
                          Num(2ul),
                          Order() - 1ul,
                          Order() - 2ul,
                          Num(1ul),
                          Num::PowerOfTwo(64),
                          Num::PowerOfTwo(static_cast<int>(8 * c_.len - 8))};
  while (all.size() < 3 * ACCESS_MAX_BATCH) {
    all.push_back(ModN(Num(random.Of(c_.len))));
  }
  for (size_t num = 1; num <= ACCESS_MAX_BATCH; num++) {
    for (size_t from = 0; from < 2 * ACCESS_MAX_BATCH; from += 5) {
      Bytes scalars;
      for (size_t i = 0; i < num; i++) {
        scalars = scalars + all[from + i].AsBytes(c_.len);
      }
      EXPECT_EQ(1, access_batch_agrees(c_.id, scalars.data(), num))
          << num << " from " << from;
    }
  }
}

// R24: the nonces of what is worked on at a time are one request.
TEST_P(BatchArithmetic, DrawsAllNoncesByOneRequest_R24) {
  CurvePair pair(c_, c_.D());
  const Bytes e = DigestOf(CORDON_SHA256, Bytes());
  std::vector<Out> out(64, Out(2 * c_.len));
  SignOrDie(pair.priv, kRaw, Bytes());
  for (uint32_t nonce : {CORDON_NONCE_HEDGED, CORDON_NONCE_DETERMINISTIC}) {
    for (size_t chunk : {64, 32, 10}) {
      const cordon_ecdsa_scheme scheme = {CORDON_SHA256, CORDON_RAW, nonce};
      std::vector<cordon_ecdsa_sign_item> items;
      for (Out &o : out) {
        items.push_back({e.data(), 32, o.data(), 2 * c_.len, 0, 0, 0});
      }
      Workspace workspace(chunk);
      const uint64_t before = access_num_requests();
      ASSERT_EQ(CORDON_OK, cordon_ecdsa_sign_digest_batch(
                               items.data(), items.size(), &pair.priv, &scheme,
                               workspace.data(), workspace.size()));
      EXPECT_EQ(nonce == CORDON_NONCE_HEDGED ? (63 + chunk) / chunk : 0,
                access_num_requests() - before);
    }
  }
}

class ExtraBits : public PerCurve {};

// R23: FIPS 186-5, A.2.1: d = (c mod (n - 1)) + 1 for the N + 64 bits c, the
// last of the bytes that were drawn, with nothing above them.
TEST_P(ExtraBits, KeysAreMadeOfSixtyFourMoreBitsThanTheOrder_R23) {
  const Num one(1ul);
  const int order_bits = BN_num_bits(Order().get());
  for (int i = 0; i < 20; i++) {
    Bytes d(c_.len), drawn(c_.len + 8);
    ASSERT_EQ(1, access_wide_key(c_.id, d.data(), drawn.data(), drawn.size()));
    Num c = Mod(Num(drawn), Num::PowerOfTwo(order_bits + 64));
    EXPECT_EQ((Mod(c, Order() - one) + one).AsBytes(c_.len), d);
  }
}

INSTANTIATE_TEST_SUITE_P(Curve, ExtraBits, testing::ValuesIn(Curves()),
                         CurveTestName);

TEST(KeyUse, RefusesToSignWithAKeyForAgreement) {
  Pair pair(Hex(kPrivate));
  access_set_use(&pair.priv, CORDON_USE_AGREE);
  for (Form form : {kMessage, kRunningHash, kDigest}) {
    Out out(100);
    EXPECT_EQ(CORDON_ERR_KEY_USE,
              Sign(form, out.data(), &out.len, &pair.priv, &kDer, Bytes(3, 1)));
    EXPECT_TRUE(out.IsZero());
    EXPECT_EQ(0u, out.len);
    ExpectReason(CORDON_SERVICE_SIGN, CORDON_REASON_FAILED);
  }
  access_set_use(&pair.priv, CORDON_USE_AGREE | CORDON_USE_SIGN);
  SignOrDie(pair.priv, kDer, Bytes(3, 1));
}

TEST(DerWidths, HaveThePublishedMaximalLengths) {
  EXPECT_EQ(64u, access_der_max_len(224));
  EXPECT_EQ(72u, access_der_max_len(256));
  EXPECT_EQ(104u, access_der_max_len(384));
  EXPECT_EQ(139u, access_der_max_len(521));
}

TEST(DerWidths, AreReadBackAsWritten) {
  Random random(7);
  for (size_t width : {1, 2, 28, 32, 48, 66}) {
    for (int i = 0; i < 500; i++) {
      Bytes r = random.Of(width), s = random.Of(width);
      std::fill_n(r.begin(), random.Below(width + 1), 0);
      std::fill_n(s.begin(), random.Below(width + 1), 0);
      if (width == 66) {
        r[0] &= 1;
        s[0] &= 1;
      }
      Bytes der(160), r2(width), s2(width);
      der.resize(access_der_encode(der.data(), r.data(), s.data(), width));
      ASSERT_LE(der.size(),
                access_der_max_len(
                    width == 66 ? 521 : static_cast<unsigned>(8 * width)));
      ASSERT_EQ(1, access_der_decode(r2.data(), s2.data(), width, der.data(),
                                     der.size()));
      EXPECT_EQ(r, r2);
      EXPECT_EQ(s, s2);
      for (size_t len = 0; len < der.size(); len++) {
        Bytes cut(der.begin(), der.begin() + static_cast<long>(len));
        EXPECT_EQ(0, access_der_decode(r2.data(), s2.data(), width, cut.data(),
                                       cut.size()));
      }
      der.push_back(0);
      EXPECT_EQ(0, access_der_decode(r2.data(), s2.data(), width, der.data(),
                                     der.size()));
    }
  }
}

}  // namespace
}  // namespace service_test
