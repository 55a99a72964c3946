/* Sums of affine points in the coordinates (X, Y, ZZ, ZZZ) of struct xyzz, in
 * which adding an affine point is cheapest, 8M + 2S; and those take more room.
 * (Formulas: the Explicit-Formulas Database, "XYZZ coordinates".) */
#ifndef CORDON_EC_XYZZ_IMPL_H_
#define CORDON_EC_XYZZ_IMPL_H_

#include "ec/point_impl.h"

LIMB_INLINE void xyzz_from_affine(const struct curve *c, struct xyzz *out,
                                  const struct affine *a) {
  fe_copy(c, out->x, a->x);
  fe_copy(c, out->y, a->y);
  fe_set_one(c, out->zz);
  fe_set_one(c, out->zzz);
}

/* affine_negate sets a = -a where negative is all ones. */
LIMB_INLINE void affine_negate(const struct curve *c, struct affine *a,
                               limb_t negative) {
  fe t;
  fe_neg(c, t, a->y);
  fe_move(c, a->y, negative, t);
}

/* xyzz_double sets a = 2a, infinity for infinity, by the formulas of
 * point_double:
 *   V = Y^2, W = Y V, S = X V, M = 3 (X - ZZ)(X + ZZ) / 2,
 *   X3 = M^2 - 2S, Y3 = M (S - X3) - V^2, ZZ3 = V ZZ, ZZZ3 = W ZZZ.
 * 6M + 3S. */
LIMB_FUNCTION void xyzz_double(const struct curve *c, struct xyzz *a) {
  fe v, s, m, t;
  fe_sqr(c, v, a->y);
  fe_sub(c, m, a->x, a->zz);
  fe_add(c, t, a->x, a->zz);
  fe_mul(c, s, a->y, v); /* W */
  fe_mul(c, a->zzz, a->zzz, s);
  fe_mul(c, a->zz, a->zz, v);
  fe_mul(c, t, m, t);
  fe_half(c, m, t);
  fe_add(c, m, m, t);
  fe_mul(c, s, a->x, v);
  fe_sqr(c, v, v);
  fe_sqr(c, t, m);
  fe_sub(c, t, t, s);
  fe_sub(c, a->x, t, s);
  fe_sub(c, s, s, a->x);
  fe_mul(c, s, s, m);
  fe_sub(c, a->y, s, v);
}

/* xyzz_add sets sum = sum + e, or sum - e where negative is all ones; 8M + 2S:
 *   P = x ZZ - X, R = y ZZZ - Y, Q = X P^2,
 *   X3 = R^2 - P^3 - 2Q, Y3 = R (Q - X3) - Y P^3,
 *   ZZ3 = ZZ P^2, ZZZ3 = ZZZ P^3.
 * Incomplete: right unless sum is infinity or the point that is added; the
 * negative of that gives infinity. */
LIMB_FUNCTION void xyzz_add(const struct curve *c, struct xyzz *sum,
                            const struct affine *e, limb_t negative) {
  fe p, r, pp, ppp, q, t;
  if (asm_xyzz_add(c, sum, e, negative)) {
    return;
  }
  fe_neg(c, t, e->y);
  fe_copy(c, r, e->y);
  fe_move(c, r, negative, t);
  fe_mul(c, r, r, sum->zzz);
  fe_mul(c, p, e->x, sum->zz);
  fe_sub(c, r, r, sum->y);
  fe_sub(c, p, p, sum->x);
  fe_sqr(c, pp, p);
  fe_mul(c, ppp, pp, p);
  fe_mul(c, q, sum->x, pp);
  fe_mul(c, sum->zz, sum->zz, pp);
  fe_mul(c, sum->zzz, sum->zzz, ppp);
  fe_sqr(c, t, r);
  fe_sub(c, t, t, ppp);
  fe_sub(c, t, t, q);
  fe_sub(c, sum->x, t, q);
  fe_sub(c, q, q, sum->x);
  fe_mul(c, q, q, r);
  fe_mul(c, t, sum->y, ppp);
  fe_sub(c, sum->y, q, t);
}

/* xyzz_to_affine sets out = a, (0, 0) for infinity. From i = 1 / ZZZ,
 * ZZ i is the Z^-1 whose square is 1 / ZZ. CT: a does not leak. */
LIMB_FUNCTION void xyzz_to_affine(const struct curve *c, ec_affine *out,
                                  const struct xyzz *a) {
  struct {
    fe inverse, t;
  } s;
  fe_inverse(c, s.inverse, a->zzz);
  fe_mul(c, s.t, a->zz, s.inverse);
  fe_sqr(c, s.t, s.t);
  fe_mul(c, out->x, a->x, s.t);
  fe_mul(c, out->y, a->y, s.inverse);
  ct_wipe(&s, sizeof s);
}

#endif
