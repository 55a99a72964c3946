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

/* xyzz_move sets out = a where mask is all ones. */
LIMB_INLINE void xyzz_move(const struct curve *c, struct xyzz *out, limb_t mask,
                           const struct xyzz *a) {
  fe_move(c, out->x, mask, a->x);
  fe_move(c, out->y, mask, a->y);
  fe_move(c, out->zz, mask, a->zz);
  fe_move(c, out->zzz, mask, a->zzz);
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

/* xyzz_add_finish adds e to sum, given P = x ZZ - X and R = y ZZZ - Y:
 *   Q = X P^2, X3 = R^2 - P^3 - 2Q, Y3 = R (Q - X3) - Y P^3,
 *   ZZ3 = ZZ P^2, ZZZ3 = ZZZ P^3.
 * P = 0 is the same x; then R = 0 is the same point. */
LIMB_FUNCTION void xyzz_add_finish(const struct curve *c, struct xyzz *sum,
                                   const limb_t *p, const limb_t *r) {
  fe pp, ppp, q, t;
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

/* xyzz_add_start computes P and R for sum and e. */
LIMB_INLINE void xyzz_add_start(const struct curve *c, limb_t *p, limb_t *r,
                                const struct xyzz *sum,
                                const struct affine *e) {
  fe_mul(c, p, e->x, sum->zz);
  fe_mul(c, r, e->y, sum->zzz);
  fe_sub(c, p, p, sum->x);
  fe_sub(c, r, r, sum->y);
}

/* xyzz_add sets sum = sum + e, or sum - e where negative is all ones; 8M + 2S.
 * Incomplete: right unless sum is infinity or the point that is added; the
 * negative of that gives infinity. */
LIMB_FUNCTION void xyzz_add(const struct curve *c, struct xyzz *sum,
                            const struct affine *e, limb_t negative) {
  struct {
    struct affine e;
    fe p, r;
  } s;
  if (asm_xyzz_add(c, sum, e, negative)) {
    return;
  }
  fe_copy(c, s.e.x, e->x);
  fe_copy(c, s.e.y, e->y);
  affine_negate(c, &s.e, negative);
  xyzz_add_start(c, s.p, s.r, sum, &s.e);
  xyzz_add_finish(c, sum, s.p, s.r);
}

/* xyzz_add_complete sets sum = sum + e for all sums: the doubling and the case
 * of infinity are computed as well, and moved in by masks. */
LIMB_FUNCTION void xyzz_add_complete(const struct curve *c, struct xyzz *sum,
                                     const struct affine *e) {
  struct {
    struct xyzz b, twice;
    fe p, r;
  } s;
  limb_t infinite = fe_is_zero(c, sum->zz), same;
  xyzz_from_affine(c, &s.b, e);
  xyzz_from_affine(c, &s.twice, e);
  xyzz_double(c, &s.twice);
  xyzz_add_start(c, s.p, s.r, sum, e);
  same = fe_is_zero(c, s.p) & fe_is_zero(c, s.r) & ~infinite;
  xyzz_add_finish(c, sum, s.p, s.r);
  xyzz_move(c, sum, same, &s.twice);
  xyzz_move(c, sum, infinite, &s.b);
  ct_wipe(&s, sizeof s);
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

/* xyzz_to_jacobian sets out = a, with Z = ZZ: X ZZ / Z^2 = X / ZZ, and
 * Y ZZZ / Z^3 = Y ZZZ / ZZZ^2. */
LIMB_INLINE void xyzz_to_jacobian(const struct curve *c, struct jacobian *out,
                                  const struct xyzz *a) {
  fe_mul(c, out->x, a->x, a->zz);
  fe_mul(c, out->y, a->y, a->zzz);
  fe_copy(c, out->z, a->zz);
}

#endif
