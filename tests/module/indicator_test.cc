// The service indicator: of each call, approved or why not; per thread; once
// for nested calls.
#include <gtest/gtest.h>

#include <thread>

#include "trials.h"

namespace module_test {
namespace {

// What an otherwise approved call is indicated as in this build.
uint32_t ReasonOfApprovedCall() {
  if (!IsSealed()) {
    return CORDON_REASON_NOT_VERIFIED;
  }
  return IsTestObject() ? CORDON_REASON_TEST_OBJECT : CORDON_REASON_NONE;
}

void ExpectIndicator(uint32_t service, uint32_t reason,
                     const std::string &call) {
  cordon_indicator indicator = Indicator();
  EXPECT_EQ(service, indicator.service) << call;
  EXPECT_EQ(reason, indicator.reason) << call;
  EXPECT_EQ(
      reason == CORDON_REASON_NONE ? CORDON_APPROVED : CORDON_NOT_APPROVED,
      indicator.approved)
      << call;
}

bool EndsWith(const std::string &text, const std::string &end) {
  return text.size() >= end.size() &&
         text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Why the call of a trial is not approved, whatever the build.
uint32_t ExpectedReason(const Trial &trial) {
  // On P-256; the trials of each curve hash with SHA-384.
  bool half_of_224 = EndsWith(trial.name, "/SHA-224") ||
                     EndsWith(trial.name, "/SHA-512/224") ||
                     EndsWith(trial.name, "/SHA3-224");
  bool on_p521 = trial.name.find("/P-521") != std::string::npos;
  bool ecdsa = trial.function.rfind("ecdsa_", 0) == 0;
  if (trial.service == CORDON_SERVICE_WIPE) {
    return CORDON_REASON_NOT_SECURITY;
  }
  if (ecdsa && (EndsWith(trial.function, "_digest") ||
                EndsWith(trial.function, "_digest_batch"))) {
    return CORDON_REASON_CALLER_DIGEST;
  }
  if (trial.service == CORDON_SERVICE_PUBLIC_KEY) {
    return ReasonOfApprovedCall();
  }
  if ((ecdsa || trial.function == "ecdh_kdf") && (half_of_224 || on_p521)) {
    return CORDON_REASON_WEAK_HASH;
  }
  if (trial.function.rfind("drbg_", 0) == 0 &&
      !EndsWith(trial.name, "/SHA-256") && !EndsWith(trial.name, "/SHA-512")) {
    return CORDON_REASON_DRBG_HASH;
  }
  return ReasonOfApprovedCall();
}

// R3, R4
TEST(Indicator, SaysOfEachSuccessfulCallWhetherItWasApproved) {
  static Stock stock;
  ASSERT_EQ("", stock.Fill());
  for (const Trial &trial : Trials()) {
    if (trial.service == CORDON_SERVICE_NONE) {
      continue;
    }
    ASSERT_EQ(CORDON_OK, trial.call(stock).status) << trial.name;
    ExpectIndicator(trial.service, ExpectedReason(trial), trial.name);
  }
}

// R3: the calls of module.h are no services of their own.
TEST(Indicator, IsNotChangedByStatusCallsAndSelfTests) {
  static Stock stock;
  ASSERT_EQ("", stock.Fill());
  Output out;
  ASSERT_EQ(CORDON_OK,
            cordon_digest(out.bytes, &out.len, CORDON_SHA384, nullptr, 0));
  for (const Trial &trial : Trials()) {
    if (trial.service == CORDON_SERVICE_NONE) {
      ASSERT_EQ(CORDON_OK, trial.call(stock).status);
      ExpectIndicator(CORDON_SERVICE_HASH, ReasonOfApprovedCall(), trial.name);
    }
  }
  ASSERT_EQ(CORDON_OK, cordon_selftest(SelfTestId("sha256")));
  ASSERT_EQ(CORDON_ERR_ARG, cordon_selftest(0));
  ExpectIndicator(CORDON_SERVICE_HASH, ReasonOfApprovedCall(), "selftest");
}

// R3: a failed call of every service, after an approved one.
TEST(Indicator, NeverSaysApprovedOfAFailedCall) {
  static cordon_hash hash;
  static cordon_hmac hmac;
  static cordon_drbg drbg;
  static cordon_private_key key;
  static cordon_public_key pub;
  const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  const cordon_drbg_params params = {99, 128, 0};
  const cordon_kdf kdf = {
      CORDON_KDF_HASH, CORDON_SHA256, nullptr, 0, nullptr, 0};
  uint8_t byte = 0, random;
  uint8_t workspace[CORDON_BATCH_WORKSPACE_BYTES(1)];
  cordon_ecdsa_sign_item sign = {};
  cordon_ecdsa_verify_item verify = {};
  uint32_t checks;
  Output o;
  struct Row {
    const char *name;
    uint32_t service;
    std::function<cordon_status()> call;
  };
  const std::vector<Row> rows = {
      {"digest", CORDON_SERVICE_HASH,
       [&] { return cordon_digest(o.bytes, &o.len, 99, nullptr, 0); }},
      {"hash_init", CORDON_SERVICE_HASH,
       [&] { return cordon_hash_init(&hash, 0); }},
      {"hash_update", CORDON_SERVICE_HASH,
       [&] { return cordon_hash_update(&hash, &byte, 1); }},
      {"hash_update_bits", CORDON_SERVICE_HASH,
       [&] { return cordon_hash_update_bits(&hash, &byte, 1); }},
      {"hash_final", CORDON_SERVICE_HASH,
       [&] { return cordon_hash_final(o.bytes, &o.len, &hash); }},
      {"hash_squeeze", CORDON_SERVICE_HASH,
       [&] { return cordon_hash_squeeze(&byte, 1, &hash); }},
      {"xof", CORDON_SERVICE_HASH,
       [&] { return cordon_xof(&byte, 1, CORDON_SHA3_256, &byte, 1); }},
      {"hash_copy", CORDON_SERVICE_HASH,
       [&] { return cordon_hash_copy(&hash, &hash); }},
      {"hmac_init", CORDON_SERVICE_HMAC,
       [&] { return cordon_hmac_init(&hmac, CORDON_SHA256, nullptr, 14); }},
      {"hmac_update", CORDON_SERVICE_HMAC,
       [&] { return cordon_hmac_update(&hmac, &byte, 1); }},
      {"hmac_update_bits", CORDON_SERVICE_HMAC,
       [&] { return cordon_hmac_update_bits(&hmac, &byte, 1); }},
      {"hmac_final", CORDON_SERVICE_HMAC,
       [&] { return cordon_hmac_final(o.bytes, &o.len, &hmac); }},
      {"hmac_digest", CORDON_SERVICE_HMAC,
       [&] { return cordon_hmac_digest(o.bytes, &o.len, &hmac, &byte, 1); }},
      {"hmac_copy", CORDON_SERVICE_HMAC,
       [&] { return cordon_hmac_copy(&hmac, &hmac); }},
      {"drbg_instantiate", CORDON_SERVICE_DRBG,
       [&] { return cordon_drbg_instantiate(&drbg, &params, nullptr, 0); }},
      {"drbg_reseed", CORDON_SERVICE_DRBG,
       [&] { return cordon_drbg_reseed(&drbg, nullptr, 0); }},
      {"drbg_generate", CORDON_SERVICE_DRBG,
       [&] { return cordon_drbg_generate(&byte, 1, &drbg, 0, nullptr, 0); }},
      {"random", CORDON_SERVICE_DRBG,
       [&] { return cordon_random(nullptr, 1); }},
      {"keygen", CORDON_SERVICE_KEYGEN,
       [&] { return cordon_keygen(&key, 0, 1, CORDON_USE_SIGN); }},
      {"private_import", CORDON_SERVICE_PRIVATE_KEY,
       [&] {
         return cordon_private_import(&key, CORDON_P256, CORDON_USE_SIGN,
                                      nullptr, &byte, 1);
       }},
      {"private_export", CORDON_SERVICE_PRIVATE_KEY,
       [&] { return cordon_private_export(o.bytes, &o.len, &key); }},
      {"private_public", CORDON_SERVICE_PRIVATE_KEY,
       [&] { return cordon_private_public(&pub, &key); }},
      {"private_checks", CORDON_SERVICE_PRIVATE_KEY,
       [&] { return cordon_private_checks(&checks, &key); }},
      {"public_import", CORDON_SERVICE_PUBLIC_KEY,
       [&] { return cordon_public_import(&pub, CORDON_P256, &byte, 1); }},
      {"public_export", CORDON_SERVICE_PUBLIC_KEY,
       [&] { return cordon_public_export(o.bytes, &o.len, &pub, 1); }},
      {"public_validate", CORDON_SERVICE_PUBLIC_KEY,
       [&] { return cordon_public_validate(&pub, CORDON_VALIDATE_FULL); }},
      {"public_checks", CORDON_SERVICE_PUBLIC_KEY,
       [&] { return cordon_public_checks(&checks, &pub); }},
      {"ecdsa_sign", CORDON_SERVICE_SIGN,
       [&] {
         return cordon_ecdsa_sign(o.bytes, &o.len, &key, &scheme, nullptr, 0);
       }},
      {"ecdsa_sign_hash", CORDON_SERVICE_SIGN,
       [&] {
         return cordon_ecdsa_sign_hash(o.bytes, &o.len, &key, &scheme, &hash);
       }},
      {"ecdsa_sign_digest", CORDON_SERVICE_SIGN,
       [&] {
         return cordon_ecdsa_sign_digest(o.bytes, &o.len, &key, &scheme, &byte,
                                         1);
       }},
      {"ecdsa_verify", CORDON_SERVICE_VERIFY,
       [&] {
         return cordon_ecdsa_verify(&pub, &scheme, nullptr, 0, &byte, 1);
       }},
      {"ecdsa_verify_hash", CORDON_SERVICE_VERIFY,
       [&] {
         return cordon_ecdsa_verify_hash(&pub, &scheme, &hash, &byte, 1);
       }},
      {"ecdsa_verify_digest", CORDON_SERVICE_VERIFY,
       [&] {
         return cordon_ecdsa_verify_digest(&pub, &scheme, &byte, 1, &byte, 1);
       }},
      {"ecdsa_prepare", CORDON_SERVICE_PUBLIC_KEY,
       [&] { return cordon_ecdsa_prepare(o.bytes, &o.len, &pub, 1); }},
      {"ecdsa_verify_prepared", CORDON_SERVICE_VERIFY,
       [&] {
         return cordon_ecdsa_verify_prepared(nullptr, &scheme, nullptr, 0,
                                             &byte, 1);
       }},
      {"ecdsa_verify_prepared_hash", CORDON_SERVICE_VERIFY,
       [&] {
         return cordon_ecdsa_verify_prepared_hash(nullptr, &scheme, &hash,
                                                  &byte, 1);
       }},
      {"ecdsa_verify_prepared_digest", CORDON_SERVICE_VERIFY,
       [&] {
         return cordon_ecdsa_verify_prepared_digest(nullptr, &scheme, &byte, 1,
                                                    &byte, 1);
       }},
      {"ecdsa_sign_batch", CORDON_SERVICE_SIGN,
       [&] {
         return cordon_ecdsa_sign_batch(&sign, 1, &key, &scheme, workspace,
                                        sizeof workspace);
       }},
      {"ecdsa_sign_digest_batch", CORDON_SERVICE_SIGN,
       [&] {
         return cordon_ecdsa_sign_digest_batch(&sign, 1, &key, &scheme,
                                               workspace, sizeof workspace);
       }},
      {"ecdsa_verify_batch", CORDON_SERVICE_VERIFY,
       [&] {
         return cordon_ecdsa_verify_batch(&verify, 1, &scheme, workspace,
                                          sizeof workspace);
       }},
      {"ecdsa_verify_digest_batch", CORDON_SERVICE_VERIFY,
       [&] {
         return cordon_ecdsa_verify_digest_batch(&verify, 1, &scheme, workspace,
                                                 sizeof workspace);
       }},
      {"ecdh", CORDON_SERVICE_ECDH,
       [&] { return cordon_ecdh(o.bytes, &o.len, &key, &pub); }},
      {"ecdh_kdf", CORDON_SERVICE_ECDH,
       [&] { return cordon_ecdh_kdf(o.bytes, 32, &key, &pub, &kdf); }},
      {"kdf_derive", CORDON_SERVICE_KDF,
       [&] { return cordon_kdf_derive(o.bytes, 0, &kdf, &byte, 1); }},
      {"drbg_uninstantiate", CORDON_SERVICE_WIPE,
       [&] { return cordon_drbg_uninstantiate(&drbg); }},
      {"hash_wipe", CORDON_SERVICE_WIPE,
       [&] { return cordon_hash_wipe(nullptr); }},
      {"hmac_wipe", CORDON_SERVICE_WIPE,
       [&] { return cordon_hmac_wipe(nullptr); }},
      {"private_wipe", CORDON_SERVICE_WIPE,
       [&] { return cordon_private_wipe(nullptr); }},
      {"public_wipe", CORDON_SERVICE_WIPE,
       [&] { return cordon_public_wipe(nullptr); }},
      {"ecdsa_prepared_wipe", CORDON_SERVICE_WIPE,
       [&] { return cordon_ecdsa_prepared_wipe(nullptr, 1); }},
  };
  for (const Row &row : rows) {
    ASSERT_EQ(CORDON_OK, cordon_random(&random, 1));
    EXPECT_NE(CORDON_OK, row.call()) << row.name;
    ExpectIndicator(row.service, CORDON_REASON_FAILED, row.name);
  }
  std::set<std::string> tried, missing;
  for (const Row &row : rows) {
    tried.insert(row.name);
  }
  for (const Trial &trial : Trials()) {
    if (trial.service != CORDON_SERVICE_NONE && !tried.count(trial.function)) {
      missing.insert(trial.function);
    }
  }
  EXPECT_TRUE(missing.empty()) << *missing.begin();
}

// R33: all calls on an object remember the length of its key.
TEST(Indicator, SaysThatAnHmacKeyBelow112BitsIsTooShort) {
  for (size_t key_len : {0, 1, 13, 14, 15, 64}) {
    uint32_t reason =
        key_len < 14 ? CORDON_REASON_SHORT_KEY : ReasonOfApprovedCall();
    const uint8_t key[64] = {7};
    cordon_hmac h, copy;
    Output out;
    const std::string what = std::to_string(key_len) + " bytes";
    auto expect = [&](cordon_status st, const char *call) {
      EXPECT_EQ(CORDON_OK, st) << call;
      ExpectIndicator(CORDON_SERVICE_HMAC, reason, what + ", " + call);
    };
    expect(cordon_hmac_init(&h, CORDON_SHA256, key, key_len), "init");
    expect(cordon_hmac_digest(out.bytes, &out.len, &h, key, 5), "digest");
    expect(cordon_hmac_update(&h, key, 5), "update");
    expect(cordon_hmac_copy(&copy, &h), "copy");
    expect(cordon_hmac_update_bits(&copy, key, 5), "update_bits");
    out.len = sizeof out.bytes;
    expect(cordon_hmac_final(out.bytes, &out.len, &copy), "final");
    out.len = sizeof out.bytes;
    expect(cordon_hmac_digest(out.bytes, &out.len, &copy, key, 5),
           "digest after final");
  }
}

// R3
TEST(Indicator, StartsOnEachThreadWithNoService) {
  uint8_t byte;
  ASSERT_EQ(CORDON_OK, cordon_random(&byte, 1));
  std::thread other([] {
    ExpectIndicator(CORDON_SERVICE_NONE, CORDON_REASON_NO_SERVICE, "thread");
    Output out;
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_digest(out.bytes, &out.len, 99, nullptr, 0));
    ExpectIndicator(CORDON_SERVICE_HASH, CORDON_REASON_FAILED, "thread");
  });
  other.join();
  ExpectIndicator(CORDON_SERVICE_DRBG, ReasonOfApprovedCall(), "main");
}

struct Nested {
  int calls;
  cordon_indicator during;
};

void CallFromCallback(void *arg, const cordon_event *) {
  Nested *nested = static_cast<Nested *>(arg);
  Output out;
  if (cordon_digest(out.bytes, &out.len, CORDON_SHA256, nullptr, 0) ==
      CORDON_OK) {
    nested->calls++;
  }
  nested->during = Indicator();
}

// R3: key generation logs its pairwise test; the callback of that event calls
// another service.
TEST(Indicator, CountsNestedCallsOnce) {
  Nested nested = {};
  cordon_private_key key;
  cordon_hmac hmac;
  ASSERT_EQ(CORDON_OK, cordon_random(reinterpret_cast<uint8_t *>(&key), 8));
  ASSERT_EQ(CORDON_OK, cordon_hmac_init(&hmac, CORDON_SHA256, nullptr, 0));
  ASSERT_EQ(CORDON_OK, cordon_set_callback(CallFromCallback, &nested));
  ASSERT_EQ(CORDON_OK, cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                                     CORDON_USE_SIGN));
  ASSERT_EQ(CORDON_OK, cordon_set_callback(nullptr, nullptr));
  EXPECT_EQ(2, nested.calls);
  EXPECT_EQ(CORDON_SERVICE_HMAC, nested.during.service);
  EXPECT_EQ(CORDON_REASON_SHORT_KEY, nested.during.reason);
  ExpectIndicator(CORDON_SERVICE_KEYGEN, ReasonOfApprovedCall(), "keygen");
}

}  // namespace
}  // namespace module_test
