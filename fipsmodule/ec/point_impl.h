/* Points of y^2 = x^3 - 3x + b in affine and Jacobian coordinates, and the
 * addition formulas. (X, Y, Z) is (X / Z^2, Y / Z^3); Z = 0 is infinity.
 * xyzz_impl.h has sums of many affine points. */
#ifndef CORDON_EC_POINT_IMPL_H_
#define CORDON_EC_POINT_IMPL_H_

#include "ec/ec.h"
#include "ec/point_asm.h"
#include "field/curve.h"
#include "field/field_impl.h"

LIMB_INLINE void point_from_affine(const struct curve *c, struct jacobian *out,
                                   const limb_t *x, const limb_t *y) {
  fe_copy(c, out->x, x);
  fe_copy(c, out->y, y);
  fe_set_one(c, out->z);
}

LIMB_INLINE void point_copy(const struct curve *c, struct jacobian *out,
                            const struct jacobian *a) {
  fe_copy(c, out->x, a->x);
  fe_copy(c, out->y, a->y);
  fe_copy(c, out->z, a->z);
}

/* point_set_infinity sets out = (1, 1, 0). */
LIMB_INLINE void point_set_infinity(const struct curve *c,
                                    struct jacobian *out) {
  fe_set_one(c, out->x);
  fe_set_one(c, out->y);
  fe_set_zero(c, out->z);
}

/* point_move sets out = a where mask is all ones. */
LIMB_INLINE void point_move(const struct curve *c, struct jacobian *out,
                            limb_t mask, const struct jacobian *a) {
  fe_move(c, out->x, mask, a->x);
  fe_move(c, out->y, mask, a->y);
  fe_move(c, out->z, mask, a->z);
}

/* point_is_infinity is all ones iff Z = 0. */
LIMB_INLINE limb_t point_is_infinity(const struct curve *c,
                                     const struct jacobian *a) {
  return fe_is_zero(c, a->z);
}

/* point_curve_side sets out = x^3 - 3x + b. Alias: out != x. */
LIMB_INLINE void point_curve_side(const struct curve *c, limb_t *out,
                                  const limb_t *x) {
  fe t;
  fe_sqr(c, out, x);
  fe_mul(c, out, out, x);
  fe_add(c, t, x, x);
  fe_add(c, t, t, x);
  fe_sub(c, out, out, t);
  fe_add(c, out, out, c->b);
}

/* point_is_on_curve is all ones iff y^2 = x^3 - 3x + b. */
LIMB_INLINE limb_t point_is_on_curve(const struct curve *c,
                                     const ec_affine *a) {
  fe left, right;
  fe_sqr(c, left, a->y);
  point_curve_side(c, right, a->x);
  return fe_equal(c, left, right);
}

/* point_double sets out = 2a, infinity for infinity:
 *   M = 3 (X - Z^2) (X + Z^2) / 2, B = X Y^2,
 *   X3 = M^2 - 2B, Y3 = M (B - X3) - Y^4, Z3 = Y Z.
 * The curve's order is odd, so no point has Y = 0. 4M + 4S. Alias: out = a. */
LIMB_FUNCTION void point_double(const struct curve *c, struct jacobian *out,
                                const struct jacobian *a) {
  fe m, b, t, yy;
  if (asm_double(c, out, a)) {
    return;
  }
  fe_sqr(c, t, a->z);
  fe_sqr(c, yy, a->y);
  fe_sub(c, m, a->x, t);
  fe_add(c, t, a->x, t);
  fe_mul(c, out->z, a->y, a->z);
  fe_mul(c, t, m, t);
  fe_half(c, m, t);
  fe_add(c, m, m, t);
  fe_mul(c, b, a->x, yy);
  fe_sqr(c, yy, yy);
  fe_sqr(c, t, m);
  fe_sub(c, t, t, b);
  fe_sub(c, out->x, t, b);
  fe_sub(c, b, b, out->x);
  fe_mul(c, b, b, m);
  fe_sub(c, out->y, b, yy);
}

/* struct addition holds what two points of the additions below have between
 * them: H = U2 - U1 and r = S2 - S1, where U1 / U2 = x1 / x2 and
 * S1 / S2 = y1 / y2. H = 0 is x1 = x2; then r = 0 is equal points. */
struct addition {
  fe u1, s1, h, r;
};

/* point_add_finish sets (x, y) of the sum, and the caller z:
 *   X3 = r^2 - H^3 - 2 U1 H^2, Y3 = r (U1 H^2 - X3) - S1 H^3. */
LIMB_FUNCTION void point_add_finish(const struct curve *c, struct jacobian *out,
                                    const struct addition *s) {
  fe hh, hhh, v, t;
  fe_sqr(c, hh, s->h);
  fe_mul(c, hhh, hh, s->h);
  fe_mul(c, v, hh, s->u1);
  fe_sqr(c, t, s->r);
  fe_sub(c, t, t, hhh);
  fe_sub(c, t, t, v);
  fe_sub(c, out->x, t, v);
  fe_sub(c, v, v, out->x);
  fe_mul(c, v, v, s->r);
  fe_mul(c, t, hhh, s->s1);
  fe_sub(c, out->y, v, t);
}

/* point_add_affine_start computes s for a + (x, y): U1 = X, S1 = Y,
 * U2 = x Z^2, S2 = y Z^3. */
LIMB_FUNCTION void point_add_affine_start(const struct curve *c,
                                          struct addition *s,
                                          const struct jacobian *a,
                                          const limb_t *x, const limb_t *y) {
  fe zz;
  fe_sqr(c, zz, a->z);
  fe_mul(c, s->h, x, zz);
  fe_mul(c, zz, zz, a->z);
  fe_mul(c, s->r, y, zz);
  fe_copy(c, s->u1, a->x);
  fe_copy(c, s->s1, a->y);
  fe_sub(c, s->h, s->h, a->x);
  fe_sub(c, s->r, s->r, a->y);
}

/* point_add_special_vartime finishes an addition with H = 0: out = 2a where
 * r = 0, infinity otherwise. */
LIMB_FUNCTION void point_add_special_vartime(const struct curve *c,
                                             struct jacobian *out,
                                             const struct jacobian *a,
                                             const limb_t *r) {
  if (fe_is_zero(c, r) != 0) {
    point_double(c, out, a);
  } else {
    point_set_infinity(c, out);
  }
}

/* point_add_affine_vartime sets out = a + (x, y), or a - (x, y) where negative,
 * for all inputs. Alias: out = a. */
LIMB_FUNCTION void point_add_affine_vartime(const struct curve *c,
                                            struct jacobian *out,
                                            const struct jacobian *a,
                                            const limb_t *x, const limb_t *y,
                                            int negative) {
  struct addition s;
  fe y2;
  if (point_is_infinity(c, a) == 0 &&
      asm_add_affine_vartime(c, out, a, x, y, negative)) {
    return;
  }
  fe_copy(c, y2, y);
  if (negative) {
    fe_neg(c, y2, y);
  }
  if (point_is_infinity(c, a) != 0) {
    point_from_affine(c, out, x, y2);
    return;
  }
  point_add_affine_start(c, &s, a, x, y2);
  if (fe_is_zero(c, s.h) != 0) {
    point_add_special_vartime(c, out, a, s.r);
    return;
  }
  fe_mul(c, out->z, a->z, s.h);
  point_add_finish(c, out, &s);
}

LIMB_INLINE void point_precompute(const struct curve *c,
                                  struct jacobian_pre *b) {
  fe_sqr(c, b->zz, b->p.z);
  fe_mul(c, b->zzz, b->zz, b->p.z);
}

LIMB_INLINE void point_pre_set_zero(const struct curve *c,
                                    struct jacobian_pre *out) {
  fe_set_zero(c, out->p.x);
  fe_set_zero(c, out->p.y);
  fe_set_zero(c, out->p.z);
  fe_set_zero(c, out->zz);
  fe_set_zero(c, out->zzz);
}

/* point_add_start computes s for a + b: U1 = X1 Z2^2, S1 = Y1 Z2^3, and U2 and
 * S2 likewise. */
LIMB_FUNCTION void point_add_start(const struct curve *c, struct addition *s,
                                   const struct jacobian *a,
                                   const struct jacobian_pre *b) {
  fe zz;
  fe_sqr(c, zz, a->z);
  fe_mul(c, s->u1, a->x, b->zz);
  fe_mul(c, s->h, b->p.x, zz);
  fe_mul(c, zz, zz, a->z);
  fe_mul(c, s->s1, a->y, b->zzz);
  fe_mul(c, s->r, b->p.y, zz);
  fe_sub(c, s->h, s->h, s->u1);
  fe_sub(c, s->r, s->r, s->s1);
}

/* point_add sets out = a + b; 11M + 3S. Incomplete: right unless a or b is
 * infinity or a = b; a = -b gives infinity. Alias: out = a. */
LIMB_FUNCTION void point_add(const struct curve *c, struct jacobian *out,
                             const struct jacobian *a,
                             const struct jacobian_pre *b) {
  struct addition s;
  if (asm_add(c, out, a, b)) {
    return;
  }
  point_add_start(c, &s, a, b);
  fe_mul(c, out->z, a->z, b->p.z);
  fe_mul(c, out->z, out->z, s.h);
  point_add_finish(c, out, &s);
}

/* point_add_or_double sets out = a + b, right unless a or b is infinity: the
 * doubling is computed as well, and moved in by a mask. Alias: out = a. */
LIMB_FUNCTION void point_add_or_double(const struct curve *c,
                                       struct jacobian *out,
                                       const struct jacobian *a,
                                       const struct jacobian_pre *b) {
  struct {
    struct addition s;
    struct jacobian twice;
  } t;
  limb_t same;
  point_add_start(c, &t.s, a, b);
  same = fe_is_zero(c, t.s.h) & fe_is_zero(c, t.s.r);
  point_double(c, &t.twice, a);
  fe_mul(c, out->z, a->z, b->p.z);
  fe_mul(c, out->z, out->z, t.s.h);
  point_add_finish(c, out, &t.s);
  point_move(c, out, same, &t.twice);
  ct_wipe(&t, sizeof t);
}

/* point_to_affine sets out = a, (0, 0) for infinity. CT: a does not leak. */
LIMB_FUNCTION void point_to_affine(const struct curve *c, ec_affine *out,
                                   const struct jacobian *a) {
  struct {
    fe zinv, zz;
  } s;
  fe_inverse(c, s.zinv, a->z);
  fe_sqr(c, s.zz, s.zinv);
  fe_mul(c, out->x, a->x, s.zz);
  fe_mul(c, s.zz, s.zz, s.zinv);
  fe_mul(c, out->y, a->y, s.zz);
  ct_wipe(&s, sizeof s);
}

#endif
