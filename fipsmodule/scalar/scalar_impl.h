/* Integers modulo the group order n: reading and writing them, the arithmetic
 * of signatures, and the digit expansions that point multiplication uses.
 * Scalars are plain (not in Montgomery form) and below n, unless said. */
#ifndef CORDON_SCALAR_SCALAR_IMPL_H_
#define CORDON_SCALAR_SCALAR_IMPL_H_

#include "field/beeu_impl.h"
#include "field/curve.h"
#include "field/field_impl.h"
#include "field/inverse_impl.h"
#include "field/mont_impl.h"

/* sc_mask sets out = a & mask. */
LIMB_INLINE void sc_mask(const struct curve *c, limb_t *out, const limb_t *a,
                         limb_t mask) {
  mask = limb_barrier(mask);
  for (size_t i = 0; i < c->n.num_limbs; i++) {
    out[i] = a[i] & mask;
  }
}

/* sc_is_zero is all ones iff a = 0. */
LIMB_INLINE limb_t sc_is_zero(const struct curve *c, const limb_t *a) {
  return limbs_is_zero(a, c->n.num_limbs);
}

/* sc_from_bytes reads a big-endian scalar; the result is all ones iff it is in
 * [1, n - 1], and out is 0 otherwise. CT: in does not leak. */
LIMB_INLINE limb_t sc_from_bytes(const struct curve *c, limb_t *out,
                                 const uint8_t *in) {
  limb_t ok;
  limbs_from_bytes(out, c->n.num_limbs, in, mod_num_bytes(&c->n));
  ok = mod_is_reduced(&c->n, out) & ~sc_is_zero(c, out);
  sc_mask(c, out, out, ok);
  return ok;
}

/* sc_from_wide sets out = (in mod (n - 1)) + 1 (FIPS 186-5 A.2.1 and A.3.1,
 * A.4.1), from len big-endian bytes: the highest n.bits - 1 bits are below
 * n - 1, and each further bit b makes 2 t + b < 2 (n - 1) of the remainder t.
 * Pre: 8 len >= n.bits. CT: in does not leak; len is public. */
LIMB_INLINE void sc_from_wide(const struct curve *c, limb_t *out,
                              const uint8_t *in, size_t len) {
  limb_t m[EC_MAX_LIMBS], carry = 1;
  limbs_set(out, 0, c->n.num_limbs);
  limbs_copy(m, c->n.m, c->n.num_limbs);
  m[0] ^= 1; /* n is odd */
  for (size_t i = 0; i < 8 * len; i++) {
    limb_t top = limbs_add(out, out, out, c->n.num_limbs);
    out[0] |= (limb_t)(in[i >> 3] >> (7 - (i & 7))) & 1;
    if (i + 1 >= c->n.bits) {
      limbs_reduce_once(out, out, top, m, c->n.num_limbs);
    }
  }
  for (size_t i = 0; i < c->n.num_limbs; i++) {
    out[i] = limb_add(out[i], 0, &carry);
  }
  VERIFY_CHECK(mod_is_reduced(&c->n, out) != 0);
}

/* sc_from_candidate reads the candidate c of FIPS 186-5 A.2.2 and A.3.2 and
 * sets out = c + 1; the result is all ones iff c <= n - 2, that is c + 1 < n
 * without a carry, and out is 0 otherwise. CT: in does not leak. */
LIMB_INLINE limb_t sc_from_candidate(const struct curve *c, limb_t *out,
                                     const uint8_t *in) {
  limb_t carry = 1, ok;
  limbs_from_bytes(out, c->n.num_limbs, in, mod_num_bytes(&c->n));
  for (size_t i = 0; i < c->n.num_limbs; i++) {
    out[i] = limb_add(out[i], 0, &carry);
  }
  ok = mod_is_reduced(&c->n, out) & ~limb_mask_bit(carry);
  sc_mask(c, out, out, ok);
  return ok;
}

LIMB_INLINE void sc_to_bytes(const struct curve *c, uint8_t *out,
                             const limb_t *a) {
  limbs_to_bytes(out, mod_num_bytes(&c->n), a);
}

/* sc_from_digest sets out to the leftmost n.bits bits of a digest, mod n
 * (FIPS 186-5 6.4.1 step 2). Those bits are below 2n. */
LIMB_INLINE void sc_from_digest(const struct curve *c, limb_t *out,
                                const uint8_t *digest, size_t digest_len) {
  const size_t len = mod_num_bytes(&c->n);
  limb_t t[EC_MAX_LIMBS];
  size_t used = (digest_len < len) ? digest_len : len;
  limbs_from_bytes(t, c->n.num_limbs, digest, used);
  if (used == len) {
    for (size_t i = 0; i < 8 * len - c->n.bits; i++) {
      limbs_shift_right1(t, t, 0, c->n.num_limbs);
    }
  }
  mod_reduce_once(&c->n, out, t, 0);
}

/* sc_from_field sets out = x mod n, for a field element x: p < 2n. */
LIMB_INLINE void sc_from_field(const struct curve *c, limb_t *out,
                               const limb_t *x) {
  limb_t t[EC_MAX_LIMBS];
  fe_to_plain(c, t, x);
  mod_reduce_once(&c->n, out, t, 0);
  ct_wipe(t, sizeof t);
}

LIMB_INLINE void sc_add(const struct curve *c, limb_t *out, const limb_t *a,
                        const limb_t *b) {
  mod_add(&c->n, out, a, b);
}

/* sc_mul_mont sets out = a b / R. */
LIMB_FUNCTION void sc_mul_mont(const struct curve *c, limb_t *out,
                               const limb_t *a, const limb_t *b) {
  mod_mul(&c->n, out, a, b);
}

/* sc_mul sets out = a b. Alias: any. */
LIMB_INLINE void sc_mul(const struct curve *c, limb_t *out, const limb_t *a,
                        const limb_t *b) {
  limb_t t[EC_MAX_LIMBS];
  sc_mul_mont(c, t, a, c->n.rr);
  sc_mul_mont(c, out, t, b);
  ct_wipe(t, sizeof t);
}

/* sc_divide sets out = a / b, or 0 for b = 0. Alias: any.
 * CT: a and b do not leak. */
LIMB_FUNCTION void sc_divide(const struct curve *c, limb_t *out,
                             const limb_t *a, const limb_t *b) {
  switch (c->n.backend) {
#if CORDON_ASM
    case MOD_P256_ORDER_X86_64:
      p256_order_divide_x86_64(out, a, b);
      break;
    case MOD_P256_ORDER_ADX:
      p256_order_divide_adx(out, a, b);
      break;
#endif
    default:
      mod_inverse(&c->n, out, b, a);
  }
}

/* sc_inverse_vartime sets out = 1 / a and returns 1, or returns 0 for a = 0.
 * Alias: any. */
LIMB_FUNCTION int sc_inverse_vartime(const struct curve *c, limb_t *out,
                                     const limb_t *a) {
  limb_t one[EC_MAX_LIMBS];
  switch (c->n.backend) {
#if CORDON_ASM
    case MOD_P256_ORDER_X86_64:
      return p256_order_inverse_x86_64_vartime(out, a);
    case MOD_P256_ORDER_ADX:
      return p256_order_inverse_adx_vartime(out, a);
#endif
    default:
      limbs_set(one, 1, c->n.num_limbs);
      return mod_inverse_vartime(&c->n, out, a, one);
  }
}

/* Signed odd digits. An odd k < 2^L, L = width * windows, is
 *   k = sum over i < windows of d_i 2^(width i), d_i odd, |d_i| < 2^width:
 * (k + 2^L - 1) / 2 = (k >> 1) + 2^(L - 1) has the bits b_j with
 * k = sum of (2 b_j - 1) 2^j, and a window v of them is the digit
 * 2v - (2^width - 1). No carries, and the highest digit is positive. */

/* sc_make_odd sets out to the odd one of k and n - k, and returns all ones
 * iff that is n - k. Alias: any. */
LIMB_INLINE limb_t sc_make_odd(const struct curve *c, limb_t *out,
                               const limb_t *k) {
  limb_t t[EC_MAX_LIMBS];
  limb_t even = limb_mask_bit((k[0] & 1) ^ 1);
  (void)limbs_sub(t, c->n.m, k, c->n.num_limbs);
  limbs_select(out, even, t, k, c->n.num_limbs);
  ct_wipe(t, sizeof t);
  return even;
}

/* sc_window_bits is bits [at, at + width) of (k >> 1) + 2^top.
 * Pre: width < w; k >> 1 < 2^top. CT: at, width and top are public. */
LIMB_INLINE limb_t sc_window_bits(const struct curve *c, const limb_t *k,
                                  size_t at, unsigned width, size_t top) {
  size_t i = limb_index(at + 1);
  size_t shift = limb_shift(at + 1);
  limb_t x = (i < c->n.num_limbs) ? k[i] >> shift : 0;
  if (shift != 0 && i + 1 < c->n.num_limbs) {
    x |= k[i + 1] << (CORDON_LIMB_BITS - shift);
  }
  if (at <= top && top < at + width) {
    x |= (limb_t)1 << (top - at);
  }
  return x & (((limb_t)1 << width) - 1);
}

/* sc_odd_digit sets *index = (|d_i| - 1) / 2, and returns all ones iff digit
 * d_i of the odd k is negative. From v: v - 2^(width - 1) for the upper half of
 * its range, 2^(width - 1) - 1 - v for the lower. */
LIMB_INLINE limb_t sc_odd_digit(const struct curve *c, limb_t *index,
                                const limb_t *k, size_t i, uint32_t width,
                                uint32_t windows) {
  const size_t top = (size_t)width * windows - 1;
  limb_t v = sc_window_bits(c, k, i * width, width, top);
  limb_t negative = limb_mask_bit((v >> (width - 1)) ^ 1);
  CT_PLANT(branch, if (negative != 0) CT_LEAK_HERE);
  *index = (v ^ negative) & (((limb_t)1 << (width - 1)) - 1);
  return negative;
}

/* Non-adjacent form of a width: digits 0 or odd, |d| < 2^(width - 1), and of
 * any width digits in a row at most one is not 0. */
#define SC_MAX_NAF_LEN (521 + 1)

/* The state of sc_wnaf_next_vartime: k = sum of the digits so far
 * + 2^at (carry + (k >> at)). It begins as zeros. */
struct sc_wnaf {
  size_t at;
  limb_t carry;
};

/* sc_bits_vartime is bits [at, at + w) of k, 0 above n.bits. */
LIMB_INLINE limb_t sc_bits_vartime(const struct curve *c, const limb_t *k,
                                   size_t at) {
  size_t i = limb_index(at), shift = limb_shift(at);
  limb_t x = (i < c->n.num_limbs) ? k[i] >> shift : 0;
  if (shift != 0 && i + 1 < c->n.num_limbs) {
    x |= k[i + 1] << (CORDON_LIMB_BITS - shift);
  }
  return x;
}

/* sc_wnaf_next_vartime is the next digit of k that is not 0, and sets *position
 * to where it is, below n.bits + 1; or 0 after the last.
 * Pre: 2 <= width <= 15, k < 2^n.bits. */
LIMB_INLINE int sc_wnaf_next_vartime(const struct curve *c, struct sc_wnaf *s,
                                     const limb_t *k, unsigned width,
                                     size_t *position) {
  while (s->at <= c->n.bits) {
    /* Digits are 0 where the bits are equal to the carry. */
    limb_t bits = sc_bits_vartime(c, k, s->at) ^ ((limb_t)0 - s->carry);
    if (bits == 0) {
      s->at += CORDON_LIMB_BITS;
      continue;
    }
    *position = s->at + limb_ctz_vartime(bits);
    bits = sc_bits_vartime(c, k, *position);
    bits = (bits & (((limb_t)1 << width) - 1)) + s->carry; /* odd */
    s->carry = bits >> (width - 1);
    s->at = *position + width;
    return (int)bits - (int)(s->carry << width);
  }
  VERIFY_CHECK(s->carry == 0);
  return 0;
}

/* sc_wnaf_vartime writes the n.bits + 1 digits of k, lowest first, and returns
 * how many there are up to the highest that is not 0. Pre: as above. */
static inline size_t sc_wnaf_vartime(const struct curve *c, int16_t *digits,
                                     const limb_t *k, unsigned width) {
  struct sc_wnaf s = {0, 0};
  size_t used = 0, position;
  int digit;
  __builtin_memset(digits, 0, (c->n.bits + 1) * sizeof digits[0]);
  while ((digit = sc_wnaf_next_vartime(c, &s, k, width, &position)) != 0) {
    digits[position] = (int16_t)digit;
    used = position + 1;
  }
  return used;
}

#endif
