// This module against libcrypto: each verifies what the other signed, both
// reject what was changed, and both read the same keys. The counts are
// printed.
#include "libcrypto.h"

namespace diff_test {
namespace {

using service_test::Form;
using service_test::Hash;
using service_test::Out;
using service_test::Pair;
using service_test::Random;
using service_test::ToHex;

constexpr int kKeys = 128;

// A key pair that both sides hold; each has read it from an encoding of the
// other's, compressed or not.
struct Shared {
  std::unique_ptr<Pair> ours;
  std::unique_ptr<Libcrypto> theirs;
};

Shared MakeShared(int i) {
  Shared out;
  const bool compressed = i & 1;
  if (i & 2) {
    out.ours = std::make_unique<Pair>();
    Bytes point = service_test::ExportPublic(
        out.ours->pub,
        compressed ? CORDON_POINT_COMPRESSED : CORDON_POINT_UNCOMPRESSED);
    Out d(32);
    EXPECT_EQ(CORDON_OK,
              cordon_private_export(d.data(), &d.len, &out.ours->priv));
    out.theirs = std::make_unique<Libcrypto>(point, d.Written());
    EXPECT_TRUE(out.theirs->ok());
  } else {
    out.theirs = std::make_unique<Libcrypto>(Libcrypto::Generate());
    out.ours = std::make_unique<Pair>(out.theirs->Private());
    cordon_public_key pub;
    EXPECT_EQ(CORDON_OK,
              service_test::ImportPublic(&pub, out.theirs->Public(compressed)));
    EXPECT_EQ(service_test::ExportPublic(out.ours->pub),
              service_test::ExportPublic(pub));
    out.ours->pub = pub;
  }
  return out;
}

// Message lengths: mostly short, often around a block, now and then long.
size_t MessageLen(Random *random) {
  switch (random->Below(4)) {
    case 0:
      return random->Below(8);
    case 1:
      return 55 + random->Below(20);
    case 2:
      return 110 + random->Below(40);
    default:
      return random->Below(3000);
  }
}

// One way in which a signature goes bad. DER: a byte, a length, the end; RAW:
// a bit.
Bytes Mutate(Random *random, const Bytes &sig, bool der) {
  Bytes out(sig);
  size_t at = random->Below(out.size());
  switch (der ? random->Below(5) : 0) {
    case 1:
      out.resize(at);
      break;
    case 2:
      out.push_back(static_cast<uint8_t>(random->Below(256)));
      break;
    case 3:
      out.insert(out.begin() + static_cast<long>(at),
                 static_cast<uint8_t>(random->Below(256)));
      break;
    case 4:
      out[random->Below(6)] ^= static_cast<uint8_t>(1 + random->Below(255));
      break;
    default:
      out[at] ^= static_cast<uint8_t>(1 << random->Below(8));
  }
  return out;
}

Verdict OurVerdict(cordon_status st) {
  EXPECT_TRUE(st == CORDON_OK || st == CORDON_ERR_SIGNATURE ||
              st == CORDON_ERR_ENCODING)
      << st;
  return st == CORDON_OK ? kValid
                         : (st == CORDON_ERR_SIGNATURE ? kFalse : kMalformed);
}

TEST(Libcrypto, AgreesOnRandomAndOnMutatedSignatures) {
  Random random(8);
  std::vector<Shared> keys;
  for (int i = 0; i < kKeys; i++) {
    keys.push_back(MakeShared(i));
  }
  int ours = 0, theirs = 0, mutated = 0, malformed = 0;
  for (int i = 0; i < CORDON_DIFF_PAIRS; i++) {
    const Shared &key = keys[static_cast<size_t>(i) % kKeys];
    const Hash &hash = service_test::Hashes()[random.Below(6)];
    const bool der = random.Below(2);
    const cordon_ecdsa_scheme scheme = {hash.id, der ? CORDON_DER : CORDON_RAW,
                                        CORDON_NONCE_HEDGED};
    const Form form = static_cast<Form>(random.Below(3));
    const Bytes msg = random.Of(MessageLen(&random));
    SCOPED_TRACE(std::string(hash.name) + " " + ToHex(msg));

    Out sig(72);
    ASSERT_EQ(CORDON_OK, service_test::Sign(form, sig.data(), &sig.len,
                                            &key.ours->priv, &scheme, msg));
    const Bytes mine = sig.Written();
    ASSERT_EQ(kValid, key.theirs->VerifyDer(hash.evp, msg,
                                            der ? mine : RawToDer(mine)));
    ours++;

    const Bytes other = key.theirs->SignDer(hash.evp, msg);
    const Bytes other_here = der ? other : DerToRaw(other);
    ASSERT_EQ(CORDON_OK, service_test::Verify(form, &key.ours->pub, &scheme,
                                              msg, other_here));
    theirs++;

    for (const Bytes &good : {mine, other_here}) {
      const Bytes bad = Mutate(&random, good, der);
      const Verdict here = OurVerdict(
          service_test::Verify(form, &key.ours->pub, &scheme, msg, bad));
      const Verdict there =
          key.theirs->VerifyDer(hash.evp, msg, der ? bad : RawToDer(bad));
      ASSERT_NE(kValid, here) << ToHex(bad);
      ASSERT_EQ(there, here) << ToHex(bad);
      mutated++;
      malformed += here == kMalformed;
    }

    Bytes wrong(msg);
    wrong.push_back(0);
    ASSERT_EQ(kFalse, OurVerdict(service_test::Verify(
                          form, &key.ours->pub, &scheme, wrong, other_here)));
    ASSERT_EQ(kFalse, key.theirs->VerifyDer(hash.evp, wrong, other));
  }
  printf("signatures of ours that libcrypto verified: %d\n", ours);
  printf("signatures of libcrypto that we verified: %d\n", theirs);
  printf("mutated signatures that both rejected: %d, %d of them malformed\n",
         mutated, malformed);
}

TEST(Libcrypto, AgreesOnPublicKeys) {
  Random random(9);
  int accepted = 0, refused = 0;
  for (int i = 0; i < CORDON_DIFF_PAIRS / 5; i++) {
    Bytes point;
    if (random.Below(2)) {  // half of all x have a point
      point = random.Of(33);
      point[0] = static_cast<uint8_t>(2 + random.Below(2));
    } else {
      point = Libcrypto::Generate().Public(false);
      if (random.Below(2)) {
        point[1 + random.Below(64)] ^=
            static_cast<uint8_t>(1 << random.Below(8));
      }
    }
    cordon_public_key pub;
    const bool here = service_test::ImportPublic(&pub, point) == CORDON_OK;
    const Libcrypto there(point);
    ASSERT_EQ(there.ok(), here) << ToHex(point);
    accepted += here;
    refused += !here;
    if (here) {
      EXPECT_EQ(there.Public(true),
                service_test::ExportPublic(pub, CORDON_POINT_COMPRESSED));
      EXPECT_EQ(there.Public(false), service_test::ExportPublic(pub));
    }
  }
  printf("public keys that both accepted: %d, that both refused: %d\n",
         accepted, refused);
  EXPECT_GT(accepted, CORDON_DIFF_PAIRS / 20);
  EXPECT_GT(refused, CORDON_DIFF_PAIRS / 20);
}

}  // namespace
}  // namespace diff_test
