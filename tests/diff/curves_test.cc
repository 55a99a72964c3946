// The other curves against libcrypto: keys, signatures with both kinds of nonce
// and shared secrets, both ways.
#include "curve.h"
#include "libcrypto.h"

namespace diff_test {
namespace {

using service_test::Curve;
using service_test::CurvePair;
using service_test::Form;
using service_test::Hash;
using service_test::Out;
using service_test::Random;
using service_test::ToHex;

using Curves = service_test::PerCurve;
INSTANTIATE_TEST_SUITE_P(Libcrypto, Curves,
                         testing::ValuesIn(service_test::Curves()),
                         service_test::CurveTestName);

TEST_P(Curves, AgreeOnKeysSignaturesAndSecrets) {
  Random random(13);
  const std::string group = std::string("P-") + (c_.name + 1);
  const int rounds = CORDON_DIFF_PAIRS / (c_.id == CORDON_P521 ? 100 : 40);
  for (int i = 0; i < rounds; i++) {
    const Hash &hash =
        service_test::Hashes()[random.Below(service_test::Hashes().size())];
    const bool shake = hash.id >= CORDON_SHAKE128;
    const bool der = random.Below(2);
    const cordon_ecdsa_scheme scheme = {hash.id, der ? CORDON_DER : CORDON_RAW,
                                        random.Below(2) && !shake
                                            ? CORDON_NONCE_DETERMINISTIC
                                            : CORDON_NONCE_HEDGED};
    const Form form = static_cast<Form>(random.Below(3));
    const Bytes msg = random.Of(random.Below(200));
    SCOPED_TRACE(std::string(hash.name) + " " + ToHex(msg));
    // A key of theirs here, and one of ours there.
    const Libcrypto theirs = Libcrypto::Generate(group.c_str());
    const CurvePair here(c_, theirs.Private());
    ASSERT_EQ(theirs.Public(false), service_test::ExportPublic(here.pub));
    cordon_private_key key;
    cordon_public_key pub;
    ASSERT_EQ(CORDON_OK, cordon_keygen(&key, c_.id,
                                       i % 2 ? CORDON_KEYGEN_REJECTION
                                             : CORDON_KEYGEN_EXTRA_BITS,
                                       CORDON_USE_SIGN | CORDON_USE_AGREE));
    ASSERT_EQ(CORDON_OK, cordon_private_public(&pub, &key));
    Out d(c_.len);
    ASSERT_EQ(CORDON_OK, cordon_private_export(d.data(), &d.len, &key));
    const Libcrypto ours(service_test::ExportPublic(pub), d.Written(),
                         group.c_str());
    ASSERT_TRUE(ours.ok());

    Out z(c_.len), back(c_.len);
    ASSERT_EQ(CORDON_OK, cordon_ecdh(z.data(), &z.len, &key, &here.pub));
    ASSERT_EQ(CORDON_OK, cordon_ecdh(back.data(), &back.len, &here.priv, &pub));
    EXPECT_EQ(ToHex(ours.Ecdh(theirs)), ToHex(z.Written()));
    EXPECT_EQ(ToHex(z.Written()), ToHex(back.Written()));

    Out sig(CORDON_MAX_DER_SIG_BYTES);
    ASSERT_EQ(CORDON_OK, service_test::Sign(form, sig.data(), &sig.len, &key,
                                            &scheme, msg));
    const Bytes mine = sig.Written();
    if (!shake) {  // whose fixed output libcrypto does not sign
      ASSERT_EQ(kValid,
                ours.VerifyDer(hash.evp, msg, der ? mine : RawToDer(mine)));
      const Bytes other = theirs.SignDer(hash.evp, msg);
      ASSERT_EQ(CORDON_OK,
                service_test::Verify(form, &here.pub, &scheme, msg,
                                     der ? other : DerToRaw(other, c_.len)));
    }
    Bytes bad = mine;
    bad[bad.size() - 1 - random.Below(20)] ^= 2;
    ASSERT_EQ(CORDON_ERR_SIGNATURE,
              service_test::Verify(form, &pub, &scheme, msg, bad));
    ASSERT_EQ(CORDON_OK, service_test::Verify(form, &pub, &scheme, msg, mine));
    EXPECT_EQ(CORDON_OK, cordon_private_wipe(&key));
  }
  printf("keys, secrets and signatures that both agreed on: %d\n", rounds);
}

}  // namespace
}  // namespace diff_test
