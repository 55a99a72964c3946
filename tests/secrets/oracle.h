// What the module computes on the way to its results, computed again by
// libcrypto: integers modulo the order and the prime of a curve, shared
// secrets, and an HMAC_DRBG that remembers each K and V it had.
#ifndef CORDON_TESTS_SECRETS_ORACLE_H_
#define CORDON_TESTS_SECRETS_ORACLE_H_

#include <openssl/bn.h>
#include <openssl/ec.h>

#include <memory>

#include "needles.h"

namespace secrets_test {

using Number = std::unique_ptr<BIGNUM, decltype(&BN_free)>;

// A curve by its id; numbers are big-endian, of order or field length.
class Curve {
 public:
  explicit Curve(uint32_t id);
  ~Curve();
  Curve(const Curve &) = delete;

  size_t len() const { return len_; }
  unsigned bits() const { return bits_; }

  // Modulo the order n: a b, a + b, 1 / a, and c + 1 or (c mod (n - 1)) + 1.
  Bytes Mul(const Bytes &a, const Bytes &b) const;
  Bytes Add(const Bytes &a, const Bytes &b) const;
  Bytes Inverse(const Bytes &a) const;
  Bytes FromCandidate(const Bytes &c) const;
  Bytes FromWide(const Bytes &c) const;
  // The leftmost bits of a digest.
  Bytes FromDigest(const Bytes &digest) const;
  // a in Montgomery form for limbs of 64 bits, modulo n or p.
  Bytes MontgomeryOrder(const Bytes &a) const;
  Bytes MontgomeryField(const Bytes &a) const;
  // x of d * point, which is 04 || x || y.
  Bytes SharedX(const Bytes &d, const Bytes &point) const;

 private:
  Number ToNumber(const Bytes &a) const;
  Bytes ToBytes(const Number &a) const;
  Bytes Montgomery(const Bytes &a, const BIGNUM *m) const;

  size_t len_;
  unsigned bits_;
  EC_GROUP *group_;
  BN_CTX *ctx_;
  Number n_, p_;
};

Bytes Sha256(const Bytes &message);
Bytes Join(std::initializer_list<Bytes> parts);

// SP 800-90A, 10.1.2, over SHA-256 or SHA-512.
class Drbg {
 public:
  Drbg(uint32_t hash, const Bytes &seed);
  Bytes Generate(size_t len, const Bytes &additional);
  void AddTo(Needles *needles) const;
  const Bytes &v() const { return v_; }

 private:
  Bytes Mac(const Bytes &message) const;
  void Update(const Bytes &data);
  void Step(uint8_t marker, const Bytes &data);

  uint32_t hash_;
  Bytes key_, v_;
  std::vector<Bytes> keys_, vs_;
};

}  // namespace secrets_test

#endif
