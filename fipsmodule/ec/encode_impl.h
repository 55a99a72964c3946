/* Points from and to bytes, and the checks of a public key. */
#ifndef CORDON_EC_ENCODE_IMPL_H_
#define CORDON_EC_ENCODE_IMPL_H_

#include "ec/point_impl.h"

LIMB_INLINE void affine_set_zero(const struct curve *c, ec_affine *out) {
  fe_set_zero(c, out->x);
  fe_set_zero(c, out->y);
}

LIMB_INLINE limb_t affine_equal(const struct curve *c, const ec_affine *a,
                                const ec_affine *b) {
  return fe_equal(c, a->x, b->x) & fe_equal(c, a->y, b->y);
}

LIMB_INLINE void affine_to_bytes(const struct curve *c, uint8_t *x, uint8_t *y,
                                 const ec_affine *in) {
  fe_to_bytes(c, x, in->x);
  fe_to_bytes(c, y, in->y);
}

/* affine_from_bytes_vartime is 1 iff x, y < p and the point is on the curve. */
static inline int affine_from_bytes_vartime(const struct curve *c,
                                            ec_affine *out, const uint8_t *x,
                                            const uint8_t *y) {
  limb_t ok = fe_from_bytes(c, out->x, x);
  ok &= fe_from_bytes(c, out->y, y);
  ok &= point_is_on_curve(c, out);
  if (ok == 0) {
    affine_set_zero(c, out);
    return 0;
  }
  return 1;
}

/* affine_decompress_vartime is 1 iff x < p and x^3 - 3x + b is a square. A y
 * of 0 would have order 2, which an odd order excludes. */
static inline int affine_decompress_vartime(const struct curve *c,
                                            ec_affine *out, const uint8_t *x,
                                            int y_odd) {
  fe t;
  limb_t ok = fe_from_bytes(c, out->x, x);
  point_curve_side(c, t, out->x);
  if (ok == 0 || !fe_sqrt_vartime(c, out->y, t)) {
    affine_set_zero(c, out);
    return 0;
  }
  fe_to_plain(c, t, out->y);
  if ((t[0] & 1) != (limb_t)y_odd) {
    fe_neg(c, out->y, out->y);
  }
  return 1;
}

/* point_has_order_vartime is 1 iff q is on the curve and n q is infinity.
 * Double-and-add with the complete addition: q's order is not assumed. */
static inline int point_has_order_vartime(const struct curve *c,
                                          const ec_affine *q) {
  struct jacobian sum;
  if (point_is_on_curve(c, q) == 0) {
    return 0;
  }
  point_set_infinity(c, &sum);
  for (size_t i = c->n.bits; i-- > 0;) {
    point_double(c, &sum, &sum);
    if (limbs_bit(c->n.m, i) != 0) {
      point_add_affine_vartime(c, &sum, &sum, q->x, q->y, 0);
    }
  }
  return point_is_infinity(c, &sum) != 0;
}

#endif
