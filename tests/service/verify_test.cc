// The three forms of verifying: arguments, lengths, whose message and key it
// is, and the leftmost bits of long digests.
#include "service_test.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};

class VerifyForm : public testing::TestWithParam<Form> {
 protected:
  VerifyForm() : pair_(Hex(kPrivate)) {}
  cordon_status Call(const cordon_public_key *key,
                     const cordon_ecdsa_scheme *scheme, const Bytes &sig) {
    return Verify(GetParam(), key, scheme, kMsg, sig);
  }
  Pair pair_;
};
INSTANTIATE_TEST_SUITE_P(All, VerifyForm,
                         testing::Values(kMessage, kRunningHash, kDigest),
                         FormName);

TEST_P(VerifyForm, RejectsNullKeyAndScheme) {
  Bytes sig = SignOrDie(pair_.priv, kRaw, kMsg);
  EXPECT_EQ(CORDON_ERR_ARG, Call(nullptr, &kRaw, sig));
  EXPECT_EQ(CORDON_ERR_ARG, Call(&pair_.pub, nullptr, sig));
}

TEST_P(VerifyForm, RejectsWrongSchemes) {
  Bytes sig = SignOrDie(pair_.priv, kRaw, kMsg);
  for (const cordon_ecdsa_scheme &scheme :
       {cordon_ecdsa_scheme{0, CORDON_RAW, 1},
        cordon_ecdsa_scheme{13, CORDON_RAW, 1},
        cordon_ecdsa_scheme{CORDON_SHA256, 0, 1},
        cordon_ecdsa_scheme{CORDON_SHA256, 3, 1}}) {
    EXPECT_EQ(CORDON_ERR_ARG, Call(&pair_.pub, &scheme, sig));
  }
}

TEST_P(VerifyForm, DoesNotReadTheNonceField) {
  Bytes sig = SignOrDie(pair_.priv, kRaw, kMsg);
  for (uint32_t nonce : {0u, 2u, 77u, 0xffffffffu}) {
    const cordon_ecdsa_scheme scheme = {CORDON_SHA256, CORDON_RAW, nonce};
    EXPECT_EQ(CORDON_OK, Call(&pair_.pub, &scheme, sig));
  }
}

TEST_P(VerifyForm, RejectsTheOtherFormat) {
  EXPECT_EQ(CORDON_ERR_ENCODING,
            Call(&pair_.pub, &kRaw, SignOrDie(pair_.priv, kDer, kMsg)));
  EXPECT_EQ(CORDON_ERR_ENCODING,
            Call(&pair_.pub, &kDer, SignOrDie(pair_.priv, kRaw, kMsg)));
}

TEST_P(VerifyForm, RejectsRawSignaturesOfAnyOtherLength_SignatureSize) {
  Bytes sig = SignOrDie(pair_.priv, kRaw, kMsg);
  for (size_t len = 0; len <= 200; len++) {
    Bytes cut(sig);
    cut.resize(len);
    EXPECT_EQ(len == 64 ? CORDON_OK : CORDON_ERR_ENCODING,
              Call(&pair_.pub, &kRaw, cut));
  }
  // Each half with a leading zero, as wider curves write it.
  Bytes wide = Bytes(1, 0) + Bytes(sig.begin(), sig.begin() + 32) +
               Bytes(1, 0) + Bytes(sig.begin() + 32, sig.end());
  EXPECT_EQ(CORDON_ERR_ENCODING, Call(&pair_.pub, &kRaw, wide));
}

TEST_P(VerifyForm, RejectsTheEmptySignature_zipline_680) {
  EXPECT_EQ(CORDON_ERR_ENCODING, Call(&pair_.pub, &kRaw, Bytes()));
  EXPECT_EQ(CORDON_ERR_ENCODING, Call(&pair_.pub, &kDer, Bytes()));
}

TEST_P(VerifyForm, RejectsAnotherMessageKeyOrHash) {
  Pair other;
  for (const cordon_ecdsa_scheme &scheme : {kRaw, kDer}) {
    Bytes sig = SignOrDie(pair_.priv, scheme, kMsg);
    EXPECT_EQ(CORDON_OK, Call(&pair_.pub, &scheme, sig));
    EXPECT_EQ(CORDON_ERR_SIGNATURE, Call(&other.pub, &scheme, sig));
    EXPECT_EQ(CORDON_ERR_SIGNATURE,
              Verify(GetParam(), &pair_.pub, &scheme, Bytes(), sig));
    cordon_ecdsa_scheme sha512 = scheme;
    sha512.hash = CORDON_SHA512_256;
    EXPECT_EQ(CORDON_ERR_SIGNATURE, Call(&pair_.pub, &sha512, sig));
  }
}

TEST_P(VerifyForm, RejectsEverySingleFlippedBit) {
  Bytes sig = SignOrDie(pair_.priv, kRaw, kMsg);
  for (size_t bit = 0; bit < 8 * sig.size(); bit++) {
    Bytes bad(sig);
    bad[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    EXPECT_EQ(CORDON_ERR_SIGNATURE, Call(&pair_.pub, &kRaw, bad));
  }
}

TEST_P(VerifyForm, RejectsSwappedHalvesAndAcceptsMinusS) {
  Bytes sig = SignOrDie(pair_.priv, kRaw, kMsg);
  Bytes r(sig.begin(), sig.begin() + 32), s(sig.begin() + 32, sig.end());
  EXPECT_EQ(CORDON_ERR_SIGNATURE, Call(&pair_.pub, &kRaw, s + r));
  // (r, n - s) is a signature too: FIPS 186-5 does not choose between them.
  Bytes minus = Hex(kOrder);
  int borrow = 0;
  for (size_t i = 32; i-- > 0;) {
    int v = minus[i] - s[i] - borrow;
    borrow = v < 0;
    minus[i] = static_cast<uint8_t>(v & 0xff);
  }
  EXPECT_EQ(CORDON_OK, Call(&pair_.pub, &kRaw, r + minus));
}

TEST(Verify, RejectsNullInputs) {
  Pair pair(Hex(kPrivate));
  Bytes sig = SignOrDie(pair.priv, kRaw, kMsg);
  Bytes e = DigestOf(CORDON_SHA256, kMsg);
  EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_verify(&pair.pub, &kRaw, nullptr, 1,
                                                sig.data(), sig.size()));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_verify(&pair.pub, &kRaw, kMsg.data(),
                                                kMsg.size(), nullptr, 64));
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdsa_verify_digest(&pair.pub, &kRaw, nullptr, 32,
                                       sig.data(), sig.size()));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_verify_digest(
                                &pair.pub, &kRaw, e.data(), 32, nullptr, 64));
  EXPECT_EQ(
      CORDON_ERR_ENCODING,
      cordon_ecdsa_verify_digest(&pair.pub, &kRaw, e.data(), 32, nullptr, 0));
}

TEST(Verify, ChecksArgumentsBeforeTheSignature) {
  Pair pair(Hex(kPrivate));
  Bytes junk(3, 1);
  EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_verify(&pair.pub, &kDer, nullptr, 1,
                                                junk.data(), junk.size()));
  EXPECT_EQ(CORDON_ERR_LENGTH,
            cordon_ecdsa_verify_digest(&pair.pub, &kDer, junk.data(), 3,
                                       junk.data(), junk.size()));
}

// Of a digest longer than the order, the leftmost 256 bits count, and no
// others.
TEST(Verify, UsesTheLeftmostBitsOfLongDigests_Untruncatedhash_noble_42) {
  Pair pair(Hex(kPrivate));
  for (const Hash &hash : Hashes()) {
    const cordon_ecdsa_scheme scheme = {hash.id, CORDON_RAW, 1};
    Bytes e = DigestOf(hash.id, kMsg);
    Bytes sig = SignOrDie(pair.priv, scheme, kMsg);
    for (size_t bit = 0; bit < 8 * e.size(); bit++) {
      Bytes other(e);
      other[bit / 8] ^= static_cast<uint8_t>(0x80 >> bit % 8);
      EXPECT_EQ(bit < 256 ? CORDON_ERR_SIGNATURE : CORDON_OK,
                VerifyDigest(pair.pub, scheme, other, sig))
          << hash.name << " bit " << bit;
    }
  }
}

// A digest shorter than the order is the integer itself: it is not shifted.
TEST(Verify, TakesShortDigestsAsTheyAre) {
  Pair pair(Hex(kPrivate));
  const cordon_ecdsa_scheme short_scheme = {CORDON_SHA224, CORDON_RAW, 1};
  Bytes e = DigestOf(CORDON_SHA224, kMsg);
  Bytes sig = SignOrDie(pair.priv, short_scheme, kMsg);
  EXPECT_EQ(CORDON_OK, VerifyDigest(pair.pub, kRaw, Bytes(4, 0) + e, sig));
  EXPECT_EQ(CORDON_ERR_SIGNATURE,
            VerifyDigest(pair.pub, kRaw, e + Bytes(4, 0), sig));
}

TEST(Verify, EndsOnRandomSignatures) {
  Pair pair(Hex(kPrivate));
  Random random(3);
  for (int i = 0; i < 500; i++) {
    Bytes raw = random.Of(64), any = random.Of(random.Below(150));
    EXPECT_EQ(CORDON_ERR_SIGNATURE,
              Verify(kMessage, &pair.pub, &kRaw, kMsg, raw));
    EXPECT_NE(CORDON_OK, Verify(kMessage, &pair.pub, &kDer, kMsg, any));
    Bytes framed = Bytes{0x30, static_cast<uint8_t>(any.size())} + any;
    EXPECT_NE(CORDON_OK, Verify(kMessage, &pair.pub, &kDer, kMsg, framed));
  }
}

}  // namespace
}  // namespace service_test
