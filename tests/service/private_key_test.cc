// The services on private keys: generation, import, export, assurances.
#include "service_test.h"

namespace service_test {
namespace {

constexpr uint32_t kImportChecks = CORDON_CHECK_PRIVATE_RANGE |
                                   CORDON_CHECK_PUBLIC_PARTIAL |
                                   CORDON_CHECK_PUBLIC_FULL | CORDON_CHECK_PAIR;

cordon_status Keygen(cordon_private_key *key, uint32_t curve, uint32_t method,
                     uint32_t use) {
  return cordon_keygen(key, curve, method, use);
}

cordon_status Import(cordon_private_key *key, const Bytes &d,
                     const cordon_public_key *pub = nullptr,
                     uint32_t curve = CORDON_P256,
                     uint32_t use = CORDON_USE_SIGN) {
  return cordon_private_import(key, curve, use, pub, d.data(), d.size());
}

Bytes Export(const cordon_private_key &key) {
  Out out(CORDON_P256_FIELD_BYTES);
  EXPECT_EQ(CORDON_OK, cordon_private_export(out.data(), &out.len, &key));
  return out.Written();
}

struct Parameters {
  const char *what;
  uint32_t curve, method, use;
  cordon_status want;
};

const Parameters kParameters[] = {
    {"curve 0", 0, 1, 1, CORDON_ERR_ARG},
    {"curve 5", 5, 1, 1, CORDON_ERR_ARG},
    {"curve 2^32 - 1", 0xffffffff, 1, 1, CORDON_ERR_ARG},
    {"use 0", CORDON_P256, 1, 0, CORDON_ERR_ARG},
    {"use 4", CORDON_P256, 1, 4, CORDON_ERR_ARG},
    {"use sign with 2^31", CORDON_P256, 1, 0x80000001, CORDON_ERR_ARG},
};

// R44: there are no other curves.
TEST(Keygen, RejectsCurvesMethodsAndUsesEachWithItsCode) {
  for (const Parameters &p : kParameters) {
    SCOPED_TRACE(p.what);
    cordon_private_key key;
    FillJunk(&key);
    EXPECT_EQ(p.want, Keygen(&key, p.curve, p.method, p.use));
    EXPECT_TRUE(IsAllZero(key));
    ExpectReason(CORDON_SERVICE_KEYGEN, CORDON_REASON_FAILED);
  }
  cordon_private_key key;
  for (uint32_t method : {0u, 3u, 0xffffffffu}) {
    FillJunk(&key);
    EXPECT_EQ(CORDON_ERR_ARG, Keygen(&key, CORDON_P256, method, 1));
    EXPECT_TRUE(IsAllZero(key));
  }
}

TEST(Keygen, RejectsNull) {
  EXPECT_EQ(CORDON_ERR_ARG, Keygen(nullptr, CORDON_P256, 1, 1));
  ExpectReason(CORDON_SERVICE_KEYGEN, CORDON_REASON_FAILED);
}

TEST(Keygen, MakesDistinctPairsThatMatchTheirScalar) {
  std::vector<Bytes> seen;
  for (int i = 0; i < 32; i++) {
    Pair pair;
    Bytes d = Export(pair.priv);
    EXPECT_LT(d, Hex(kOrder));
    EXPECT_GT(d, Bytes(32, 0));
    Pair again(d);
    EXPECT_EQ(ExportPublic(pair.pub), ExportPublic(again.pub));
    EXPECT_EQ(seen.end(), std::find(seen.begin(), seen.end(), d));
    seen.push_back(d);
  }
}

TEST(Keygen, IsApprovedAndMarksAllAssurances) {
  cordon_private_key key;
  ASSERT_EQ(CORDON_OK, Keygen(&key, CORDON_P256, 1, 1));
  ExpectBest(CORDON_SERVICE_KEYGEN);
  uint32_t checks = 0;
  ASSERT_EQ(CORDON_OK, cordon_private_checks(&checks, &key));
  EXPECT_EQ(kImportChecks | CORDON_CHECK_PAIRWISE, checks);
}

TEST(PrivateImport, RejectsCurvesAndUsesEachWithItsCode) {
  for (const Parameters &p : kParameters) {
    SCOPED_TRACE(p.what);
    cordon_private_key key;
    FillJunk(&key);
    EXPECT_EQ(p.want, Import(&key, Hex(kPrivate), nullptr, p.curve, p.use));
    EXPECT_TRUE(IsAllZero(key));
    ExpectReason(CORDON_SERVICE_PRIVATE_KEY, CORDON_REASON_FAILED);
  }
}

TEST(PrivateImport, RejectsNull) {
  cordon_private_key key;
  EXPECT_EQ(CORDON_ERR_ARG, Import(nullptr, Hex(kPrivate)));
  FillJunk(&key);
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_private_import(&key, CORDON_P256, 1, nullptr, nullptr, 32));
  EXPECT_TRUE(IsAllZero(key));
}

TEST(PrivateImport, RejectsLengthZeroAndLengthsAboveTheLimit) {
  cordon_private_key key;
  FillJunk(&key);
  EXPECT_EQ(CORDON_ERR_LENGTH,
            cordon_private_import(&key, CORDON_P256, 1, nullptr, nullptr, 0));
  EXPECT_TRUE(IsAllZero(key));
  Bytes padded = Bytes(1024 - 32, 0) + Hex(kPrivate);
  EXPECT_EQ(CORDON_OK, Import(&key, padded));
  EXPECT_EQ(CORDON_ERR_LENGTH, Import(&key, Bytes(1, 0) + padded));
  EXPECT_TRUE(IsAllZero(key));
}

TEST(PrivateImport, RejectsScalarsOutOfRange) {
  const Bytes n = Hex(kOrder);
  const std::vector<Bytes> bad = {
      Bytes(1, 0),  // 0 in widths below, at and above the order's
      Bytes(31, 0),
      Bytes(32, 0),
      Bytes(33, 0),
      Bytes(1024, 0),
      n,
      Plus(n, 1),
      Hex(kField),
      Bytes(32, 0xff),
      Bytes(1, 0) + n,
      Bytes(1, 1) + Bytes(32, 0),   // 2^256
      Bytes(1, 1) + Hex(kPrivate),  // good in its low half
      Bytes(1, 0x80) + Bytes(991, 0) + Hex(kPrivate),
      Bytes(64, 0xff),
  };
  for (const Bytes &d : bad) {
    SCOPED_TRACE(ToHex(d));
    cordon_private_key key;
    FillJunk(&key);
    EXPECT_EQ(CORDON_ERR_KEY, Import(&key, d));
    EXPECT_TRUE(IsAllZero(key));
    ExpectReason(CORDON_SERVICE_PRIVATE_KEY, CORDON_REASON_FAILED);
  }
}

TEST(PrivateImport, AcceptsTheEndsOfTheRange) {
  for (const Bytes &d : {Plus(Bytes(32, 0), 1), Plus(Bytes(32, 0), 2),
                         Plus(Hex(kOrder), -1), Plus(Hex(kOrder), -2)}) {
    Pair pair(d);
    EXPECT_EQ(d, Export(pair.priv));
  }
  Pair one(Bytes(1, 1)), minus_one(Plus(Hex(kOrder), -1));
  Bytes g = ExportPublic(one.pub), h = ExportPublic(minus_one.pub);
  EXPECT_EQ(Bytes(g.begin() + 1, g.begin() + 33),
            Bytes(h.begin() + 1, h.begin() + 33));
  EXPECT_NE(g, h);
}

TEST(PrivateImport, AcceptsShorterAndLongerWithLeadingZeros) {
  const Bytes short_d = Hex("0102030405");
  const Bytes full = Bytes(27, 0) + short_d;
  for (size_t zeros : {0, 1, 26, 27, 28, 60, 1019}) {
    Pair pair(Bytes(zeros, 0) + short_d);
    EXPECT_EQ(full, Export(pair.priv));
  }
}

TEST(PrivateImport, ComputesThePublicKey) {
  Pair pair(Hex(kPrivate));
  EXPECT_EQ(Bytes(1, 4) + Hex(kPublicX) + Hex(kPublicY),
            ExportPublic(pair.pub));
}

TEST(PrivateImport, AcceptsItsOwnPublicKeyAndRejectsAnother) {
  Pair mine(Hex(kPrivate)), other;
  cordon_private_key key;
  EXPECT_EQ(CORDON_OK, Import(&key, Hex(kPrivate), &mine.pub));
  FillJunk(&key);
  EXPECT_EQ(CORDON_ERR_KEY, Import(&key, Hex(kPrivate), &other.pub));
  EXPECT_TRUE(IsAllZero(key));
  // -Q has the same x.
  Bytes negated = ExportPublic(mine.pub, CORDON_POINT_COMPRESSED);
  negated[0] ^= 1;
  cordon_public_key minus_q;
  ASSERT_EQ(CORDON_OK, ImportPublic(&minus_q, negated));
  EXPECT_EQ(CORDON_ERR_KEY, Import(&key, Hex(kPrivate), &minus_q));
  // The scalar out of range, the public key right for d mod n.
  EXPECT_EQ(CORDON_ERR_KEY,
            Import(&key, Bytes(1, 1) + Hex(kPrivate), &mine.pub));
}

TEST(PrivateImport, RejectsWhatIsNoPublicKey) {
  cordon_private_key key;
  cordon_public_key pub;
  FillJunk(&pub);
  FillJunk(&key);
  EXPECT_EQ(CORDON_ERR_OBJECT, Import(&key, Hex(kPrivate), &pub));
  EXPECT_TRUE(IsAllZero(key));
  memset(&pub, 0, sizeof pub);
  EXPECT_EQ(CORDON_ERR_OBJECT, Import(&key, Hex(kPrivate), &pub));
}

TEST(PrivateImport, MarksWhatWasCheckedAndNoPairwiseTest) {
  Pair pair(Hex(kPrivate));
  uint32_t checks = 0;
  ASSERT_EQ(CORDON_OK, cordon_private_checks(&checks, &pair.priv));
  EXPECT_EQ(kImportChecks, checks);
  ASSERT_EQ(CORDON_OK, cordon_public_checks(&checks, &pair.pub));
  EXPECT_EQ(kImportChecks & ~CORDON_CHECK_PRIVATE_RANGE, checks);
}

TEST(PrivateExport, GivesTheScalarAtOrderLength) {
  Pair pair(Hex(kPrivate));
  for (size_t capacity : {32, 33, 66, 4096}) {
    Out out(capacity);
    ASSERT_EQ(CORDON_OK,
              cordon_private_export(out.data(), &out.len, &pair.priv));
    EXPECT_EQ(Hex(kPrivate), out.Written());
    EXPECT_TRUE(out.GuardIsIntact());
    ExpectBest(CORDON_SERVICE_PRIVATE_KEY);
  }
}

TEST(PrivateExport, RejectsShortBuffersAndSaysTheNeed) {
  Pair pair(Hex(kPrivate));
  for (size_t capacity : {0, 1, 31}) {
    Out out(capacity);
    EXPECT_EQ(CORDON_ERR_BUFFER,
              cordon_private_export(out.data(), &out.len, &pair.priv));
    EXPECT_EQ(32u, out.len);
    EXPECT_TRUE(out.IsUntouched());
  }
  size_t len = 0;
  EXPECT_EQ(CORDON_ERR_BUFFER,
            cordon_private_export(nullptr, &len, &pair.priv));
  EXPECT_EQ(32u, len);
}

TEST(PrivateExport, RejectsNullAndWhatIsNoKey) {
  Pair pair(Hex(kPrivate));
  Out out(40);
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_private_export(out.data(), nullptr, &pair.priv));
  EXPECT_TRUE(out.IsUntouched());
  size_t len = 40;
  EXPECT_EQ(CORDON_ERR_ARG, cordon_private_export(nullptr, &len, &pair.priv));
  EXPECT_EQ(0u, len);
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_private_export(out.data(), &out.len, nullptr));
  EXPECT_EQ(0u, out.len);
  EXPECT_TRUE(out.IsZero());
  cordon_private_key junk;
  FillJunk(&junk);
  Out other(40);
  EXPECT_EQ(CORDON_ERR_OBJECT,
            cordon_private_export(other.data(), &other.len, &junk));
  EXPECT_EQ(0u, other.len);
  EXPECT_TRUE(other.IsZero());
}

// Every call on a private key, with a key that is not one.
void ExpectRefused(const cordon_private_key *key) {
  Out out(80);
  EXPECT_EQ(CORDON_ERR_OBJECT,
            cordon_private_export(out.data(), &out.len, key));
  EXPECT_TRUE(out.IsZero());
  cordon_public_key pub;
  FillJunk(&pub);
  EXPECT_EQ(CORDON_ERR_OBJECT, cordon_private_public(&pub, key));
  EXPECT_TRUE(IsAllZero(pub));
  uint32_t checks = 99;
  EXPECT_EQ(CORDON_ERR_OBJECT, cordon_private_checks(&checks, key));
  EXPECT_EQ(0u, checks);
  for (Form form : {kMessage, kRunningHash, kDigest}) {
    Out sig(80);
    EXPECT_EQ(CORDON_ERR_OBJECT,
              Sign(form, sig.data(), &sig.len, key, &kDer, Bytes(3, 1)));
    EXPECT_EQ(0u, sig.len);
    EXPECT_TRUE(sig.IsZero());
    ExpectReason(CORDON_SERVICE_SIGN, CORDON_REASON_FAILED);
  }
}

TEST(PrivateKey, IsRefusedEverywhereIfUninitialised) {
  cordon_private_key key;
  memset(&key, 0, sizeof key);
  ExpectRefused(&key);
  FillJunk(&key);
  ExpectRefused(&key);
}

TEST(PrivateKey, IsRefusedEverywhereAfterWiping) {
  cordon_private_key key;
  ASSERT_EQ(CORDON_OK, Import(&key, Hex(kPrivate)));
  ASSERT_EQ(CORDON_OK, cordon_private_wipe(&key));
  EXPECT_TRUE(IsAllZero(key));
  ExpectReason(CORDON_SERVICE_WIPE, CORDON_REASON_NOT_SECURITY);
  ExpectRefused(&key);
}

TEST(PrivateKey, IsRefusedEverywhereIfCopied) {
  Pair pair(Hex(kPrivate));
  cordon_private_key copy;
  memcpy(&copy, &pair.priv, sizeof copy);
  ExpectRefused(&copy);
  std::vector<cordon_private_key> keys(3);
  ASSERT_EQ(CORDON_OK, Import(&keys[1], Hex(kPrivate)));
  memcpy(&keys[0], &keys[1], sizeof keys[0]);
  memcpy(&keys[2], &keys[1], sizeof keys[2]);
  ExpectRefused(&keys[0]);
  ExpectRefused(&keys[2]);
  // Back at its own address it is itself.
  memcpy(&copy, &keys[1], sizeof copy);
  memset(&keys[1], 0, sizeof copy);
  memcpy(&keys[1], &copy, sizeof copy);
  EXPECT_EQ(Hex(kPrivate), Export(keys[1]));
}

TEST(PrivateKey, IsRefusedEverywhereAfterAFailedImport) {
  cordon_private_key key;
  ASSERT_EQ(CORDON_OK, Import(&key, Hex(kPrivate)));
  ASSERT_EQ(CORDON_ERR_KEY, Import(&key, Bytes(32, 0)));
  ExpectRefused(&key);
}

TEST(PrivateKey, NullIsABadArgumentOfEveryCall) {
  Out out(80);
  cordon_public_key pub;
  uint32_t checks = 99;
  EXPECT_EQ(CORDON_ERR_ARG, cordon_private_public(&pub, nullptr));
  EXPECT_TRUE(IsAllZero(pub));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_private_checks(&checks, nullptr));
  EXPECT_EQ(0u, checks);
  EXPECT_EQ(CORDON_ERR_ARG, cordon_private_wipe(nullptr));
  Pair pair(Hex(kPrivate));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_private_public(nullptr, &pair.priv));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_private_checks(nullptr, &pair.priv));
}

TEST(PrivateKey, WipingTakesAnyMemory) {
  cordon_private_key key;
  FillJunk(&key);
  EXPECT_EQ(CORDON_OK, cordon_private_wipe(&key));
  EXPECT_TRUE(IsAllZero(key));
}

}  // namespace
}  // namespace service_test
