// The curves by libcrypto, from which the tests make keys and signatures with
// chosen values: integers of any size, and points u1 * G + u2 * Q.
#ifndef CORDON_TESTS_SERVICE_ORACLE_H_
#define CORDON_TESTS_SERVICE_ORACLE_H_

#include <openssl/bn.h>
#include <openssl/ec.h>

#include "service_test.h"

namespace service_test {

class Num {
 public:
  Num() : Num(0ul) {}
  Num(unsigned long v);  // NOLINT: small constants read as numbers
  explicit Num(const Bytes &big_endian);
  static Num FromHex(const char *hex);
  static Num PowerOfTwo(int exponent);
  Num(const Num &o);
  Num &operator=(const Num &o);
  ~Num();

  Bytes AsBytes(size_t len) const;
  const BIGNUM *get() const { return bn_; }

  friend Num operator+(const Num &a, const Num &b);
  friend Num operator-(const Num &a, const Num &b);
  friend Num operator*(const Num &a, const Num &b);
  friend bool operator==(const Num &a, const Num &b);
  friend bool operator<(const Num &a, const Num &b);

 private:
  BIGNUM *bn_;
};

// The curve of all that follows, P-256 unless a test chooses another.
void UseCurve(uint32_t curve);
size_t FieldLen();
const Num &Order();
const Num &FieldPrime();

// The residue in 0 .. m - 1, and the inverse modulo the order.
Num Mod(const Num &v, const Num &m);
Num ModN(const Num &v);
Num InverseModN(const Num &v);

class Point {
 public:
  Point();  // infinity
  Point(const Point &o);
  Point &operator=(const Point &o);
  ~Point();

  // u1 * G + u2 * Q.
  static Point Base(const Num &u1);
  static Point Double(const Num &u1, const Num &u2, const Point &q);
  static Point FromBytes(const Bytes &encoded);
  // The point with this x and an even y; false if there is none.
  static bool FromX(Point *out, const Num &x);

  bool IsInfinity() const;
  Num X() const;
  Bytes Encode() const;  // uncompressed

 private:
  EC_POINT *p_;
};

Bytes RawSignature(const Num &r, const Num &s);

// The hash whose digest is as long as the order, and for P-521 the longest.
cordon_ecdsa_scheme RawScheme();
size_t DigestLen();

// A signature with a chosen R or s: digest e, signature (r, s) and public key.
struct Crafted {
  Num e, r, s;
  Point q;
};

// The key under which (x(R) mod n, s) signs e: Q = (s R - e G) / r.
Crafted CraftKey(const Point &nonce_point, const Num &s, const Num &e);

// What our module says of it, over a digest of 32 bytes.
cordon_status VerifyCrafted(const Crafted &c);

}  // namespace service_test

#endif  // CORDON_TESTS_SERVICE_ORACLE_H_
