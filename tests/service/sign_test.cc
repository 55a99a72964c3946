// The three forms of signing: arguments, buffers, objects, indicator.
#include "service_test.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};

class PerForm : public testing::TestWithParam<Form> {
 protected:
  PerForm() : pair_(Hex(kPrivate)) {}
  cordon_status SignTo(Out *out, const cordon_private_key *key,
                       const cordon_ecdsa_scheme *scheme) {
    return Sign(GetParam(), out->data(), &out->len, key, scheme, kMsg);
  }
  void ExpectZeroed(cordon_status want, const cordon_private_key *key,
                    const cordon_ecdsa_scheme *scheme) {
    Out out(200);
    EXPECT_EQ(want, SignTo(&out, key, scheme));
    EXPECT_EQ(0u, out.len);
    EXPECT_TRUE(out.IsZero());
    ExpectReason(CORDON_SERVICE_SIGN, CORDON_REASON_FAILED);
  }
  Pair pair_;
};

using SignForm = PerForm;
INSTANTIATE_TEST_SUITE_P(All, SignForm,
                         testing::Values(kMessage, kRunningHash, kDigest),
                         FormName);

TEST_P(SignForm, WritesExactlyAtEveryCapacity) {
  for (const cordon_ecdsa_scheme &scheme : {kRaw, kDer}) {
    const size_t need = scheme.format == CORDON_RAW ? CORDON_P256_RAW_SIG_BYTES
                                                    : CORDON_P256_DER_SIG_BYTES;
    for (size_t capacity = 0; capacity < 160; capacity++) {
      Out out(capacity);
      cordon_status st = SignTo(&out, &pair_.priv, &scheme);
      if (capacity < need) {
        EXPECT_EQ(CORDON_ERR_BUFFER, st);
        EXPECT_EQ(need, out.len);
        EXPECT_TRUE(out.IsUntouched());
        ExpectReason(CORDON_SERVICE_SIGN, CORDON_REASON_FAILED);
        continue;
      }
      ASSERT_EQ(CORDON_OK, st);
      EXPECT_LE(out.len, need);
      EXPECT_TRUE(out.GuardIsIntact());
      EXPECT_EQ(CORDON_OK,
                Verify(kMessage, &pair_.pub, &scheme, kMsg, out.Written()));
    }
  }
}

TEST_P(SignForm, LeavesWhatIsBehindTheSignatureAlone) {
  Out out(160);
  ASSERT_EQ(CORDON_OK, SignTo(&out, &pair_.priv, &kRaw));
  EXPECT_EQ(64u, out.len);
  EXPECT_EQ(0xa5, out.data()[64]);
}

TEST_P(SignForm, AsksForTheNeedWithoutABuffer) {
  size_t len = 0;
  EXPECT_EQ(CORDON_ERR_BUFFER,
            Sign(GetParam(), nullptr, &len, &pair_.priv, &kDer, kMsg));
  EXPECT_EQ(72u, len);
}

TEST_P(SignForm, RejectsNullOutputs) {
  size_t len = 100;
  EXPECT_EQ(CORDON_ERR_ARG,
            Sign(GetParam(), nullptr, &len, &pair_.priv, &kDer, kMsg));
  EXPECT_EQ(0u, len);
  Out out(100);
  EXPECT_EQ(CORDON_ERR_ARG,
            Sign(GetParam(), out.data(), nullptr, &pair_.priv, &kDer, kMsg));
  EXPECT_TRUE(out.IsUntouched());
}

TEST_P(SignForm, RejectsNullKeyAndScheme) {
  ExpectZeroed(CORDON_ERR_ARG, nullptr, &kDer);
  ExpectZeroed(CORDON_ERR_ARG, &pair_.priv, nullptr);
  ExpectZeroed(CORDON_ERR_ARG, nullptr, nullptr);
}

TEST_P(SignForm, RejectsWrongSchemesEachWithItsCode) {
  const struct {
    cordon_ecdsa_scheme scheme;
    cordon_status want;
  } cases[] = {
      {{0, CORDON_DER, 1}, CORDON_ERR_ARG},
      {{13, CORDON_DER, 1}, CORDON_ERR_ARG},
      {{0xffffffff, CORDON_DER, 1}, CORDON_ERR_ARG},
      {{CORDON_SHA256, 0, 1}, CORDON_ERR_ARG},
      {{CORDON_SHA256, 3, 1}, CORDON_ERR_ARG},
      {{CORDON_SHA256, CORDON_DER, 0}, CORDON_ERR_ARG},
      {{CORDON_SHA256, CORDON_DER, 3}, CORDON_ERR_ARG},
      {{CORDON_SHAKE128, CORDON_DER, CORDON_NONCE_DETERMINISTIC},
       CORDON_ERR_UNSUPPORTED},
      {{CORDON_SHAKE256, CORDON_RAW, CORDON_NONCE_DETERMINISTIC},
       CORDON_ERR_UNSUPPORTED},
  };
  for (const auto &c : cases) {
    ExpectZeroed(c.want, &pair_.priv, &c.scheme);
  }
}

TEST_P(SignForm, WorksWithEveryHashAndFormat) {
  for (const Hash &hash : Hashes()) {
    for (uint32_t format : {CORDON_RAW, CORDON_DER}) {
      SCOPED_TRACE(hash.name);
      const cordon_ecdsa_scheme scheme = {hash.id, format, CORDON_NONCE_HEDGED};
      Out out(CORDON_P256_DER_SIG_BYTES);
      ASSERT_EQ(CORDON_OK, SignTo(&out, &pair_.priv, &scheme));
      for (Form form : {kMessage, kRunningHash, kDigest}) {
        EXPECT_EQ(CORDON_OK,
                  Verify(form, &pair_.pub, &scheme, kMsg, out.Written()));
      }
    }
  }
}

// R3, R4, R27: approved per call, and if not, why.
TEST_P(SignForm, SaysWhetherItWasApproved_R3_R4_R27) {
  for (const Hash &hash : Hashes()) {
    SCOPED_TRACE(hash.name);
    const cordon_ecdsa_scheme scheme = {hash.id, CORDON_RAW,
                                        CORDON_NONCE_HEDGED};
    const uint32_t reason =
        GetParam() == kDigest
            ? CORDON_REASON_CALLER_DIGEST
            : (hash.is_strong ? BestReason() : CORDON_REASON_WEAK_HASH);
    Out out(64);
    ASSERT_EQ(CORDON_OK, SignTo(&out, &pair_.priv, &scheme));
    ExpectReason(CORDON_SERVICE_SIGN, reason);
    ASSERT_EQ(CORDON_OK,
              Verify(GetParam(), &pair_.pub, &scheme, kMsg, out.Written()));
    ExpectReason(CORDON_SERVICE_VERIFY, reason);
    Bytes bad = out.Written();
    bad[40] ^= 1;
    ASSERT_EQ(CORDON_ERR_SIGNATURE,
              Verify(GetParam(), &pair_.pub, &scheme, kMsg, bad));
    ExpectReason(CORDON_SERVICE_VERIFY, CORDON_REASON_FAILED);
  }
}

TEST_P(SignForm, NeverRepeatsANonce) {
  std::vector<Bytes> seen;
  for (int i = 0; i < 64; i++) {
    Out out(64);
    ASSERT_EQ(CORDON_OK, SignTo(&out, &pair_.priv, &kRaw));
    Bytes r(out.data(), out.data() + 32);
    EXPECT_EQ(seen.end(), std::find(seen.begin(), seen.end(), r));
    seen.push_back(r);
  }
}

TEST(Sign, RejectsANullMessageOfSomeLength) {
  Pair pair(Hex(kPrivate));
  Out out(100);
  EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_sign(out.data(), &out.len, &pair.priv,
                                              &kDer, nullptr, 1));
  EXPECT_TRUE(out.IsZero());
  EXPECT_EQ(0u, out.len);
}

TEST(Sign, AcceptsTheEmptyMessage_zipline_680) {
  Pair pair(Hex(kPrivate));
  Out out(100);
  ASSERT_EQ(CORDON_OK, cordon_ecdsa_sign(out.data(), &out.len, &pair.priv,
                                         &kDer, nullptr, 0));
  for (Form form : {kMessage, kRunningHash, kDigest}) {
    EXPECT_EQ(CORDON_OK,
              Verify(form, &pair.pub, &kDer, Bytes(), out.Written()));
  }
}

TEST(Sign, RejectsDigestsOfAnotherLength) {
  Pair pair(Hex(kPrivate));
  for (const Hash &hash : Hashes()) {
    const cordon_ecdsa_scheme scheme = {hash.id, CORDON_RAW, 1};
    for (size_t len = 0; len <= 65; len++) {
      Out out(64);
      Bytes e(len, 7);
      cordon_status st = cordon_ecdsa_sign_digest(
          out.data(), &out.len, &pair.priv, &scheme, e.data(), e.size());
      cordon_status check = cordon_ecdsa_verify_digest(
          &pair.pub, &scheme, e.data(), e.size(), out.data(), 64);
      if (len == hash.len) {
        EXPECT_EQ(CORDON_OK, st);
        EXPECT_EQ(CORDON_OK, check);
      } else {
        EXPECT_EQ(CORDON_ERR_LENGTH, st);
        EXPECT_EQ(CORDON_ERR_LENGTH, check);
        EXPECT_TRUE(out.IsZero());
        EXPECT_EQ(0u, out.len);
      }
    }
  }
  Out out(64);
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdsa_sign_digest(out.data(), &out.len, &pair.priv, &kRaw,
                                     nullptr, 32));
  EXPECT_TRUE(out.IsZero());
}

TEST(Sign, WorksAtTheEndsOfTheKeyRange) {
  for (const Bytes &d : {Bytes(1, 1), Bytes(1, 2), Plus(Hex(kOrder), -1),
                         Plus(Hex(kOrder), -2)}) {
    Pair pair(d);
    for (int i = 0; i < 8; i++) {
      Bytes sig = SignOrDie(pair.priv, kDer, kMsg);
      EXPECT_EQ(CORDON_OK, Verify(kMessage, &pair.pub, &kDer, kMsg, sig));
    }
  }
}

// hash 0, all ones, n, and what lies around them, at every digest length.
TEST(Sign, TakesExtremeDigests_nimbus_eth1_3748) {
  Pair pair(Hex(kPrivate));
  const Bytes n = Hex(kOrder);
  for (const Hash &hash : Hashes()) {
    const cordon_ecdsa_scheme scheme = {hash.id, CORDON_RAW, 1};
    for (const Bytes &v : {Bytes(32, 0), Plus(Bytes(32, 0), 1), n, Plus(n, 1),
                           Plus(n, -1), Bytes(32, 0xff)}) {
      for (uint8_t rest : {0x00, 0xff}) {
        Bytes e = v + Bytes(32, rest);
        e.resize(hash.len);
        Out out(64);
        ASSERT_EQ(CORDON_OK,
                  cordon_ecdsa_sign_digest(out.data(), &out.len, &pair.priv,
                                           &scheme, e.data(), e.size()));
        EXPECT_EQ(CORDON_OK, VerifyDigest(pair.pub, scheme, e, out.Written()));
      }
    }
  }
}

}  // namespace
}  // namespace service_test
