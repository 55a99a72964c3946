// Key agreement and the one-step KDF on each curve: published values,
// libcrypto, extremes of Z, bad peers, arguments, indicator.
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "curve.h"

namespace service_test {
namespace {

using Ecdh = PerCurve;
INSTANTIATE_TEST_SUITE_P(Curve, Ecdh, testing::ValuesIn(Curves()),
                         CurveTestName);

cordon_status Agree(const cordon_private_key &key,
                    const cordon_public_key &peer, Out *z) {
  return cordon_ecdh(z->data(), &z->len, &key, &peer);
}

// RFC 5903, 8.1 to 8.3: the two private keys and the shared secret.
const struct {
  uint32_t curve;
  const char *i, *r, *z;
} kRfc5903[] = {
    {CORDON_P256,
     "c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d"
     "1433",
     "c6ef9c5d78ae012a011164acb397ce2088685d8f06bf9be0b283ab46476b"
     "ee53",
     "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b94"
     "42de"},
    {CORDON_P384,
     "099f3c7034d4a2c699884d73a375a67f7624ef7c6b3c0f160647b67414dc"
     "e655e35b538041e649ee3faef896783ab194",
     "41cb0779b4bdb85d47846725fbec3c9430fab46cc8dc5060855cc9bda0aa"
     "2942e0308312916b8ed2960e4bd55a7448fc",
     "11187331c279962d93d604243fd592cb9d0a926f422e47187521287e7156"
     "c5c4d603135569b9e9d09cf5d4a270f59746"},
    {CORDON_P521,
     "0037ade9319a89f4dabdb3ef411aaccca5123c61acab57b5393dce476081"
     "72a095aa85a30fe1c2952c6771d937ba9777f5957b2639bab072462f68c2"
     "7a57382d4a52",
     "0145ba99a847af43793fdd0e872e7cdfa16be30fdc780f97bccc3f078380"
     "201e9c677d600b343757a3bdbf2a3163e4c2f869cca7458aa4a4effc311f"
     "5cb151685eb9",
     "01144c7d79ae6956bc8edb8e7c787c4521cb086fa64407f97894e5e6b2d7"
     "9b04d1427e73ca4baa240a34786859810c06b3c715a3a8cc3151f2bee417"
     "996d19f3ddea"},
};

TEST_P(Ecdh, GivesTheSecretsOfRfc5903_R14) {
  for (const auto &v : kRfc5903) {
    if (v.curve == c_.id) {
      CurvePair i(c_, Hex(v.i)), r(c_, Hex(v.r));
      Out here(c_.len), there(c_.len);
      ASSERT_EQ(CORDON_OK, Agree(i.priv, r.pub, &here));
      ExpectBest(CORDON_SERVICE_ECDH);
      ASSERT_EQ(CORDON_OK, Agree(r.priv, i.pub, &there));
      EXPECT_EQ(v.z, ToHex(here.Written()));
      EXPECT_EQ(v.z, ToHex(there.Written()));
    }
  }
}

// R31: Z = x(d * Q), at field width whatever its value.
TEST_P(Ecdh, AgreesWithLibcryptoAtTheEdges_AdditionChain_EdgeCaseEphemeralKey) {
  const Num n = Order();
  std::vector<Num> scalars = {Num(1ul), Num(2ul),
                              Num(3ul), n - 1ul,
                              n - 2ul,  Num::FromHex("ffffffffffffffff")};
  for (int i = 13; i < BN_num_bits(n.get()); i += 61) {
    scalars.push_back(Num::PowerOfTwo(i));
    scalars.push_back(n - Num::PowerOfTwo(i) - 1ul);
  }
  Random random(12);
  for (int i = 0; i < 8; i++) {
    scalars.push_back(ModN(Num(random.Of(c_.len))));
  }
  const Point q = Point::FromBytes(c_.Point());
  cordon_public_key peer;
  ASSERT_EQ(CORDON_OK, ImportPoint(&peer, c_.Point()));
  for (const Num &d : scalars) {
    CurvePair pair(c_, d.AsBytes(c_.len), CORDON_USE_AGREE);
    Out z(c_.len);
    ASSERT_EQ(CORDON_OK, Agree(pair.priv, peer, &z));
    EXPECT_EQ(ToHex(Point::Double(Num(0ul), d, q).X().AsBytes(c_.len)),
              ToHex(z.Written()))
        << ToHex(d.AsBytes(c_.len));
  }
}

// The peer for which Z is a chosen x: d^-1 times the point with that x.
TEST_P(Ecdh, KeepsLeadingZerosOfZ_ACVP_1196_EdgeCaseSharedSecret) {
  const Num d = Num(c_.D());
  CurvePair pair(c_, c_.D());
  std::vector<Num> wanted;
  const int bits = BN_num_bits(FieldPrime().get());
  for (int top : {0, 1, 8, 31, 32, 63, 64, 127, bits - 9, bits - 8}) {
    wanted.push_back(Num::PowerOfTwo(top) - (top ? 1ul : 0ul));
  }
  wanted.push_back(Num(0ul));
  wanted.push_back(FieldPrime() - 40ul);
  int found = 0;
  for (const Num &from : wanted) {
    for (unsigned long step = 0; step < 40; step++) {
      Point target;
      if (!Point::FromX(&target, from + step)) {
        continue;
      }
      const Point q = Point::Double(Num(0ul), InverseModN(d), target);
      cordon_public_key peer;
      ASSERT_EQ(CORDON_OK, ImportPoint(&peer, q.Encode()));
      Out z(c_.len + 3);
      ASSERT_EQ(CORDON_OK, Agree(pair.priv, peer, &z));
      EXPECT_EQ((from + step).AsBytes(c_.len), z.Written());
      EXPECT_TRUE(z.GuardIsIntact());
      found++;
      break;
    }
  }
  EXPECT_EQ(12, found);
}

// Crafted points cost no more than others: each of these ends, and the slowest
// is of the order of the fastest.
TEST_P(Ecdh, TakesEdgePointsInBoundedTime_CVE_2019_6486_EdgeCasePublicKey) {
  CurvePair pair(c_, c_.D());
  int points = 0;
  for (unsigned long x = 0; x < 24; x++) {
    for (const Num &v : {Num(x), FieldPrime() - (x + 1)}) {
      const Bytes in = Bytes(1, 2) + v.AsBytes(c_.len);
      cordon_public_key peer;
      if (ImportPoint(&peer, in) == CORDON_OK) {
        Out z(c_.len);
        EXPECT_EQ(CORDON_OK, Agree(pair.priv, peer, &z));
        points++;
      }
    }
  }
  EXPECT_GT(points, 8);
}

// A public key that is no point of the curve, in memory that changed: no
// output. (Import refuses them already: curve_key_test.cc.)
TEST_P(Ecdh, RefusesAPeerThatIsNoPoint_CVE_2019_11729_OpenFIPS201_28) {
  CurvePair pair(c_, c_.D());
  const cordon_kdf kdf = {
      CORDON_KDF_HASH, CORDON_SHA256, nullptr, 0, nullptr, 0};
  int refused = 0;
  for (size_t at = 16; at < sizeof pair.pub; at += 16) {
    cordon_public_key bad = pair.pub;
    reinterpret_cast<uint8_t *>(&bad)[at] ^= 0x10;
    Out z(80), derived(32);
    cordon_status st = Agree(pair.priv, bad, &z);
    EXPECT_TRUE(st == CORDON_OK || st == CORDON_ERR_POINT);
    EXPECT_EQ(st, cordon_ecdh_kdf(derived.data(), 32, &pair.priv, &bad, &kdf));
    if (st != CORDON_OK) {
      refused++;
      EXPECT_TRUE(z.IsZero());
      EXPECT_EQ(0u, z.len);
      EXPECT_TRUE(derived.IsZero());
      ExpectReason(CORDON_SERVICE_ECDH, CORDON_REASON_FAILED);
    }
  }
  EXPECT_GT(refused, 2);
}

TEST_P(Ecdh, ChecksItsArguments) {
  CurvePair pair(c_, c_.D());
  cordon_private_key junk_key, copy;
  cordon_public_key junk_pub;
  FillJunk(&junk_key);
  FillJunk(&junk_pub);
  memcpy(&copy, &pair.priv, sizeof copy);
  struct {
    const cordon_private_key *key;
    const cordon_public_key *peer;
    cordon_status want;
  } cases[] = {{nullptr, &pair.pub, CORDON_ERR_ARG},
               {&pair.priv, nullptr, CORDON_ERR_ARG},
               {&junk_key, &pair.pub, CORDON_ERR_OBJECT},
               {&copy, &pair.pub, CORDON_ERR_OBJECT},
               {&pair.priv, &junk_pub, CORDON_ERR_OBJECT}};
  const cordon_kdf kdf = {
      CORDON_KDF_HMAC, CORDON_SHA384, nullptr, 0, nullptr, 0};
  for (const auto &c : cases) {
    Out z(80), derived(40);
    EXPECT_EQ(c.want, cordon_ecdh(z.data(), &z.len, c.key, c.peer));
    EXPECT_TRUE(z.IsZero());
    EXPECT_EQ(0u, z.len);
    EXPECT_EQ(c.want, cordon_ecdh_kdf(derived.data(), 40, c.key, c.peer, &kdf));
    EXPECT_TRUE(derived.IsZero());
    ExpectReason(CORDON_SERVICE_ECDH, CORDON_REASON_FAILED);
  }
  for (size_t capacity = 0; capacity <= c_.len + 1; capacity++) {
    Out z(capacity);
    EXPECT_EQ(capacity < c_.len ? CORDON_ERR_BUFFER : CORDON_OK,
              Agree(pair.priv, pair.pub, &z));
    EXPECT_EQ(c_.len, z.len);
    EXPECT_EQ(capacity < c_.len, z.IsUntouched());
    EXPECT_TRUE(z.GuardIsIntact());
  }
  size_t len = 80;
  Out z(80);
  EXPECT_EQ(CORDON_ERR_ARG, cordon_ecdh(nullptr, &len, &pair.priv, &pair.pub));
  EXPECT_EQ(0u, len);
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdh(z.data(), nullptr, &pair.priv, &pair.pub));
  EXPECT_TRUE(z.IsUntouched());
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdh_kdf(nullptr, 32, &pair.priv, &pair.pub, &kdf));
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdh_kdf(z.data(), 32, &pair.priv, &pair.pub, nullptr));
  for (const Curve &other : Curves()) {
    CurvePair there(other, Bytes(1, 3));
    Out mixed(80);
    EXPECT_EQ(other.id == c_.id ? CORDON_OK : CORDON_ERR_KEY,
              Agree(pair.priv, there.pub, &mixed));
    EXPECT_EQ(other.id != c_.id, mixed.IsZero());
  }
  // Outputs over the keys.
  const cordon_private_key before = pair.priv;
  len = 80;
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdh(reinterpret_cast<uint8_t *>(&pair.priv) + 300, &len,
                        &pair.priv, &pair.pub));
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_ecdh_kdf(reinterpret_cast<uint8_t *>(&pair.pub), 32,
                            &pair.priv, &pair.pub, &kdf));
  EXPECT_EQ(0, memcmp(&before, &pair.priv, sizeof before));
}

// The KDF once more, by SP 800-56C rev 2, 4.1.
Bytes Derive(const char *evp, bool hmac, const Bytes &z, const Bytes &info,
             const Bytes &salt, size_t len) {
  const EVP_MD *md = EVP_get_digestbyname(evp);
  Bytes out;
  for (uint8_t counter = 1; out.size() < len; counter++) {
    const Bytes in = Bytes{0, 0, 0, counter} + z + info;
    Bytes block(EVP_MAX_MD_SIZE);
    unsigned n = 0;
    if (hmac) {
      const Bytes key =
          salt.empty() ? Bytes(static_cast<size_t>(EVP_MD_block_size(md)), 0)
                       : salt;
      HMAC(md, key.data(), static_cast<int>(key.size()), in.data(), in.size(),
           block.data(), &n);
    } else {
      EVP_Digest(in.data(), in.size(), block.data(), &n, md, nullptr);
    }
    block.resize(n);
    out = out + block;
  }
  out.resize(len);
  return out;
}

cordon_kdf Kdf(uint32_t method, uint32_t hash, const Bytes &info,
               const Bytes &salt) {
  return {method, hash, info.data(), info.size(), salt.data(), salt.size()};
}

// R32: from Z inside, from a Z of the caller's, and here: the same.
TEST_P(Ecdh, DerivesKeysFromZ_R32) {
  CurvePair pair(c_, c_.D()), other(c_, Bytes(1, 77));
  Out z(c_.len);
  ASSERT_EQ(CORDON_OK, Agree(pair.priv, other.pub, &z));
  const Bytes info = {'i', 'n', 'f', 'o'}, none;
  for (const Hash &hash : Hashes()) {
    const bool shake = hash.id >= CORDON_SHAKE128;
    for (uint32_t method : {CORDON_KDF_HASH, CORDON_KDF_HMAC}) {
      for (const Bytes &salt : {none, Bytes(200, 9)}) {
        SCOPED_TRACE(hash.name);
        const cordon_kdf kdf = Kdf(method, hash.id, info, salt);
        Out inside(70), outside(70);
        cordon_status want = shake ? CORDON_ERR_UNSUPPORTED : CORDON_OK;
        ASSERT_EQ(want, cordon_ecdh_kdf(inside.data(), 70, &pair.priv,
                                        &other.pub, &kdf));
        ASSERT_EQ(want, cordon_kdf_derive(outside.data(), 70, &kdf, z.data(),
                                          c_.len));
        if (shake) {
          EXPECT_TRUE(inside.IsZero() && outside.IsZero());
          continue;
        }
        ExpectBest(CORDON_SERVICE_KDF);
        const Bytes expected = Derive(hash.evp, method == CORDON_KDF_HMAC,
                                      z.Written(), info, salt, 70);
        EXPECT_EQ(ToHex(expected), ToHex(inside.Written()));
        EXPECT_EQ(ToHex(expected), ToHex(outside.Written()));
      }
    }
    if (!shake) {  // R27, R3
      const cordon_kdf kdf = Kdf(CORDON_KDF_HASH, hash.id, info, none);
      Out out(20);
      ASSERT_EQ(CORDON_OK,
                cordon_ecdh_kdf(out.data(), 20, &pair.priv, &other.pub, &kdf));
      ExpectReason(CORDON_SERVICE_ECDH, hash.len * 4 < c_.strength
                                            ? CORDON_REASON_WEAK_HASH
                                            : BestReason());
    }
  }
}

TEST(KdfDerive, WritesEveryLengthAndRefusesNoneAndTooMany) {
  const Bytes z(32, 1), info(9, 2), none;
  const cordon_kdf kdf = Kdf(CORDON_KDF_HASH, CORDON_SHA224, info, none);
  for (size_t len : {1, 27, 28, 29, 56, 57, 1000, 7140}) {
    Out out(len);
    ASSERT_EQ(CORDON_OK,
              cordon_kdf_derive(out.data(), len, &kdf, z.data(), z.size()));
    EXPECT_TRUE(out.GuardIsIntact());
    EXPECT_EQ(Derive("SHA224", false, z, info, none, len), out.Written());
  }
  Out most(CORDON_KDF_MAX_OUTPUT_BYTES), more(CORDON_KDF_MAX_OUTPUT_BYTES + 1);
  EXPECT_EQ(CORDON_OK,
            cordon_kdf_derive(most.data(), most.len, &kdf, z.data(), z.size()));
  EXPECT_TRUE(most.GuardIsIntact());
  EXPECT_EQ(CORDON_ERR_LENGTH,
            cordon_kdf_derive(more.data(), more.len, &kdf, z.data(), z.size()));
  EXPECT_TRUE(more.GuardIsIntact());
  EXPECT_TRUE(more.IsUntouched());
  ExpectReason(CORDON_SERVICE_KDF, CORDON_REASON_FAILED);
  EXPECT_EQ(CORDON_ERR_LENGTH,
            cordon_kdf_derive(more.data(), 0, &kdf, z.data(), z.size()));
}

// R3: no approved scheme makes a Z shorter than that of P-224.
TEST(KdfDerive, IsNotApprovedForAShortZ) {
  const Bytes z(32, 1), info(9, 2), none;
  const cordon_kdf kdf = Kdf(CORDON_KDF_HASH, CORDON_SHA256, info, none);
  for (size_t len : {1, 27, 28, 32}) {
    Out out(20);
    ASSERT_EQ(CORDON_OK,
              cordon_kdf_derive(out.data(), 20, &kdf, z.data(), len));
    ExpectReason(CORDON_SERVICE_KDF,
                 len < 28 ? CORDON_REASON_SHORT_KEY : BestReason());
  }
}

TEST(KdfDerive, ChecksItsArguments) {
  const Bytes z(32, 1), info(9, 2), salt(4, 3), none;
  const Bytes longest(CORDON_KDF_MAX_INPUT_BYTES, 4), longer = longest + salt;
  const cordon_kdf good = Kdf(CORDON_KDF_HMAC, CORDON_SHA256, info, salt);
  cordon_kdf no_info = good, no_salt = good, unread_salt = good;
  no_info.info = nullptr;
  no_salt.salt = nullptr;
  unread_salt.salt = nullptr;
  unread_salt.method = CORDON_KDF_HASH;
  const struct {
    cordon_kdf kdf;
    cordon_status want;
  } cases[] = {
      {good, CORDON_OK},
      {unread_salt, CORDON_OK},
      {no_info, CORDON_ERR_ARG},
      {no_salt, CORDON_ERR_ARG},
      {Kdf(0, CORDON_SHA256, info, salt), CORDON_ERR_ARG},
      {Kdf(3, CORDON_SHA256, info, salt), CORDON_ERR_ARG},
      {Kdf(CORDON_KDF_HASH, 0, info, salt), CORDON_ERR_ARG},
      {Kdf(CORDON_KDF_HASH, 13, info, salt), CORDON_ERR_ARG},
      {Kdf(CORDON_KDF_HASH, CORDON_SHAKE256, info, salt),
       CORDON_ERR_UNSUPPORTED},
      {Kdf(CORDON_KDF_HMAC, CORDON_SHA256, longest, longest), CORDON_OK},
      {Kdf(CORDON_KDF_HMAC, CORDON_SHA256, longer, salt), CORDON_ERR_LENGTH},
      {Kdf(CORDON_KDF_HMAC, CORDON_SHA256, info, longer), CORDON_ERR_LENGTH},
  };
  for (const auto &c : cases) {
    Out out(33);
    EXPECT_EQ(c.want,
              cordon_kdf_derive(out.data(), 33, &c.kdf, z.data(), z.size()))
        << &c - cases;
    EXPECT_EQ(c.want != CORDON_OK, out.IsZero());
    EXPECT_TRUE(out.GuardIsIntact());
  }
  Out out(33);
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_kdf_derive(out.data(), 33, nullptr, z.data(), z.size()));
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_kdf_derive(nullptr, 33, &good, z.data(), z.size()));
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_kdf_derive(out.data(), 33, &good, nullptr, 1));
  EXPECT_EQ(CORDON_ERR_LENGTH,
            cordon_kdf_derive(out.data(), 33, &good, nullptr, 0));
  EXPECT_EQ(CORDON_ERR_LENGTH, cordon_kdf_derive(out.data(), 33, &good,
                                                 longer.data(), longer.size()));
  EXPECT_TRUE(out.IsZero());
  // Outputs over what is read: refused, and nothing is written.
  Bytes room(200, 5);
  const Bytes before = room;
  cordon_kdf inside = good;
  inside.info = room.data() + 20;
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_kdf_derive(room.data(), 33, &inside, z.data(), z.size()));
  inside = good;
  inside.salt = room.data() + 20;
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_kdf_derive(room.data(), 33, &inside, z.data(), z.size()));
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_kdf_derive(room.data(), 33, &good, room.data() + 32, 32));
  EXPECT_EQ(before, room);
}

}  // namespace
}  // namespace service_test
