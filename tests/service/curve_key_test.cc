// Keys on each curve: generation by both methods and for each use, import and
// export with their checks, points that are none.
#include <set>

#include "curve.h"

namespace service_test {
namespace {

using CurveKey = PerCurve;
INSTANTIATE_TEST_SUITE_P(Curve, CurveKey, testing::ValuesIn(Curves()),
                         CurveTestName);

constexpr uint32_t kImportChecks = CORDON_CHECK_PRIVATE_RANGE |
                                   CORDON_CHECK_PUBLIC_PARTIAL |
                                   CORDON_CHECK_PUBLIC_FULL | CORDON_CHECK_PAIR;

// R17, R23, R30: whatever the method and the use, the pair matches, is in
// range, and carries all assurances.
TEST_P(CurveKey, IsGeneratedByEachMethodForEachUse) {
  std::set<Bytes> seen;
  for (uint32_t method : {CORDON_KEYGEN_REJECTION, CORDON_KEYGEN_EXTRA_BITS}) {
    for (uint32_t use = 1; use <= 3; use++) {
      for (int i = 0; i < 4; i++) {
        cordon_private_key key;
        cordon_public_key pub;
        uint32_t checks = 0;
        FillJunk(&key);
        ASSERT_EQ(CORDON_OK, cordon_keygen(&key, c_.id, method, use));
        ExpectBest(CORDON_SERVICE_KEYGEN);
        ASSERT_EQ(CORDON_OK, cordon_private_checks(&checks, &key));
        EXPECT_EQ(kImportChecks | CORDON_CHECK_PAIRWISE, checks);
        ASSERT_EQ(CORDON_OK, cordon_private_public(&pub, &key));
        Out d(c_.len);
        ASSERT_EQ(CORDON_OK, cordon_private_export(d.data(), &d.len, &key));
        EXPECT_EQ(c_.len, d.len);
        EXPECT_TRUE(seen.insert(d.Written()).second);
        EXPECT_EQ(Point::Base(Num(d.Written())).Encode(), ExportPublic(pub));
        EXPECT_LT(d.Written(), Order().AsBytes(c_.len));
        EXPECT_EQ(CORDON_OK, cordon_private_wipe(&key));
      }
    }
  }
}

// A key does what it was declared for, and no more.
TEST_P(CurveKey, IsRefusedForAUseThatItWasNotDeclaredFor) {
  CurvePair signer(c_, c_.D(), CORDON_USE_SIGN);
  CurvePair agreer(c_, c_.D(), CORDON_USE_AGREE);
  const cordon_ecdsa_scheme scheme = RawScheme();
  const cordon_kdf kdf = {
      CORDON_KDF_HASH, CORDON_SHA512, nullptr, 0, nullptr, 0};
  for (Form form : {kMessage, kRunningHash, kDigest}) {
    Out sig(160);
    EXPECT_EQ(CORDON_ERR_KEY_USE, Sign(form, sig.data(), &sig.len, &agreer.priv,
                                       &scheme, Bytes(3, 1)));
    EXPECT_TRUE(sig.IsZero());
    EXPECT_EQ(0u, sig.len);
    Out good(160);
    EXPECT_EQ(CORDON_OK, Sign(form, good.data(), &good.len, &signer.priv,
                              &scheme, Bytes(3, 1)));
    EXPECT_EQ(2 * c_.len, good.len);
  }
  Out z(80), derived(32);
  EXPECT_EQ(CORDON_ERR_KEY_USE,
            cordon_ecdh(z.data(), &z.len, &signer.priv, &agreer.pub));
  EXPECT_TRUE(z.IsZero());
  EXPECT_EQ(
      CORDON_ERR_KEY_USE,
      cordon_ecdh_kdf(derived.data(), 32, &signer.priv, &agreer.pub, &kdf));
  EXPECT_TRUE(derived.IsZero());
}

// R30: 1 <= d <= n - 1 and d * G = Q, inside.
TEST_P(CurveKey, IsImportedInItsRangeWithItsOwnPublicKeyOnly) {
  const Num n = Order();
  const size_t len = c_.len;
  cordon_private_key key;
  for (const Num &d : {Num(1ul), Num(2ul), n - 1ul, n - 2ul}) {
    CurvePair pair(c_, d.AsBytes(len));
    EXPECT_EQ(Point::Base(d).Encode(), ExportPublic(pair.pub));
  }
  for (const Bytes &d :
       {Bytes(1, 0), Bytes(len, 0), n.AsBytes(len), (n + 1ul).AsBytes(len),
        FieldPrime().AsBytes(len), Bytes(len, 0xff), Bytes(1, 1) + c_.D(),
        (n + n).AsBytes(len + 1), Bytes(100, 0) + n.AsBytes(len)}) {
    FillJunk(&key);
    EXPECT_EQ(CORDON_ERR_KEY, cordon_private_import(&key, c_.id, 1, nullptr,
                                                    d.data(), d.size()));
    EXPECT_TRUE(IsAllZero(key));
  }
  CurvePair mine(c_, c_.D());
  EXPECT_EQ(c_.Point(), ExportPublic(mine.pub));
  const Bytes padded = Bytes(7, 0) + c_.D();
  EXPECT_EQ(CORDON_OK, cordon_private_import(&key, c_.id, 3, &mine.pub,
                                             padded.data(), padded.size()));
  CurvePair other(c_, Bytes(1, 5));
  Bytes negated = ExportPublic(mine.pub, CORDON_POINT_COMPRESSED);
  negated[0] ^= 1;
  cordon_public_key minus_q;
  ASSERT_EQ(CORDON_OK, ImportPoint(&minus_q, negated));
  for (const cordon_public_key *wrong : {&other.pub, &minus_q}) {
    FillJunk(&key);
    EXPECT_EQ(CORDON_ERR_KEY,
              cordon_private_import(&key, c_.id, 1, wrong, c_.D().data(), len));
    EXPECT_TRUE(IsAllZero(key));
  }
  for (const Curve &foreign : Curves()) {
    CurvePair there(foreign, Bytes(1, 7));
    EXPECT_EQ(foreign.id == c_.id ? CORDON_OK : CORDON_ERR_KEY,
              cordon_private_import(&key, c_.id, 1, &there.pub,
                                    Bytes(1, 7).data(), 1));
  }
}

TEST_P(CurveKey, IsExportedAtEachCapacity) {
  CurvePair pair(c_, c_.D());
  cordon_public_key pub;
  const Bytes compressed =
      Bytes(1, static_cast<uint8_t>(2 + (Hex(c_.y).back() & 1))) + Hex(c_.x);
  for (size_t capacity = 0; capacity < 140; capacity++) {
    Out d(capacity), full(capacity), packed(capacity);
    cordon_status st = cordon_private_export(d.data(), &d.len, &pair.priv);
    EXPECT_EQ(capacity < c_.len ? CORDON_ERR_BUFFER : CORDON_OK, st);
    EXPECT_EQ(c_.len, d.len);
    EXPECT_EQ(capacity < c_.len, d.IsUntouched());
    st = cordon_public_export(full.data(), &full.len, &pair.pub,
                              CORDON_POINT_UNCOMPRESSED);
    EXPECT_EQ(capacity < 2 * c_.len + 1 ? CORDON_ERR_BUFFER : CORDON_OK, st);
    EXPECT_EQ(2 * c_.len + 1, full.len);
    st = cordon_public_export(packed.data(), &packed.len, &pair.pub,
                              CORDON_POINT_COMPRESSED);
    EXPECT_EQ(capacity < c_.len + 1 ? CORDON_ERR_BUFFER : CORDON_OK, st);
    if (st == CORDON_OK) {
      EXPECT_EQ(compressed, packed.Written());
    }
  }
  ASSERT_EQ(CORDON_OK, ImportPoint(&pub, compressed));
  EXPECT_EQ(c_.Point(), ExportPublic(pub));
}

class CurvePoint : public PerCurve {
 protected:
  void ExpectRejected(cordon_status want, const Bytes &in) {
    cordon_public_key pub;
    FillJunk(&pub);
    EXPECT_EQ(want, ImportPoint(&pub, in)) << ToHex(in);
    EXPECT_TRUE(IsAllZero(pub));
    ExpectReason(CORDON_SERVICE_PUBLIC_KEY, CORDON_REASON_FAILED);
  }
};
INSTANTIATE_TEST_SUITE_P(Curve, CurvePoint, testing::ValuesIn(Curves()),
                         CurveTestName);

TEST_P(CurvePoint, OfAnotherFormIsRejected_hybrid_06_07_00) {
  const Bytes x = Hex(c_.x), y = Hex(c_.y);
  for (int form = 0; form < 256; form++) {
    const Bytes f(1, static_cast<uint8_t>(form));
    if (form != 4) {
      ExpectRejected(CORDON_ERR_ENCODING, f + x + y);
    }
    if (form != 2 && form != 3) {
      ExpectRejected(CORDON_ERR_ENCODING, f + x);
    }
    ExpectRejected(CORDON_ERR_ENCODING, f);
  }
  for (const Bytes &in :
       {Bytes(), Bytes(1, 4) + x, Bytes(1, 2) + x + y,
        Bytes(1, 4) + x + y + Bytes(1, 0), Bytes(1, 3) + Bytes(1, 0) + x}) {
    ExpectRejected(CORDON_ERR_ENCODING, in);
  }
  for (const Curve &other : Curves()) {
    if (other.id != c_.id) {
      ExpectRejected(CORDON_ERR_ENCODING, other.Point());
    }
  }
}

TEST_P(CurvePoint, WithACoordinateAboveTheFieldIsRejected_CVE_2022_23806) {
  const Bytes x = Hex(c_.x), y = Hex(c_.y), form(1, 4);
  for (const Num &v : {FieldPrime(), FieldPrime() + 1ul, FieldPrime() + 2ul,
                       Num(Bytes(c_.len, 0xff))}) {
    const Bytes big = v.AsBytes(c_.len);
    ExpectRejected(CORDON_ERR_POINT, form + big + y);
    ExpectRejected(CORDON_ERR_POINT, form + x + big);
    ExpectRejected(CORDON_ERR_POINT, Bytes(1, 2) + big);
    ExpectRejected(CORDON_ERR_POINT, Bytes(1, 3) + big);
  }
}

TEST_P(CurvePoint,
       OffTheCurveIsRejected_CVE_2020_28498_CVE_2017_16007_CVE_2019_9155) {
  const Bytes form(1, 4), zero(c_.len, 0), one = Plus(zero, 1);
  ExpectRejected(CORDON_ERR_POINT, form + Hex(c_.y) + Hex(c_.x));
  ExpectRejected(CORDON_ERR_POINT, form + zero + zero);
  ExpectRejected(CORDON_ERR_POINT, form + zero + one);
  ExpectRejected(CORDON_ERR_POINT, form + one + zero);
  for (size_t bit = 0; bit < 16 * c_.len; bit += 5) {
    Bytes in = c_.Point();
    in[1 + bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    ExpectRejected(CORDON_ERR_POINT, in);
  }
}

// P-224 has no p = 3 mod 4: its square root is a search, which must end on x
// that have none.
TEST_P(CurvePoint, WithoutARootIsRejectedAndEnds_CVE_2022_0778) {
  int points = 0, none = 0;
  auto try_x = [&](const Bytes &x) {
    for (uint8_t form : {2, 3}) {
      cordon_public_key pub;
      FillJunk(&pub);
      const Bytes in = Bytes(1, form) + x;
      Point expected;
      const bool exists = Point::FromX(&expected, Num(x));
      const cordon_status st = ImportPoint(&pub, in);
      ASSERT_EQ(exists ? CORDON_OK : CORDON_ERR_POINT, st) << ToHex(in);
      if (exists) {
        points++;
        EXPECT_EQ(in, ExportPublic(pub, CORDON_POINT_COMPRESSED));
        if (form == 2) {
          EXPECT_EQ(expected.Encode(), ExportPublic(pub));
        }
      } else {
        none++;
        EXPECT_TRUE(IsAllZero(pub));
      }
    }
  };
  for (unsigned long x = 0; x < 40; x++) {
    try_x(Num(x).AsBytes(c_.len));
    try_x((FieldPrime() - (x + 1)).AsBytes(c_.len));
  }
  Random random(11);
  for (int i = 0; i < 20; i++) {
    try_x(Mod(Num(random.Of(c_.len)), FieldPrime()).AsBytes(c_.len));
  }
  EXPECT_GT(points, 50);
  EXPECT_GT(none, 50);
}

// R29: full and partial, and what memory that changed is good for.
TEST_P(CurvePoint, IsValidatedAgainFullyAndPartially_R29) {
  cordon_public_key pub;
  ASSERT_EQ(CORDON_OK, ImportPoint(&pub, c_.Point()));
  uint32_t checks = 0;
  ASSERT_EQ(CORDON_OK, cordon_public_checks(&checks, &pub));
  EXPECT_EQ(CORDON_CHECK_PUBLIC_PARTIAL | CORDON_CHECK_PUBLIC_FULL, checks);
  CurvePair agreer(c_, c_.D());
  uint8_t *bytes = reinterpret_cast<uint8_t *>(&pub);
  for (uint32_t level : {CORDON_VALIDATE_FULL, CORDON_VALIDATE_PARTIAL}) {
    EXPECT_EQ(CORDON_OK, cordon_public_validate(&pub, level));
    ExpectBest(CORDON_SERVICE_PUBLIC_KEY);
    int rejected = 0;
    for (size_t i = 16; i < sizeof pub; i += 3) {
      bytes[i] ^= 1;
      cordon_status st = cordon_public_validate(&pub, level);
      rejected += st == CORDON_ERR_POINT;
      EXPECT_TRUE(st == CORDON_OK || st == CORDON_ERR_POINT);
      // Agreement validates again, before the secret meets the point.
      Out z(80);
      EXPECT_EQ(st, cordon_ecdh(z.data(), &z.len, &agreer.priv, &pub));
      EXPECT_EQ(st != CORDON_OK, z.IsZero());
      bytes[i] ^= 1;
    }
    EXPECT_GE(rejected, static_cast<int>(2 * c_.len / 3));
  }
}

// Multiples of G where carries, doublings and infinity were mishandled.
using CurveMultiples = PerCurve;
INSTANTIATE_TEST_SUITE_P(Curve, CurveMultiples, testing::ValuesIn(Curves()),
                         CurveTestName);

TEST_P(CurveMultiples,
       AtEdgesAreRight_CVE_2021_3114_CVE_2021_4160_openssl_5779_openssl_4424) {
  const Num n = Order();
  const int bits = BN_num_bits(n.get());
  std::vector<Num> scalars;
  for (unsigned long d = 1; d <= 34; d++) {
    scalars.insert(scalars.end(), {Num(d), n - d});
  }
  for (int i = 5; i < bits; i += 9) {
    const Num power = Num::PowerOfTwo(i);
    scalars.insert(scalars.end(), {power, power - 1ul, n - power});
  }
  for (int i = 32; i < bits; i += 32) {
    const Num power = Num::PowerOfTwo(i);
    scalars.insert(scalars.end(), {power, power - 1ul, power + 1ul});
  }
  for (const Num &d : scalars) {
    if (d < n && !(d == Num(0ul))) {
      CurvePair pair(c_, d.AsBytes(c_.len));
      EXPECT_EQ(ToHex(Point::Base(d).Encode()), ToHex(ExportPublic(pair.pub)))
          << ToHex(d.AsBytes(c_.len));
    }
  }
}

}  // namespace
}  // namespace service_test
