/* Fixed-base multiplication by one code over three fields. Point coordinates
 * and the sum stay in the layout; only the last step, to affine coordinates, is
 * the module's for all.
 *
 * The fields differ in more than their limbs. 8 x 32 is the module's: its
 * multiplication is a function of field/p256_field.c, which sums up products
 * column by column with carries and squares by multiplying; its subtraction
 * reduces, inline. The functions of 9 x 29 and 10 x 26 are in this file, which
 * is compiled with -O3, and their squarings save products.
 *
 * In 9 x 29 and 10 x 26 a subtraction is one of limbs, without carries. Bounds
 * in an addition, in multiples of p, with |a b| / R <= |a| |b| / 16 p: |X| is
 * below 1.1 by settle, so |P| <= 2.4, P^2 <= 1.4, P^3 and X P^2 are in
 * (-0.3, 1.3) and ZZ, ZZZ as well; |Y| <= 2.9, so |R| <= 4.2, and Y3 is again
 * the difference of two in (-0.6, 1.6). */
#include "layouts.h"

#include "ec/p256_tables.h"
#include "ec/xyzz_impl.h"
#include "lazy_impl.h"
#include "scalar/scalar_impl.h"

static const struct curve layouts_curve = {
#include "p256_params.inc"
};
#define CURVE (&layouts_curve)

#define NUM_POINTS 4096
#define MAX_LIMBS 10

typedef int32_t element[MAX_LIMBS];

/* Points of 2n limbs, x then y, in the order of the module's own table. */
static int32_t tables[NUM_LAYOUTS][NUM_POINTS * 2 * MAX_LIMBS];
static element ones[NUM_LAYOUTS];

LAZY_INLINE int num_limbs(enum layout layout) {
  return layout == LAYOUT_8X32 ? 8 : layout == LAYOUT_9X29 ? 9 : 10;
}

LAZY_INLINE int limb_bits(enum layout layout) {
  return layout == LAYOUT_8X32 ? 32 : layout == LAYOUT_9X29 ? 29 : 26;
}

/* ---- The fields ---- */

LIMB_FUNCTION void mul_9x29(int32_t *r, const int32_t *a, const int32_t *b) {
  lazy_mul(9, 29, r, a, b);
}

LIMB_FUNCTION void sqr_9x29(int32_t *r, const int32_t *a) {
  lazy_sqr(9, 29, r, a);
}

LIMB_FUNCTION void mul_10x26(int32_t *r, const int32_t *a, const int32_t *b) {
  lazy_mul(10, 26, r, a, b);
}

LIMB_FUNCTION void sqr_10x26(int32_t *r, const int32_t *a) {
  lazy_sqr(10, 26, r, a);
}

LAZY_INLINE void mul(enum layout layout, int32_t *r, const int32_t *a,
                     const int32_t *b) {
  if (layout == LAYOUT_8X32) {
    fe_mul(CURVE, (limb_t *)r, (const limb_t *)a, (const limb_t *)b);
  } else if (layout == LAYOUT_9X29) {
    mul_9x29(r, a, b);
  } else {
    mul_10x26(r, a, b);
  }
}

LAZY_INLINE void sqr(enum layout layout, int32_t *r, const int32_t *a) {
  if (layout == LAYOUT_8X32) {
    fe_sqr(CURVE, (limb_t *)r, (const limb_t *)a);
  } else if (layout == LAYOUT_9X29) {
    sqr_9x29(r, a);
  } else {
    sqr_10x26(r, a);
  }
}

LAZY_INLINE void sub(enum layout layout, int32_t *r, const int32_t *a,
                     const int32_t *b) {
  if (layout == LAYOUT_8X32) {
    fe_sub(CURVE, (limb_t *)r, (const limb_t *)a, (const limb_t *)b);
    return;
  }
  for (int i = 0; i < num_limbs(layout); i++) {
    r[i] = a[i] - b[i];
  }
}

/* a = -a where mask is all ones. */
LAZY_INLINE void negate(enum layout layout, int32_t *a, limb_t mask) {
  if (layout == LAYOUT_8X32) {
    fe t;
    fe_neg(CURVE, t, (const limb_t *)a);
    fe_move(CURVE, (limb_t *)a, mask, t);
    return;
  }
  for (int i = 0; i < num_limbs(layout); i++) {
    a[i] = (int32_t)(((limb_t)a[i] ^ mask) - mask);
  }
}

/* carry brings all limbs but the highest into [0, 2^w). */
LAZY_INLINE void carry(enum layout layout, int32_t *a) {
  const int w = limb_bits(layout);
  if (layout == LAYOUT_8X32) {
    return;
  }
  for (int i = 0; i + 1 < num_limbs(layout); i++) {
    a[i + 1] += a[i] >> w;
    a[i] &= ((int32_t)1 << w) - 1;
  }
}

/* settle makes a small: what is above 2^256 is h 2^256, which is
 * h (2^224 - 2^192 - 2^96 + 1) mod p. */
LAZY_INLINE void settle(enum layout layout, int32_t *a) {
  const int w = limb_bits(layout), n = num_limbs(layout);
  const int top = 256 - w * (n - 1);
  int32_t h;
  if (layout == LAYOUT_8X32) {
    return;
  }
  carry(layout, a);
  h = a[n - 1] >> top;
  a[n - 1] &= ((int32_t)1 << top) - 1;
  a[0] += h;
  a[96 / w] -= h * ((int32_t)1 << 96 % w);
  a[192 / w] -= h * ((int32_t)1 << 192 % w);
  a[224 / w] += h * ((int32_t)1 << 224 % w);
}

/* ---- To and from the module's field ---- */

/* split cuts a number below p into limbs. */
static void split(enum layout layout, int32_t *out, const limb_t *a) {
  const int w = limb_bits(layout);
  for (int i = 0; i < num_limbs(layout); i++) {
    out[i] = 0;
    for (int j = 0; j < w && i * w + j < 256; j++) {
      out[i] |=
          (int32_t)((limb_t)(limbs_bit(a, (size_t)(i * w + j)) != 0) << j);
    }
  }
}

/* from_module sets out to the element a of the module's field. rr is R^2. */
static void from_module(enum layout layout, int32_t *out, const int32_t *rr,
                        const limb_t *a) {
  fe plain;
  if (layout == LAYOUT_8X32) {
    fe_copy(CURVE, (limb_t *)out, a);
    return;
  }
  fe_to_plain(CURVE, plain, a);
  split(layout, out, plain);
  mul(layout, out, out, rr);
}

/* to_module is its inverse: a / R is in [0, p]. */
LAZY_INLINE void to_module(enum layout layout, limb_t *out, const int32_t *a) {
  const int w = limb_bits(layout), n = num_limbs(layout);
  static const element one = {1};
  element t;
  uint64_t bits = 0;
  int have = 0, next = 0;
  if (layout == LAYOUT_8X32) {
    fe_copy(CURVE, out, (const limb_t *)a);
    return;
  }
  mul(layout, t, a, one);
  for (int i = 0; i < n; i++) {
    bits |= (uint64_t)(uint32_t)t[i] << have;
    have += w;
    if (have >= 32 && next < 8) {
      out[next++] = (limb_t)bits;
      bits >>= 32;
      have -= 32;
    }
  }
  mod_reduce_once(&CURVE->p, out, out, 0);
  fe_from_plain(CURVE, out, out);
}

/* square_of_r sets out = R^2 mod p, in limbs. */
static void square_of_r(enum layout layout, int32_t *out) {
  limb_t x[EC_MAX_LIMBS];
  limbs_set(x, 1, CURVE->p.num_limbs);
  for (int i = 0; i < 2 * num_limbs(layout) * limb_bits(layout); i++) {
    mod_add(&CURVE->p, x, x, x);
  }
  split(layout, out, x);
}

static void make_table(enum layout layout) {
  const size_t num = (size_t)CURVE->base_windows << (CURVE->base_width - 1);
  const int n = num_limbs(layout);
  element rr;
  square_of_r(layout, rr);
  from_module(layout, ones[layout], rr, CURVE->p.one);
  for (size_t i = 0; i < 2 * num; i++) {
    element t;
    from_module(layout, t, rr, p256_base_table + i * CURVE->p.num_limbs);
    for (int j = 0; j < n; j++) {
      tables[layout][i * (size_t)n + (size_t)j] = t[j];
    }
  }
}

_Static_assert(EC_MAX_LIMBS >= MAX_LIMBS, "an fe holds any element");

int layouts_init(void) {
  const size_t num = (size_t)CURVE->base_windows << (CURVE->base_width - 1);
  if (CURVE->base_spacing != 1 || num > NUM_POINTS) {
    return 0;
  }
  make_table(LAYOUT_8X32);
  make_table(LAYOUT_9X29);
  make_table(LAYOUT_10X26);
  return 1;
}

/* ---- Points ---- */

struct sum {
  element x, y, zz, zzz;
};

/* add sets s = s + (x, y), by the formulas of xyzz_add. */
LAZY_INLINE void add(enum layout l, struct sum *s, const int32_t *x,
                     const int32_t *y) {
  element p, r, pp, ppp, q, t;
  mul(l, p, x, s->zz);
  mul(l, r, y, s->zzz);
  sub(l, p, p, s->x);
  sub(l, r, r, s->y);
  sqr(l, pp, p);
  mul(l, ppp, pp, p);
  mul(l, q, s->x, pp);
  mul(l, s->zz, s->zz, pp);
  mul(l, s->zzz, s->zzz, ppp);
  sqr(l, t, r);
  sub(l, t, t, ppp);
  sub(l, t, t, q);
  sub(l, s->x, t, q);
  settle(l, s->x);
  sub(l, q, q, s->x);
  mul(l, q, q, r);
  mul(l, t, s->y, ppp);
  sub(l, s->y, q, t);
  if (l == LAYOUT_9X29) {
    carry(l, s->y); /* or r would be too long for a square */
  }
}

/* select_digit sets (x, y) = d_i B, where row has the odd multiples of B. */
LAZY_INLINE void select_digit(enum layout layout, int32_t *x, int32_t *y,
                              const int32_t *row, const limb_t *k, size_t i) {
  const size_t n = (size_t)num_limbs(layout);
  const size_t num = (size_t)1 << (CURVE->base_width - 1);
  int32_t t[2 * MAX_LIMBS] = {0};
  limb_t index, negative;
  negative =
      sc_odd_digit(CURVE, &index, k, i, CURVE->base_width, CURVE->base_windows);
  for (size_t j = 0; j < num; j++) {
    const int32_t mask = (int32_t)limb_equal((limb_t)j, index);
    for (size_t l = 0; l < 2 * n; l++) {
      t[l] |= row[l] & mask;
    }
    row += 2 * n;
  }
  for (size_t l = 0; l < n; l++) {
    x[l] = t[l];
    y[l] = t[n + l];
  }
  negate(layout, y, negative);
}

/* comb is mul_base of ec/mul_impl.h with a spacing of 1, but adds the digits in
 * the order of their rows, the highest one last, and wipes nothing. */
LIMB_INLINE void comb(enum layout layout, ec_affine *out, const ec_scalar *k) {
  const size_t row_len = (size_t)num_limbs(layout) << CURVE->base_width;
  const int32_t *row = tables[layout];
  struct xyzz result;
  struct sum s;
  element x, y;
  limb_t odd[EC_MAX_LIMBS];
  limb_t flipped = sc_make_odd(CURVE, odd, k->v);
  select_digit(layout, s.x, s.y, row, odd, 0);
  carry(layout, s.y);
  for (int i = 0; i < num_limbs(layout); i++) {
    s.zz[i] = s.zzz[i] = ones[layout][i];
  }
  for (size_t i = 1; i < CURVE->base_windows; i++) {
    row += row_len;
    select_digit(layout, x, y, row, odd, i);
    add(layout, &s, x, y);
  }
  negate(layout, s.y, flipped);
  to_module(layout, result.x, s.x);
  to_module(layout, result.y, s.y);
  to_module(layout, result.zz, s.zz);
  to_module(layout, result.zzz, s.zzz);
  xyzz_to_affine(CURVE, out, &result);
}

void layouts_mul_base(enum layout layout, ec_affine *out, const ec_scalar *k) {
  switch (layout) {
    case LAYOUT_8X32:
      comb(LAYOUT_8X32, out, k);
      break;
    case LAYOUT_9X29:
      comb(LAYOUT_9X29, out, k);
      break;
    default:
      comb(LAYOUT_10X26, out, k);
  }
}
