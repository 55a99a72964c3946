// What services leave on the stack: a scan for their secrets, of which the
// test object lets the test know all.
#include <cordon/test.h>
#include <gtest/gtest.h>
#include <openssl/bn.h>

#include "drbg_oracle.h"
#include "stack_scan.h"

namespace module_test {
namespace {

class Leftovers : public testing::Test {
 protected:
  void SetUp() override {
    if (!IsSealed()) {
      GTEST_SKIP() << "frames of a development build are of another size";
    }
  }

  // Fills the stack, makes the call, and scans for all secrets added so far.
  template <typename F>
  void ExpectNone(const char *what, const F &call) {
    FillStack();
    cordon_status st = CallDeeper(call);
    int found = FindOnStack(patterns_.data(), patterns_.size());
    EXPECT_EQ(CORDON_OK, st) << what;
    EXPECT_EQ(-1, found) << what << " left "
                         << (found < 0 ? "" : names_[found / 3]);
  }
  void AddSecret(const std::string &name, const Bytes &secret) {
    AddPatterns(&patterns_, secret);
    names_.resize(patterns_.size() / 3, name);
  }
  std::vector<uint64_t> patterns_;
  std::vector<std::string> names_;
};

// R22, R38: entropy input, nonce, K and V of before and after.
TEST_F(Leftovers, OfTheDrbgAreWiped) {
  for (uint32_t hash : {CORDON_SHA256, CORDON_SHA512}) {
    static cordon_drbg drbg;
    cordon_drbg_params params = {hash, 256, 0};
    const Bytes entropy = Counted(32, 0x81), nonce = Counted(16, 0xc1);
    const Bytes fresh = Counted(32, 0x21);
    Bytes out(70);
    DrbgOracle oracle(hash, Join({entropy, nonce}));
    AddSecret("the entropy input", entropy);
    AddSecret("the nonce", nonce);
    AddSecret("the first K", oracle.key());
    AddSecret("the first V", oracle.v());
    Bytes expected = oracle.Generate(70, {});
    AddSecret("the output", expected);
    AddSecret("the second K", oracle.key());
    AddSecret("the second V", oracle.v());
    AddSecret("fresh entropy", fresh);
    oracle.Reseed(fresh, {});
    AddSecret("the third K", oracle.key());
    AddSecret("the third V", oracle.v());
    ASSERT_EQ(CORDON_OK, cordon_test_push_entropy(entropy.data(), 32));
    ASSERT_EQ(CORDON_OK, cordon_test_push_entropy(nonce.data(), 16));
    ASSERT_EQ(CORDON_OK, cordon_test_push_entropy(fresh.data(), 32));
    ExpectNone("instantiate", [&] {
      return cordon_drbg_instantiate(&drbg, &params, nullptr, 0);
    });
    ExpectNone("generate", [&] {
      return cordon_drbg_generate(out.data(), 70, &drbg, 0, nullptr, 0);
    });
    EXPECT_EQ(Hex(expected), Hex(out));
    ExpectNone("reseed", [&] { return cordon_drbg_reseed(&drbg, nullptr, 0); });
    ExpectNone("uninstantiate",
               [&] { return cordon_drbg_uninstantiate(&drbg); });
    EXPECT_TRUE(IsZero(drbg));
  }
}

Bytes ToBytes(const BIGNUM *x) {
  Bytes out(32);
  BN_bn2binpad(x, out.data(), 32);
  return out;
}

// x * y mod n, or x / y mod n, for 32-byte integers.
Bytes Times(const Bytes &x, const Bytes &y, bool divide) {
  static const char order[] =
      "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
  BN_CTX *ctx = BN_CTX_new();
  BIGNUM *n = nullptr;
  BN_hex2bn(&n, order);
  BIGNUM *a = BN_bin2bn(x.data(), 32, nullptr);
  BIGNUM *b = BN_bin2bn(y.data(), 32, nullptr);
  if (divide) {
    BN_mod_inverse(b, b, n, ctx);
  }
  BN_mod_mul(a, a, b, n, ctx);
  Bytes out = ToBytes(a);
  BN_free(a);
  BN_free(b);
  BN_free(n);
  BN_CTX_free(ctx);
  return out;
}

// R22: d, k and 1 / k, plain and in Montgomery form (times 2^256 mod n).
TEST_F(Leftovers, OfSigningAndKeysAreWiped) {
  static cordon_private_key key;
  const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  const Bytes d = Counted(32, 0x61), k = Counted(32, 0x31);
  Bytes one(32, 0), r(32, 0);
  one[31] = 1;
  // 2^256 mod n, as a quotient by 2^-256: r = 2^128 * 2^128.
  Bytes half(32, 0);
  half[15] = 1;
  r = Times(half, half, false);
  const Bytes inverse = Times(one, k, true);
  for (const auto &[name, secret] :
       {std::pair<const char *, Bytes>{"d", d}, {"k", k}, {"1/k", inverse}}) {
    AddSecret(name, secret);
    AddSecret(std::string(name) + " in Montgomery form",
              Times(secret, r, false));
  }
  Bytes sig(64), exported(32);
  size_t len = 64;
  ExpectNone("import", [&] {
    return cordon_private_import(&key, CORDON_P256, CORDON_USE_SIGN, nullptr,
                                 d.data(), d.size());
  });
  ASSERT_EQ(CORDON_OK, cordon_test_set_nonce(k.data(), k.size()));
  ExpectNone("sign", [&] {
    return cordon_ecdsa_sign(sig.data(), &len, &key, &scheme, d.data(), 1);
  });
  len = 32;
  ExpectNone("export", [&] {
    return cordon_private_export(exported.data(), &len, &key);
  });
  EXPECT_EQ(Hex(d), Hex(exported));
  ExpectNone("wipe", [&] { return cordon_private_wipe(&key); });
  EXPECT_TRUE(IsZero(key));
}

// R22: the key of an HMAC, its inner and outer key, and the message.
TEST_F(Leftovers, OfHmacAndHashAreWiped) {
  for (uint32_t hash = 1; hash <= kNumHashes; hash++) {
    static cordon_hmac hmac;
    const Bytes secret = Counted(40, 0x91), message = Counted(200, 0x0b);
    Bytes inner = secret, outer = secret;
    for (size_t i = 0; i < secret.size(); i++) {
      inner[i] ^= 0x36;
      outer[i] ^= 0x5c;
    }
    AddSecret("the key", secret);
    AddSecret("the inner key", inner);
    AddSecret("the outer key", outer);
    AddSecret("the message", message);
    Bytes mac(64);
    size_t len = 64;
    if (HasHmac(hash)) {
      ExpectNone("init", [&] {
        return cordon_hmac_init(&hmac, hash, secret.data(), secret.size());
      });
      ExpectNone("update", [&] {
        return cordon_hmac_update(&hmac, message.data(), message.size());
      });
      ExpectNone("final",
                 [&] { return cordon_hmac_final(mac.data(), &len, &hmac); });
    }
    len = 64;
    ExpectNone("digest", [&] {
      return cordon_digest(mac.data(), &len, hash, message.data(),
                           message.size());
    });
  }
}

}  // namespace
}  // namespace module_test
