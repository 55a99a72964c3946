// Signing and verifying a running hash: which one is taken, and what becomes
// of it.
#include "service_test.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};

class RunningHash : public testing::Test {
 protected:
  RunningHash() : pair_(Hex(kPrivate)) { Start(CORDON_SHA256); }

  void Start(uint32_t hash) {
    ASSERT_EQ(CORDON_OK, cordon_hash_init(&hash_, hash));
    ASSERT_EQ(CORDON_OK, cordon_hash_update(&hash_, kMsg.data(), kMsg.size()));
  }

  cordon_status Sign(Out *out, const cordon_private_key *key,
                     const cordon_ecdsa_scheme *scheme, cordon_hash *hash) {
    return cordon_ecdsa_sign_hash(out->data(), &out->len, key, scheme, hash);
  }

  cordon_status Verify(const Bytes &sig, cordon_hash *hash,
                       const cordon_ecdsa_scheme &scheme = kDer) {
    return cordon_ecdsa_verify_hash(&pair_.pub, &scheme, hash, sig.data(),
                                    sig.size());
  }

  // Runs an action that must leave the hash as it is, and still running.
  template <typename Action>
  void ExpectUnchanged(Action action) {
    cordon_hash before;
    memcpy(&before, &hash_, sizeof before);
    action();
    EXPECT_EQ(0, memcmp(&before, &hash_, sizeof before));
  }

  void ExpectEnded() {
    Out out(32);
    EXPECT_EQ(CORDON_ERR_OBJECT, cordon_hash_update(&hash_, kMsg.data(), 1));
    EXPECT_EQ(CORDON_ERR_OBJECT,
              cordon_hash_final(out.data(), &out.len, &hash_));
  }

  Pair pair_;
  cordon_hash hash_;
};

TEST_F(RunningHash, IsEndedBySigning) {
  Out out(72);
  ASSERT_EQ(CORDON_OK, Sign(&out, &pair_.priv, &kDer, &hash_));
  ExpectEnded();
  EXPECT_EQ(CORDON_OK, service_test::Verify(kMessage, &pair_.pub, &kDer, kMsg,
                                            out.Written()));
}

TEST_F(RunningHash, IsUnchangedByEveryErrorOfSigning) {
  cordon_private_key junk;
  FillJunk(&junk);
  ExpectUnchanged([&] {
    Out tight(71), out(72);
    EXPECT_EQ(CORDON_ERR_BUFFER, Sign(&tight, &pair_.priv, &kDer, &hash_));
    EXPECT_EQ(CORDON_ERR_ARG, Sign(&out, nullptr, &kDer, &hash_));
    out.len = 72;
    EXPECT_EQ(CORDON_ERR_OBJECT, Sign(&out, &junk, &kDer, &hash_));
    out.len = 72;
    EXPECT_EQ(CORDON_ERR_ARG, Sign(&out, &pair_.priv, nullptr, &hash_));
    const cordon_ecdsa_scheme unknown_nonce = {CORDON_SHA256, CORDON_DER, 3};
    out.len = 72;
    EXPECT_EQ(CORDON_ERR_ARG, Sign(&out, &pair_.priv, &unknown_nonce, &hash_));
    size_t len = 72;
    EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_sign_hash(nullptr, &len, &pair_.priv,
                                                     &kDer, &hash_));
  });
  Out out(72);
  EXPECT_EQ(CORDON_OK, Sign(&out, &pair_.priv, &kDer, &hash_));
}

TEST_F(RunningHash, OfAnotherFunctionIsRefusedAndUnchanged) {
  for (const Hash &hash : Hashes()) {
    Start(hash.id);
    for (const Hash &other : Hashes()) {
      if (other.id == hash.id) {
        continue;
      }
      const cordon_ecdsa_scheme scheme = {other.id, CORDON_DER, 1};
      ExpectUnchanged([&] {
        Out out(72);
        EXPECT_EQ(CORDON_ERR_ARG, Sign(&out, &pair_.priv, &scheme, &hash_));
        EXPECT_TRUE(out.IsZero());
        Bytes sig = SignOrDie(pair_.priv, scheme, kMsg);
        EXPECT_EQ(CORDON_ERR_ARG, Verify(sig, &hash_, scheme));
      });
    }
  }
}

TEST_F(RunningHash, ThatIsNoneIsRefused) {
  Bytes sig = SignOrDie(pair_.priv, kDer, kMsg);
  cordon_hash bad[3];
  memset(&bad[0], 0, sizeof bad[0]);
  FillJunk(&bad[1]);
  ASSERT_EQ(CORDON_OK, cordon_hash_init(&bad[2], CORDON_SHA256));
  Out digest(32);
  ASSERT_EQ(CORDON_OK, cordon_hash_final(digest.data(), &digest.len, &bad[2]));
  for (cordon_hash &hash : bad) {
    Out out(72);
    EXPECT_EQ(CORDON_ERR_OBJECT, Sign(&out, &pair_.priv, &kDer, &hash));
    EXPECT_TRUE(out.IsZero());
    EXPECT_EQ(CORDON_ERR_OBJECT, Verify(sig, &hash));
  }
  Out out(72);
  EXPECT_EQ(CORDON_ERR_ARG, Sign(&out, &pair_.priv, &kDer, nullptr));
  EXPECT_EQ(CORDON_ERR_ARG, Verify(sig, nullptr));
}

TEST_F(RunningHash, IsEndedByEveryVerdict) {
  const Bytes good = SignOrDie(pair_.priv, kDer, kMsg);
  EXPECT_EQ(CORDON_OK, Verify(good, &hash_));
  ExpectEnded();
  Start(CORDON_SHA256);
  EXPECT_EQ(CORDON_ERR_SIGNATURE,
            Verify(SignOrDie(pair_.priv, kDer, Bytes(1, 1)), &hash_));
  ExpectEnded();
  // r = 0, and r that no 32 bytes hold.
  const Bytes one = {0x02, 0x01, 0x01};
  Start(CORDON_SHA256);
  EXPECT_EQ(CORDON_ERR_SIGNATURE,
            Verify(Bytes{0x30, 0x06, 0x02, 0x01, 0x00} + one, &hash_));
  ExpectEnded();
  Start(CORDON_SHA256);
  EXPECT_EQ(
      CORDON_ERR_SIGNATURE,
      Verify(Bytes{0x30, 0x26, 0x02, 0x21, 0x01} + Bytes(32, 0) + one, &hash_));
  ExpectEnded();
}

TEST_F(RunningHash, IsUnchangedByEveryOtherErrorOfVerifying) {
  const Bytes good = SignOrDie(pair_.priv, kDer, kMsg);
  cordon_public_key junk;
  FillJunk(&junk);
  ExpectUnchanged([&] {
    Bytes cut(good.begin(), good.end() - 1);
    EXPECT_EQ(CORDON_ERR_ENCODING, Verify(cut, &hash_));
    EXPECT_EQ(CORDON_ERR_ENCODING, Verify(good, &hash_, kRaw));
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_ecdsa_verify_hash(&pair_.pub, &kDer, &hash_, nullptr, 70));
    EXPECT_EQ(CORDON_ERR_OBJECT,
              cordon_ecdsa_verify_hash(&junk, &kDer, &hash_, good.data(),
                                       good.size()));
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_ecdsa_verify_hash(&pair_.pub, nullptr, &hash_, good.data(),
                                       good.size()));
  });
  EXPECT_EQ(CORDON_OK, Verify(good, &hash_));
}

TEST_F(RunningHash, MayEndWithAPartialByte) {
  const uint8_t bits[2] = {0xde, 0xb0};
  for (uint64_t num_bits : {1, 4, 7, 9, 15, 16}) {
    cordon_hash signing, verifying, digesting;
    Start(CORDON_SHA256);
    ASSERT_EQ(CORDON_OK, cordon_hash_update_bits(&hash_, bits, num_bits));
    ASSERT_EQ(CORDON_OK, cordon_hash_copy(&signing, &hash_));
    ASSERT_EQ(CORDON_OK, cordon_hash_copy(&verifying, &hash_));
    ASSERT_EQ(CORDON_OK, cordon_hash_copy(&digesting, &hash_));
    Out out(72), digest(32);
    ASSERT_EQ(CORDON_OK, Sign(&out, &pair_.priv, &kDer, &signing));
    EXPECT_EQ(CORDON_OK, Verify(out.Written(), &verifying));
    ASSERT_EQ(CORDON_OK,
              cordon_hash_final(digest.data(), &digest.len, &digesting));
    EXPECT_EQ(CORDON_OK,
              VerifyDigest(pair_.pub, kDer, digest.Written(), out.Written()));
    // One bit less is another message.
    Start(CORDON_SHA256);
    ASSERT_EQ(CORDON_OK, cordon_hash_update_bits(&hash_, bits, num_bits - 1));
    EXPECT_EQ(CORDON_ERR_SIGNATURE, Verify(out.Written(), &hash_));
  }
}

// FIPS 202, B.1: the bits of a partial byte are the low ones.
TEST_F(RunningHash, OfSha3AndShakeMayEndWithAPartialByte) {
  const uint8_t bits[2] = {0xde, 0x2b};
  for (const Hash &hash : Hashes()) {
    if (hash.id < CORDON_SHA3_224) {
      continue;
    }
    SCOPED_TRACE(hash.name);
    const cordon_ecdsa_scheme scheme = {hash.id, CORDON_DER,
                                        CORDON_NONCE_HEDGED};
    cordon_hash verifying;
    Start(hash.id);
    ASSERT_EQ(CORDON_OK, cordon_hash_update_bits(&hash_, bits, 14));
    ASSERT_EQ(CORDON_OK, cordon_hash_copy(&verifying, &hash_));
    Out out(72);
    ASSERT_EQ(CORDON_OK, Sign(&out, &pair_.priv, &scheme, &hash_));
    EXPECT_EQ(CORDON_OK, Verify(out.Written(), &verifying, scheme));
    // The two high bits of the last byte do not count; the others do.
    for (uint8_t last : {0xeb, 0x2a, 0x0b}) {
      const uint8_t other[2] = {0xde, last};
      Start(hash.id);
      ASSERT_EQ(CORDON_OK, cordon_hash_update_bits(&hash_, other, 14));
      EXPECT_EQ(last == 0xeb ? CORDON_OK : CORDON_ERR_SIGNATURE,
                Verify(out.Written(), &hash_, scheme));
    }
  }
}

// A SHAKE that has given output has no digest any more.
TEST_F(RunningHash, OfASqueezedShakeIsRefusedAndUnchanged) {
  for (uint32_t id : {CORDON_SHAKE128, CORDON_SHAKE256}) {
    const cordon_ecdsa_scheme scheme = {id, CORDON_DER, CORDON_NONCE_HEDGED};
    uint8_t byte;
    Start(id);
    Out good(72);
    ASSERT_EQ(CORDON_OK, Sign(&good, &pair_.priv, &scheme, &hash_));
    Start(id);
    ASSERT_EQ(CORDON_OK, cordon_hash_squeeze(&byte, 1, &hash_));
    ExpectUnchanged([&] {
      Out out(72);
      EXPECT_EQ(CORDON_ERR_OBJECT, Sign(&out, &pair_.priv, &scheme, &hash_));
      EXPECT_TRUE(out.IsZero());
      EXPECT_EQ(CORDON_ERR_OBJECT, Verify(good.Written(), &hash_, scheme));
    });
  }
}

TEST_F(RunningHash, OfACopyLeavesTheOriginalRunning) {
  cordon_hash copy;
  ASSERT_EQ(CORDON_OK, cordon_hash_copy(&copy, &hash_));
  ExpectUnchanged([&] {
    Out out(72);
    EXPECT_EQ(CORDON_OK, Sign(&out, &pair_.priv, &kDer, &copy));
  });
}

}  // namespace
}  // namespace service_test
