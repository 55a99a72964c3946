// Outputs that overlap an input: refused, and nothing is written there.
#include "service_test.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};

template <typename T>
uint8_t *BytesOf(T *object) {
  return reinterpret_cast<uint8_t *>(object);
}

// An object and the same bytes again, to see whether a call changed them.
template <typename T, typename Action>
void ExpectUnchanged(const T &object, Action action) {
  Bytes before(sizeof object);
  memcpy(before.data(), &object, sizeof object);
  action();
  EXPECT_EQ(0, memcmp(before.data(), &object, sizeof object));
}

TEST(Overlap, OfTheSignatureWithTheKeyIsRefused) {
  Pair pair(Hex(kPrivate));
  for (Form form : {kMessage, kRunningHash, kDigest}) {
    for (long at : {-71L, -1L, 0L, 100L, 383L}) {
      // A buffer with the key inside, so that both ends can be overlapped.
      struct {
        uint8_t before[80];
        cordon_private_key key;
        uint8_t after[80];
      } w;
      FillJunk(&w);
      ASSERT_EQ(CORDON_OK,
                cordon_private_import(&w.key, CORDON_P256, CORDON_USE_SIGN,
                                      nullptr, Hex(kPrivate).data(), 32));
      ExpectUnchanged(w, [&] {
        size_t len = 72;
        EXPECT_EQ(CORDON_ERR_ARG,
                  Sign(form, BytesOf(&w) + 80 + at, &len, &w.key, &kDer, kMsg));
        EXPECT_EQ(0u, len);
      });
      // Right before it and right behind it are good.
      for (uint8_t *p : {w.before + 8, w.after}) {
        size_t len = 72;
        EXPECT_EQ(CORDON_OK, Sign(form, p, &len, &w.key, &kDer, kMsg));
      }
    }
  }
}

TEST(Overlap, OfTheSignatureWithOtherInputsIsRefused) {
  Pair pair(Hex(kPrivate));
  union {
    uint8_t bytes[512];
    cordon_ecdsa_scheme scheme;
    cordon_hash hash;
  } w;
  FillJunk(&w);
  size_t len = 72;
  ExpectUnchanged(w, [&] {
    EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_sign(w.bytes, &len, &pair.priv,
                                                &kDer, w.bytes + 71, 20));
    len = 72;
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_ecdsa_sign_digest(w.bytes, &len, &pair.priv, &kDer,
                                       w.bytes, 32));
  });
  w.scheme = kDer;
  ExpectUnchanged(w, [&] {
    len = 72;
    EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_sign(w.bytes + 4, &len, &pair.priv,
                                                &w.scheme, kMsg.data(), 3));
  });
  ASSERT_EQ(CORDON_OK, cordon_hash_init(&w.hash, CORDON_SHA256));
  ExpectUnchanged(w, [&] {
    len = 72;
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_ecdsa_sign_hash(w.bytes + 200, &len, &pair.priv, &kDer,
                                     &w.hash));
  });
  // Side by side.
  len = 72;
  EXPECT_EQ(CORDON_OK, cordon_ecdsa_sign(w.bytes, &len, &pair.priv, &kDer,
                                         w.bytes + 72, 100));
  len = 72;
  EXPECT_EQ(CORDON_OK, cordon_ecdsa_sign(w.bytes + 100, &len, &pair.priv, &kDer,
                                         w.bytes, 100));
}

TEST(Overlap, OfAnExportWithItsKeyIsRefused) {
  Pair pair(Hex(kPrivate));
  ExpectUnchanged(pair, [&] {
    for (size_t at : {0, 8, 100, 383}) {
      size_t len = 32;
      EXPECT_EQ(CORDON_ERR_ARG, cordon_private_export(BytesOf(&pair.priv) + at,
                                                      &len, &pair.priv));
      EXPECT_EQ(0u, len);
    }
    for (size_t at : {0, 8, 100, 255}) {
      size_t len = 65;
      EXPECT_EQ(CORDON_ERR_ARG,
                cordon_public_export(BytesOf(&pair.pub) + at, &len, &pair.pub,
                                     CORDON_POINT_UNCOMPRESSED));
    }
    // The public key of a private key, into that key.
    EXPECT_EQ(
        CORDON_ERR_ARG,
        cordon_private_public(reinterpret_cast<cordon_public_key *>(&pair.priv),
                              &pair.priv));
  });
  SignOrDie(pair.priv, kDer, kMsg);
}

// Small outputs, too: what is written into a live key damages it in silence.
TEST(Overlap, OfALengthOrAReportWithAKeyIsRefused) {
  Pair pair(Hex(kPrivate));
  ExpectUnchanged(pair, [&] {
    for (size_t at = 0; at < sizeof pair.priv; at += 8) {
      uint8_t sig[72];
      size_t *len = reinterpret_cast<size_t *>(BytesOf(&pair.priv) + at);
      EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_sign(sig, len, &pair.priv, &kDer,
                                                  kMsg.data(), kMsg.size()));
      EXPECT_EQ(CORDON_ERR_ARG, cordon_private_export(sig, len, &pair.priv));
      EXPECT_EQ(
          CORDON_ERR_ARG,
          cordon_private_checks(reinterpret_cast<uint32_t *>(len), &pair.priv));
    }
    for (size_t at = 0; at < sizeof pair.pub; at += 8) {
      uint8_t point[65];
      size_t *len = reinterpret_cast<size_t *>(BytesOf(&pair.pub) + at);
      EXPECT_EQ(CORDON_ERR_ARG,
                cordon_public_export(point, len, &pair.pub,
                                     CORDON_POINT_UNCOMPRESSED));
      EXPECT_EQ(
          CORDON_ERR_ARG,
          cordon_public_checks(reinterpret_cast<uint32_t *>(len), &pair.pub));
    }
  });
  SignOrDie(pair.priv, kDer, kMsg);
}

// NULL overlaps nothing, whatever the length says: the key is gone as after any
// other error.
TEST(Overlap, IsNotSeenAtNull) {
  Pair pair(Hex(kPrivate));
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_private_import(&pair.priv, CORDON_P256, CORDON_USE_SIGN,
                                  nullptr, nullptr, SIZE_MAX));
  EXPECT_TRUE(IsAllZero(pair.priv));
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_public_import(&pair.pub, CORDON_P256, nullptr, SIZE_MAX));
  EXPECT_TRUE(IsAllZero(pair.pub));
}

TEST(Overlap, OfAnImportWithItsInputIsRefused) {
  cordon_private_key key;
  FillJunk(&key);
  const Bytes d = Hex(kPrivate);
  memcpy(BytesOf(&key) + 40, d.data(), d.size());
  ExpectUnchanged(key, [&] {
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_private_import(&key, CORDON_P256, CORDON_USE_SIGN, nullptr,
                                    BytesOf(&key) + 40, 32));
  });
  cordon_public_key pub;
  FillJunk(&pub);
  const Bytes point = Bytes(1, 4) + Hex(kPublicX) + Hex(kPublicY);
  memcpy(BytesOf(&pub) + 30, point.data(), point.size());
  ExpectUnchanged(pub, [&] {
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_public_import(&pub, CORDON_P256, BytesOf(&pub) + 30, 65));
  });
  // The public key of the pair inside the private key that is made.
  union {
    cordon_private_key key;
    cordon_public_key pub;
  } both;
  FillJunk(&both);
  ASSERT_EQ(CORDON_OK, cordon_public_import(&both.pub, CORDON_P256,
                                            point.data(), point.size()));
  ExpectUnchanged(both, [&] {
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_private_import(&both.key, CORDON_P256, CORDON_USE_SIGN,
                                    &both.pub, d.data(), d.size()));
  });
}

}  // namespace
}  // namespace service_test
