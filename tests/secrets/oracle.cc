// Curve arithmetic and the HMAC_DRBG by libcrypto.
#include "oracle.h"

#include <cordon/types.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/sha.h>

namespace secrets_test {
namespace {

int NidOf(uint32_t id) {
  const int nids[] = {0, NID_secp224r1, NID_X9_62_prime256v1, NID_secp384r1,
                      NID_secp521r1};
  return nids[id];
}

Number NewNumber() { return Number(BN_new(), BN_free); }

}  // namespace

Curve::Curve(uint32_t id)
    : group_(EC_GROUP_new_by_curve_name(NidOf(id))),
      ctx_(BN_CTX_new()),
      n_(NewNumber()),
      p_(NewNumber()) {
  EC_GROUP_get_order(group_, n_.get(), ctx_);
  EC_GROUP_get_curve(group_, p_.get(), nullptr, nullptr, ctx_);
  bits_ = static_cast<unsigned>(BN_num_bits(n_.get()));
  len_ = (bits_ + 7) / 8;
}

Curve::~Curve() {
  EC_GROUP_free(group_);
  BN_CTX_free(ctx_);
}

Number Curve::ToNumber(const Bytes &a) const {
  return Number(BN_bin2bn(a.data(), static_cast<int>(a.size()), nullptr),
                BN_free);
}

Bytes Curve::ToBytes(const Number &a) const {
  Bytes out(len_);
  BN_bn2binpad(a.get(), out.data(), static_cast<int>(len_));
  return out;
}

Bytes Curve::Mul(const Bytes &a, const Bytes &b) const {
  Number out = NewNumber();
  BN_mod_mul(out.get(), ToNumber(a).get(), ToNumber(b).get(), n_.get(), ctx_);
  return ToBytes(out);
}

Bytes Curve::Add(const Bytes &a, const Bytes &b) const {
  Number out = NewNumber();
  BN_mod_add(out.get(), ToNumber(a).get(), ToNumber(b).get(), n_.get(), ctx_);
  return ToBytes(out);
}

Bytes Curve::Inverse(const Bytes &a) const {
  Number out = NewNumber();
  BN_mod_inverse(out.get(), ToNumber(a).get(), n_.get(), ctx_);
  return ToBytes(out);
}

Bytes Curve::FromCandidate(const Bytes &c) const {
  Bytes masked = c;
  masked[0] &= static_cast<uint8_t>(0xff >> (len_ * 8 - bits_));
  Number out = ToNumber(masked);
  BN_add_word(out.get(), 1);
  return ToBytes(out);
}

Bytes Curve::FromWide(const Bytes &c) const {
  Bytes masked = c;
  masked[0] &= static_cast<uint8_t>(0xff >> (len_ * 8 - bits_));
  Number m = NewNumber(), out = NewNumber();
  BN_copy(m.get(), n_.get());
  BN_sub_word(m.get(), 1);
  BN_mod(out.get(), ToNumber(masked).get(), m.get(), ctx_);
  BN_add_word(out.get(), 1);
  return ToBytes(out);
}

Bytes Curve::FromDigest(const Bytes &digest) const {
  Number e = ToNumber(digest);
  const size_t digest_bits = digest.size() * 8;
  if (digest_bits > bits_) {
    BN_rshift(e.get(), e.get(), static_cast<int>(digest_bits - bits_));
  }
  BN_mod(e.get(), e.get(), n_.get(), ctx_);
  return ToBytes(e);
}

Bytes Curve::Montgomery(const Bytes &a, const BIGNUM *m) const {
  Number out = ToNumber(a);
  BN_lshift(out.get(), out.get(), static_cast<int>((bits_ + 63) / 64 * 64));
  BN_mod(out.get(), out.get(), m, ctx_);
  return ToBytes(out);
}

Bytes Curve::MontgomeryOrder(const Bytes &a) const {
  return Montgomery(a, n_.get());
}

Bytes Curve::MontgomeryField(const Bytes &a) const {
  return Montgomery(a, p_.get());
}

Bytes Curve::SharedX(const Bytes &d, const Bytes &point) const {
  EC_POINT *q = EC_POINT_new(group_);
  EC_POINT *result = EC_POINT_new(group_);
  Number x = NewNumber();
  EC_POINT_oct2point(group_, q, point.data(), point.size(), ctx_);
  EC_POINT_mul(group_, result, nullptr, q, ToNumber(d).get(), ctx_);
  EC_POINT_get_affine_coordinates(group_, result, x.get(), nullptr, ctx_);
  EC_POINT_free(q);
  EC_POINT_free(result);
  return ToBytes(x);
}

Bytes Sha256(const Bytes &message) {
  Bytes out(32);
  SHA256(message.data(), message.size(), out.data());
  return out;
}

Bytes Join(std::initializer_list<Bytes> parts) {
  Bytes out;
  for (const Bytes &part : parts) {
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

Drbg::Drbg(uint32_t hash, const Bytes &seed) : hash_(hash) {
  const size_t len = hash == CORDON_SHA512 ? 64 : 32;
  key_.assign(len, 0);
  v_.assign(len, 1);
  Update(seed);
}

Bytes Drbg::Mac(const Bytes &message) const {
  Bytes out(EVP_MAX_MD_SIZE);
  unsigned len = 0;
  HMAC(hash_ == CORDON_SHA512 ? EVP_sha512() : EVP_sha256(), key_.data(),
       static_cast<int>(key_.size()), message.data(), message.size(),
       out.data(), &len);
  out.resize(len);
  return out;
}

void Drbg::Step(uint8_t marker, const Bytes &data) {
  key_ = Mac(Join({v_, {marker}, data}));
  keys_.push_back(key_);
  v_ = Mac(v_);
  vs_.push_back(v_);
}

void Drbg::Update(const Bytes &data) {
  Step(0, data);
  if (!data.empty()) {
    Step(1, data);
  }
}

Bytes Drbg::Generate(size_t len, const Bytes &additional) {
  Bytes out;
  if (!additional.empty()) {
    Update(additional);
  }
  while (out.size() < len) {
    v_ = Mac(v_);
    vs_.push_back(v_);
    out = Join({out, v_});
  }
  out.resize(len);
  Update(additional);
  return out;
}

void Drbg::AddTo(Needles *needles) const {
  for (const Bytes &key : keys_) {
    needles->Add("Key", key);
  }
  for (const Bytes &v : vs_) {
    needles->Add("V", v);
  }
}

}  // namespace secrets_test
