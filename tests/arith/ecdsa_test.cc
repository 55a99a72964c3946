// ECDSA on integers: against a signature equation in GMP, and the
// inputs with which verifications have gone wrong.
#include <gtest/gtest.h>

#include "oracle.h"

namespace {

class SignTest : public CurveTest {};
class VerifyTest : public CurveTest {};
INSTANTIATE_FOR_CURVES(SignTest);
INSTANTIATE_FOR_CURVES(VerifyTest);

struct Signature {
  bool ok;
  mpz_class r, s;
};

Signature Sign(const mpz_class &d, const mpz_class &k, const Bytes &digest) {
  Bytes got = Compute(OP_SIGN, {ToBytes(d), ToBytes(k), digest});
  return {got[0] == 1, FromBytes(got, 1), FromBytes(got, 1 + kLen)};
}

bool Verify(const Point &q, const mpz_class &r, const mpz_class &s,
            const Bytes &digest) {
  Bytes got = Compute(
      OP_VERIFY, {ToBytes(q.x), ToBytes(q.y), ToBytes(r), ToBytes(s), digest});
  EXPECT_EQ(got.size(), 1u);
  return got.size() == 1 && got[0] == 1;
}

// Truncate is FIPS 186-5's e: the leftmost kBits bits.
mpz_class Truncate(const Bytes &digest) {
  if (digest.size() < kLen) {
    return FromBytes(digest, 0, digest.size());
  }
  return FromBytes(digest) >> (8 * kLen - kBits);
}

// DigestOf is a digest of kLen bytes for which e is that number.
Bytes DigestOf(const mpz_class &e) { return ToBytes(e << (8 * kLen - kBits)); }

Bytes RandomDigest(size_t len) {
  return ToBytes(RandomBelow(mpz_class(1) << (8 * len)), len);
}

// Forge finds the digest under which (r, s) is valid for q = d G, where r is
// the x of k G mod n: e = s k - r d.
Bytes DigestFor(const mpz_class &d, const mpz_class &k, const mpz_class &r,
                const mpz_class &s) {
  return DigestOf(Mod(s * k - r * d, kN));
}

TEST_P(SignTest, MatchesTheEquationOnRandomValues) {
  for (size_t i = Scaled("signatures", 200); i-- > 0;) {
    mpz_class d = RandomBelow(kN - 1) + 1, k = RandomBelow(kN - 1) + 1;
    Bytes digest = RandomDigest(20 + 4 * (i % 13));
    Signature got = Sign(d, k, digest);
    mpz_class r = Mod(Multiply(k, Generator()).x, kN);
    ASSERT_TRUE(got.ok);
    ASSERT_EQ(got.r, r);
    ASSERT_EQ(got.s, Mod(InverseMod(k, kN) * (Truncate(digest) + r * d), kN));
    Point q = Multiply(d, Generator());
    ASSERT_TRUE(Verify(q, got.r, got.s, digest));
    ASSERT_TRUE(Verify(q, got.r, kN - got.s, digest));
    ASSERT_FALSE(Verify(q, Mod(got.r + 1, kN), got.s, digest));
    ASSERT_FALSE(Verify(q, got.r, Mod(got.s + 1, kN), digest));
    ASSERT_FALSE(Verify(Negate(q), got.r, got.s, digest));
    digest[i % digest.size() % (kBits / 8)] ^= 1;
    ASSERT_FALSE(Verify(q, got.r, got.s, digest));
  }
}

TEST(Rfc6979Test, A25) {
  Select(2);
  mpz_class d(
      "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721", 16);
  mpz_class k(
      "A6E3C57DD01ABE90086538398355DD4C3B17AA873382B0F24D6129493D8AAD60", 16);
  Bytes digest = FromHex(
      "AF2BDBE1AA9B6EC1E2ADE1D694F41FC71A831D0268E9891562113D8A62ADD1BF");
  Signature got = Sign(d, k, digest);
  EXPECT_EQ(ToBytes(got.r), FromHex("EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56"
                                    "AAF991C34D0EA84EAF3716"));
  EXPECT_EQ(ToBytes(got.s), FromHex("F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9"
                                    "AFF4064DC4AB2F843ACDA8"));
}

TEST_P(SignTest, MatchesTheEquationOnEdgeValues) {
  size_t step = 1 + Edges(kN).size() / Scaled("nonces", 120);
  Integers edges = SomeEdges(kN, step);
  for (size_t i = 1; i < edges.size(); i++) {
    mpz_class k = edges[i], d = edges[edges.size() - i];
    if (k == 0 || d == 0) continue;
    Bytes digest = DigestOf(edges[edges.size() * (i % 7) / 7]);
    mpz_class r = Mod(Multiply(k, Generator()).x, kN);
    mpz_class s = Mod(InverseMod(k, kN) * (Truncate(digest) + r * d), kN);
    Signature got = Sign(d, k, digest);
    ASSERT_EQ(got.ok, s != 0);
    ASSERT_EQ(got.s, s) << k << " " << d;
    ASSERT_EQ(got.r, got.ok ? r : mpz_class(0)) << k << " " << d;
  }
}

// k = 1, d = n - 1 and e = x(G): then s = 0 and the nonce must be replaced.
TEST_P(SignTest, SymCrypt_15_ZeroSIsReported) {
  Signature got = Sign(kN - 1, 1, DigestOf(Mod(kGx, kN)));
  EXPECT_FALSE(got.ok);
  EXPECT_EQ(got.r, 0);
  EXPECT_EQ(got.s, 0);
}

// The inverse of the nonce has zeros in its highest limbs.
TEST_P(SignTest, CVE_2024_13176_InverseOfTheNonceWithHighZeros) {
  for (unsigned zeros = 1; zeros < kBits; zeros += 31) {
    const mpz_class inverse = RandomBelow(mpz_class(1) << (kBits - zeros)) + 1;
    const mpz_class k = InverseMod(inverse, kN), d = RandomBelow(kN - 1) + 1;
    const Bytes digest = RandomDigest(64);
    Signature got = Sign(d, k, digest);
    const mpz_class r = Mod(Multiply(k, Generator()).x, kN);
    ASSERT_EQ(got.r, r);
    ASSERT_EQ(got.s, Mod(inverse * (Truncate(digest) + r * d), kN));
  }
}

// The digest is a number of its own: 0, n, above n, longer and shorter than n.
TEST_P(SignTest, Botan_PR_4040_DigestAboveTheOrder) {
  for (const mpz_class &e :
       {mpz_class(0), mpz_class(1), mpz_class(kN - 1), kN, mpz_class(kN + 1),
        mpz_class((mpz_class(1) << kBits) - 1)}) {
    Signature got = Sign(5, 9, DigestOf(e));
    mpz_class r = Mod(Multiply(9, Generator()).x, kN);
    EXPECT_TRUE(got.ok);
    EXPECT_EQ(got.s, Mod(InverseMod(9, kN) * (e + 5 * r), kN)) << e;
    EXPECT_TRUE(Verify(Multiply(5, Generator()), got.r, got.s, DigestOf(e)));
  }
}

TEST_P(SignTest, NobleSecp256k1_42_DigestsOfOtherLengths) {
  Point q = Multiply(3, Generator());
  for (size_t len = 0; len <= 70; len++) {
    Bytes digest = RandomDigest(len);
    Signature got = Sign(3, 11, digest);
    mpz_class r = Mod(Multiply(11, Generator()).x, kN);
    EXPECT_EQ(got.s, Mod(InverseMod(11, kN) * (Truncate(digest) + 3 * r), kN));
    EXPECT_TRUE(Verify(q, got.r, got.s, digest)) << len;
  }
}

TEST_P(VerifyTest, CVE_2022_21449_RejectsZeros) {
  for (int i = 0; i < 6; i++) {
    mpz_class d = RandomBelow(kN - 1) + 1, k = RandomBelow(kN - 1) + 1;
    Point q = Multiply(d, Generator());
    Bytes digest = i == 0 ? Bytes(kLen, 0) : RandomDigest(32);
    Signature good = Sign(d, k, digest);
    EXPECT_FALSE(Verify(q, 0, 0, digest));
    EXPECT_FALSE(Verify(q, 0, good.s, digest));
    EXPECT_FALSE(Verify(q, good.r, 0, digest));
    EXPECT_FALSE(Verify(q, 0, 1, digest));
    EXPECT_FALSE(Verify(q, 1, 0, digest));
  }
}

TEST_P(VerifyTest, CVE_2023_46234_RejectsValuesAboveTheOrder) {
  // (r, s) with s small enough for s + n to fit, and so for r.
  mpz_class d = 77, k = 1234567;
  Point q = Multiply(d, Generator());
  mpz_class r = Mod(Multiply(k, Generator()).x, kN), s = 5;
  Bytes digest = DigestFor(d, k, r, s);
  EXPECT_TRUE(Verify(q, r, s, digest));
  EXPECT_FALSE(Verify(q, r, s + kN, digest));
  for (const mpz_class &bad :
       {kN, mpz_class(kN + 1), kP, mpz_class(kTop - 1)}) {
    EXPECT_FALSE(Verify(q, bad, s, digest)) << bad;
    EXPECT_FALSE(Verify(q, r, bad, digest)) << bad;
    EXPECT_FALSE(Verify(q, bad, bad, digest)) << bad;
  }
}

// A point whose x is in [n, p): valid with r = x - n. For r with r + n >= p
// the second comparison must not be made modulo p.
TEST_P(VerifyTest, XAboveTheOrderIsReducedModuloTheOrder) {
  size_t found = 0;
  for (int i = 1; i < 30; i++) {
    Bytes in = ToBytes(kN + i);
    in.push_back(0);
    Bytes point = Compute(OP_DECOMPRESS, std::vector<Bytes>{in});
    if (point[0] != 1) {
      continue;
    }
    found++;
    // R = (n + i, y): choose u1, u2 and let Q = (R - u1 G) / u2.
    Point sum = {false, kN + i, FromBytes(point, 1 + kLen)};
    mpz_class u1 = RandomBelow(kN), u2 = RandomBelow(kN - 1) + 1;
    Point q = Multiply(InverseMod(u2, kN),
                       Add(sum, Negate(Multiply(u1, Generator()))));
    mpz_class r = i, s = Mod(r * InverseMod(u2, kN), kN);
    Bytes digest = DigestOf(Mod(u1 * s, kN));
    EXPECT_TRUE(Verify(q, r, s, digest)) << i;
    EXPECT_FALSE(Verify(q, r + kN, s, digest)) << i;
  }
  EXPECT_GT(found, 5u);
}

// r = p - n + i is r + n = p + i, which is i modulo p: a point with x = i must
// not make it valid.
TEST_P(VerifyTest, RPlusOrderAboveTheFieldIsNoMatch) {
  size_t found = 0;
  for (int i = 0; i < 30; i++) {
    Bytes in = ToBytes(i);
    in.push_back(1);
    Bytes point = Compute(OP_DECOMPRESS, std::vector<Bytes>{in});
    if (point[0] != 1) {
      continue;
    }
    found++;
    Point sum = {false, i, FromBytes(point, 1 + kLen)};
    mpz_class u1 = RandomBelow(kN), u2 = RandomBelow(kN - 1) + 1;
    Point q = Multiply(InverseMod(u2, kN),
                       Add(sum, Negate(Multiply(u1, Generator()))));
    for (const mpz_class &r :
         {mpz_class(kP - kN + i), mpz_class(kTop - kN + i)}) {
      mpz_class s = Mod(r * InverseMod(u2, kN), kN);
      EXPECT_FALSE(Verify(q, r, s, DigestOf(Mod(u1 * s, kN)))) << i;
    }
    if (i > 0) {  // and the honest one is
      mpz_class r = i, s = Mod(r * InverseMod(u2, kN), kN);
      EXPECT_TRUE(Verify(q, r, s, DigestOf(Mod(u1 * s, kN)))) << i;
    }
  }
  EXPECT_GT(found, 5u);
}

// u1 G + u2 Q = infinity, and u1 G = u2 Q.
TEST_P(VerifyTest, CVE_2020_12607_And_CVE_2015_2730_InfinityAndDoubling) {
  for (int i = 0; i < 6; i++) {
    mpz_class d = RandomBelow(kN - 1) + 1, s = RandomBelow(kN - 1) + 1;
    mpz_class r = RandomBelow(kN - 1) + 1;
    Point q = Multiply(d, Generator());
    EXPECT_FALSE(Verify(q, r, s, DigestOf(Mod(-r * d, kN))));
    // u1 = u2 d: R = 2 u2 d G, so r = x(R), s = r / u2, e = u1 s.
    mpz_class u2 = RandomBelow(kN - 1) + 1;
    r = Mod(Multiply(Mod(2 * u2 * d, kN), Generator()).x, kN);
    s = Mod(r * InverseMod(u2, kN), kN);
    EXPECT_TRUE(Verify(q, r, s, DigestOf(Mod(u2 * d * s, kN))));
  }
}

// Digest 0: u1 = 0.
TEST_P(VerifyTest, NimbusEth1_3748_DigestZeroOrTheOrder) {
  for (const mpz_class &e : {mpz_class(0), kN}) {
    mpz_class d = RandomBelow(kN - 1) + 1, k = RandomBelow(kN - 1) + 1;
    Signature got = Sign(d, k, DigestOf(e));
    EXPECT_TRUE(got.ok);
    EXPECT_TRUE(Verify(Multiply(d, Generator()), got.r, got.s, DigestOf(e)));
  }
}

// Extreme u1 and u2, and s whose inverse is hard: signatures made to measure.
TEST_P(VerifyTest, CVE_2017_18146_And_CVE_2019_0865_ExtremeScalars) {
  size_t step = 1 + Edges(kN).size() / Scaled("scalars", 150);
  for (const mpz_class &u : SomeEdges(kN, step)) {
    if (u == 0) continue;
    mpz_class d = RandomBelow(kN - 1) + 1;
    Point q = Multiply(d, Generator());
    // s = u
    mpz_class k = RandomBelow(kN - 1) + 1;
    mpz_class r = Mod(Multiply(k, Generator()).x, kN);
    ASSERT_TRUE(Verify(q, r, u, DigestFor(d, k, r, u))) << u;
    // u2 = u, and u1 = u
    mpz_class s = Mod(r * InverseMod(u, kN), kN);
    ASSERT_TRUE(Verify(q, r, s, DigestFor(d, k, r, s))) << u;
    k = Mod(u + u * d, kN);
    if (k == 0) continue;
    r = Mod(Multiply(k, Generator()).x, kN);
    s = Mod(r * InverseMod(u, kN), kN);
    ASSERT_TRUE(Verify(q, r, s, DigestOf(Mod(u * s, kN)))) << u;
  }
}

// r and s of 1 and a little more.
TEST_P(VerifyTest, CVE_2020_13895_SmallSignatureValues) {
  for (int i = 1; i < 16; i++) {
    mpz_class d = 17, k = i;
    mpz_class r = Mod(Multiply(k, Generator()).x, kN);
    Point q = Multiply(d, Generator());
    for (int s = 1; s < 6; s++) {
      EXPECT_TRUE(Verify(q, r, s, DigestFor(d, k, r, s)));
    }
    EXPECT_FALSE(Verify(q, 1, i, RandomDigest(32)));
  }
}

}  // namespace
