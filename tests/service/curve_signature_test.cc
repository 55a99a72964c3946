// Signatures on each curve: sizes, hashes and their strength, deterministic
// nonces, and values of r, s and the digest that some implementation got wrong.
#include <fstream>
#include <sstream>

#include "curve.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};

using CurveSignature = PerCurve;
INSTANTIATE_TEST_SUITE_P(Curve, CurveSignature, testing::ValuesIn(Curves()),
                         CurveTestName);

bool IsShake(const Hash &h) {
  return h.id == CORDON_SHAKE128 || h.id == CORDON_SHAKE256;
}

// R3, R4, R12, R27: each hash, format, nonce and form; approved unless the hash
// is weaker than the curve or the digest the caller's.
TEST_P(CurveSignature, IsMadeAndVerifiedWithEveryScheme_R3_R4_R27) {
  CurvePair pair(c_, c_.D());
  int i = 0;
  for (const Hash &hash : Hashes()) {
    for (uint32_t nonce : {CORDON_NONCE_HEDGED, CORDON_NONCE_DETERMINISTIC}) {
      SCOPED_TRACE(hash.name);
      const Form form = static_cast<Form>(i++ % 3);
      const uint32_t format = i % 2 ? CORDON_RAW : CORDON_DER;
      const cordon_ecdsa_scheme scheme = {hash.id, format, nonce};
      const size_t need = format == CORDON_RAW ? 2 * c_.len : c_.der_len;
      Out sig(need), small(need - 1);
      if (nonce == CORDON_NONCE_DETERMINISTIC && IsShake(hash)) {
        EXPECT_EQ(CORDON_ERR_UNSUPPORTED,
                  Sign(form, sig.data(), &sig.len, &pair.priv, &scheme, kMsg));
        EXPECT_TRUE(sig.IsZero());
        continue;
      }
      const uint32_t reason = form == kDigest ? CORDON_REASON_CALLER_DIGEST
                              : hash.len * 4 < c_.strength
                                  ? CORDON_REASON_WEAK_HASH
                                  : BestReason();
      ASSERT_EQ(CORDON_OK,
                Sign(form, sig.data(), &sig.len, &pair.priv, &scheme, kMsg));
      ExpectReason(CORDON_SERVICE_SIGN, reason);
      EXPECT_LE(sig.len, need);
      ASSERT_EQ(CORDON_OK,
                Verify(form, &pair.pub, &scheme, kMsg, sig.Written()));
      ExpectReason(CORDON_SERVICE_VERIFY, reason);
      Bytes bad = sig.Written();
      bad[bad.size() / 2 + 5] ^= 4;
      EXPECT_EQ(CORDON_ERR_SIGNATURE,
                Verify(form, &pair.pub, &scheme, kMsg, bad));
      ExpectReason(CORDON_SERVICE_VERIFY, CORDON_REASON_FAILED);
      EXPECT_EQ(CORDON_ERR_BUFFER, Sign(form, small.data(), &small.len,
                                        &pair.priv, &scheme, kMsg));
      EXPECT_EQ(need, small.len);
      EXPECT_TRUE(small.IsUntouched());
    }
  }
}

// Digests of another length, signatures of another curve's length, and keys of
// another curve.
TEST_P(CurveSignature, RejectsLengthsThatAreNotItsOwn) {
  CurvePair pair(c_, c_.D());
  const cordon_ecdsa_scheme scheme = RawScheme();
  for (size_t len : {0, 1, 20, 27, 28, 29, 32, 48, 64, 65, 66}) {
    const Bytes e(len, 7);
    Out out(140);
    const bool right = len == DigestLen() && len <= 64;
    EXPECT_EQ(right ? CORDON_OK : CORDON_ERR_LENGTH,
              cordon_ecdsa_sign_digest(out.data(), &out.len, &pair.priv,
                                       &scheme, e.data(), e.size()))
        << len;
    EXPECT_EQ(!right, out.IsZero());
  }
  Out sig(2 * c_.len);
  ASSERT_EQ(CORDON_OK,
            Sign(kMessage, sig.data(), &sig.len, &pair.priv, &scheme, kMsg));
  for (size_t len = 0; len <= 140; len++) {
    Bytes cut = sig.Written();
    cut.resize(len);
    EXPECT_EQ(len == 2 * c_.len ? CORDON_OK : CORDON_ERR_ENCODING,
              Verify(kMessage, &pair.pub, &scheme, kMsg, cut));
  }
  for (const Curve &other : Curves()) {
    CurvePair there(other, Bytes(1, 9));
    EXPECT_EQ(other.id == c_.id ? CORDON_ERR_SIGNATURE : CORDON_ERR_ENCODING,
              Verify(kMessage, &there.pub, &scheme, kMsg, sig.Written()));
  }
}

// R12, R24: RFC 6979, A.2.4 to A.2.7.
TEST_P(CurveSignature,
       IsThatOfRfc6979WithADeterministicNonce_R24_noble_42_RustCrypto_776) {
  CurvePair pair(c_, c_.D());
  std::ifstream file(CORDON_TEST_DATA "/deterministic.txt");
  ASSERT_TRUE(file.is_open());
  int cases = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string curve, hash, msg, r, s;
    if (line[0] == '#' || !(fields >> curve >> hash >> msg >> r >> s)) {
      continue;
    }
    curve.erase(1, 1);
    if (curve != c_.name) {
      continue;
    }
    for (const Hash &h : Hashes()) {
      if (hash != h.name) {
        continue;
      }
      const cordon_ecdsa_scheme scheme = {h.id, CORDON_RAW,
                                          CORDON_NONCE_DETERMINISTIC};
      const Form form = static_cast<Form>(cases++ % 3);
      for (int twice = 0; twice < 2; twice++) {
        Out out(2 * c_.len);
        ASSERT_EQ(CORDON_OK, Sign(form, out.data(), &out.len, &pair.priv,
                                  &scheme, Bytes(msg.begin(), msg.end())));
        EXPECT_EQ(r + s, ToHex(out.Written())) << line;
      }
    }
  }
  EXPECT_EQ(c_.id == CORDON_P521 ? 22 : 20, cases);
}

// bits2octets reduces the digest modulo n: e and e - n give the same nonce, so
// that r is the same.
TEST_P(CurveSignature, ReducesTheDigestForADeterministicNonce_botan_4040) {
  if (c_.id == CORDON_P521) {
    GTEST_SKIP() << "every digest is below the order";
  }
  CurvePair pair(c_, c_.D());
  cordon_ecdsa_scheme scheme = RawScheme();
  scheme.nonce = CORDON_NONCE_DETERMINISTIC;
  Bytes r[2];
  const Bytes digests[2] = {Order().AsBytes(c_.len), Bytes(c_.len, 0)};
  for (int i = 0; i < 2; i++) {
    Out out(2 * c_.len);
    ASSERT_EQ(CORDON_OK,
              cordon_ecdsa_sign_digest(out.data(), &out.len, &pair.priv,
                                       &scheme, digests[i].data(), c_.len));
    r[i] = out.Written();
    EXPECT_EQ(CORDON_OK, VerifyDigest(pair.pub, scheme, digests[i], r[i]));
  }
  EXPECT_EQ(ToHex(r[0]), ToHex(r[1]));
}

// Of a digest longer than the order the leftmost bits count, and no others.
TEST_P(CurveSignature, UsesTheLeftmostBitsOfTheDigest_R27_Untruncatedhash) {
  CurvePair pair(c_, c_.D());
  const cordon_ecdsa_scheme scheme = {CORDON_SHA512, CORDON_RAW,
                                      CORDON_NONCE_HEDGED};
  const Bytes e = DigestOf(CORDON_SHA512, kMsg);
  Out sig(2 * c_.len);
  ASSERT_EQ(CORDON_OK,
            Sign(kMessage, sig.data(), &sig.len, &pair.priv, &scheme, kMsg));
  for (size_t bit = 0; bit < 512; bit += bit % 8 == 0 ? 7 : 1) {
    Bytes other(e);
    other[bit / 8] ^= static_cast<uint8_t>(0x80 >> bit % 8);
    EXPECT_EQ(bit < 8 * c_.len ? CORDON_ERR_SIGNATURE : CORDON_OK,
              VerifyDigest(pair.pub, scheme, other, sig.Written()))
        << bit;
  }
}

class CurveRange : public PerCurve {};
INSTANTIATE_TEST_SUITE_P(Curve, CurveRange, testing::ValuesIn(Curves()),
                         CurveTestName);

TEST_P(CurveRange, RejectsZerosAndValuesAboveTheOrder_R26_CVE_2022_21449) {
  const Crafted good = CraftKey(Point::Base(Num(77ul)), Num(5ul), Num(3ul));
  ASSERT_EQ(CORDON_OK, VerifyCrafted(good));
  const Num all_ones(Bytes(c_.len, 0xff)), zero(0ul), n = Order();
  const std::vector<std::pair<Num, Num>> bad = {{zero, zero},
                                                {zero, good.s},
                                                {good.r, zero},
                                                {n, good.s},
                                                {good.r, n},
                                                {n, n},
                                                {good.r, good.s + n},
                                                {n + 1ul, good.s},
                                                {all_ones, good.s},
                                                {good.r, all_ones},
                                                {FieldPrime(), good.s},
                                                {n, zero}};
  for (const auto &[r, s] : bad) {
    Crafted c = good;
    c.r = r;
    c.s = s;
    EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(c));
  }
}

// R26: x(R) = n + t, so r is t; and r = t + p - n, of which only a reduction
// that must not be made is x.
TEST_P(CurveRange, ComparesXModuloTheOrder_R26_r_wrap) {
  int found = 0;
  for (unsigned long t = 1; found < 3; t++) {
    Point above, below;
    if (Point::FromX(&above, Order() + t)) {
      found++;
      Crafted c = CraftKey(above, Num(4711ul), Num(31337ul));
      ASSERT_EQ(Num(t), c.r);
      EXPECT_EQ(CORDON_OK, VerifyCrafted(c)) << t;
      c.r = Order() + t;
      EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(c)) << t;
    }
    if (Point::FromX(&below, Num(t))) {
      const Num r = FieldPrime() - Order() + t, inverse = InverseModN(r);
      Crafted c;
      c.e = Num(42ul);
      c.r = r;
      c.s = Num(815ul);
      c.q = Point::Double(ModN(Num(0ul) - c.e * inverse), ModN(c.s * inverse),
                          below);
      EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(c)) << t;
    }
  }
}

// R26: u1 * G = u2 * Q is a doubling, u1 * G = -u2 * Q infinity.
TEST_P(CurveRange, TakesADoublingAndRejectsInfinity_CVE_2020_12607) {
  for (unsigned long k : {2ul, 5ul, 7654321ul}) {
    for (unsigned long e : {1ul, 12345ul}) {
      Crafted c;
      c.e = Num(e);
      c.r = ModN(Point::Base(Num(k)).X());
      c.s = ModN(Num(2ul * e) * InverseModN(Num(k)));
      const Num d = ModN(c.e * InverseModN(c.r));
      c.q = Point::Base(d);
      EXPECT_EQ(CORDON_OK, VerifyCrafted(c)) << k << " " << e;
      c.q = Point::Base(Order() - d);
      EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(c)) << k << " " << e;
    }
  }
}

TEST_P(CurveRange, TakesExtremesOfSAndTheDigest_CVE_2019_0865_aws_lc_3381) {
  const Num n = Order();
  std::vector<Num> values = {Num(1ul), Num(2ul), n - 1ul, n - 2ul};
  for (int i = 3; i < BN_num_bits(n.get()); i += 16) {
    values.push_back(Num::PowerOfTwo(i));
    values.push_back(n - Num::PowerOfTwo(i));
  }
  const Num biggest = Num::PowerOfTwo(static_cast<int>(8 * DigestLen())) - 1ul;
  const Num digests[] = {Num(0ul), Num(1ul), biggest};
  size_t i = 0;
  for (const Num &s : values) {
    Crafted c = CraftKey(Point::Base(Num(99ul)), s, digests[i++ % 3]);
    EXPECT_EQ(CORDON_OK, VerifyCrafted(c)) << ToHex(s.AsBytes(c_.len));
    c.s = ModN(c.s + 1ul);
    EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(c));
  }
}

}  // namespace
}  // namespace service_test
