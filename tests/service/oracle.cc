// libcrypto's big integers and curves; see oracle.h.
#include "oracle.h"

#include <openssl/obj_mac.h>

#include <stdexcept>

namespace service_test {

static BN_CTX *Ctx() {
  static thread_local BN_CTX *ctx = BN_CTX_new();
  return ctx;
}

static uint32_t used_curve = CORDON_P256;

void UseCurve(uint32_t curve) { used_curve = curve; }

static const EC_GROUP *Group() {
  static const EC_GROUP *const groups[] = {
      EC_GROUP_new_by_curve_name(NID_secp224r1),
      EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1),
      EC_GROUP_new_by_curve_name(NID_secp384r1),
      EC_GROUP_new_by_curve_name(NID_secp521r1)};
  return groups[used_curve - CORDON_P224];
}

size_t FieldLen() {
  return static_cast<size_t>(EC_GROUP_get_degree(Group()) + 7) / 8;
}

static void Check(int ok) {
  if (ok != 1) {
    throw std::runtime_error("the oracle failed");
  }
}

Num::Num(unsigned long v) : bn_(BN_new()) { Check(BN_set_word(bn_, v)); }
Num::Num(const Bytes &b)
    : bn_(BN_bin2bn(b.data(), static_cast<int>(b.size()), nullptr)) {}
Num::Num(const Num &o) : bn_(BN_dup(o.bn_)) {}
Num &Num::operator=(const Num &o) {
  Check(BN_copy(bn_, o.bn_) != nullptr);
  return *this;
}
Num::~Num() { BN_free(bn_); }

Num Num::FromHex(const char *hex) { return Num(Hex(hex)); }

Num Num::PowerOfTwo(int exponent) {
  Num out;
  Check(BN_set_bit(out.bn_, exponent));
  return out;
}

Bytes Num::AsBytes(size_t len) const {
  Bytes out(len);
  if (BN_is_negative(bn_) ||
      BN_bn2binpad(bn_, out.data(), static_cast<int>(len)) < 0) {
    throw std::runtime_error("the number does not fit");
  }
  return out;
}

Num operator+(const Num &a, const Num &b) {
  Num out;
  Check(BN_add(out.bn_, a.bn_, b.bn_));
  return out;
}

Num operator-(const Num &a, const Num &b) {
  Num out;
  Check(BN_sub(out.bn_, a.bn_, b.bn_));
  return out;
}

Num operator*(const Num &a, const Num &b) {
  Num out;
  Check(BN_mul(out.bn_, a.bn_, b.bn_, Ctx()));
  return out;
}

bool operator==(const Num &a, const Num &b) { return !BN_cmp(a.bn_, b.bn_); }
bool operator<(const Num &a, const Num &b) { return BN_cmp(a.bn_, b.bn_) < 0; }

static Bytes ToBytes(const BIGNUM *v) {
  Bytes out(static_cast<size_t>(BN_num_bytes(v)));
  BN_bn2bin(v, out.data());
  return out;
}

const Num &Order() {
  static thread_local Num n;
  n = Num(ToBytes(EC_GROUP_get0_order(Group())));
  return n;
}

const Num &FieldPrime() {
  static thread_local Num p;
  p = Num(ToBytes(EC_GROUP_get0_field(Group())));
  return p;
}

cordon_ecdsa_scheme RawScheme() {
  static const uint32_t hashes[] = {CORDON_SHA224, CORDON_SHA256, CORDON_SHA384,
                                    CORDON_SHA512};
  return {hashes[used_curve - CORDON_P224], CORDON_RAW, CORDON_NONCE_HEDGED};
}

size_t DigestLen() { return FieldLen() < 64 ? FieldLen() : 64; }

Num Mod(const Num &v, const Num &m) {
  Num out;
  Check(BN_nnmod(const_cast<BIGNUM *>(out.get()), v.get(), m.get(), Ctx()));
  return out;
}

Num ModN(const Num &v) { return Mod(v, Order()); }

Num InverseModN(const Num &v) {
  Num out;
  Check(BN_mod_inverse(const_cast<BIGNUM *>(out.get()), v.get(), Order().get(),
                       Ctx()) != nullptr);
  return out;
}

Point::Point() : p_(EC_POINT_new(Group())) {
  Check(EC_POINT_set_to_infinity(Group(), p_));
}
Point::Point(const Point &o) : p_(EC_POINT_dup(o.p_, Group())) {}
Point &Point::operator=(const Point &o) {
  Check(EC_POINT_copy(p_, o.p_));
  return *this;
}
Point::~Point() { EC_POINT_free(p_); }

Point Point::Base(const Num &u1) {
  Point out;
  Check(EC_POINT_mul(Group(), out.p_, u1.get(), nullptr, nullptr, Ctx()));
  return out;
}

Point Point::Double(const Num &u1, const Num &u2, const Point &q) {
  Point out;
  Check(EC_POINT_mul(Group(), out.p_, u1.get(), q.p_, u2.get(), Ctx()));
  return out;
}

Point Point::FromBytes(const Bytes &encoded) {
  Point out;
  Check(EC_POINT_oct2point(Group(), out.p_, encoded.data(), encoded.size(),
                           Ctx()));
  return out;
}

bool Point::FromX(Point *out, const Num &x) {
  Bytes in = Bytes(1, 2) + x.AsBytes(FieldLen());
  return EC_POINT_oct2point(Group(), out->p_, in.data(), in.size(), Ctx()) == 1;
}

bool Point::IsInfinity() const {
  return EC_POINT_is_at_infinity(Group(), p_) == 1;
}

Num Point::X() const {
  Bytes encoded = Encode();
  return Num(Bytes(encoded.begin() + 1,
                   encoded.begin() + 1 + static_cast<long>(FieldLen())));
}

Bytes Point::Encode() const {
  Bytes out(1 + 2 * FieldLen());
  Check(EC_POINT_point2oct(Group(), p_, POINT_CONVERSION_UNCOMPRESSED,
                           out.data(), out.size(), Ctx()) == out.size());
  return out;
}

Bytes RawSignature(const Num &r, const Num &s) {
  return r.AsBytes(FieldLen()) + s.AsBytes(FieldLen());
}

Crafted CraftKey(const Point &nonce_point, const Num &s, const Num &e) {
  Crafted c;
  c.e = e;
  c.s = s;
  c.r = ModN(nonce_point.X());
  Num inverse = InverseModN(c.r);
  c.q = Point::Double(ModN(Num(0ul) - e * inverse), ModN(s * inverse),
                      nonce_point);
  return c;
}

cordon_status VerifyCrafted(const Crafted &c) {
  cordon_public_key pub;
  const Bytes point = c.q.Encode();
  EXPECT_EQ(CORDON_OK,
            cordon_public_import(&pub, used_curve, point.data(), point.size()));
  return VerifyDigest(pub, RawScheme(), c.e.AsBytes(DigestLen()),
                      RawSignature(c.r, c.s));
}

}  // namespace service_test
