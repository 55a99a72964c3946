// Ranges of r and s, and signatures whose inner values are extremes: each a
// bug that some implementation shipped.
#include "oracle.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};

class Range : public testing::Test {
 protected:
  Range() : pair_(Hex(kPrivate)) {
    Bytes sig = SignOrDie(pair_.priv, kRaw, kMsg);
    r_ = Num(Bytes(sig.begin(), sig.begin() + 32));
    s_ = Num(Bytes(sig.begin() + 32, sig.end()));
  }

  // The verdict over every form and format must be the same.
  void ExpectFalse(const Num &r, const Num &s) {
    SCOPED_TRACE(ToHex(r.AsBytes(64)) + " " + ToHex(s.AsBytes(64)));
    for (Form form : {kMessage, kRunningHash, kDigest}) {
      EXPECT_EQ(CORDON_ERR_SIGNATURE,
                Verify(form, &pair_.pub, &kDer, kMsg, DerSignature(r, s)));
      if (BN_num_bits(r.get()) <= 256 && BN_num_bits(s.get()) <= 256) {
        EXPECT_EQ(CORDON_ERR_SIGNATURE,
                  Verify(form, &pair_.pub, &kRaw, kMsg, RawSignature(r, s)));
      }
    }
  }

  static Bytes DerInteger(const Num &v) {
    Bytes bytes = v.AsBytes(64);
    while (bytes.size() > 1 && bytes[0] == 0 && bytes[1] < 0x80) {
      bytes.erase(bytes.begin());
    }
    return Bytes{2, static_cast<uint8_t>(bytes.size())} + bytes;
  }

  static Bytes DerSignature(const Num &r, const Num &s) {
    Bytes body = DerInteger(r) + DerInteger(s);
    Bytes header = {0x30, static_cast<uint8_t>(body.size())};
    if (body.size() >= 128) {
      header.insert(header.begin() + 1, 0x81);
    }
    return header + body;
  }

  Pair pair_;
  Num r_, s_;
};

TEST_F(Range, AcceptsTheSignatureItself) {
  EXPECT_EQ(CORDON_OK,
            Verify(kMessage, &pair_.pub, &kRaw, kMsg, RawSignature(r_, s_)));
  EXPECT_EQ(CORDON_OK,
            Verify(kMessage, &pair_.pub, &kDer, kMsg, DerSignature(r_, s_)));
}

TEST_F(Range, RejectsZeros_CVE_2022_21449_CVE_2021_43572_CVE_2022_24884) {
  ExpectFalse(0ul, 0ul);
  ExpectFalse(0ul, s_);
  ExpectFalse(r_, 0ul);
  Pair other;
  for (const Hash &hash : Hashes()) {
    const cordon_ecdsa_scheme scheme = {hash.id, CORDON_RAW, 1};
    EXPECT_EQ(
        CORDON_ERR_SIGNATURE,
        VerifyDigest(other.pub, scheme, Bytes(hash.len, 0), Bytes(64, 0)));
    EXPECT_EQ(CORDON_ERR_SIGNATURE,
              Verify(kMessage, &other.pub, &scheme, Bytes(), Bytes(64, 0)));
  }
}

TEST_F(Range, SaysInvalidSignatureForZeros_Mbed_TLS_6190) {
  EXPECT_EQ(CORDON_ERR_SIGNATURE, Verify(kMessage, &pair_.pub, &kDer, kMsg,
                                         Bytes{0x30, 6, 2, 1, 0, 2, 1, 0}));
}

TEST_F(Range, RejectsValuesAboveTheOrder_CVE_2023_46234) {
  const Num n = Order(), p = FieldPrime();
  const Num big[] = {n,
                     n + 1ul,
                     n + r_,
                     n + s_,
                     n + n,
                     n + n + r_,
                     p,
                     p + 1ul,
                     Num::PowerOfTwo(256) - 1ul,
                     Num::PowerOfTwo(256),
                     Num::PowerOfTwo(256) + r_,
                     Num::PowerOfTwo(256) + s_,
                     Num::PowerOfTwo(320) + r_,
                     Num::PowerOfTwo(500)};
  for (const Num &v : big) {
    ExpectFalse(v, s_);
    ExpectFalse(r_, v);
    ExpectFalse(v, v);
    ExpectFalse(v, 0ul);
    ExpectFalse(0ul, v);
    ExpectFalse(v, 1ul);
    ExpectFalse(1ul, v);
  }
}

TEST_F(Range, RejectsSumsWithTheOrderThatFitIntoThirtyTwoBytes) {
  // s small enough that s + n is below 2^256, as malleability needs it.
  for (unsigned long small : {1ul, 2ul, 1000ul}) {
    Crafted c = CraftKey(Point::Base(Num(77ul)), Num(small), Num(5ul));
    ASSERT_EQ(CORDON_OK, VerifyCrafted(c));
    Crafted wrapped = c;
    wrapped.s = c.s + Order();
    EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(wrapped));
  }
}

TEST_F(Range, AcceptsAndRejectsTheEndsByTheirMerit) {
  const Num n = Order();
  for (const Num &v : {Num(1ul), Num(2ul), n - 1ul, n - 2ul}) {
    ExpectFalse(v, s_);
    ExpectFalse(r_, v);
    ExpectFalse(v, v);
    // A signature that has this s.
    EXPECT_EQ(CORDON_OK,
              VerifyCrafted(CraftKey(Point::Base(Num(99ul)), v, Num(12345ul))));
  }
}

// x(R) = n + t: r is t, and the final check must try t + n as well.
TEST(RWrap, AcceptsXAboveTheOrder_Wycheproof_r_too_large) {
  int found = 0;
  for (unsigned long t = 1; found < 8; t++) {
    Point nonce_point;
    if (!Point::FromX(&nonce_point, Order() + t)) {
      continue;
    }
    found++;
    Crafted c = CraftKey(nonce_point, Num(4711ul), Num(31337ul));
    ASSERT_EQ(Num(t), c.r);
    EXPECT_EQ(CORDON_OK, VerifyCrafted(c)) << t;
    // r = t + n itself is out of range, though it is x.
    Crafted as_x = c;
    as_x.r = Order() + t;
    EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(as_x)) << t;
  }
}

// x(R) = t and r = t + p - n: r + n is p + t, which is t only after a reduction
// that must not be made. The same with 2^256 for p.
TEST(RWrap, RejectsSumsAboveTheFieldPrime_Wycheproof_r_p_minus_n) {
  for (const Num &modulus : {FieldPrime(), Num::PowerOfTwo(256)}) {
    int found = 0;
    for (unsigned long t = 1; found < 8; t++) {
      Point nonce_point;
      if (!Point::FromX(&nonce_point, Num(t))) {
        continue;
      }
      found++;
      const Num r = modulus - Order() + t;
      const Num s(815ul), e(42ul), inverse = InverseModN(r);
      Crafted c;
      c.e = e;
      c.r = r;
      c.s = s;
      c.q = Point::Double(ModN(Num(0ul) - e * inverse), ModN(s * inverse),
                          nonce_point);
      EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(c)) << t;
    }
  }
}

TEST(RWrap, RejectsXReducedTheOtherWay) {
  // x = t below n, and r = t + n: out of range.
  Point nonce_point;
  ASSERT_TRUE(Point::FromX(&nonce_point, Num(5ul)));
  Crafted c = CraftKey(nonce_point, Num(3ul), Num(4ul));
  ASSERT_EQ(CORDON_OK, VerifyCrafted(c));
  c.r = c.r + Order();
  EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(c));
}

// u1 * G = u2 * Q: the sum is a doubling.
TEST(Sum, AcceptsADoubling_CVE_2020_12607_EdgeCaseDoubling) {
  for (unsigned long d : {1ul, 2ul, 3ul, 1234567ul}) {
    for (unsigned long k : {5ul, 6ul, 7654321ul}) {
      const Num r = ModN(Point::Base(Num(k)).X());
      Crafted c;
      c.r = r;
      c.e = ModN(r * Num(d));
      c.s = ModN(Num(2ul) * r * Num(d) * InverseModN(Num(k)));
      c.q = Point::Base(Num(d));
      EXPECT_EQ(CORDON_OK, VerifyCrafted(c)) << d << " " << k;
    }
  }
}

// u1 * G = -u2 * Q: the sum is infinity, for every s.
TEST(Sum, RejectsInfinity_CVE_2015_2730_PointDuplication) {
  Random random(4);
  for (unsigned long d : {1ul, 2ul, 99ul}) {
    for (int i = 0; i < 20; i++) {
      Crafted c;
      c.r = i == 0 ? Num(1ul) : ModN(Num(random.Of(32)));
      c.s = i == 1 ? Num(1ul) : ModN(Num(random.Of(32)));
      c.e = ModN(Num(0ul) - c.r * Num(d));
      c.q = Point::Base(Num(d));
      EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(c));
    }
  }
}

// Q = G, Q = -G, and multiples that table entries of the scalar multiplication
// hold.
TEST(Sum, AcceptsKeysThatAreSmallMultiples_PointDuplication) {
  for (long d = -33; d <= 33; d++) {
    if (d == 0) {
      continue;
    }
    Num key = d > 0 ? Num(static_cast<unsigned long>(d))
                    : Order() - Num(static_cast<unsigned long>(-d));
    Pair pair(key.AsBytes(32));
    for (int i = 0; i < 3; i++) {
      Bytes sig = SignOrDie(pair.priv, kRaw, kMsg);
      EXPECT_EQ(CORDON_OK, Verify(kMessage, &pair.pub, &kRaw, kMsg, sig));
    }
  }
}

// u1 and u2 chosen: R = u1 G + u2 Q, r = x(R), s = r / u2, e = u1 s.
void ExpectChosen(const Num &u1, const Num &u2, const Point &q) {
  Point sum = Point::Double(u1, u2, q);
  if (sum.IsInfinity()) {
    return;
  }
  Crafted c;
  c.r = ModN(sum.X());
  c.s = ModN(c.r * InverseModN(u2));
  c.e = ModN(u1 * c.s);
  c.q = q;
  EXPECT_EQ(CORDON_OK, VerifyCrafted(c))
      << ToHex(u1.AsBytes(32)) << " " << ToHex(u2.AsBytes(32));
  c.e = ModN(c.e + 1ul);
  EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(c));
}

TEST(Sum, TakesExtremeScalars_CVE_2017_18146_ArithmeticError) {
  const Num n = Order();
  std::vector<Num> extremes = {Num(0ul), Num(1ul), Num(2ul), Num(3ul),
                               n - 1ul,  n - 2ul,  n - 3ul};
  for (int bits : {31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 160, 191, 192,
                   193, 224, 254, 255}) {
    Num power = Num::PowerOfTwo(bits);
    extremes.insert(extremes.end(),
                    {power - 1ul, power, power + 1ul, n - power});
  }
  Point q = Point::Base(Num::FromHex(kPrivate));
  Random random(5);
  for (const Num &u : extremes) {
    Num other = ModN(Num(random.Of(32)));
    ExpectChosen(u, other, q);
    if (!(u == Num(0ul))) {
      ExpectChosen(other, u, q);
      ExpectChosen(u, u, q);
      ExpectChosen(n - u, u, q);
    }
  }
}

// Every s for which an inversion was wrong somewhere: 2^i and n - 2^i, low
// limb of zero, long runs of ones.
TEST(InverseOfS, IsRight_CVE_2019_0865_ModularInverse_aws_lc_3381) {
  const Num n = Order(), k(271828ul), d = Num::FromHex(kPrivate);
  const Num r = ModN(Point::Base(k).X());
  std::vector<Num> values;
  for (int i = 0; i < 256; i++) {
    Num power = Num::PowerOfTwo(i);
    values.push_back(power);
    if (power < n) {
      values.push_back(n - power);
    }
    if (i > 1) {
      values.push_back(power - 1ul);
      values.push_back(Num::PowerOfTwo(255) - power);
    }
  }
  Point q = Point::Base(d);
  size_t checked = 0;
  for (const Num &s : values) {
    if (!(s < n) || s == Num(0ul)) {
      continue;
    }
    Crafted c;
    c.r = r;
    c.s = s;
    c.e = ModN(s * k - r * d);
    c.q = q;
    EXPECT_EQ(CORDON_OK, VerifyCrafted(c)) << ToHex(s.AsBytes(32));
    checked++;
  }
  EXPECT_GT(checked, 900u);
}

TEST(SmallValues, AcceptsSmallRAndS_CVE_2020_13895_SmallRandS) {
  for (unsigned long x = 1; x < 40; x++) {
    Point nonce_point;
    if (!Point::FromX(&nonce_point, Num(x))) {
      continue;
    }
    for (unsigned long s : {1ul, 2ul, 3ul, 255ul, 256ul}) {
      Crafted c = CraftKey(nonce_point, Num(s), Num(1000ul));
      EXPECT_EQ(CORDON_OK, VerifyCrafted(c)) << x << " " << s;
    }
  }
}

TEST(SmallValues, RejectsShortRawForms_MissingZero_IntegerOverflow) {
  Point nonce_point;
  ASSERT_TRUE(Point::FromX(&nonce_point, Num(5ul)));
  Crafted c = CraftKey(nonce_point, Num(7ul), Num(9ul));
  cordon_public_key pub;
  ASSERT_EQ(CORDON_OK, ImportPublic(&pub, c.q.Encode()));
  Bytes e = c.e.AsBytes(32);
  EXPECT_EQ(CORDON_ERR_ENCODING,
            VerifyDigest(pub, kRaw, e, c.r.AsBytes(31) + c.s.AsBytes(31)));
  EXPECT_EQ(CORDON_ERR_ENCODING,
            VerifyDigest(pub, kRaw, e, c.r.AsBytes(33) + c.s.AsBytes(33)));
  EXPECT_EQ(CORDON_ERR_ENCODING,
            VerifyDigest(pub, kRaw, e, Bytes{5} + Bytes{7}));
  EXPECT_EQ(CORDON_OK,
            VerifyDigest(pub, kDer, e, Bytes{0x30, 6, 2, 1, 5, 2, 1, 7}));
  // 5 + 2^256 and 5 + 2^512, of which a truncation would keep the 5.
  for (int bits : {256, 512}) {
    Bytes big = (Num::PowerOfTwo(bits) + Num(5ul))
                    .AsBytes(static_cast<size_t>(bits) / 8 + 1);
    Bytes body =
        Bytes{2, static_cast<uint8_t>(big.size())} + big + Bytes{2, 1, 7};
    EXPECT_EQ(
        CORDON_ERR_SIGNATURE,
        VerifyDigest(pub, kDer, e,
                     Bytes{0x30, static_cast<uint8_t>(body.size())} + body));
  }
}

// e of 0, n and what is congruent to it: e = n gives the verdict of e = 0.
TEST(SpecialHash, TakesZeroAndTheOrderAlike_nimbus_eth1_3748_botan_4040) {
  for (const Num &e : {Num(0ul), Num(1ul), Order() - 1ul, Order(),
                       Order() + 1ul, Num::PowerOfTwo(256) - 1ul}) {
    Crafted c = CraftKey(Point::Base(Num(3ul)), Num(1234ul), e);
    EXPECT_EQ(CORDON_OK, VerifyCrafted(c));
    if (e < Order() && !(Num::PowerOfTwo(256) < e + Order() + 1ul)) {
      c.e = e + Order();
      EXPECT_EQ(CORDON_OK, VerifyCrafted(c));
    }
    c.e = e == Num(5ul) ? Num(6ul) : Num(5ul);
    EXPECT_EQ(CORDON_ERR_SIGNATURE, VerifyCrafted(c));
  }
}

TEST(SpecialHash, TakesRunsOfZerosAndOnes_SpecialCaseHash) {
  for (size_t from = 0; from < 32; from += 3) {
    for (size_t to = from + 1; to <= 32; to += 5) {
      for (uint8_t fill : {0x00, 0xff}) {
        Bytes e(32, static_cast<uint8_t>(~fill));
        std::fill(e.begin() + static_cast<long>(from),
                  e.begin() + static_cast<long>(to), fill);
        Crafted c = CraftKey(Point::Base(Num(11ul)), Num(4321ul), Num(e));
        EXPECT_EQ(CORDON_OK, VerifyCrafted(c)) << ToHex(e);
      }
    }
  }
}

}  // namespace
}  // namespace service_test
