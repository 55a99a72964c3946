/* The sum u1 G + u2 Q of verification, of public scalars. */
#ifndef CORDON_EC_MUL_DOUBLE_IMPL_H_
#define CORDON_EC_MUL_DOUBLE_IMPL_H_

#include "ec/mul_impl.h"

/* The table of G is an array of affine points of 2 num_limbs limbs, x then y,
 * in Montgomery form: (2j + 1) G at j < 2^(g_width - 2). */

/* mul_index_vartime is the table index of an odd digit: (|digit| - 1) / 2. */
LIMB_INLINE size_t mul_index_vartime(int digit) {
  return (size_t)(digit < 0 ? -digit : digit) >> 1;
}

/* mul_affine_multiples_vartime sets table[j] = (2j + 1) q, j < num, like
 * mul_odd_multiples, but affine: from the inverse of the last Z those before it
 * follow by what Z was multiplied with. One inversion makes all additions
 * cheaper, by 3 multiplications each. Pre: q has order n > 2 num + 1. */
LIMB_FUNCTION void mul_affine_multiples_vartime(const struct curve *c,
                                                struct affine *table,
                                                size_t num,
                                                const ec_affine *q) {
  struct same_z s;
  fe e[EC_MAX_MULTIPLES], z, zz;
  mul_same_z_start(c, &s, z, q);
  for (size_t j = 1; j < num; j++) {
    mul_next_multiple(c, &s, e[j]);
    fe_mul(c, z, z, e[j]);
    fe_copy(c, table[j].x, s.x1);
    fe_copy(c, table[j].y, s.y1);
  }
  fe_inverse_vartime(c, z, z);
  for (size_t j = num - 1; j > 0; j--) {
    fe_sqr(c, zz, z);
    fe_mul(c, table[j].x, table[j].x, zz);
    fe_mul(c, zz, zz, z);
    fe_mul(c, table[j].y, table[j].y, zz);
    fe_mul(c, z, z, e[j]);
  }
  fe_copy(c, table[0].x, q->x);
  fe_copy(c, table[0].y, q->y);
}

/* mul_double_vartime sets out = u1 G + u2 q, by interleaved wNAFs.
 * Pre: u1, u2 < n; q on the curve and not infinity. */
static inline void mul_double_vartime(const struct curve *c,
                                      struct jacobian *out,
                                      const limb_t *g_table, const limb_t *u1,
                                      const ec_affine *q, const limb_t *u2) {
  const size_t num = c->p.num_limbs;
  struct affine table[EC_MAX_MULTIPLES];
  int16_t g_digits[SC_MAX_NAF_LEN], q_digits[SC_MAX_NAF_LEN];
  size_t g_len = sc_wnaf_vartime(c, g_digits, u1, c->g_width);
  size_t q_len = sc_wnaf_vartime(c, q_digits, u2, c->q_width);
  size_t len = (g_len > q_len) ? g_len : q_len;
  mul_affine_multiples_vartime(c, table, (size_t)1 << (c->q_width - 2), q);
  point_set_infinity(c, out);
  for (size_t i = len; i-- > 0;) {
    int d = q_digits[i], g = g_digits[i];
    if (i + 1 != len) {
      point_double(c, out, out);
    }
    if (d != 0) {
      const struct affine *e = &table[mul_index_vartime(d)];
      point_add_affine_vartime(c, out, out, e->x, e->y, d < 0);
    }
    if (g != 0) {
      const limb_t *x = g_table + mul_index_vartime(g) * 2 * num;
      point_add_affine_vartime(c, out, out, x, x + num, g < 0);
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

/* mul_sum_has_x_vartime is 1 iff a is not infinity and its x is r modulo n.
 * That is x = r or x = r + n, as p < 2n; each is possible only below p.
 * Pre: r < n. */
static inline int mul_sum_has_x_vartime(const struct curve *c,
                                        const struct jacobian *a,
                                        const limb_t *r) {
  limb_t x[EC_MAX_LIMBS];
  if (point_is_infinity(c, a) != 0 || mod_is_reduced(&c->p, r) == 0) {
    return 0;
  }
  if (mul_has_x_vartime(c, a, r)) {
    return 1;
  }
  if (limbs_add(x, r, c->n.m, c->n.num_limbs) != 0 ||
      mod_is_reduced(&c->p, x) == 0) {
    return 0;
  }
  return mul_has_x_vartime(c, a, x);
}

/* mul_double_has_x_vartime is 1 iff u1 G + u2 q is not infinity and its x is r
 * modulo n. Pre: u1, u2, r < n; q on the curve and not infinity. */
static inline int mul_double_has_x_vartime(const struct curve *c,
                                           const limb_t *g_table,
                                           const limb_t *u1, const ec_affine *q,
                                           const limb_t *u2, const limb_t *r) {
  struct jacobian sum;
  mul_double_vartime(c, &sum, g_table, u1, q, u2);
  return mul_sum_has_x_vartime(c, &sum, r);
}

#endif
