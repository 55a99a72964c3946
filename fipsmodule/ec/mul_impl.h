/* Multiplication of a point by a secret scalar: the base point, from a table,
 * and any other. mul_double_impl.h has the sum that verification needs. */
#ifndef CORDON_EC_MUL_IMPL_H_
#define CORDON_EC_MUL_IMPL_H_

#include "ec/point_impl.h"
#include "ec/xyzz_impl.h"
#include "scalar/scalar_impl.h"

/* The base table is an array of affine points of 2 num_limbs limbs, x then y,
 * in Montgomery form: row r has (2j + 1) 2^(base_width base_spacing r) G at
 * j < 2^(base_width - 1). */

/* mul_select sets e to entry index of a row. CT: every entry is read;
 * num_entries is public. */
LIMB_INLINE void mul_select(const struct curve *c, struct affine *e,
                            const limb_t *row, size_t num_entries,
                            limb_t index) {
  const size_t num = c->p.num_limbs;
  limb_t t[2 * EC_MAX_LIMBS];
  CT_PLANT(table, CT_LEAK_USE(row[2 * num * index]));
  if (asm_select_affine(c, e->x, e->y, row, num_entries, index)) {
    return;
  }
  for (size_t i = 0; i < 2 * num; i++) {
    t[i] = 0;
  }
  for (size_t j = 0; j < num_entries; j++) {
    limb_t mask = limb_equal((limb_t)j, index);
    LIMB_UNROLL
    for (size_t i = 0; i < 2 * num; i++) {
      t[i] |= row[i] & mask;
    }
    row += 2 * num;
  }
  limbs_copy(e->x, t, num);
  limbs_copy(e->y, t + num, num);
}

/* mul_add_and_select adds e, or -e where negative, to the sum, and then sets e
 * to entry index of a row. Where there are vector units these two are done at
 * the same time. */
LIMB_INLINE void mul_add_and_select(const struct curve *c, struct xyzz *sum,
                                    struct affine *e, limb_t negative,
                                    const limb_t *row, size_t num_entries,
                                    limb_t index) {
  if (asm_xyzz_add_select(c, sum, row, num_entries, e, negative, index)) {
    return;
  }
  xyzz_add(c, sum, e, negative);
  mul_select(c, e, row, num_entries, index);
}

/* mul_base_xyzz sets sum = k G. Pre: 0 <= k < n (0 gives infinity).
 *
 * The odd one of k and n - k, call it k', is written in signed odd digits,
 * k' = sum of d_i 2^(w i) for i < W. Round t, from s - 1 down to 0 where s is
 * base_spacing, adds the digits i = s r + t with the rows r = 0, 1, ...; the
 * sum is doubled w times between two rounds. In round 0, row base_last comes
 * last. The next digit's point is selected with the addition before, and one
 * in vain with the last.
 *
 * The incomplete addition of e G to a G is right unless a, a - e or a + e is 0
 * mod n, and a + e may be. Let P be the highest digit of round 0, and
 * L = s base_last, which is above 0 unless P = 0.
 * - None is 0 itself: each is a sum of odd digits at different places.
 * - Rounds t > 0, and round 0 without d_P where P = W - 1: these sums are
 *   smaller than 2^(w (W - 1)) <= n.
 * - Round 0 without d_P, P < W - 1: they are smaller than 2n, and
 *   C 2^(w (P + 1)) + D with C odd and |D| < 2^(w P), as the digits above P
 *   are odd. tools/gentables checks that n is no such number.
 * - With d_P, but without d_L, L < P: they are smaller than 3n, odd because of
 *   d_0, and of that form with L for P. That is checked as well.
 * - With d_L: a + e = k', which is 0 mod n for k = 0 alone, and infinity is
 *   wanted. a - e = k' - 2 d_L 2^(w L) is 0 mod n for at most one k' for each
 *   value of d_L; tools/gentables checks that this k' has another d_L.
 * CT: k does not leak. */
LIMB_FUNCTION void mul_base_xyzz(const struct curve *c, struct xyzz *sum,
                                 const limb_t *base, const limb_t *k) {
  struct {
    limb_t k[EC_MAX_LIMBS];
    struct affine e;
    limb_t index, negative;
    fe y;
  } s;
  const size_t num_entries = (size_t)1 << (c->base_width - 1);
  const size_t row_len = 2 * num_entries * c->p.num_limbs;
  size_t t = c->base_spacing - 1, r = 0;
  limb_t flipped = sc_make_odd(c, s.k, k);
  s.negative =
      sc_odd_digit(c, &s.index, s.k, t, c->base_width, c->base_windows);
  mul_select(c, &s.e, base, num_entries, s.index);
  for (size_t count = 1; count <= c->base_windows; count++) {
    const limb_t negative = s.negative;
    int next_round = 0;
    r += (t == 0 && r + 1 == c->base_last) ? 2 : 1;
    if (t + c->base_spacing * r >= c->base_windows) {
      next_round = t > 0;
      r = next_round ? 0 : c->base_last;
      t -= (size_t)next_round;
    }
    s.negative = sc_odd_digit(c, &s.index, s.k, t + c->base_spacing * r,
                              c->base_width, c->base_windows);
    if (count == 1) {
      affine_negate(c, &s.e, negative);
      xyzz_from_affine(c, sum, &s.e);
      mul_select(c, &s.e, base + row_len * r, num_entries, s.index);
    } else {
      mul_add_and_select(c, sum, &s.e, negative, base + row_len * r,
                         num_entries, s.index);
    }
    for (size_t j = 0; next_round && j < c->base_width; j++) {
      xyzz_double(c, sum);
    }
  }
  fe_neg(c, s.y, sum->y);
  fe_move(c, sum->y, flipped, s.y);
  ct_wipe(&s, sizeof s);
}

/* mul_base sets out = k G, affine. Pre: 0 <= k < n (0 gives (0, 0)).
 * CT: k does not leak. */
LIMB_FUNCTION void mul_base(const struct curve *c, ec_affine *out,
                            const limb_t *base, const limb_t *k) {
  struct xyzz sum;
  mul_base_xyzz(c, &sum, base, k);
  xyzz_to_affine(c, out, &sum);
  ct_wipe(&sum, sizeof sum);
}

/* struct same_z are two points P = (X1, Y1) and D = (X2, Y2) of one Z, which
 * mul_next_multiple replaces by P + D and D, again of one Z. */
struct same_z {
  fe x1, y1, x2, y2;
};

/* mul_same_z_start sets P = q, D = 2q, z to their Z. */
LIMB_FUNCTION void mul_same_z_start(const struct curve *c, struct same_z *s,
                                    limb_t *z, const ec_affine *q) {
  struct jacobian d;
  fe t;
  point_from_affine(c, &d, q->x, q->y);
  point_double(c, &d, &d);
  fe_copy(c, s->x2, d.x);
  fe_copy(c, s->y2, d.y);
  fe_copy(c, z, d.z);
  fe_sqr(c, t, z);
  fe_mul(c, s->x1, q->x, t);
  fe_mul(c, t, t, z);
  fe_mul(c, s->y1, q->y, t);
}

/* mul_next_multiple adds D to P (Meloni, "New point addition formulae for ECC
 * applications", WAIFI 2007): with e = X2 - X1, A = e^2, B = X1 A, C = X2 A,
 *   X3 = (Y2 - Y1)^2 - B - C, Y3 = (Y2 - Y1) (B - X3) - Y1 (C - B), Z3 = Z e,
 * and D again, over Z3, is (C, Y2 e^3), with e^3 = C - B. It sets e, by which
 * the caller multiplies Z. Right unless P = +-D. */
LIMB_FUNCTION void mul_next_multiple(const struct curve *c, struct same_z *s,
                                     limb_t *e) {
  fe a, t, x;
  fe_sub(c, e, s->x2, s->x1);
  fe_sqr(c, a, e);
  fe_mul(c, t, s->x1, a);     /* B */
  fe_mul(c, s->x2, s->x2, a); /* C */
  fe_sub(c, a, s->y2, s->y1); /* Y2 - Y1 */
  fe_sqr(c, x, a);
  fe_sub(c, x, x, t);
  fe_sub(c, s->x1, x, s->x2);
  fe_sub(c, x, s->x2, t); /* e^3 */
  fe_sub(c, t, t, s->x1);
  fe_mul(c, t, t, a);
  fe_mul(c, a, s->y1, x);
  fe_sub(c, s->y1, t, a);
  fe_mul(c, s->y2, s->y2, x);
}

/* mul_odd_multiples sets table[j] = (2j + 1) q, j < num. With D = 2q, the sum
 * P + D is right unless (2j + 1 +- 2) q = 0. Pre: q has order n > 2 num + 1. */
LIMB_FUNCTION void mul_odd_multiples(const struct curve *c,
                                     struct jacobian_pre *table, size_t num,
                                     const ec_affine *q) {
  struct same_z s;
  fe z, e;
  mul_same_z_start(c, &s, z, q);
  for (size_t j = 0; j < num; j++) {
    if (j > 0) {
      mul_next_multiple(c, &s, e);
      fe_mul(c, z, z, e);
    }
    fe_copy(c, table[j].p.x, s.x1);
    fe_copy(c, table[j].p.y, s.y1);
    fe_copy(c, table[j].p.z, z);
    point_precompute(c, &table[j]);
  }
}

/* mul_select_pre sets out to entry index of a table. CT: every entry is read;
 * num_entries is public. */
LIMB_INLINE void mul_select_pre(const struct curve *c, struct jacobian_pre *out,
                                const struct jacobian_pre *table,
                                size_t num_entries, limb_t index) {
  const size_t num = c->p.num_limbs;
  if (asm_select_pre(c, out, table, num_entries, index)) {
    return;
  }
  point_pre_set_zero(c, out);
  for (size_t j = 0; j < num_entries; j++) {
    limb_t mask = limb_equal((limb_t)j, index);
    LIMB_UNROLL
    for (size_t l = 0; l < num; l++) {
      out->p.x[l] |= table[j].p.x[l] & mask;
      out->p.y[l] |= table[j].p.y[l] & mask;
      out->p.z[l] |= table[j].p.z[l] & mask;
      out->zz[l] |= table[j].zz[l] & mask;
      out->zzz[l] |= table[j].zzz[l] & mask;
    }
  }
}

/* mul_double_and_select doubles the sum and sets out to entry index of a table,
 * where there are vector units at the same time. */
LIMB_INLINE void mul_double_and_select(const struct curve *c,
                                       struct jacobian *sum,
                                       struct jacobian_pre *out,
                                       const struct jacobian_pre *table,
                                       size_t num_entries, limb_t index) {
  if (asm_double_select(c, sum, table, num_entries, out, index)) {
    return;
  }
  point_double(c, sum, sum);
  mul_select_pre(c, out, table, num_entries, index);
}

/* mul_point sets out = k q, affine, and returns all ones, or returns 0 and sets
 * out = (0, 0) where that is infinity. Pre: 0 <= k < n; q of order n.
 *
 * The digits of mul_base, from the highest down: before digit i the sum is a q
 * with a = 2^w (sum of d_j 2^(w (j - i - 1)), j > i), which is not 0 and even,
 * and e = d_i is odd. So a, a - e and a + e are not 0; for i > 0 they are
 * smaller than 2^(w (W - 1)) <= n, and the incomplete addition is right. The
 * last sum may be a doubling, a - e = n: k = 2 does it with d_0 = -1. It may
 * be infinity for k = 0 alone. The last addition is complete.
 * CT: k does not leak; q is public. */
LIMB_FUNCTION limb_t mul_point(const struct curve *c, ec_affine *out,
                               const ec_affine *q, const limb_t *k) {
  struct {
    limb_t k[EC_MAX_LIMBS];
    struct jacobian sum;
    struct jacobian_pre e;
    limb_t index, negative;
    fe y;
  } s;
  struct jacobian_pre table[EC_MAX_MULTIPLES];
  const size_t num = (size_t)1 << (c->mul_width - 1);
  size_t i = c->mul_windows - 1;
  limb_t flipped = sc_make_odd(c, s.k, k), finite;
  mul_odd_multiples(c, table, num, q);
  (void)sc_odd_digit(c, &s.index, s.k, i, c->mul_width, c->mul_windows);
  mul_select_pre(c, &s.e, table, num, s.index); /* d_i > 0 for the highest */
  point_copy(c, &s.sum, &s.e.p);
  while (i-- > 0) {
    s.negative =
        sc_odd_digit(c, &s.index, s.k, i, c->mul_width, c->mul_windows);
    mul_double_and_select(c, &s.sum, &s.e, table, num, s.index);
    for (size_t j = 1; j < c->mul_width; j++) {
      point_double(c, &s.sum, &s.sum);
    }
    fe_neg(c, s.y, s.e.p.y);
    fe_move(c, s.e.p.y, s.negative, s.y);
    if (i > 0) {
      point_add(c, &s.sum, &s.sum, &s.e);
    } else {
      point_add_or_double(c, &s.sum, &s.sum, &s.e);
    }
  }
  finite = ~point_is_infinity(c, &s.sum);
  fe_neg(c, s.y, s.sum.y);
  fe_move(c, s.sum.y, flipped, s.y);
  point_to_affine(c, out, &s.sum);
  ct_wipe(&s, sizeof s);
  return finite;
}

#endif
