/* Many values at once, sharing one inversion (P. L. Montgomery's trick): in the
 * field of a curve, and modulo its order. */
#ifndef CORDON_EC_BATCH_IMPL_H_
#define CORDON_EC_BATCH_IMPL_H_

#include "ec/mul_impl.h"

/* What the inversions below are of. */
enum batch_modulus { BATCH_FIELD, BATCH_ORDER };

LIMB_INLINE void batch_mul(const struct curve *c, enum batch_modulus m,
                           limb_t *out, const limb_t *a, const limb_t *b) {
  if (m == BATCH_FIELD) {
    fe_mul(c, out, a, b);
  } else {
    sc_mul_mont(c, out, a, b);
  }
}

/* batch_invert replaces each of num values a_i by S / a_i, where S is R^2 of
 * the field (whose elements are in Montgomery form before and after), and R of
 * the order. `work` has room for num values. With a * b for a b / R:
 *   p_0 = a_0, p_i = p_(i - 1) * a_i; t = S / p_(num - 1);
 *   S / a_i = t * p_(i - 1) and then t = t * a_i, from the last i down to 1,
 * where t is S / p_i before step i: t * p_(i - 1) is S p_(i - 1) / (p_i R) =
 * S / a_i, and t * a_i is S a_i / (p_i R) = S / p_(i - 1). At the end t is
 * S / p_0. Pre: no value is 0; num > 0.
 * CT: the values do not leak; num is public. */
LIMB_INLINE void batch_invert(const struct curve *c, enum batch_modulus m,
                              ec_scalar *a, ec_scalar *work, size_t num) {
  limb_t t[EC_MAX_LIMBS], inverse[EC_MAX_LIMBS];
  const size_t num_limbs = c->p.num_limbs; /* n has as many */
  limbs_copy(work[0].v, a[0].v, num_limbs);
  for (size_t i = 1; i < num; i++) {
    batch_mul(c, m, work[i].v, work[i - 1].v, a[i].v);
  }
  if (m == BATCH_FIELD) {
    fe_inverse(c, t, work[num - 1].v);
  } else {
    sc_divide(c, t, c->n.one, work[num - 1].v);
  }
  for (size_t i = num; i-- > 1;) {
    batch_mul(c, m, inverse, t, work[i - 1].v);
    batch_mul(c, m, t, t, a[i].v);
    limbs_copy(a[i].v, inverse, num_limbs);
  }
  limbs_copy(a[0].v, t, num_limbs);
  ct_wipe(t, sizeof t);
  ct_wipe(inverse, sizeof inverse);
}

/* batch_invert_order sets a_i = R / a_i. Pre, CT: as above. */
LIMB_FUNCTION void batch_invert_order(const struct curve *c, ec_scalar *a,
                                      ec_scalar *work, size_t num) {
  batch_invert(c, BATCH_ORDER, a, work, num);
}

/* batch_base_x sets r_i to the x of k_i G as an integer, mod n. `work` has room
 * for 2 num values: the X of the multiples, and their ZZ, of which x is the
 * quotient. Pre: 1 <= k_i < n, so that no ZZ is 0; num > 0.
 * CT: k_i and r_i do not leak; num is public. */
LIMB_FUNCTION void batch_base_x(const struct curve *c, const limb_t *base,
                                ec_scalar *r, const ec_scalar *k,
                                ec_scalar *work, size_t num) {
  struct {
    struct xyzz sum;
    fe x;
  } s;
  ec_scalar *const zz = work + num;
  for (size_t i = 0; i < num; i++) {
    mul_base_xyzz(c, &s.sum, base, k[i].v);
    fe_copy(c, work[i].v, s.sum.x);
    fe_copy(c, zz[i].v, s.sum.zz);
  }
  batch_invert(c, BATCH_FIELD, zz, r, num);
  for (size_t i = 0; i < num; i++) {
    fe_mul(c, s.x, work[i].v, zz[i].v);
    sc_from_field(c, r[i].v, s.x);
  }
  ct_wipe(&s, sizeof s);
}

#endif
