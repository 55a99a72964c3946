// The services on public keys: import, export, validation, assurances.
#include "service_test.h"

namespace service_test {
namespace {

Bytes Good() { return Bytes(1, 4) + Hex(kPublicX) + Hex(kPublicY); }

Bytes Compressed() {
  return Bytes(1, static_cast<uint8_t>(2 + (Hex(kPublicY)[31] & 1))) +
         Hex(kPublicX);
}

// x = 5 has a point on the curve, x = 4 and x = 1 have none.
Bytes Small(uint8_t x) { return Plus(Bytes(32, 0), x); }

void ExpectRejected(cordon_status want, const Bytes &in) {
  SCOPED_TRACE(ToHex(in));
  cordon_public_key pub;
  FillJunk(&pub);
  EXPECT_EQ(want, ImportPublic(&pub, in));
  EXPECT_TRUE(IsAllZero(pub));
  ExpectReason(CORDON_SERVICE_PUBLIC_KEY, CORDON_REASON_FAILED);
}

TEST(PublicImport, AcceptsBothForms) {
  cordon_public_key a, b;
  ASSERT_EQ(CORDON_OK, ImportPublic(&a, Good()));
  ExpectBest(CORDON_SERVICE_PUBLIC_KEY);
  ASSERT_EQ(CORDON_OK, ImportPublic(&b, Compressed()));
  EXPECT_EQ(Good(), ExportPublic(a));
  EXPECT_EQ(Good(), ExportPublic(b));
  EXPECT_EQ(Compressed(), ExportPublic(a, CORDON_POINT_COMPRESSED));
}

TEST(PublicImport, AcceptsBothParitiesOfRandomPoints) {
  for (int i = 0; i < 32; i++) {
    Pair pair;
    Bytes point = ExportPublic(pair.pub);
    Bytes packed = ExportPublic(pair.pub, CORDON_POINT_COMPRESSED);
    cordon_public_key pub;
    ASSERT_EQ(CORDON_OK, ImportPublic(&pub, packed));
    EXPECT_EQ(point, ExportPublic(pub));
    packed[0] ^= 1;
    ASSERT_EQ(CORDON_OK, ImportPublic(&pub, packed));
    Bytes negated = ExportPublic(pub);
    EXPECT_EQ(Bytes(point.begin(), point.begin() + 33),
              Bytes(negated.begin(), negated.begin() + 33));
    EXPECT_NE(point, negated);
    EXPECT_EQ(packed, ExportPublic(pub, CORDON_POINT_COMPRESSED));
  }
}

// R44
TEST(PublicImport, RejectsCurvesEachWithItsCode) {
  const struct {
    uint32_t curve;
    cordon_status want;
  } cases[] = {
      {0, CORDON_ERR_ARG},
      {5, CORDON_ERR_ARG},
      {0xffffffff, CORDON_ERR_ARG},
      // A point of P-256 has another length than theirs.
      {CORDON_P224, CORDON_ERR_ENCODING},
      {CORDON_P384, CORDON_ERR_ENCODING},
      {CORDON_P521, CORDON_ERR_ENCODING},
  };
  for (const auto &c : cases) {
    cordon_public_key pub;
    FillJunk(&pub);
    EXPECT_EQ(c.want, cordon_public_import(&pub, c.curve, Good().data(), 65));
    EXPECT_TRUE(IsAllZero(pub));
  }
}

TEST(PublicImport, RejectsNull) {
  cordon_public_key pub;
  EXPECT_EQ(CORDON_ERR_ARG, ImportPublic(nullptr, Good()));
  FillJunk(&pub);
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_public_import(&pub, CORDON_P256, nullptr, 65));
  EXPECT_TRUE(IsAllZero(pub));
  EXPECT_EQ(CORDON_ERR_ENCODING,
            cordon_public_import(&pub, CORDON_P256, nullptr, 0));
}

TEST(PublicImport, RejectsEveryOtherFormByte) {
  for (int form = 0; form < 256; form++) {
    uint8_t f = static_cast<uint8_t>(form);
    if (form != 4) {
      ExpectRejected(CORDON_ERR_ENCODING,
                     Bytes(1, f) + Hex(kPublicX) + Hex(kPublicY));
    }
    if (form != 2 && form != 3) {
      ExpectRejected(CORDON_ERR_ENCODING, Bytes(1, f) + Hex(kPublicX));
    }
  }
}

TEST(PublicImport, RejectsHybridPoints_06_07) {
  for (uint8_t form : {6, 7}) {
    ExpectRejected(CORDON_ERR_ENCODING,
                   Bytes(1, form) + Hex(kPublicX) + Hex(kPublicY));
    ExpectRejected(CORDON_ERR_ENCODING, Bytes(1, form) + Hex(kPublicX));
  }
}

TEST(PublicImport, RejectsTheSingleByteOfInfinity_00) {
  ExpectRejected(CORDON_ERR_ENCODING, Bytes(1, 0));
  ExpectRejected(CORDON_ERR_ENCODING, Bytes(33, 0));
  ExpectRejected(CORDON_ERR_ENCODING, Bytes(65, 0));
  ExpectRejected(CORDON_ERR_POINT, Bytes(1, 4) + Bytes(64, 0));
}

TEST(PublicImport, RejectsEveryOtherLength_InvalidCompressedPublic) {
  const Bytes padded = Good() + Bytes(80, 0);
  for (uint8_t form : {2, 3, 4}) {
    for (size_t len = 0; len <= 140; len++) {
      if (len == (form == 4 ? 65 : 33)) {
        continue;
      }
      Bytes in(padded.begin(), padded.begin() + static_cast<long>(len));
      if (len != 0) {
        in[0] = form;
      }
      ExpectRejected(CORDON_ERR_ENCODING, in);
    }
  }
}

TEST(PublicImport, RejectsCoordinatesThatAreNoFieldElements_CVE_2022_23806) {
  const Bytes p = Hex(kField), x = Hex(kPublicX), y = Hex(kPublicY);
  const Bytes form(1, 4);
  // 5 + p is below 2^256 and reduces to the x of a point.
  for (const Bytes &big : {p, Plus(p, 1), Plus(p, 5), Bytes(32, 0xff)}) {
    ExpectRejected(CORDON_ERR_POINT, form + big + y);
    ExpectRejected(CORDON_ERR_POINT, form + x + big);
    ExpectRejected(CORDON_ERR_POINT, form + big + big);
    ExpectRejected(CORDON_ERR_POINT, Bytes(1, 2) + big);
    ExpectRejected(CORDON_ERR_POINT, Bytes(1, 3) + big);
  }
  // -x and -y in two's complement.
  for (const Bytes &coordinate : {x, y}) {
    Bytes negative(coordinate);
    for (uint8_t &b : negative) {
      b = static_cast<uint8_t>(~b);
    }
    negative = Plus(negative, 1);
    ExpectRejected(CORDON_ERR_POINT, form + negative + y);
    ExpectRejected(CORDON_ERR_POINT, form + x + negative);
  }
}

TEST(PublicImport, RejectsXAndYAboveTheField_nimbus_eth1_3748) {
  // x = 5 is on the curve; the same point with 5 + p is refused.
  cordon_public_key pub;
  ASSERT_EQ(CORDON_OK, ImportPublic(&pub, Bytes(1, 2) + Small(5)));
  Bytes point = ExportPublic(pub);
  Bytes y(point.begin() + 33, point.end());
  ExpectRejected(CORDON_ERR_POINT, Bytes(1, 4) + Plus(Hex(kField), 5) + y);
  ExpectRejected(CORDON_ERR_POINT, Bytes(1, 2) + Plus(Hex(kField), 5));
}

TEST(PublicImport, EndsOnNonResidues_CVE_2022_0778) {
  int points = 0, none = 0;
  for (int x = 0; x < 200; x++) {
    for (uint8_t form : {2, 3}) {
      cordon_public_key pub;
      Bytes in = Bytes(1, form) + Small(static_cast<uint8_t>(x));
      cordon_status st = ImportPublic(&pub, in);
      if (st == CORDON_OK) {
        points++;
        EXPECT_EQ(in, ExportPublic(pub, CORDON_POINT_COMPRESSED));
        EXPECT_EQ(CORDON_OK,
                  cordon_public_validate(&pub, CORDON_VALIDATE_FULL));
      } else {
        none++;
        EXPECT_EQ(CORDON_ERR_POINT, st);
        EXPECT_TRUE(IsAllZero(pub));
      }
    }
  }
  EXPECT_GT(points, 100);
  EXPECT_GT(none, 100);
  ExpectRejected(CORDON_ERR_POINT, Bytes(1, 2) + Small(1));
  ExpectRejected(CORDON_ERR_POINT, Bytes(1, 3) + Small(4));
}

// A point on another curve (y^2 = x^3 - 3x + b') or on no curve at all, as in
// the invalid-curve attacks.
TEST(PublicImport,
     RejectsPointsOffTheCurve_CVE_2020_28498_CVE_2017_16007_CVE_2019_9155) {
  Random random(1);
  const Bytes form(1, 4);
  ExpectRejected(CORDON_ERR_POINT, form + Hex(kPublicY) + Hex(kPublicX));
  ExpectRejected(CORDON_ERR_POINT, form + Small(0) + Small(0));
  ExpectRejected(CORDON_ERR_POINT, form + Small(0) + Small(1));
  ExpectRejected(CORDON_ERR_POINT, form + Small(1) + Small(0));
  for (int bit = 0; bit < 512; bit++) {
    Bytes in = Good();
    in[1 + static_cast<size_t>(bit) / 8] ^= static_cast<uint8_t>(1 << bit % 8);
    ExpectRejected(CORDON_ERR_POINT, in);
  }
  for (int i = 0; i < 200; i++) {
    Bytes x = random.Of(32), y = random.Of(32);
    x[0] &= 0x7f;
    y[0] &= 0x7f;
    ExpectRejected(CORDON_ERR_POINT, form + x + y);
  }
}

TEST(PublicImport, EndsOnMalformedKeysOfEveryLength_CVE_2019_11729) {
  Random random(2);
  for (size_t len = 0; len < 300; len++) {
    cordon_public_key pub;
    FillJunk(&pub);
    Bytes in = random.Of(len);
    EXPECT_NE(CORDON_OK, ImportPublic(&pub, in));
    EXPECT_TRUE(IsAllZero(pub));
  }
}

// There is no way to say explicit parameters; what carries them is no point.
TEST(PublicImport, RejectsExplicitParameters_CVE_2019_1547_CVE_2020_0601) {
  // SubjectPublicKeyInfo with a named curve, and the start of an explicit one.
  const Bytes named =
      Hex("3059301306072a8648ce3d020106082a8648ce3d030107034200");
  const Bytes explicit_curve =
      Hex("3082014b3082010306072a8648ce3d02013081f7020101302c06072a8648ce3d0101"
          "022100") +
      Hex(kField);
  ExpectRejected(CORDON_ERR_ENCODING, named + Good());
  ExpectRejected(CORDON_ERR_ENCODING, explicit_curve + Good());
}

TEST(PublicExport, WritesExactlyAtEveryCapacity) {
  cordon_public_key pub;
  ASSERT_EQ(CORDON_OK, ImportPublic(&pub, Good()));
  const struct {
    uint32_t form;
    Bytes want;
  } cases[] = {{CORDON_POINT_UNCOMPRESSED, Good()},
               {CORDON_POINT_COMPRESSED, Compressed()}};
  for (const auto &c : cases) {
    for (size_t capacity = 0; capacity < 140; capacity++) {
      Out out(capacity);
      cordon_status st =
          cordon_public_export(out.data(), &out.len, &pub, c.form);
      if (capacity < c.want.size()) {
        EXPECT_EQ(CORDON_ERR_BUFFER, st);
        EXPECT_EQ(c.want.size(), out.len);
        EXPECT_TRUE(out.IsUntouched());
        ExpectReason(CORDON_SERVICE_PUBLIC_KEY, CORDON_REASON_FAILED);
      } else {
        EXPECT_EQ(CORDON_OK, st);
        EXPECT_EQ(c.want, out.Written());
        EXPECT_TRUE(out.GuardIsIntact());
        ExpectBest(CORDON_SERVICE_PUBLIC_KEY);
      }
    }
  }
}

TEST(PublicExport, RejectsNullUnknownFormsAndWhatIsNoKey) {
  cordon_public_key pub, junk;
  ASSERT_EQ(CORDON_OK, ImportPublic(&pub, Good()));
  FillJunk(&junk);
  size_t len = 80;
  EXPECT_EQ(CORDON_ERR_ARG, cordon_public_export(nullptr, &len, &pub, 1));
  EXPECT_EQ(0u, len);
  Out a(80), b(80), c(80), d(80);
  EXPECT_EQ(CORDON_ERR_ARG, cordon_public_export(a.data(), nullptr, &pub, 1));
  EXPECT_TRUE(a.IsUntouched());
  EXPECT_EQ(CORDON_ERR_ARG, cordon_public_export(b.data(), &b.len, nullptr, 1));
  EXPECT_TRUE(b.IsZero());
  EXPECT_EQ(0u, b.len);
  for (uint32_t form : {0u, 3u, 4u, 0xffffffffu}) {
    Out out(80);
    EXPECT_EQ(CORDON_ERR_ARG,
              cordon_public_export(out.data(), &out.len, &pub, form));
    EXPECT_TRUE(out.IsZero());
    EXPECT_EQ(0u, out.len);
  }
  EXPECT_EQ(CORDON_ERR_OBJECT,
            cordon_public_export(d.data(), &d.len, &junk, 1));
  EXPECT_TRUE(d.IsZero());
}

TEST(PublicValidate, AcceptsBothLevels) {
  cordon_public_key pub;
  ASSERT_EQ(CORDON_OK, ImportPublic(&pub, Good()));
  for (uint32_t level : {CORDON_VALIDATE_FULL, CORDON_VALIDATE_PARTIAL}) {
    EXPECT_EQ(CORDON_OK, cordon_public_validate(&pub, level));
    ExpectBest(CORDON_SERVICE_PUBLIC_KEY);
  }
  for (int i = 0; i < 8; i++) {
    Pair pair;
    EXPECT_EQ(CORDON_OK,
              cordon_public_validate(&pair.pub, CORDON_VALIDATE_FULL));
  }
}

TEST(PublicValidate, RejectsUnknownLevelsNullAndWhatIsNoKey) {
  cordon_public_key pub, junk;
  ASSERT_EQ(CORDON_OK, ImportPublic(&pub, Good()));
  FillJunk(&junk);
  for (uint32_t level : {0u, 3u, 0xffffffffu}) {
    EXPECT_EQ(CORDON_ERR_ARG, cordon_public_validate(&pub, level));
  }
  EXPECT_EQ(CORDON_ERR_ARG, cordon_public_validate(nullptr, 1));
  EXPECT_EQ(CORDON_ERR_OBJECT, cordon_public_validate(&junk, 1));
}

// What validation is for after an import: memory that changed. Every bit of
// the coordinates is flipped; the key must not pass.
TEST(PublicValidate, RejectsChangedMemory) {
  cordon_public_key pub;
  ASSERT_EQ(CORDON_OK, ImportPublic(&pub, Good()));
  uint8_t *bytes = reinterpret_cast<uint8_t *>(&pub);
  int rejected = 0;
  for (size_t i = 16; i < sizeof pub; i++) {
    bytes[i] ^= 1;
    for (uint32_t level : {CORDON_VALIDATE_FULL, CORDON_VALIDATE_PARTIAL}) {
      cordon_status st = cordon_public_validate(&pub, level);
      EXPECT_TRUE(st == CORDON_OK || st == CORDON_ERR_POINT) << i;
      rejected += st == CORDON_ERR_POINT;
    }
    bytes[i] ^= 1;
  }
  EXPECT_EQ(2 * 64, rejected);  // x and y, the rest is not used
}

TEST(PublicKey, CarriesItsAssurances) {
  cordon_public_key pub;
  ASSERT_EQ(CORDON_OK, ImportPublic(&pub, Good()));
  uint32_t checks = 0;
  ASSERT_EQ(CORDON_OK, cordon_public_checks(&checks, &pub));
  EXPECT_EQ(CORDON_CHECK_PUBLIC_PARTIAL | CORDON_CHECK_PUBLIC_FULL, checks);
  Pair pair;
  ASSERT_EQ(CORDON_OK, cordon_public_checks(&checks, &pair.pub));
  EXPECT_EQ(CORDON_CHECK_PUBLIC_PARTIAL | CORDON_CHECK_PUBLIC_FULL |
                CORDON_CHECK_PAIR | CORDON_CHECK_PAIRWISE,
            checks);
}

TEST(PublicKey, MayBeCopied) {
  Pair pair;
  cordon_public_key copy;
  memcpy(&copy, &pair.pub, sizeof copy);
  EXPECT_EQ(ExportPublic(pair.pub), ExportPublic(copy));
  Bytes sig = SignOrDie(pair.priv, kDer, Bytes(5, 5));
  EXPECT_EQ(CORDON_OK, Verify(kMessage, &copy, &kDer, Bytes(5, 5), sig));
}

TEST(PublicKey, IsRefusedEverywhereIfUninitialisedOrWiped) {
  cordon_public_key keys[3];
  memset(&keys[0], 0, sizeof keys[0]);
  FillJunk(&keys[1]);
  ASSERT_EQ(CORDON_OK, ImportPublic(&keys[2], Good()));
  ASSERT_EQ(CORDON_OK, cordon_public_wipe(&keys[2]));
  EXPECT_TRUE(IsAllZero(keys[2]));
  ExpectReason(CORDON_SERVICE_WIPE, CORDON_REASON_NOT_SECURITY);
  for (const cordon_public_key &key : keys) {
    uint32_t checks = 99;
    EXPECT_EQ(CORDON_ERR_OBJECT, cordon_public_checks(&checks, &key));
    EXPECT_EQ(0u, checks);
    for (Form form : {kMessage, kRunningHash, kDigest}) {
      EXPECT_EQ(CORDON_ERR_OBJECT,
                Verify(form, &key, &kRaw, Bytes(3, 1), Bytes(64, 1)));
      ExpectReason(CORDON_SERVICE_VERIFY, CORDON_REASON_FAILED);
    }
  }
}

TEST(PublicKey, NullIsABadArgumentOfEveryCall) {
  cordon_public_key pub;
  ASSERT_EQ(CORDON_OK, ImportPublic(&pub, Good()));
  uint32_t checks = 99;
  EXPECT_EQ(CORDON_ERR_ARG, cordon_public_checks(&checks, nullptr));
  EXPECT_EQ(0u, checks);
  EXPECT_EQ(CORDON_ERR_ARG, cordon_public_checks(nullptr, &pub));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_public_wipe(nullptr));
}

}  // namespace
}  // namespace service_test
