/* Wide: integers below 2^544, for the oracle. Slow and simple. */
#ifndef CORDON_TESTS_EXHAUSTIVE_WIDE_H_
#define CORDON_TESTS_EXHAUSTIVE_WIDE_H_

#include "exhaustive_test.h"

struct Wide {
  uint32_t w[TOY_MAX_WORDS] = {}; /* least significant first */

  explicit Wide(uint32_t x) { w[0] = x; }

  static Wide PowerOfTwo(unsigned e) {
    Wide x(0);
    x.w[e / 32] = 1u << (e % 32);
    return x;
  }

  bool Bit(unsigned i) const { return ((w[i / 32] >> (i % 32)) & 1) != 0; }

  unsigned NumBits() const {
    unsigned bits = 32 * TOY_MAX_WORDS;
    while (bits > 0 && !Bit(bits - 1)) {
      bits--;
    }
    return bits;
  }

  Wide operator+(const Wide &b) const {
    Wide sum(0);
    uint64_t carry = 0;
    for (size_t i = 0; i < TOY_MAX_WORDS; i++) {
      carry += static_cast<uint64_t>(w[i]) + b.w[i];
      sum.w[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    return sum;
  }

  /* For b not above *this. */
  Wide operator-(const Wide &b) const {
    Wide difference(0);
    int64_t carry = 0;
    for (size_t i = 0; i < TOY_MAX_WORDS; i++) {
      carry += static_cast<int64_t>(w[i]) - b.w[i];
      difference.w[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    return difference;
  }

  bool operator==(const Wide &b) const {
    for (size_t i = 0; i < TOY_MAX_WORDS; i++) {
      if (w[i] != b.w[i]) {
        return false;
      }
    }
    return true;
  }

  bool operator<(const Wide &b) const {
    for (size_t i = TOY_MAX_WORDS; i-- > 0;) {
      if (w[i] != b.w[i]) {
        return w[i] < b.w[i];
      }
    }
    return false;
  }

  Wide Half() const {
    Wide half(0);
    for (size_t i = 0; i < TOY_MAX_WORDS; i++) {
      const uint32_t above = (i + 1 < TOY_MAX_WORDS) ? w[i + 1] : 0;
      half.w[i] = (w[i] >> 1) | (above << 31);
    }
    return half;
  }

  static Wide AddMod(const Wide &a, const Wide &b, const Wide &m) {
    const Wide sum = a + b;
    return (sum < m) ? sum : sum - m;
  }

  static Wide MulMod(const Wide &a, const Wide &b, const Wide &m) {
    Wide sum(0);
    for (unsigned i = b.NumBits(); i-- > 0;) {
      sum = AddMod(sum, sum, m);
      if (b.Bit(i)) {
        sum = AddMod(sum, a, m);
      }
    }
    return sum;
  }

  /* The gcd of a and an odd b. */
  static Wide Gcd(Wide a, Wide b) {
    const Wide zero(0);
    while (!(a == zero)) {
      while (!a.Bit(0)) {
        a = a.Half();
      }
      if (a < b) {
        const Wide t = a;
        a = b;
        b = t;
      }
      a = a - b;
    }
    return b;
  }
};

#endif
