// What the tests of the functions of P-256 share: the numbers of the oracle,
// the radix of Montgomery form, words, and the pairs of values that every
// product is tested on.
#ifndef CORDON_TESTS_ASM_NUMBERS_H_
#define CORDON_TESTS_ASM_NUMBERS_H_

#include <cordon/types.h>
#include <gtest/gtest.h>

#include <array>

#include "../arith/oracle.h"

namespace asm_test {

// UseP256 comes before any use of the oracle's numbers.
inline void UseP256() {
  if (kCurve != CORDON_P256) {
    Select(CORDON_P256);
  }
}

// Radix is R = 2^256, RInverse 1 / R mod p, Half 1 / 2 mod p.
inline const mpz_class &Radix() {
  static const mpz_class r = mpz_class(1) << 256;
  return r;
}

inline const mpz_class &RInverse() {
  static const mpz_class r = InverseMod(Radix(), kP);
  return r;
}

inline const mpz_class &Half() {
  static const mpz_class r = InverseMod(2, kP);
  return r;
}

using Words = std::array<uint64_t, 4>;
using One = void (*)(uint64_t *, const uint64_t *);
using Two = void (*)(uint64_t *, const uint64_t *, const uint64_t *);
using Repeated = void (*)(uint64_t *, const uint64_t *, size_t);

inline Words ToWords(const mpz_class &a) {
  Words w{};
  mpz_export(w.data(), nullptr, -1, 8, 0, 0, a.get_mpz_t());
  return w;
}

inline mpz_class FromWords(const Words &w) {
  mpz_class a;
  mpz_import(a.get_mpz_t(), 4, -1, 8, 0, 0, w.data());
  return a;
}

// Values of 0, 1, and words of ones, in all four words.
inline Integers WordsOfOnesAndZeros() {
  const uint64_t words[] = {0, 1, 0xffffffff, 0xffffffff00000000u,
                            0xffffffffffffffffu};
  Integers values;
  for (unsigned i = 0; i < 625; i++) {
    values.push_back(FromWords(
        {words[i % 5], words[i / 5 % 5], words[i / 25 % 5], words[i / 125]}));
  }
  return values;
}

// The sweeps call check(a, b) on pairs of values below m, until it fails: edge
// values; words of ones and zeros; random ones; and those whose Montgomery
// product is next to a multiple of m, at the edges of the reduction.
template <class Check>
void SweepEdges(const mpz_class &m, Check check) {
  Integers edges = SomeEdges(m, 1 + Edges(m).size() / 120);
  edges.push_back(m - 1);
  for (const mpz_class &a : edges) {
    for (const mpz_class &b : edges) {
      check(a, b);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

template <class Check>
void SweepWords(const mpz_class &m, Check check) {
  Integers values;
  for (const mpz_class &a : WordsOfOnesAndZeros()) {
    if (a < m) {
      values.push_back(a);
    }
  }
  for (const mpz_class &a : values) {
    for (size_t j = 0; j < values.size(); j += 11) {
      check(a, values[j]);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

template <class Check>
void SweepRandom(const mpz_class &m, Check check) {
  for (int i = 0; i < 10000; i++) {
    check(RandomBelow(m), RandomBelow(m));
    if (testing::Test::HasFatalFailure()) return;
  }
}

template <class Check>
void SweepNearMultiples(const mpz_class &m, Check check) {
  for (int i = 0; i < 1000; i++) {
    mpz_class a = RandomBelow(m - 1) + 1;
    for (int near = -3; near <= 3; near++) {
      check(a, Mod(near * Radix() * InverseMod(a, m), m));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// CheckRepeatedSquares compares 1 to 70 squarings, out of place and in place.
inline void CheckRepeatedSquares(Repeated call, const mpz_class &m) {
  const mpz_class radix_inverse = InverseMod(Radix(), m);
  Integers values = SomeEdges(m, 40);
  values.push_back(RandomBelow(m));
  for (const mpz_class &a : values) {
    mpz_class want = a;
    for (size_t num = 1; num <= 70; num++) {
      want = Mod(want * want * radix_inverse, m);
      Words x = ToWords(a), out;
      call(out.data(), x.data(), num);
      ASSERT_EQ(want, FromWords(out)) << num << " " << a;
      call(x.data(), x.data(), num);
      ASSERT_EQ(out, x);
    }
  }
}

}  // namespace asm_test

#endif
