/* Limbs: the machine words of big integers, the arithmetic on single limbs and
 * on little-endian arrays of them. Built with 64-bit or, from the same source,
 * 32-bit limbs (CORDON_LIMB_BITS). */
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

/* LIMB_UNROLL stands before a loop over the limbs of one number, and makes
 * gcc unroll it at every level of optimisation where the count is known. */
#if defined(LIMB_UNROLL)
/* the build has decided */
#elif defined(__clang__) || !defined(__OPTIMIZE__)
#define LIMB_UNROLL
#else
#define LIMB_UNROLL _Pragma("GCC unroll 17")
#endif

#define LIMB_INLINE static inline __attribute__((always_inline, unused))

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
 * Pre: *carry < 2. */
LIMB_INLINE limb_t limb_add(limb_t a, limb_t b, limb_t *carry) {
  dlimb_t t = (dlimb_t)a + b + *carry;
  *carry = (limb_t)(t >> CORDON_LIMB_BITS);
  return (limb_t)t;
}

/* limb_sub is a - b - borrow mod 2^w; the borrow is replaced by the new one.
 * Pre: *borrow < 2. */
LIMB_INLINE limb_t limb_sub(limb_t a, limb_t b, limb_t *borrow) {
  dlimb_t t = (dlimb_t)a - b - *borrow;
  *borrow = (limb_t)(t >> CORDON_LIMB_BITS) & 1;
  return (limb_t)t;
}

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
  return (limb_t)(((~a & b) | ((~a | b) & diff)) >>
                  (2 * CORDON_LIMB_BITS - 1));
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

/* Arrays of num limbs, least significant first. */

LIMB_INLINE void limbs_copy(limb_t *out, const limb_t *a, size_t num) {
  LIMB_UNROLL
  for (size_t i = 0; i < num; i++) {
    out[i] = a[i];
  }
}

LIMB_INLINE void limbs_set(limb_t *out, limb_t x, size_t num) {
  LIMB_UNROLL
  for (size_t i = 0; i < num; i++) {
    out[i] = (i == 0) ? x : 0;
  }
}

/* limbs_is_zero is all ones iff a = 0. */
LIMB_INLINE limb_t limbs_is_zero(const limb_t *a, size_t num) {
  limb_t any = 0;
  LIMB_UNROLL
  for (size_t i = 0; i < num; i++) {
    any |= a[i];
  }
  return limb_is_zero(any);
}

/* limbs_equal is all ones iff a = b. */
LIMB_INLINE limb_t limbs_equal(const limb_t *a, const limb_t *b, size_t num) {
  limb_t any = 0;
  CT_PLANT(compare, if (a[0] != b[0]) return 0);
  LIMB_UNROLL
  for (size_t i = 0; i < num; i++) {
    any |= a[i] ^ b[i];
  }
  return limb_is_zero(any);
}

#if CORDON_LIMB_BITS == 64
/* Four limbs are two pairs: compilers keep the carry inside a pair in the
 * flags, but not along a chain of limbs, which is up to three times slower.
 * CT: without the barrier gcc branches on the carry between the pairs. */
LIMB_INLINE dlimb_t limbs_pair(const limb_t *a) {
  return ((dlimb_t)a[1] << 64) | a[0];
}

LIMB_INLINE void limbs_set_pairs(limb_t *out, dlimb_t low, dlimb_t high) {
  out[0] = (limb_t)low;
  out[1] = (limb_t)(low >> 64);
  out[2] = (limb_t)high;
  out[3] = (limb_t)(high >> 64);
}

LIMB_INLINE limb_t limbs_add4(limb_t *out, const limb_t *a, const limb_t *b) {
  dlimb_t low, high;
  limb_t k = limb_barrier(dlimb_add(&low, limbs_pair(a), limbs_pair(b)));
  limb_t c = dlimb_add(&high, limbs_pair(a + 2), limbs_pair(b + 2));
  c += dlimb_add(&high, high, k);
  limbs_set_pairs(out, low, high);
  return c;
}

LIMB_INLINE limb_t limbs_sub4(limb_t *out, const limb_t *a, const limb_t *b) {
  dlimb_t low, high;
  limb_t k = limb_barrier(dlimb_sub(&low, limbs_pair(a), limbs_pair(b)));
  limb_t c = dlimb_sub(&high, limbs_pair(a + 2), limbs_pair(b + 2));
  c += dlimb_sub(&high, high, k);
  limbs_set_pairs(out, low, high);
  return c;
}
#endif

/* limbs_add sets out = a + b mod 2^(w num) and returns the carry, 0 or 1.
 * Alias: any. */
LIMB_INLINE limb_t limbs_add(limb_t *out, const limb_t *a, const limb_t *b,
                             size_t num) {
  limb_t carry = 0;
#if CORDON_LIMB_BITS == 64
  if (num == 4) {
    return limbs_add4(out, a, b);
  }
#endif
  LIMB_UNROLL
  for (size_t i = 0; i < num; i++) {
    out[i] = limb_add(a[i], b[i], &carry);
  }
  return carry;
}

/* limbs_sub sets out = a - b mod 2^(w num) and returns the borrow, 0 or 1.
 * Alias: any. */
LIMB_INLINE limb_t limbs_sub(limb_t *out, const limb_t *a, const limb_t *b,
                             size_t num) {
  limb_t borrow = 0;
#if CORDON_LIMB_BITS == 64
  if (num == 4) {
    return limbs_sub4(out, a, b);
  }
#endif
  LIMB_UNROLL
  for (size_t i = 0; i < num; i++) {
    out[i] = limb_sub(a[i], b[i], &borrow);
  }
  return borrow;
}

/* limbs_add_masked sets out = a + (b & mask) mod 2^(w num) and returns the
 * carry. Alias: any. */
LIMB_INLINE limb_t limbs_add_masked(limb_t *out, const limb_t *a,
                                    const limb_t *b, limb_t mask, size_t num) {
  limb_t t[EC_MAX_LIMBS];
  mask = limb_barrier(mask);
  LIMB_UNROLL
  for (size_t i = 0; i < num; i++) {
    t[i] = b[i] & mask;
  }
  return limbs_add(out, a, t, num);
}

/* limbs_reduce_once sets out to v or v - m, whichever is in [0, m), for
 * v = top 2^(w num) + a. Pre: v < 2m. Alias: out = a. */
LIMB_INLINE void limbs_reduce_once(limb_t *out, const limb_t *a, limb_t top,
                                   const limb_t *m, size_t num) {
  limb_t borrow = limbs_sub(out, a, m, num);
  /* top = 1 implies borrow = 1: v - m < m. */
  VERIFY_CHECK(top <= borrow);
  (void)limbs_add_masked(out, out, m, top - borrow, num);
}

/* limbs_less is all ones iff a < b. */
LIMB_INLINE limb_t limbs_less(const limb_t *a, const limb_t *b, size_t num) {
  limb_t borrow = 0;
  LIMB_UNROLL
  for (size_t i = 0; i < num; i++) {
    (void)limb_sub(a[i], b[i], &borrow);
  }
  return limb_mask_bit(borrow);
}

/* limbs_select sets out = mask ? a : b. Pre: mask is 0 or all ones.
 * Alias: any. */
LIMB_INLINE void limbs_select(limb_t *out, limb_t mask, const limb_t *a,
                              const limb_t *b, size_t num) {
  mask = limb_barrier(mask);
  LIMB_UNROLL
  for (size_t i = 0; i < num; i++) {
    out[i] = b[i] ^ ((a[i] ^ b[i]) & mask);
  }
}

/* limbs_move sets out = a where mask is all ones, and leaves it where 0. */
LIMB_INLINE void limbs_move(limb_t *out, limb_t mask, const limb_t *a,
                            size_t num) {
  limbs_select(out, mask, a, out, num);
}

/* limbs_shift_right1 sets out = (top * 2^(w num) + a) / 2, rounded down.
 * Pre: top < 2. Alias: out = a. */
LIMB_INLINE void limbs_shift_right1(limb_t *out, const limb_t *a, limb_t top,
                                    size_t num) {
  LIMB_UNROLL
  for (size_t i = 0; i < num; i++) {
    limb_t above = (i + 1 < num) ? a[i + 1] : top;
    out[i] = (a[i] >> 1) | (above << (CORDON_LIMB_BITS - 1));
  }
}

/* limbs_from_bytes sets out to the big-endian integer of len bytes.
 * Pre: len <= num * LIMB_BYTES. */
LIMB_INLINE void limbs_from_bytes(limb_t *out, size_t num, const uint8_t *in,
                                  size_t len) {
  for (size_t i = 0; i < num; i++) {
    limb_t x = 0;
    for (size_t j = 0; j < LIMB_BYTES; j++) {
      size_t at = i * LIMB_BYTES + j; /* weight 2^(8 at) */
      if (at < len) {
        x |= (limb_t)in[len - 1 - at] << (8 * j);
      }
    }
    out[i] = x;
  }
}

/* limbs_to_bytes writes the low len bytes of a, big-endian.
 * Pre: len <= num * LIMB_BYTES. */
LIMB_INLINE void limbs_to_bytes(uint8_t *out, size_t len, const limb_t *a) {
  for (size_t i = 0; i < len; i++) {
    limb_t x = a[limb_index(8 * i)] >> limb_shift(8 * i);
    out[len - 1 - i] = (uint8_t)x;
  }
}

/* limbs_bit is bit i of a. Pre: i < w num. CT: i is public. */
LIMB_INLINE limb_t limbs_bit(const limb_t *a, size_t i) {
  return (a[limb_index(i)] >> limb_shift(i)) & 1;
}

#endif
