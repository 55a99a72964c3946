/* Point multiplication: a secret scalar times the base point, and the sum
 * u1 G + u2 Q of verification. */
#ifndef CORDON_EC_MUL_IMPL_H_
#define CORDON_EC_MUL_IMPL_H_

#include "ec/point_impl.h"
#include "scalar/scalar_impl.h"

/* Tables are arrays of affine points of 2 num_limbs limbs, x then y, in
 * Montgomery form.
 *   base: row i < base_windows has (2j + 1) 2^(base_width i) G at
 *         j < 2^(base_width - 1).
 *   g:    (2j + 1) G at j < 2^(g_width - 2). */

/* mul_select sets (x, y) to entry index of a row. CT: every entry is read;
 * num_entries is public. */
LIMB_INLINE void mul_select(const struct curve *c, limb_t *x, limb_t *y,
                            const limb_t *row, size_t num_entries,
                            limb_t index) {
  const size_t num = c->p.num_limbs;
  limb_t t[2 * EC_MAX_LIMBS];
  for (size_t i = 0; i < 2 * num; i++) {
    t[i] = 0;
  }
  CT_PLANT(table, t[0] = row[2 * num * index]);
  for (size_t j = 0; j < num_entries; j++) {
    limb_t mask = limb_equal((limb_t)j, index);
    LIMB_UNROLL
    for (size_t i = 0; i < 2 * num; i++) {
      t[i] |= row[i] & mask;
    }
    row += 2 * num;
  }
  limbs_copy(x, t, num);
  limbs_copy(y, t + num, num);
}

/* mul_select_digit sets (x, y) = d_i 2^(base_width i) G for digit i of k. */
LIMB_INLINE void mul_select_digit(const struct curve *c, limb_t *x, limb_t *y,
                                  const limb_t *base, const limb_t *k,
                                  size_t i) {
  const size_t num_entries = (size_t)1 << (c->base_width - 1);
  limb_t index, negative;
  fe t;
  negative = sc_odd_digit(c, &index, k, i);
  mul_select(c, x, y, base + i * num_entries * 2 * c->p.num_limbs, num_entries,
             index);
  fe_neg(c, t, y);
  fe_move(c, y, negative, t);
}

/* mul_base sets out = k G, affine. Pre: 0 <= k < n (0 gives (0, 0)).
 *
 * The odd one of k and n - k is written in signed odd digits, and the entries
 * are added from the lowest window up. Before window i the sum is s G with
 * |s| < 2^(width i), s odd; the entry is d 2^(width i) G with odd d,
 * |d| < 2^width. So |s| < |d 2^(width i)| and |s +- d 2^(width i)|
 * < 2^(width (i + 1)). For all windows but the last that is at most n, and
 * neither s = 0 nor s = +- d 2^(width i) mod n: the incomplete addition is
 * right. The last addition is complete.
 * CT: k does not leak. */
LIMB_FUNCTION void mul_base(const struct curve *c, ec_affine *out,
                            const limb_t *base, const limb_t *k) {
  struct {
    limb_t k[EC_MAX_LIMBS];
    struct jacobian sum;
    fe x, y;
  } s;
  const size_t last = c->base_windows - 1;
  limb_t flipped = sc_make_odd(c, s.k, k);
  mul_select_digit(c, s.x, s.y, base, s.k, 0);
  point_from_affine(c, &s.sum, s.x, s.y);
  for (size_t i = 1; i < last; i++) {
    mul_select_digit(c, s.x, s.y, base, s.k, i);
    point_add_affine(c, &s.sum, &s.sum, s.x, s.y);
  }
  mul_select_digit(c, s.x, s.y, base, s.k, last);
  point_add_affine_complete(c, &s.sum, &s.sum, s.x, s.y);
  fe_neg(c, s.y, s.sum.y);
  fe_move(c, s.sum.y, flipped, s.y);
  point_to_affine(c, out, &s.sum);
  ct_wipe(&s, sizeof s);
}

/* mul_odd_multiples_vartime sets table[j] = (2j + 1) q, j < num.
 *
 * All additions are of points with the same Z (Meloni, "New point addition
 * formulae for ECC applications", WAIFI 2007): from P = (X1, Y1, Z) and
 * D = (X2, Y2, Z), with E = X2 - X1, A = E^2, B = X1 A, C = X2 A:
 *   X3 = (Y2 - Y1)^2 - B - C, Y3 = (Y2 - Y1) (B - X3) - Y1 (C - B), Z3 = Z E,
 * and D again, over Z3, is (C, Y2 E^3), with E^3 = C - B.
 * With D = 2q, P + D is right unless P = +- D, that is (2j + 1 +- 2) q = 0.
 * Pre: q has order n > 2 num + 1. */
static inline void mul_odd_multiples_vartime(const struct curve *c,
                                             struct jacobian_pre *table,
                                             size_t num, const ec_affine *q) {
  struct jacobian d;
  fe e, a, t;
  point_from_affine(c, &d, q->x, q->y);
  point_double(c, &d, &d);
  /* q over the Z of 2q */
  fe_sqr(c, t, d.z);
  fe_mul(c, table[0].p.x, q->x, t);
  fe_mul(c, t, t, d.z);
  fe_mul(c, table[0].p.y, q->y, t);
  fe_copy(c, table[0].p.z, d.z);
  point_precompute(c, &table[0]);
  for (size_t j = 1; j < num; j++) {
    const struct jacobian *p = &table[j - 1].p;
    struct jacobian *out = &table[j].p;
    fe_sub(c, e, d.x, p->x);
    fe_sqr(c, a, e);
    fe_mul(c, t, p->x, a);  /* B */
    fe_mul(c, d.x, d.x, a); /* C */
    fe_mul(c, out->z, p->z, e);
    fe_sub(c, a, d.y, p->y); /* Y2 - Y1 */
    fe_sqr(c, out->x, a);
    fe_sub(c, out->x, out->x, t);
    fe_sub(c, out->x, out->x, d.x);
    fe_sub(c, e, d.x, t); /* C - B = E^3 */
    fe_sub(c, t, t, out->x);
    fe_mul(c, t, t, a);
    fe_mul(c, a, p->y, e);
    fe_sub(c, out->y, t, a);
    fe_mul(c, d.y, d.y, e);
    point_precompute(c, &table[j]);
  }
}

/* mul_index_vartime is the table index of an odd digit: (|digit| - 1) / 2. */
LIMB_INLINE size_t mul_index_vartime(int digit) {
  return (size_t)(digit < 0 ? -digit : digit) >> 1;
}

/* mul_add_g_vartime adds digit * G. */
LIMB_INLINE void mul_add_g_vartime(const struct curve *c, struct jacobian *sum,
                                   const limb_t *g_table, int digit) {
  const size_t num = c->p.num_limbs;
  const limb_t *x = g_table + mul_index_vartime(digit) * 2 * num;
  fe y;
  fe_copy(c, y, x + num);
  if (digit < 0) {
    fe_neg(c, y, y);
  }
  point_add_affine_vartime(c, sum, sum, x, y);
}

/* mul_double_vartime sets out = u1 G + u2 q, by interleaved wNAFs.
 * Pre: u1, u2 < n; q on the curve and not infinity. */
static inline void mul_double_vartime(const struct curve *c,
                                      struct jacobian *out,
                                      const limb_t *g_table, const limb_t *u1,
                                      const ec_affine *q, const limb_t *u2) {
  struct jacobian_pre table[EC_MAX_Q_ENTRIES];
  int16_t g_digits[SC_MAX_NAF_LEN], q_digits[SC_MAX_NAF_LEN];
  size_t g_len = sc_wnaf_vartime(c, g_digits, u1, c->g_width);
  size_t q_len = sc_wnaf_vartime(c, q_digits, u2, c->q_width);
  size_t len = (g_len > q_len) ? g_len : q_len;
  mul_odd_multiples_vartime(c, table, (size_t)1 << (c->q_width - 2), q);
  point_set_infinity(c, out);
  for (size_t i = len; i-- > 0;) {
    int d = q_digits[i];
    if (i + 1 != len) {
      point_double(c, out, out);
    }
    if (d != 0) {
      point_add_vartime(c, out, out, &table[mul_index_vartime(d)], d < 0);
    }
    if (g_digits[i] != 0) {
      mul_add_g_vartime(c, out, g_table, g_digits[i]);
    }
  }
}

/* mul_has_x_vartime is 1 iff the affine x of a is x0, without an inversion:
 * x0 Z^2 = X. Pre: a is not infinity, x0 < p. */
LIMB_INLINE int mul_has_x_vartime(const struct curve *c,
                                  const struct jacobian *a, const limb_t *x0) {
  fe t, zz;
  fe_from_plain(c, t, x0);
  fe_sqr(c, zz, a->z);
  fe_mul(c, t, t, zz);
  return fe_equal(c, t, a->x) != 0;
}

/* mul_double_has_x_vartime is 1 iff u1 G + u2 q is not infinity and its x is r
 * modulo n. That is x = r or x = r + n, as p < 2n; each is possible only below
 * p. Pre: u1, u2, r < n; q on the curve and not infinity. */
static inline int mul_double_has_x_vartime(const struct curve *c,
                                           const limb_t *g_table,
                                           const limb_t *u1, const ec_affine *q,
                                           const limb_t *u2, const limb_t *r) {
  struct jacobian sum;
  limb_t x[EC_MAX_LIMBS];
  mul_double_vartime(c, &sum, g_table, u1, q, u2);
  if (point_is_infinity(c, &sum) != 0 || mod_is_reduced(&c->p, r) == 0) {
    return 0;
  }
  if (mul_has_x_vartime(c, &sum, r)) {
    return 1;
  }
  if (limbs_add(x, r, c->n.m, c->n.num_limbs) != 0 ||
      mod_is_reduced(&c->p, x) == 0) {
    return 0;
  }
  return mul_has_x_vartime(c, &sum, x);
}

#endif
