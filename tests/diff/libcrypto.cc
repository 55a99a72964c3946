// See libcrypto.h.
#include "libcrypto.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/param_build.h>

#include <stdexcept>

namespace diff_test {

static void Check(bool ok, const char *what) {
  if (!ok) {
    throw std::runtime_error(std::string("libcrypto: ") + what);
  }
}

static EVP_MD *Fetch(const char *hash) {
  EVP_MD *md = EVP_MD_fetch(nullptr, hash, nullptr);
  Check(md != nullptr, hash);
  return md;
}

Libcrypto::Libcrypto(const Bytes &point, const Bytes &d, const char *group) {
  OSSL_PARAM_BLD *bld = OSSL_PARAM_BLD_new();
  BIGNUM *scalar = nullptr;
  OSSL_PARAM_BLD_push_utf8_string(bld, OSSL_PKEY_PARAM_GROUP_NAME, group, 0);
  OSSL_PARAM_BLD_push_octet_string(bld, OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                   point.size());
  if (!d.empty()) {
    scalar = BN_bin2bn(d.data(), static_cast<int>(d.size()), nullptr);
    OSSL_PARAM_BLD_push_BN_pad(bld, OSSL_PKEY_PARAM_PRIV_KEY, scalar, d.size());
  }
  OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(bld);
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr);
  EVP_PKEY *key = nullptr;
  Check(params != nullptr && EVP_PKEY_fromdata_init(ctx) == 1, "fromdata");
  if (EVP_PKEY_fromdata(ctx, &key,
                        d.empty() ? EVP_PKEY_PUBLIC_KEY : EVP_PKEY_KEYPAIR,
                        params) == 1) {
    key_.reset(key);
  }
  EVP_PKEY_CTX_free(ctx);
  OSSL_PARAM_free(params);
  OSSL_PARAM_BLD_free(bld);
  BN_free(scalar);
}

Libcrypto Libcrypto::Generate(const char *group) {
  Libcrypto out;
  out.key_.reset(EVP_EC_gen(group));
  Check(out.ok(), "key generation");
  return out;
}

Bytes Libcrypto::Private() const {
  BIGNUM *d = nullptr;
  const int len = (EVP_PKEY_get_bits(key_.get()) + 7) / 8;
  Bytes out(static_cast<size_t>(len));
  Check(EVP_PKEY_get_bn_param(key_.get(), OSSL_PKEY_PARAM_PRIV_KEY, &d) == 1 &&
            BN_bn2binpad(d, out.data(), len) == len,
        "private key");
  BN_free(d);
  return out;
}

Bytes Libcrypto::Ecdh(const Libcrypto &peer) const {
  EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new(key_.get(), nullptr);
  Bytes out(80);
  size_t len = out.size();
  Check(EVP_PKEY_derive_init(ctx) == 1 &&
            EVP_PKEY_derive_set_peer(ctx, peer.key_.get()) == 1 &&
            EVP_PKEY_derive(ctx, out.data(), &len) == 1,
        "derive");
  EVP_PKEY_CTX_free(ctx);
  out.resize(len);
  return out;
}

Bytes Libcrypto::Public(bool compressed) const {
  static char names[2][16] = {"uncompressed", "compressed"};
  Check(EVP_PKEY_set_utf8_string_param(
            key_.get(), OSSL_PKEY_PARAM_EC_POINT_CONVERSION_FORMAT,
            names[compressed]) == 1,
        "form");
  Bytes out(160);
  size_t len = 0;
  Check(EVP_PKEY_get_octet_string_param(key_.get(), OSSL_PKEY_PARAM_PUB_KEY,
                                        out.data(), out.size(), &len) == 1,
        "public key");
  out.resize(len);
  return out;
}

Bytes Libcrypto::SignDer(const char *hash, const Bytes &msg) const {
  EVP_MD *md = Fetch(hash);
  EVP_MD_CTX *ctx = EVP_MD_CTX_new();
  Bytes out(160);
  size_t len = out.size();
  Check(EVP_DigestSignInit(ctx, nullptr, md, nullptr, key_.get()) == 1 &&
            EVP_DigestSign(ctx, out.data(), &len, msg.data(), msg.size()) == 1,
        "sign");
  EVP_MD_CTX_free(ctx);
  EVP_MD_free(md);
  out.resize(len);
  return out;
}

Verdict Libcrypto::VerifyDer(const char *hash, const Bytes &msg,
                             const Bytes &sig) const {
  EVP_MD *md = Fetch(hash);
  EVP_MD_CTX *ctx = EVP_MD_CTX_new();
  Check(EVP_DigestVerifyInit(ctx, nullptr, md, nullptr, key_.get()) == 1,
        "verify");
  int verdict =
      EVP_DigestVerify(ctx, sig.data(), sig.size(), msg.data(), msg.size());
  EVP_MD_CTX_free(ctx);
  EVP_MD_free(md);
  return verdict == 1 ? kValid : verdict == 0 ? kFalse : kMalformed;
}

Bytes RawToDer(const Bytes &raw) {
  ECDSA_SIG *sig = ECDSA_SIG_new();
  const int width = static_cast<int>(raw.size() / 2);
  Check(ECDSA_SIG_set0(sig, BN_bin2bn(raw.data(), width, nullptr),
                       BN_bin2bn(raw.data() + width, width, nullptr)) == 1,
        "signature");
  uint8_t *der = nullptr;
  int len = i2d_ECDSA_SIG(sig, &der);
  Check(len > 0, "encode");
  Bytes out(der, der + len);
  OPENSSL_free(der);
  ECDSA_SIG_free(sig);
  return out;
}

Bytes DerToRaw(const Bytes &der, size_t width) {
  const uint8_t *p = der.data();
  ECDSA_SIG *sig = d2i_ECDSA_SIG(nullptr, &p, static_cast<long>(der.size()));
  Check(sig != nullptr, "decode");
  Bytes out(2 * width);
  const int n = static_cast<int>(width);
  BN_bn2binpad(ECDSA_SIG_get0_r(sig), out.data(), n);
  BN_bn2binpad(ECDSA_SIG_get0_s(sig), out.data() + width, n);
  ECDSA_SIG_free(sig);
  return out;
}

}  // namespace diff_test
