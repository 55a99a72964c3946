/* Integers of num limbs, the lowest first: copies, comparisons, additions, and
 * their big-endian bytes. All but limbs_bit run in constant time; num is
 * public. */
#ifndef CORDON_LIMBS_LIMBS_H_
#define CORDON_LIMBS_LIMBS_H_

#include "limbs/limb.h"

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

/* limbs_add sets out = a + b mod 2^(w num) and returns the carry, 0 or 1.
 * Alias: any. */
LIMB_INLINE limb_t limbs_add(limb_t *out, const limb_t *a, const limb_t *b,
                             size_t num) {
  limb_t carry = 0;
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
