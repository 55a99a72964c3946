// A build with CORDON_MIN_STRENGTH=128: P-224 verifies, and no more.
#include <gtest/gtest.h>

#include "module_test.h"

namespace module_test {
namespace {

// R28: whatever would make a private key of 112 bits of strength.
TEST(MinStrength, RefusesPrivateKeysOnP224) {
  const uint8_t d[28] = {1};
  for (uint32_t use = 1; use <= 3; use++) {
    for (uint32_t method :
         {CORDON_KEYGEN_REJECTION, CORDON_KEYGEN_EXTRA_BITS}) {
      cordon_private_key key;
      memset(&key, kFill, sizeof key);
      EXPECT_EQ(CORDON_ERR_UNSUPPORTED,
                cordon_keygen(&key, CORDON_P224, method, use));
      EXPECT_TRUE(IsZero(key));
      EXPECT_EQ(CORDON_OK, cordon_keygen(&key, CORDON_P256, method, use));
    }
    cordon_private_key key;
    memset(&key, kFill, sizeof key);
    EXPECT_EQ(CORDON_ERR_UNSUPPORTED,
              cordon_private_import(&key, CORDON_P224, use, nullptr, d, 28));
    EXPECT_TRUE(IsZero(key));
    EXPECT_EQ(CORDON_OK,
              cordon_private_import(&key, CORDON_P256, use, nullptr, d, 28));
  }
}

// The example of RFC 6979, A.2.4: message "sample" with SHA-256.
const uint8_t kPoint[57] = {
    0x04, 0x00, 0xcf, 0x08, 0xda, 0x5a, 0xd7, 0x19, 0xe4, 0x27, 0x07, 0xfa,
    0x43, 0x12, 0x92, 0xde, 0xa1, 0x12, 0x44, 0xd6, 0x4f, 0xc5, 0x16, 0x10,
    0xd9, 0x4b, 0x13, 0x0d, 0x6c, 0xee, 0xab, 0x6f, 0x3d, 0xeb, 0xe4, 0x55,
    0xe3, 0xdb, 0xf8, 0x54, 0x16, 0xf7, 0x03, 0x0c, 0xbd, 0x94, 0xf3, 0x4f,
    0x2d, 0x6f, 0x23, 0x2c, 0x69, 0xf3, 0xc1, 0x38, 0x5a};
const uint8_t kSignature[56] = {
    0x61, 0xaa, 0x3d, 0xa0, 0x10, 0xe8, 0xe8, 0x40, 0x6c, 0x65, 0x6b, 0xc4,
    0x77, 0xa7, 0xa7, 0x18, 0x98, 0x95, 0xe7, 0xe8, 0x40, 0xcd, 0xfe, 0x8f,
    0xf4, 0x23, 0x07, 0xba, 0xbc, 0x81, 0x40, 0x50, 0xda, 0xb5, 0xd2, 0x37,
    0x70, 0x87, 0x94, 0x94, 0xf9, 0xe0, 0xa6, 0x80, 0xdc, 0x1a, 0xf7, 0x16,
    0x19, 0x91, 0xbd, 0xe6, 0x92, 0xb1, 0x01, 0x01};
const uint8_t *const kSample = reinterpret_cast<const uint8_t *>("sample");

// R28: it is verified, and indicated; the same signature with a wrong bit is
// not.
class MinStrengthVerify : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(CORDON_OK,
              cordon_public_import(&pub_, CORDON_P224, kPoint, sizeof kPoint));
    memcpy(good_, kSignature, sizeof good_);
    memcpy(bad_, kSignature, sizeof bad_);
    bad_[55] ^= 1;
  }
  static void ExpectIndicator(uint32_t reason) {
    EXPECT_EQ(CORDON_SERVICE_VERIFY, Indicator().service);
    EXPECT_EQ(CORDON_NOT_APPROVED, Indicator().approved);
    EXPECT_EQ(reason, Indicator().reason);
  }
  const cordon_ecdsa_scheme scheme_ = CORDON_ECDSA_SHA256_RAW;
  cordon_public_key pub_;
  uint8_t good_[56], bad_[56];
};

// R28
TEST_F(MinStrengthVerify, OnP224SaysThatItIsNotApproved) {
  EXPECT_EQ(CORDON_OK,
            cordon_ecdsa_verify(&pub_, &scheme_, kSample, 6, good_, 56));
  ExpectIndicator(CORDON_REASON_STRENGTH);
  EXPECT_EQ(CORDON_ERR_SIGNATURE,
            cordon_ecdsa_verify(&pub_, &scheme_, kSample, 6, bad_, 56));
  ExpectIndicator(CORDON_REASON_FAILED);
}

// R28
TEST_F(MinStrengthVerify, OfABatchOnP224SaysSoInItsItems) {
  uint8_t workspace[CORDON_BATCH_WORKSPACE_BYTES(2)];
  cordon_ecdsa_verify_item items[2] = {
      {&pub_, kSample, 6, good_, 56, CORDON_ERR_STATE, 0, 0},
      {&pub_, kSample, 6, good_, 56, CORDON_ERR_STATE, 0, 0}};
  EXPECT_EQ(CORDON_OK, cordon_ecdsa_verify_batch(items, 2, &scheme_, workspace,
                                                 sizeof workspace));
  ExpectIndicator(CORDON_REASON_STRENGTH);
  for (const cordon_ecdsa_verify_item &item : items) {
    EXPECT_EQ(CORDON_NOT_APPROVED, item.approved);
    EXPECT_EQ(CORDON_REASON_STRENGTH, item.reason);
  }
  items[1].sig = bad_;
  EXPECT_EQ(CORDON_ERR_SIGNATURE,
            cordon_ecdsa_verify_batch(items, 2, &scheme_, workspace,
                                      sizeof workspace));
  ExpectIndicator(CORDON_REASON_FAILED);
  EXPECT_EQ(CORDON_REASON_STRENGTH, items[0].reason);
  EXPECT_EQ(CORDON_REASON_FAILED, items[1].reason);
}

// R28
TEST_F(MinStrengthVerify, WithAPreparedKeyOfP224SaysThatItIsNotApproved) {
  Bytes table(CORDON_P224_PREPARED_SMALL_BYTES);
  size_t len = table.size();
  ASSERT_EQ(CORDON_OK, cordon_ecdsa_prepare(table.data(), &len, &pub_,
                                            CORDON_PREPARED_SMALL));
  EXPECT_EQ(CORDON_OK, cordon_ecdsa_verify_prepared(table.data(), &scheme_,
                                                    kSample, 6, good_, 56));
  ExpectIndicator(CORDON_REASON_STRENGTH);
  EXPECT_EQ(CORDON_ERR_SIGNATURE,
            cordon_ecdsa_verify_prepared(table.data(), &scheme_, kSample, 6,
                                         bad_, 56));
  ExpectIndicator(CORDON_REASON_FAILED);
}

// R28, R34
TEST(MinStrength, RefusesADrbgBelowIt) {
  for (uint32_t strength : {112u, 128u, 192u, 256u}) {
    cordon_drbg drbg;
    cordon_drbg_params params = {CORDON_SHA256, strength, 0};
    EXPECT_EQ(strength < 128 ? CORDON_ERR_UNSUPPORTED : CORDON_OK,
              cordon_drbg_instantiate(&drbg, &params, nullptr, 0))
        << strength;
  }
}

}  // namespace
}  // namespace module_test
