/* The oracle: curves over tiny primes in affine coordinates, with ints. It
 * shares nothing with the module. */
#ifndef CORDON_TESTS_EXHAUSTIVE_ORACLE_H_
#define CORDON_TESTS_EXHAUSTIVE_ORACLE_H_

#include <ostream>
#include <string>
#include <vector>

/* y^2 = x^3 - 3x + b mod p, G = (gx, gy) of prime order n. */
struct Params {
  int p, b, n, gx, gy;
  std::string Name() const;
};

/* PrintTo names a curve in what GoogleTest prints. */
void PrintTo(const Params &params, std::ostream *os);

/* The toy curves, and what is there for the sake of which:
 * - p23n17: n < p, as on the curves of the module, so that an x can be above
 *   n, or n, which is r = 0; small enough for every input of every suite.
 * - p251n227: the same in the 8 bits of a byte, with more and wider windows;
 *   some suites have too many inputs on it and take samples.
 * - p13n19: n > p, by one bit, so that an r can be p or more; r = 0 by x = 0;
 *   p = 5 mod 8, for which the square root has one round.
 * - p17n23: p - 1 = 2^4, for which it has three. The order allows no last row
 *   but the second. */
extern const Params kToyCurves[4];

struct Point {
  bool infinite;
  int x, y;
};

bool operator==(const Point &a, const Point &b);

/* Mod is a mod m in [0, m), for negative a too. */
int Mod(long long a, int m);
/* Inverse is 1 / a mod m by trial, or 0 where there is none. */
int Inverse(int a, int m);
/* PowerOfTwo is 2^e mod m. */
int PowerOfTwo(unsigned e, int m);
int NumBits(int a);

class Oracle {
 public:
  explicit Oracle(const Params &params);

  const Params &params() const { return c_; }
  int bits() const { return NumBits(c_.n); }
  bool IsOnCurve(int x, int y) const;
  Point Negate(const Point &a) const;
  /* Add is the chord and tangent rule. */
  Point Add(const Point &a, const Point &b) const;
  /* Multiple is k G, for any k. */
  const Point &Multiple(long long k) const;

  /* DigestScalar is FIPS 186-5's e of a digest: its leftmost bits, mod n. */
  int DigestScalar(const std::vector<unsigned char> &digest) const;

  struct Signature {
    int r, s; /* either may be 0 */
  };
  /* Sign is FIPS 186-5 6.4.1 with the private key d and the nonce k. */
  Signature Sign(int d, int k, int e) const;

  /* What verification by FIPS 186-5 6.4.2 comes to. */
  enum Verdict { kRange, kInfinity, kDiffers, kSame, kSameAfterWrap };
  /* Verify decides about (r, s) under the public key d G. */
  Verdict Verify(int d, int r, int s, int e) const;

 private:
  Params c_;
  std::vector<Point> multiples_;
  std::vector<int> inverses_; /* mod n */
};

#endif
