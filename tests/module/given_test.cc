// Given entropy and given nonces in the test object: the DRBG service against
// SP 800-90A written once more here, with libcrypto's HMAC; ECDSA with a known
// nonce.
#include <cordon/test.h>
#include <gtest/gtest.h>

#include "drbg_oracle.h"

namespace module_test {
namespace {

void Push(const Bytes &piece) {
  ASSERT_EQ(CORDON_OK, cordon_test_push_entropy(piece.data(), piece.size()));
}

class Given : public testing::TestWithParam<uint32_t> {
 protected:
  void SetUp() override { ASSERT_TRUE(IsTestObject()); }
  void TearDown() override { EXPECT_EQ(CORDON_OK, cordon_test_clear()); }
};

// R16, R34: every function of the service, for every hash.
TEST_P(Given, EntropyMakesTheDrbgAnswerAsTheStandardSays) {
  const uint32_t hash = GetParam();
  const Bytes entropy = Counted(32, 1), nonce = Counted(16, 70);
  const Bytes pers = Counted(33, 90), ad = Counted(40, 130);
  const Bytes fresh = Counted(32, 180), none;
  for (bool personalised : {false, true}) {
    const Bytes &p = personalised ? pers : none;
    cordon_drbg drbg;
    cordon_drbg_params params = {hash, 192, CORDON_DRBG_PREDICTION_RESISTANCE};
    Push(entropy);
    Push(nonce);
    ASSERT_EQ(CORDON_OK,
              cordon_drbg_instantiate(&drbg, &params, p.data(), p.size()));
    DrbgOracle oracle(hash, Join({entropy, nonce, p}));
    auto expect = [&](size_t len, uint32_t flags, const Bytes &input,
                      const Bytes &expected) {
      Bytes out(len);
      EXPECT_EQ(CORDON_OK, cordon_drbg_generate(out.data(), len, &drbg, flags,
                                                input.data(), input.size()));
      EXPECT_EQ(Hex(expected), Hex(out)) << HashName(hash) << " " << len;
    };
    expect(1, 0, none, oracle.Generate(1, none));
    expect(200, 0, ad, oracle.Generate(200, ad));
    expect(0, 0, ad, oracle.Generate(0, ad));
    Push(fresh);
    ASSERT_EQ(CORDON_OK, cordon_drbg_reseed(&drbg, ad.data(), ad.size()));
    oracle.Reseed(fresh, ad);
    expect(64, 0, none, oracle.Generate(64, none));
    Push(nonce);  // prediction resistance: the input goes into the reseed
    oracle.Reseed(nonce, ad);
    expect(65, CORDON_DRBG_PREDICTION_RESISTANCE, ad,
           oracle.Generate(65, none));
    EXPECT_EQ(CORDON_OK, cordon_drbg_uninstantiate(&drbg));
  }
}

INSTANTIATE_TEST_SUITE_P(EachHash, Given, testing::Range(1u, kNumSha2 + 1));

class Queue : public Given {};

// R36: known entropy that runs out is no entropy; nothing of the host's mixes
// in.
TEST_F(Queue, ThatRunsOutInTheMiddleIsAnEntropyFailure) {
  const Bytes piece = Counted(32, 1);
  cordon_drbg drbg;
  cordon_drbg_params params = CORDON_DRBG_DEFAULT;
  Push(piece);
  EXPECT_EQ(CORDON_ERR_ENTROPY,
            cordon_drbg_instantiate(&drbg, &params, nullptr, 0));
  EXPECT_EQ(CORDON_STATE_OPERATIONAL, State());
  EXPECT_EQ(CORDON_OK, cordon_drbg_instantiate(&drbg, &params, nullptr, 0));
}

TEST_F(Queue, HoldsEightPiecesAndIsCleared) {
  const Bytes piece = Counted(8, 1);
  for (int i = 0; i < CORDON_TEST_MAX_ENTROPY; i++) {
    Push(piece);
  }
  EXPECT_EQ(CORDON_ERR_LIMIT, cordon_test_push_entropy(piece.data(), 8));
  EXPECT_EQ(CORDON_OK, cordon_test_clear());
  EXPECT_EQ(CORDON_ERR_ARG, cordon_test_push_entropy(nullptr, 1));
  Push(piece);
}

// The example of RFC 6979, A.2.5: message "sample", SHA-256, with its k.
const uint8_t kPrivate[32] = {0xc9, 0xaf, 0xa9, 0xd8, 0x45, 0xba, 0x75, 0x16,
                              0x6b, 0x5c, 0x21, 0x57, 0x67, 0xb1, 0xd6, 0x93,
                              0x4e, 0x50, 0xc3, 0xdb, 0x36, 0xe8, 0x9b, 0x12,
                              0x7b, 0x8a, 0x62, 0x2b, 0x12, 0x0f, 0x67, 0x21};
const uint8_t kNonce[32] = {0xa6, 0xe3, 0xc5, 0x7d, 0xd0, 0x1a, 0xbe, 0x90,
                            0x08, 0x65, 0x38, 0x39, 0x83, 0x55, 0xdd, 0x4c,
                            0x3b, 0x17, 0xaa, 0x87, 0x33, 0x82, 0xb0, 0xf2,
                            0x4d, 0x61, 0x29, 0x49, 0x3d, 0x8a, 0xad, 0x60};
const char kSignature[] =
    "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716"
    "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";
const uint8_t kOrder[32] = {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
                            0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                            0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84,
                            0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};

class Nonce : public Given {
 protected:
  void SetUp() override {
    Given::SetUp();
    ASSERT_EQ(CORDON_OK,
              cordon_private_import(&key_, CORDON_P256, CORDON_USE_SIGN,
                                    nullptr, kPrivate, sizeof kPrivate));
  }
  cordon_status Sign(Bytes *sig) {
    const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
    size_t len = 64;
    sig->assign(64, kFill);
    return cordon_ecdsa_sign(sig->data(), &len, &key_, &scheme,
                             reinterpret_cast<const uint8_t *>("sample"), 6);
  }
  cordon_private_key key_;
};

// R24
TEST_F(Nonce, IsUsedOnceAndGivesThePublishedSignature) {
  Bytes sig;
  ASSERT_EQ(CORDON_OK, cordon_test_set_nonce(kNonce, sizeof kNonce));
  EXPECT_EQ(CORDON_OK, Sign(&sig));
  EXPECT_EQ(kSignature, Hex(sig));
  EXPECT_EQ(CORDON_REASON_TEST_OBJECT,
            IsSealed() ? Indicator().reason : CORDON_REASON_TEST_OBJECT);
  EXPECT_EQ(CORDON_OK, Sign(&sig));
  EXPECT_NE(kSignature, Hex(sig));
}

TEST_F(Nonce, OutsideItsRangeIsRefused) {
  Bytes sig, zero(32, 0), order(kOrder, kOrder + 32), longest(66, 1), one = {1};
  EXPECT_EQ(CORDON_ERR_LENGTH, cordon_test_set_nonce(longest.data(), 67));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_test_set_nonce(nullptr, 32));
  for (const Bytes &bad : {zero, order, longest}) {
    ASSERT_EQ(CORDON_OK, cordon_test_set_nonce(bad.data(), bad.size()));
    EXPECT_EQ(CORDON_ERR_ARG, Sign(&sig)) << bad.size();
    EXPECT_TRUE(AllBytesAre(sig.data(), sig.size(), 0));
    EXPECT_EQ(CORDON_OK, Sign(&sig));
  }
  ASSERT_EQ(CORDON_OK, cordon_test_set_nonce(one.data(), 1));
  EXPECT_EQ(CORDON_OK, Sign(&sig));
  // r is the x coordinate of G.
  EXPECT_EQ("6b17d1f2e12c4247", Hex(sig).substr(0, 16));
}

}  // namespace
}  // namespace module_test
