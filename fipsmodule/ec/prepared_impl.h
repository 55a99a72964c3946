/* Prepared public keys: the table of multiples of a point q, how it is made,
 * and the sum u1 G + u2 q over it and the base table, with few doublings.
 *
 * A comb (struct comb) of a point B is a table of rows; row r has the odd
 * multiples (2j + 1) 2^(spacing r) B at j < 2^(width - 2), affine, x and y of
 * num_limbs limbs. If k has the digits d_i in the non-adjacent form of that
 * width, then with i = spacing r + t
 *   k B = sum over t of 2^t (sum over r of d_i 2^(spacing r) B):
 * the digits of one phase t are added between two doublings, and the phases of
 * two combs share the doublings. The base table is a comb of G. */
#ifndef CORDON_EC_PREPARED_IMPL_H_
#define CORDON_EC_PREPARED_IMPL_H_

#include "ec/mul_double_impl.h"

/* prepared_comb is the comb of a choice, EC_PREPARED_LEAST or one of
 * <cordon/prepared.h>; of any other, one without rows. */
LIMB_INLINE struct comb prepared_comb(const struct curve *c, uint32_t choice) {
  struct comb comb = {3, 64, 0, 1 << 10};
  if (choice == EC_PREPARED_LEAST) {
    comb.num_rows = (c->n.bits + 63) >> 6;
  } else if (choice <= EC_NUM_PREPARED) {
    comb = c->prepared[choice - 1];
  }
  return comb;
}

LIMB_INLINE size_t comb_row_entries(const struct comb *comb) {
  return (size_t)1 << (comb->width - 2);
}

LIMB_INLINE size_t comb_row_limbs(const struct curve *c,
                                  const struct comb *comb) {
  return comb_row_entries(comb) * 2 * c->p.num_limbs;
}

/* prepared_len is the length in bytes of a table, 0 for an unknown choice: that
 * of limbs of 64 bits, which those of 32 do not exceed. */
LIMB_INLINE size_t prepared_len(const struct curve *c, uint32_t choice) {
  struct comb comb = prepared_comb(c, choice);
  size_t entry = 2 * (((size_t)c->p.bits + 63) >> 6) * 8;
  return comb.num_rows * comb_row_entries(&comb) * entry;
}

/* The rows of a table are made in blocks, which share their inversions: with
 * the product of all numbers before each kept beside it, 1 / (the product of
 * all) gives 1 / number one by one, from the last. */
#define PREPARED_BLOCK 32

struct prepared_block {
  limb_t *rows;
  size_t num_rows;
  size_t row_limbs;
  /* d = m B for the first point B of a row, m = 1, 2, 4, ... */
  struct {
    struct jacobian d;
    fe before;
  } of[PREPARED_BLOCK];
};

/* prepared_to_affine makes all d affine: Z = 1. */
LIMB_FUNCTION void prepared_to_affine(const struct curve *c,
                                      struct prepared_block *b) {
  fe product, t;
  fe_set_one(c, product);
  for (size_t r = 0; r < b->num_rows; r++) {
    fe_copy(c, b->of[r].before, product);
    fe_mul(c, product, product, b->of[r].d.z);
  }
  fe_inverse(c, product, product);
  for (size_t r = b->num_rows; r-- > 0;) {
    struct jacobian *d = &b->of[r].d;
    fe_mul(c, t, product, b->of[r].before); /* 1 / Z */
    fe_mul(c, product, product, d->z);
    fe_mul(c, d->y, d->y, t);
    fe_sqr(c, t, t);
    fe_mul(c, d->x, d->x, t);
    fe_mul(c, d->y, d->y, t);
    fe_set_one(c, d->z);
  }
}

/* prepared_add sets entry j + num_known of each row to entry j plus d, which is
 * 2 num_known B, for j < num_known: with l = (y_d - y) / (x_d - x),
 * x' = l^2 - x - x_d, y' = l (x_d - x') - y_d. The factors 2j + 1 of entry j
 * and 2 num_known of d differ, and their sum is below n: x_d != x. */
LIMB_FUNCTION void prepared_add(const struct curve *c, struct prepared_block *b,
                                size_t num_known) {
  const size_t num = c->p.num_limbs, ahead = num_known * 2 * num;
  fe product, l, t;
  fe_set_one(c, product);
  for (size_t r = 0; r < b->num_rows; r++) {
    limb_t *x = b->rows + r * b->row_limbs;
    for (size_t j = 0; j < num_known; j++, x += 2 * num) {
      fe_copy(c, x + ahead + num, product); /* until y' is there */
      fe_sub(c, t, b->of[r].d.x, x);
      fe_mul(c, product, product, t);
    }
  }
  fe_inverse(c, product, product);
  for (size_t r = b->num_rows; r-- > 0;) {
    const struct jacobian *d = &b->of[r].d;
    limb_t *x = b->rows + r * b->row_limbs + ahead;
    for (size_t j = num_known; j-- > 0;) {
      limb_t *out = x + ahead - 2 * num;
      x -= 2 * num;
      fe_sub(c, t, d->x, x);
      fe_mul(c, l, product, out + num); /* 1 / (x_d - x) */
      fe_mul(c, product, product, t);
      fe_sub(c, t, d->y, x + num);
      fe_mul(c, l, l, t);
      fe_sqr(c, t, l);
      fe_sub(c, t, t, d->x);
      fe_sub(c, out, t, x);
      fe_sub(c, t, d->x, out);
      fe_mul(c, t, t, l);
      fe_sub(c, out + num, t, d->y);
    }
  }
}

/* prepared_make makes the table of q.
 * Pre: a known choice; q has order n > 2^(width - 1). */
LIMB_FUNCTION void prepared_make(const struct curve *c, limb_t *table,
                                 uint32_t choice, const ec_affine *q) {
  const struct comb comb = prepared_comb(c, choice);
  const size_t num = c->p.num_limbs;
  struct prepared_block b;
  struct jacobian first; /* of a row */
  b.row_limbs = comb_row_limbs(c, &comb);
  point_from_affine(c, &first, q->x, q->y);
  for (size_t row = 0; row < comb.num_rows; row += b.num_rows) {
    b.rows = table + row * b.row_limbs;
    b.num_rows = comb.num_rows - row;
    if (b.num_rows > PREPARED_BLOCK) {
      b.num_rows = PREPARED_BLOCK;
    }
    for (size_t r = 0; r < b.num_rows; r++) {
      for (uint32_t i = 0; i < comb.spacing && row + r > 0; i++) {
        point_double(c, &first, &first);
      }
      point_copy(c, &b.of[r].d, &first);
    }
    prepared_to_affine(c, &b);
    for (size_t r = 0; r < b.num_rows; r++) {
      fe_copy(c, b.rows + r * b.row_limbs, b.of[r].d.x);
      fe_copy(c, b.rows + r * b.row_limbs + num, b.of[r].d.y);
    }
    for (size_t m = 1; m < comb_row_entries(&comb); m *= 2) {
      for (size_t r = 0; r < b.num_rows; r++) {
        point_double(c, &b.of[r].d, &b.of[r].d);
      }
      prepared_to_affine(c, &b);
      prepared_add(c, &b, m);
    }
  }
}

/* struct comb_terms is a sum of points of a comb: the points of each phase as a
 * list. A width of 3 has the most. */
#define COMB_MAX_TERMS ((SC_MAX_NAF_LEN + 2) / 3)

struct comb_terms {
  uint16_t head[EC_MAX_SPACING + 1]; /* the index plus 1, or 0 for none */
  struct {
    const limb_t *x;
    uint16_t next; /* likewise */
    uint16_t negative;
  } term[COMB_MAX_TERMS];
};

/* comb_fetch_vartime brings a point into the cache before it is needed: tables
 * of many keys do not fit there. */
LIMB_INLINE void comb_fetch_vartime(const struct curve *c, const limb_t *x) {
  const char *p = (const char *)x;
  for (size_t i = 0; i < 2 * c->p.num_limbs * sizeof x[0]; i += 64) {
    __builtin_prefetch(p + i);
  }
}

/* comb_split_vartime writes k as a sum of points of the comb, and returns the
 * number of phases that it has. Pre: k < n.
 *
 * reciprocal is 2^16 / spacing, rounded up: positions are below 2^16 / 64, so
 * the product gives the quotient. The row of a digit above all rows is the
 * last, its phase is `spacing`: the position is n.bits at most. */
LIMB_FUNCTION size_t comb_split_vartime(const struct curve *c,
                                        struct comb_terms *out,
                                        const struct comb *comb,
                                        const limb_t *table, const limb_t *k) {
  struct sc_wnaf s = {0, 0};
  size_t num_phases = 0, position;
  uint16_t num = 0;
  int digit;
  for (size_t t = 0; t <= comb->spacing; t++) {
    out->head[t] = 0;
  }
  while ((digit = sc_wnaf_next_vartime(c, &s, k, comb->width, &position)) !=
         0) {
    size_t row = (position * comb->reciprocal) >> 16, phase;
    if (row >= comb->num_rows) {
      row = comb->num_rows - 1;
    }
    phase = position - row * comb->spacing;
    out->term[num].x = table + row * comb_row_limbs(c, comb) +
                       mul_index_vartime(digit) * 2 * c->p.num_limbs;
    comb_fetch_vartime(c, out->term[num].x);
    out->term[num].negative = digit < 0;
    out->term[num].next = out->head[phase];
    out->head[phase] = ++num;
    if (phase >= num_phases) {
      num_phases = phase + 1;
    }
  }
  return num_phases;
}

/* comb_add_phase_vartime adds the points of one phase. */
LIMB_INLINE void comb_add_phase_vartime(const struct curve *c,
                                        struct jacobian *sum,
                                        const struct comb_terms *terms,
                                        size_t phase) {
  for (uint16_t i = terms->head[phase]; i != 0; i = terms->term[i - 1].next) {
    const limb_t *x = terms->term[i - 1].x;
    point_add_affine_vartime(c, sum, sum, x, x + c->p.num_limbs,
                             terms->term[i - 1].negative);
  }
}

/* prepared_sum_vartime sets out = u1 G + u2 q, where base is the base table and
 * table is that of q for the choice. Pre: u1, u2 < n; a known choice. */
static inline void prepared_sum_vartime(const struct curve *c,
                                        struct jacobian *out,
                                        const limb_t *base, const limb_t *u1,
                                        const limb_t *table, uint32_t choice,
                                        const limb_t *u2) {
  const struct comb comb = prepared_comb(c, choice);
  struct comb_terms g, q;
  size_t num_g = comb_split_vartime(c, &g, &c->base_comb, base, u1);
  size_t num_q = comb_split_vartime(c, &q, &comb, table, u2);
  size_t num = (num_g > num_q) ? num_g : num_q;
  point_set_infinity(c, out);
  for (size_t t = num; t-- > 0;) {
    if (t + 1 != num) {
      point_double(c, out, out);
    }
    if (t < num_g) {
      comb_add_phase_vartime(c, out, &g, t);
    }
    if (t < num_q) {
      comb_add_phase_vartime(c, out, &q, t);
    }
  }
}

/* prepared_has_x_vartime is 1 iff u1 G + u2 q is not infinity and its x is r
 * modulo n. Pre: u1, u2, r < n; a known choice. */
static inline int prepared_has_x_vartime(const struct curve *c,
                                         const limb_t *base, const limb_t *u1,
                                         const limb_t *table, uint32_t choice,
                                         const limb_t *u2, const limb_t *r) {
  struct jacobian sum;
  prepared_sum_vartime(c, &sum, base, u1, table, choice, u2);
  return mul_sum_has_x_vartime(c, &sum, r);
}

#endif
