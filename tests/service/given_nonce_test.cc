// Signing with a given nonce, over cordon-test.o: published answers, extreme
// nonces and digests against libcrypto, and the nonce that must be replaced.
#include <cordon/test.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "batch.h"
#include "curve.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};

class GivenNonce : public testing::Test {
 protected:
  GivenNonce() : d_(Num::FromHex(kPrivate)), pair_(Hex(kPrivate)) {}
  ~GivenNonce() override { EXPECT_EQ(CORDON_OK, cordon_test_clear()); }

  static void Give(const Bytes &k) {
    ASSERT_EQ(CORDON_OK, cordon_test_set_nonce(k.data(), k.size()));
  }

  cordon_status SignDigest(const Bytes &e, Out *out,
                           const cordon_ecdsa_scheme &scheme = kRaw) {
    return cordon_ecdsa_sign_digest(out->data(), &out->len, &pair_.priv,
                                    &scheme, e.data(), e.size());
  }

  // FIPS 186-5, 6.4.1, in big integers.
  Bytes Expected(const Num &k, const Bytes &digest) {
    Bytes left(digest.begin(),
               digest.begin() +
                   static_cast<long>(std::min<size_t>(32, digest.size())));
    Num r = ModN(Point::Base(k).X());
    Num s = ModN((Num(left) + r * d_) * InverseModN(k));
    return RawSignature(r, s);
  }

  Num d_;
  Pair pair_;
};

TEST_F(GivenNonce, GivesTheAnswersOfRfc6979_R24_noble_42) {
  std::ifstream file(CORDON_TEST_DATA "/given_nonce_p256.txt");
  ASSERT_TRUE(file.is_open());
  int cases = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    std::istringstream fields(line);
    std::string hash, msg, k, r, s, more;
    ASSERT_TRUE(fields >> hash >> msg >> k >> r >> s) << line;
    ASSERT_FALSE(fields >> more) << line;
    uint32_t id = 0;
    for (const Hash &h : Hashes()) {
      id = hash == h.name ? h.id : id;
    }
    ASSERT_NE(0u, id) << line;
    const cordon_ecdsa_scheme scheme = {id, CORDON_RAW, CORDON_NONCE_HEDGED};
    const Bytes message(msg.begin(), msg.end());
    for (Form form : {kMessage, kRunningHash, kDigest}) {
      Give(Hex(k));
      Out out(64);
      ASSERT_EQ(CORDON_OK, Sign(form, out.data(), &out.len, &pair_.priv,
                                &scheme, message));
      EXPECT_EQ(r + s, ToHex(out.Written())) << line;
    }
    cases++;
  }
  EXPECT_EQ(12, cases);
}

TEST_F(GivenNonce, MatchesTheOracleOnExtremeNonces_RustCrypto_776) {
  const Num n = Order();
  std::vector<Num> nonces = {Num(1ul), Num(2ul), Num(3ul),
                             n - 1ul,  n - 2ul,  n - 3ul};
  for (int bits = 8; bits < 256; bits += 8) {
    nonces.push_back(Num::PowerOfTwo(bits));
    nonces.push_back(Num::PowerOfTwo(bits) - 1ul);
    nonces.push_back(n - Num::PowerOfTwo(bits));
  }
  const Bytes e = DigestOf(CORDON_SHA256, kMsg);
  for (const Num &k : nonces) {
    Give(k.AsBytes(32));
    Out out(64);
    ASSERT_EQ(CORDON_OK, SignDigest(e, &out));
    EXPECT_EQ(ToHex(Expected(k, e)), ToHex(out.Written()));
  }
}

// e >= n is reduced, and a longer digest gives its leftmost bits.
TEST_F(GivenNonce, MatchesTheOracleOnExtremeDigests_botan_4040) {
  const Num k = Num::FromHex(kPublicX);
  for (const Hash &hash : Hashes()) {
    const cordon_ecdsa_scheme scheme = {hash.id, CORDON_RAW, 1};
    for (const Bytes &v :
         {Bytes(32, 0), Plus(Bytes(32, 0), 1), Hex(kOrder),
          Plus(Hex(kOrder), 1), Plus(Hex(kOrder), -1), Bytes(32, 0xff)}) {
      for (uint8_t rest : {0x00, 0x80, 0xff}) {
        Bytes e = v + Bytes(32, rest);
        e.resize(hash.len);
        Give(k.AsBytes(32));
        Out out(64);
        ASSERT_EQ(CORDON_OK, SignDigest(e, &out, scheme));
        EXPECT_EQ(ToHex(Expected(k, e)), ToHex(out.Written()));
        EXPECT_EQ(CORDON_OK, VerifyDigest(pair_.pub, scheme, e, out.Written()));
      }
    }
  }
}

TEST_F(GivenNonce, MatchesTheOracleOnRandomInput) {
  Random random(6);
  for (int i = 0; i < 200; i++) {
    Num k = ModN(Num(random.Of(32)));
    Bytes e = random.Of(32);
    Give(k.AsBytes(32));
    Out out(64);
    ASSERT_EQ(CORDON_OK, SignDigest(e, &out));
    EXPECT_EQ(ToHex(Expected(k, e)), ToHex(out.Written()));
  }
}

TEST_F(GivenNonce, MayBeShort) {
  const Bytes e = DigestOf(CORDON_SHA256, kMsg);
  for (const Bytes &k : {Bytes{1}, Bytes{0, 0, 7}, Bytes(31, 0x55)}) {
    Give(k);
    Out out(64);
    ASSERT_EQ(CORDON_OK, SignDigest(e, &out));
    EXPECT_EQ(ToHex(Expected(Num(k), e)), ToHex(out.Written()));
  }
}

TEST_F(GivenNonce, OutOfRangeIsRefusedAndLeavesNoOutput) {
  const Bytes e = DigestOf(CORDON_SHA256, kMsg);
  for (const Bytes &k :
       {Bytes(1, 0), Bytes(32, 0), Hex(kOrder), Plus(Hex(kOrder), 1),
        Bytes(32, 0xff), Bytes(33, 1), Bytes(66, 0xff)}) {
    Give(k);
    Out out(80);
    EXPECT_EQ(CORDON_ERR_ARG, SignDigest(e, &out));
    EXPECT_TRUE(out.IsZero());
    EXPECT_EQ(0u, out.len);
    // It is used up: the next call draws its own.
    Out next(64);
    EXPECT_EQ(CORDON_OK, SignDigest(e, &next));
  }
}

TEST_F(GivenNonce, SetRejectsNullAndLengths) {
  Bytes k(67, 1);
  EXPECT_EQ(CORDON_ERR_ARG, cordon_test_set_nonce(nullptr, 32));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_test_set_nonce(k.data(), 0));
  EXPECT_EQ(CORDON_ERR_LENGTH, cordon_test_set_nonce(k.data(), 67));
  EXPECT_EQ(CORDON_OK, cordon_test_set_nonce(k.data(), 66));
}

TEST_F(GivenNonce, ServesOneSignatureOfItsThread) {
  const Bytes e = DigestOf(CORDON_SHA256, kMsg);
  const Bytes k(32, 0x11);
  const std::string given = ToHex(Expected(Num(k), e));
  Give(k);
  std::thread([&] {
    Out out(64);
    EXPECT_EQ(CORDON_OK, SignDigest(e, &out));
    EXPECT_NE(given, ToHex(out.Written()));
  }).join();
  Out first(64), second(64), third(64);
  ASSERT_EQ(CORDON_OK, SignDigest(e, &first));
  ASSERT_EQ(CORDON_OK, SignDigest(e, &second));
  EXPECT_EQ(given, ToHex(first.Written()));
  EXPECT_NE(given, ToHex(second.Written()));
  Give(k);
  ASSERT_EQ(CORDON_OK, cordon_test_clear());
  ASSERT_EQ(CORDON_OK, SignDigest(e, &third));
  EXPECT_NE(given, ToHex(third.Written()));
}

// R25: e = -r d makes s = 0; another nonce is drawn. r = 0 needs the discrete
// logarithm of the point with x = 0: the toy curves have it.
TEST_F(GivenNonce, IsReplacedIfSIsZero_R25_SymCrypt_15) {
  for (unsigned long seed : {1ul, 2ul, 1234567ul}) {
    const Num k(seed);
    const Num r = ModN(Point::Base(k).X());
    const Bytes e = ModN(Num(0ul) - r * d_).AsBytes(32);
    for (uint32_t format : {CORDON_RAW, CORDON_DER}) {
      const cordon_ecdsa_scheme scheme = {CORDON_SHA256, format, 1};
      Give(k.AsBytes(32));
      Out out(CORDON_P256_DER_SIG_BYTES);
      ASSERT_EQ(CORDON_OK, SignDigest(e, &out, scheme));
      EXPECT_EQ(CORDON_OK, VerifyDigest(pair_.pub, scheme, e, out.Written()));
      if (format == CORDON_RAW) {
        EXPECT_NE(ToHex(r.AsBytes(32)), ToHex(out.Written()).substr(0, 64));
      }
    }
  }
}

// The input as it was published, for this curve: k = 1, d = n - 1, e = Gx.
TEST_F(GivenNonce, OfOneWithTheLastKeyIsReplaced_SymCrypt_15) {
  Pair last(Plus(Hex(kOrder), -1));
  const Bytes e = ModN(Point::Base(Num(1ul)).X()).AsBytes(32);
  Give(Bytes(1, 1));
  Out out(64);
  ASSERT_EQ(CORDON_OK,
            cordon_ecdsa_sign_digest(out.data(), &out.len, &last.priv, &kRaw,
                                     e.data(), e.size()));
  EXPECT_EQ(CORDON_OK, VerifyDigest(last.pub, kRaw, e, out.Written()));
  EXPECT_NE(e, Bytes(out.data(), out.data() + 32));
}

// The first item of a batch takes it; s = 0 there gets another nonce, and the
// others keep theirs.
TEST_F(GivenNonce, IsReplacedInABatchIfSIsZero_R25) {
  const Num k(1234567ul);
  const Num r = ModN(Point::Base(k).X());
  const Bytes zero = ModN(Num(0ul) - r * d_).AsBytes(32);
  const Bytes other = DigestOf(CORDON_SHA256, kMsg);
  for (uint32_t nonce : {CORDON_NONCE_HEDGED, CORDON_NONCE_DETERMINISTIC}) {
    for (const Bytes &first : {zero, other}) {
      const cordon_ecdsa_scheme scheme = {CORDON_SHA256, CORDON_RAW, nonce};
      Workspace workspace(3);
      Out out[3] = {Out(64), Out(64), Out(64)};
      cordon_ecdsa_sign_item items[3];
      for (int i = 0; i < 3; i++) {
        const Bytes &e = i == 0 ? first : other;
        items[i] = {e.data(), 32, out[i].data(), 64, -1, 0, 0};
      }
      Give(k.AsBytes(32));
      ASSERT_EQ(CORDON_OK, cordon_ecdsa_sign_digest_batch(
                               items, 3, &pair_.priv, &scheme, workspace.data(),
                               workspace.size()));
      for (int i = 0; i < 3; i++) {
        EXPECT_EQ(CORDON_OK,
                  VerifyDigest(pair_.pub, scheme, i == 0 ? first : other,
                               out[i].Written()));
      }
      EXPECT_EQ(first == other,
                ToHex(Expected(k, other)) == ToHex(out[0].Written()));
      EXPECT_TRUE(workspace.IsWiped());
    }
  }
}

TEST_F(GivenNonce, OutOfRangeRefusesTheBatchItBegins) {
  const Bytes e = DigestOf(CORDON_SHA256, kMsg);
  for (const Bytes &k : {Bytes(1, 0), Hex(kOrder)}) {
    Workspace workspace(2);
    Out out[2] = {Out(64), Out(64)};
    cordon_ecdsa_sign_item items[2];
    for (int i = 0; i < 2; i++) {
      items[i] = {e.data(), 32, out[i].data(), 64, 0, 0, 0};
    }
    Give(k);
    EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdsa_sign_digest_batch(
                                  items, 2, &pair_.priv, &kRaw,
                                  workspace.data(), workspace.size()));
    for (int i = 0; i < 2; i++) {
      EXPECT_EQ(CORDON_ERR_ARG, items[i].status);
      EXPECT_TRUE(out[i].IsZero());
    }
    EXPECT_TRUE(workspace.IsWiped());
  }
}

// The same on each curve whose digests are long enough; it was found on P-384.
class LastKey : public PerCurve {};
INSTANTIATE_TEST_SUITE_P(Curve, LastKey, testing::ValuesIn(Curves()),
                         CurveTestName);

TEST_P(LastKey, WithTheNonceOneGetsAnotherNonce_R25_SymCrypt_15) {
  if (c_.id == CORDON_P521) {
    GTEST_SKIP() << "the x of the base point is longer than a digest";
  }
  CurvePair last(c_, (Order() - 1ul).AsBytes(c_.len));
  const Bytes e = Point::Base(Num(1ul)).X().AsBytes(c_.len);
  const Bytes one(1, 1);
  for (uint32_t nonce : {CORDON_NONCE_HEDGED, CORDON_NONCE_DETERMINISTIC}) {
    cordon_ecdsa_scheme scheme = RawScheme();
    scheme.nonce = nonce;
    ASSERT_EQ(CORDON_OK, cordon_test_set_nonce(one.data(), one.size()));
    Out out(2 * c_.len);
    ASSERT_EQ(CORDON_OK,
              cordon_ecdsa_sign_digest(out.data(), &out.len, &last.priv,
                                       &scheme, e.data(), e.size()));
    EXPECT_EQ(CORDON_OK, VerifyDigest(last.pub, scheme, e, out.Written()));
    EXPECT_NE(e, Bytes(out.data(), out.data() + c_.len));
  }
}

TEST(TestObject, NeverSaysApproved_R3) {
  static cordon_info info;
  ASSERT_EQ(CORDON_OK, cordon_get_info(&info));
  EXPECT_EQ(1u, info.test_object);
  Pair pair;
  EXPECT_NE(CORDON_APPROVED, LastIndicator().approved);
  SignOrDie(pair.priv, kDer, kMsg);
  EXPECT_NE(CORDON_APPROVED, LastIndicator().approved);
  ExpectBest(CORDON_SERVICE_SIGN);
}

uint32_t SelftestId(const std::string &name) {
  cordon_selftest_record record;
  for (uint32_t i = 0; cordon_selftest_info(i, &record) == CORDON_OK; i++) {
    if (name == record.name) {
      return record.id;
    }
  }
  ADD_FAILURE() << "no self-test " << name;
  return 0;
}

// R17: no key leaves without its pairwise test; what was in the memory goes.
TEST(TestObject, GivesNoKeyAfterAFailedPairwiseTest_R17_R18) {
  const uint32_t id = SelftestId("pairwise-sign-p256");
  cordon_private_key key;
  FillJunk(&key);
  ASSERT_EQ(CORDON_OK, cordon_test_inject(id, 1));
  EXPECT_EQ(CORDON_ERR_PCT, cordon_keygen(&key, CORDON_P256, 1, 1));
  EXPECT_TRUE(IsAllZero(key));
  FillJunk(&key);
  EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_keygen(&key, CORDON_P256, 1, 1));
  EXPECT_TRUE(IsAllZero(key));
  // Other services go on.
  Pair pair(Hex(kPrivate));
  SignOrDie(pair.priv, kDer, kMsg);
  EXPECT_EQ(CORDON_OK, cordon_selftest(id));
  EXPECT_EQ(CORDON_OK, cordon_keygen(&key, CORDON_P256, 1, 1));
}

// R6, R18: with the signature test failed, no output of any form.
TEST(TestObject, LeavesNoOutputWhileATestIsFailed_R6_R18) {
  const uint32_t id = SelftestId("ecdsa-sign-p256");
  Pair pair(Hex(kPrivate));
  ASSERT_EQ(CORDON_OK, cordon_test_inject(id, 1));
  ASSERT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(id));
  for (Form form : {kMessage, kRunningHash, kDigest}) {
    Out out(100);
    EXPECT_EQ(CORDON_ERR_BLOCKED,
              Sign(form, out.data(), &out.len, &pair.priv, &kDer, kMsg));
    EXPECT_TRUE(out.IsZero());
    EXPECT_EQ(0u, out.len);
  }
  Out out(100);
  EXPECT_EQ(CORDON_ERR_BLOCKED,
            cordon_private_export(out.data(), &out.len, &pair.priv));
  EXPECT_TRUE(out.IsZero());
  cordon_private_key key;
  cordon_public_key pub;
  uint32_t checks = 99;
  FillJunk(&key);
  FillJunk(&pub);
  const Bytes d = Hex(kPrivate);
  EXPECT_EQ(CORDON_ERR_BLOCKED,
            cordon_private_import(&key, CORDON_P256, 1, nullptr, d.data(), 32));
  EXPECT_TRUE(IsAllZero(key));
  EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_private_public(&pub, &pair.priv));
  EXPECT_TRUE(IsAllZero(pub));
  EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_private_checks(&checks, &pair.priv));
  EXPECT_EQ(0u, checks);
  FillJunk(&key);
  EXPECT_EQ(CORDON_OK, cordon_private_wipe(&key));  // in every state
  EXPECT_EQ(CORDON_OK, cordon_selftest(id));
  SignOrDie(pair.priv, kDer, kMsg);
}

}  // namespace
}  // namespace service_test
