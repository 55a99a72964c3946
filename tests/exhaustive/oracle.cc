/* Affine arithmetic with ints, and ECDSA by the book. */
#include "oracle.h"

const Params kToyCurves[4] = {{23, 15, 17, 1, 6},
                              {251, 96, 227, 1, 40},
                              {13, 1, 19, 1, 5},
                              {17, 3, 23, 1, 1}};

std::string Params::Name() const {
  return "p" + std::to_string(p) + "n" + std::to_string(n);
}

void PrintTo(const Params &params, std::ostream *os) { *os << params.Name(); }

bool operator==(const Point &a, const Point &b) {
  return a.infinite ? b.infinite : !b.infinite && a.x == b.x && a.y == b.y;
}

int Mod(long long a, int m) { return static_cast<int>(((a % m) + m) % m); }

int Inverse(int a, int m) {
  for (int x = 1; x < m; x++) {
    if (Mod(1LL * a * x, m) == 1) {
      return x;
    }
  }
  return 0;
}

int PowerOfTwo(unsigned e, int m) {
  int x = 1;
  for (unsigned i = 0; i < e; i++) {
    x = Mod(2 * x, m);
  }
  return x;
}

int NumBits(int a) {
  int bits = 0;
  for (; a != 0; a >>= 1) {
    bits++;
  }
  return bits;
}

Oracle::Oracle(const Params &params) : c_(params) {
  const Point g = {false, c_.gx, c_.gy};
  Point a = {true, 0, 0};
  for (int i = 0; i < c_.n; i++) {
    multiples_.push_back(a);
    a = Add(a, g);
  }
  for (int i = 0; i < c_.n; i++) {
    inverses_.push_back(Inverse(i, c_.n));
  }
}

bool Oracle::IsOnCurve(int x, int y) const {
  return Mod(1LL * y * y - 1LL * x * x * x + 3 * x - c_.b, c_.p) == 0;
}

Point Oracle::Negate(const Point &a) const {
  return {a.infinite, a.x, Mod(-a.y, c_.p)};
}

Point Oracle::Add(const Point &a, const Point &b) const {
  if (a.infinite) {
    return b;
  }
  if (b.infinite) {
    return a;
  }
  if (a.x == b.x && Mod(a.y + b.y, c_.p) == 0) {
    return {true, 0, 0};
  }
  const int slope =
      (a.x == b.x)
          ? Mod(1LL * (3 * a.x * a.x - 3) * Inverse(Mod(2 * a.y, c_.p), c_.p),
                c_.p)
          : Mod(1LL * (b.y - a.y) * Inverse(Mod(b.x - a.x, c_.p), c_.p), c_.p);
  const int x = Mod(slope * slope - a.x - b.x, c_.p);
  return {false, x, Mod(slope * (a.x - x) - a.y, c_.p)};
}

const Point &Oracle::Multiple(long long k) const {
  return multiples_[static_cast<size_t>(Mod(k, c_.n))];
}

int Oracle::DigestScalar(const std::vector<unsigned char> &digest) const {
  int value = 0;
  for (int i = 0; i < bits() && i < 8 * static_cast<int>(digest.size()); i++) {
    value =
        2 * value + ((digest[static_cast<size_t>(i / 8)] >> (7 - i % 8)) & 1);
  }
  return Mod(value, c_.n);
}

Oracle::Signature Oracle::Sign(int d, int k, int e) const {
  const int r = Mod(Multiple(k).x, c_.n);
  const int k_inverse = inverses_[static_cast<size_t>(k)];
  return {r, Mod(1LL * k_inverse * (e + r * d), c_.n)};
}

Oracle::Verdict Oracle::Verify(int d, int r, int s, int e) const {
  if (r < 1 || r >= c_.n || s < 1 || s >= c_.n) {
    return kRange;
  }
  const int w = inverses_[static_cast<size_t>(s)];
  const int u1 = Mod(1LL * e * w, c_.n), u2 = Mod(1LL * r * w, c_.n);
  const Point &sum = Multiple(u1 + 1LL * u2 * d);
  if (sum.infinite) {
    return kInfinity;
  }
  if (Mod(sum.x, c_.n) != r) {
    return kDiffers;
  }
  return (sum.x < c_.n) ? kSame : kSameAfterWrap;
}
