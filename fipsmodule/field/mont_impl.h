/* Arithmetic modulo one odd number in Montgomery form, for any modulus. Values
 * are num_limbs limbs and fully reduced, before and after every function. */
#ifndef CORDON_FIELD_MONT_IMPL_H_
#define CORDON_FIELD_MONT_IMPL_H_

#include "field/curve.h"
#include "field/p224_field.h"
#include "field/p256_field.h"
#include "field/p384_field.h"
#include "field/p521_field.h"
#include "limbs/limbs.h"
#include "limbs/verify.h"

/* mod_is_reduced is all ones iff a < m. */
LIMB_INLINE limb_t mod_is_reduced(const struct modulus *m, const limb_t *a) {
  return limbs_less(a, m->m, m->num_limbs);
}

/* mod_reduce_once sets out = (top * R + a) mod m.
 * Pre: top * R + a < 2m. Alias: out = a. */
LIMB_INLINE void mod_reduce_once(const struct modulus *m, limb_t *out,
                                 const limb_t *a, limb_t top) {
  limbs_reduce_once(out, a, top, m->m, m->num_limbs);
  VERIFY_CHECK(mod_is_reduced(m, out) != 0);
}

/* mod_add sets out = a + b. Alias: any. */
LIMB_INLINE void mod_add(const struct modulus *m, limb_t *out, const limb_t *a,
                         const limb_t *b) {
  limb_t t[EC_MAX_LIMBS];
  limb_t carry = limbs_add(t, a, b, m->num_limbs);
  mod_reduce_once(m, out, t, carry);
}

/* mod_sub sets out = a - b. Alias: any. */
LIMB_INLINE void mod_sub(const struct modulus *m, limb_t *out, const limb_t *a,
                         const limb_t *b) {
  limb_t t[EC_MAX_LIMBS];
  limb_t borrow = limbs_sub(t, a, b, m->num_limbs);
  (void)limbs_add_masked(out, t, m->m, (limb_t)0 - borrow, m->num_limbs);
  VERIFY_CHECK(mod_is_reduced(m, out) != 0);
}

/* mod_neg sets out = -a. Alias: any. */
LIMB_INLINE void mod_neg(const struct modulus *m, limb_t *out,
                         const limb_t *a) {
  limb_t zero[EC_MAX_LIMBS];
  limbs_set(zero, 0, m->num_limbs);
  mod_sub(m, out, zero, a);
}

/* mod_half sets out = a / 2: a or, where it is odd, a + m, shifted right.
 * Alias: any. */
LIMB_INLINE void mod_half(const struct modulus *m, limb_t *out,
                          const limb_t *a) {
  limb_t t[EC_MAX_LIMBS];
  limb_t carry =
      limbs_add_masked(t, a, m->m, (limb_t)0 - (a[0] & 1), m->num_limbs);
  limbs_shift_right1(out, t, carry, m->num_limbs);
  VERIFY_CHECK(mod_is_reduced(m, out) != 0);
}

/* mod_mul_generic sets out = a b / R, by columns: column k of
 *   a b + q m,  q_k = -(column k) m^-1 mod 2^w,
 * is 0 for k < num_limbs; the upper half is below 2m. Alias: any. */
LIMB_INLINE void mod_mul_generic(const struct modulus *m, limb_t *out,
                                 const limb_t *a, const limb_t *b) {
  const size_t num = m->num_limbs;
  limb_t q[EC_MAX_LIMBS], t[EC_MAX_LIMBS];
  struct column col = {0, 0};
  LIMB_UNROLL
  for (size_t k = 0; k < num; k++) {
    LIMB_UNROLL
    for (size_t i = 0; i < k; i++) {
      column_mul(&col, a[i], b[k - i]);
      column_mul(&col, q[i], m->m[k - i]);
    }
    column_mul(&col, a[k], b[0]);
    q[k] = (limb_t)col.lo * m->n0;
    column_mul(&col, q[k], m->m[0]);
    (void)column_next(&col);
  }
  LIMB_UNROLL
  for (size_t k = num; k < 2 * num - 1; k++) {
    LIMB_UNROLL
    for (size_t i = k - num + 1; i < num; i++) {
      column_mul(&col, a[i], b[k - i]);
      column_mul(&col, q[i], m->m[k - i]);
    }
    t[k - num] = column_next(&col);
  }
  t[num - 1] = (limb_t)col.lo;
  mod_reduce_once(m, out, t, (limb_t)(col.lo >> CORDON_LIMB_BITS));
}

/* mod_mul sets out = a b / R. Alias: any. */
LIMB_INLINE void mod_mul(const struct modulus *m, limb_t *out, const limb_t *a,
                         const limb_t *b) {
  switch (m->backend) {
    case MOD_P224:
      p224_mul(out, a, b);
      break;
    case MOD_P256:
      p256_mul(out, a, b);
      break;
    case MOD_P384:
      p384_mul(out, a, b);
      break;
    case MOD_P521:
      p521_mul(out, a, b);
      break;
#if CORDON_ASM
    case MOD_P256_X86_64:
      p256_mul_x86_64(out, a, b);
      break;
    case MOD_P256_ADX:
      p256_mul_adx(out, a, b);
      break;
    case MOD_P256_ORDER_X86_64:
      p256_order_mul_x86_64(out, a, b);
      break;
    case MOD_P256_ORDER_ADX:
      p256_order_mul_adx(out, a, b);
      break;
#endif
    default:
      mod_mul_generic(m, out, a, b);
  }
}

/* mod_sqr sets out = a^2 / R. Alias: any. */
LIMB_INLINE void mod_sqr(const struct modulus *m, limb_t *out,
                         const limb_t *a) {
  switch (m->backend) {
    case MOD_P224:
      p224_sqr(out, a);
      break;
    case MOD_P256:
      p256_sqr(out, a);
      break;
    case MOD_P384:
      p384_sqr(out, a);
      break;
    case MOD_P521:
      p521_sqr(out, a);
      break;
#if CORDON_ASM
    case MOD_P256_X86_64:
      p256_sqr_x86_64(out, a);
      break;
    case MOD_P256_ADX:
      p256_sqr_adx(out, a);
      break;
    case MOD_P256_ORDER_X86_64:
      p256_order_sqr_x86_64(out, a);
      break;
    case MOD_P256_ORDER_ADX:
      p256_order_sqr_adx(out, a);
      break;
#endif
    default:
      mod_mul_generic(m, out, a, a);
  }
}

/* mod_to_mont sets out = a R. Alias: any. */
LIMB_INLINE void mod_to_mont(const struct modulus *m, limb_t *out,
                             const limb_t *a) {
  mod_mul(m, out, a, m->rr);
}

/* mod_from_mont sets out = a / R. Alias: any. */
LIMB_INLINE void mod_from_mont(const struct modulus *m, limb_t *out,
                               const limb_t *a) {
  limb_t one[EC_MAX_LIMBS];
  limbs_set(one, 1, m->num_limbs);
  mod_mul(m, out, a, one);
}

/* mod_num_bytes is the length of m, and so of an encoded value. */
LIMB_INLINE size_t mod_num_bytes(const struct modulus *m) {
  return (m->bits + 7) >> 3;
}

#endif
