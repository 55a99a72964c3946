/* Limbs: the machine words of big integers, and the arithmetic on single ones
 * and on pairs; limbs.h has that on arrays. Built with 64-bit or, from the same
 * source, 32-bit limbs (CORDON_LIMB_BITS). */
#ifndef CORDON_LIMBS_LIMB_H_
#define CORDON_LIMBS_LIMB_H_

#include <stddef.h>
#include <stdint.h>

#include "limbs/ct.h"
#include "limbs/plant.h"
#include "limbs/verify.h"

#if !defined(CORDON_LIMB_BITS)
#if defined(__SIZEOF_INT128__)
#define CORDON_LIMB_BITS 64
#else
#define CORDON_LIMB_BITS 32
#endif
#endif

/* dlimb_t holds a product of two limbs plus two more limbs; slimb_t and
 * sdlimb_t are the signed types of the same widths. */
#if CORDON_LIMB_BITS == 64
typedef uint64_t limb_t;
typedef int64_t slimb_t;
__extension__ typedef unsigned __int128 dlimb_t;
__extension__ typedef __int128 sdlimb_t;
#elif CORDON_LIMB_BITS == 32
typedef uint32_t limb_t;
typedef int32_t slimb_t;
typedef uint64_t dlimb_t;
typedef int64_t sdlimb_t;
#else
#error "CORDON_LIMB_BITS must be 32 or 64"
#endif

#define LIMB_BYTES (CORDON_LIMB_BITS / 8)

/* limb_index is the limb that has bit i of a number, limb_shift the place of
 * the bit in it. Shifts, because without optimisation / and % divide. */
#define LIMB_LOG2 (CORDON_LIMB_BITS == 64 ? 6 : 5)
#define limb_index(i) ((size_t)(i) >> LIMB_LOG2)
#define limb_shift(i) ((size_t)(i) & (CORDON_LIMB_BITS - 1))

/* The widest integer of any curve is 521 bits long. */
#define EC_MAX_BYTES 66
#define EC_MAX_LIMBS ((521 + CORDON_LIMB_BITS - 1) / CORDON_LIMB_BITS)

/* Sanitizers put checks into every line: code that is unrolled and inlined as
 * it is meant to be takes them minutes to compile. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LIMB_SANITIZED 1
#else
#define LIMB_SANITIZED 0
#endif

/* LIMB_UNROLL stands before a loop over the limbs of one number, and makes
 * gcc unroll it at every level of optimisation where the count is known. */
#if defined(LIMB_UNROLL)
/* the build has decided */
#elif defined(__clang__) || !defined(__OPTIMIZE__) || LIMB_SANITIZED
#define LIMB_UNROLL
#else
#define LIMB_UNROLL _Pragma("GCC unroll 17")
#endif

#if LIMB_SANITIZED
#define LIMB_INLINE static inline __attribute__((unused))
#else
#define LIMB_INLINE static inline __attribute__((always_inline, unused))
#endif

/* LIMB_FUNCTION is for what is long and called from many places: one copy a
 * file, into which compilers still fold the constants of the curve that all
 * callers in that file pass. */
#define LIMB_FUNCTION static __attribute__((noinline, unused))

/* limb_barrier returns x, and hides its origin from the compiler. */
LIMB_INLINE limb_t limb_barrier(limb_t x) {
  __asm__("" : "+r"(x));
  return x;
}

/* limb_mask_bit is all ones for 1 and 0 for 0. Pre: bit < 2. */
LIMB_INLINE limb_t limb_mask_bit(limb_t bit) {
  return limb_barrier((limb_t)0 - bit);
}

/* limb_is_zero is all ones iff x = 0: the top bit of ~x & (x - 1) is set for
 * x = 0 alone. */
LIMB_INLINE limb_t limb_is_zero(limb_t x) {
  return limb_mask_bit((~x & (x - 1)) >> (CORDON_LIMB_BITS - 1));
}

LIMB_INLINE limb_t limb_equal(limb_t a, limb_t b) {
  return limb_is_zero(a ^ b);
}

/* limb_add is a + b + carry mod 2^w; the carry is replaced by the new one.
 * limb_sub is a - b - borrow, likewise. Pre: *carry, *borrow < 2. Compilers
 * know that x86-64 has instructions for just this, but do not find them in the
 * portable form. */
#if CORDON_LIMB_BITS == 64 && defined(__x86_64__)
#if defined(__clang__)
#define LIMB_SUBTRACT __builtin_ia32_subborrow_u64
#else
#define LIMB_SUBTRACT __builtin_ia32_sbb_u64
#endif

LIMB_INLINE limb_t limb_add(limb_t a, limb_t b, limb_t *carry) {
  unsigned long long out;
  *carry = __builtin_ia32_addcarryx_u64((unsigned char)*carry, a, b, &out);
  return out;
}

LIMB_INLINE limb_t limb_sub(limb_t a, limb_t b, limb_t *borrow) {
  unsigned long long out;
  *borrow = LIMB_SUBTRACT((unsigned char)*borrow, a, b, &out);
  return out;
}
#else
LIMB_INLINE limb_t limb_add(limb_t a, limb_t b, limb_t *carry) {
  dlimb_t t = (dlimb_t)a + b + *carry;
  *carry = (limb_t)(t >> CORDON_LIMB_BITS);
  return (limb_t)t;
}

LIMB_INLINE limb_t limb_sub(limb_t a, limb_t b, limb_t *borrow) {
  dlimb_t t = (dlimb_t)a - b - *borrow;
  *borrow = (limb_t)(t >> CORDON_LIMB_BITS) & 1;
  return (limb_t)t;
}
#endif

/* dlimb_add sets *out = a + b mod 2^(2w) and returns the carry; dlimb_sub does
 * the same with a - b and the borrow. With the form chosen here each compiler
 * keeps to the carry flag; without optimisation gcc would branch on a
 * comparison of two limbs, so the carry is computed from the top bits. */
LIMB_INLINE limb_t dlimb_add(dlimb_t *out, dlimb_t a, dlimb_t b) {
#if defined(__clang__)
  return (limb_t)__builtin_add_overflow(a, b, out);
#else
  dlimb_t sum = a + b;
  *out = sum;
#if defined(__OPTIMIZE__)
  return (limb_t)(sum < b);
#else
  return (limb_t)(((a & b) | ((a | b) & ~sum)) >> (2 * CORDON_LIMB_BITS - 1));
#endif
#endif
}

LIMB_INLINE limb_t dlimb_sub(dlimb_t *out, dlimb_t a, dlimb_t b) {
#if defined(__clang__)
  return (limb_t)__builtin_sub_overflow(a, b, out);
#else
  dlimb_t diff = a - b;
  *out = diff;
#if defined(__OPTIMIZE__)
  return (limb_t)(a < b);
#else
  return (limb_t)(((~a & b) | ((~a | b) & diff)) >> (2 * CORDON_LIMB_BITS - 1));
#endif
#endif
}

/* struct column is the three-limb accumulator of one column of a product:
 * hi * 2^(2w) + lo. 2^w products fit. */
struct column {
  dlimb_t lo;
  limb_t hi;
};

LIMB_INLINE void column_add(struct column *t, dlimb_t x) {
  t->hi += dlimb_add(&t->lo, t->lo, x);
}

LIMB_INLINE void column_mul(struct column *t, limb_t a, limb_t b) {
  column_add(t, (dlimb_t)a * b);
}

/* column_next takes the lowest limb out and moves to the column above. */
LIMB_INLINE limb_t column_next(struct column *t) {
  limb_t low = (limb_t)t->lo;
  t->lo = (t->lo >> CORDON_LIMB_BITS) | ((dlimb_t)t->hi << CORDON_LIMB_BITS);
  t->hi = 0;
  return low;
}

/* column_sub subtracts x; the column may be negative from then on, in two's
 * complement, and column_next_signed moves to the one above. */
LIMB_INLINE void column_sub(struct column *t, dlimb_t x) {
  t->hi -= dlimb_sub(&t->lo, t->lo, x);
}

LIMB_INLINE limb_t column_next_signed(struct column *t) {
  limb_t low = (limb_t)t->lo;
  t->lo = (t->lo >> CORDON_LIMB_BITS) | ((dlimb_t)t->hi << CORDON_LIMB_BITS);
  t->hi = (limb_t)((slimb_t)t->hi >> (CORDON_LIMB_BITS - 1));
  return low;
}

/* column_mul_range adds a_i b_(k - i) for all i for which both are among num
 * limbs: column k of the product. */
LIMB_INLINE void column_mul_range(struct column *t, const limb_t *a,
                                  const limb_t *b, size_t k, size_t num) {
  LIMB_UNROLL
  for (size_t i = (k < num) ? 0 : k - num + 1; i < num && i <= k; i++) {
    column_mul(t, a[i], b[k - i]);
  }
}

/* column_sqr_range is column_mul_range for b = a: the products of two different
 * limbs are summed up once, and added twice. Pre: num < 2^(w - 2). */
LIMB_INLINE void column_sqr_range(struct column *t, const limb_t *a, size_t k,
                                  size_t num) {
  struct column twice = {0, 0};
  LIMB_UNROLL
  for (size_t i = (k < num) ? 0 : k - num + 1; 2 * i < k; i++) {
    column_mul(&twice, a[i], a[k - i]);
  }
  twice.hi = (twice.hi << 1) | (limb_t)(twice.lo >> (2 * CORDON_LIMB_BITS - 1));
  twice.lo <<= 1;
  column_add(t, twice.lo);
  t->hi += twice.hi;
  if ((k & 1) == 0) {
    column_mul(t, a[k >> 1], a[k >> 1]);
  }
}

#endif
