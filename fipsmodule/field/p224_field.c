/* Multiplication in the field of P-224: columns of the product, and Montgomery
 * reduction by shifts, for p = 2^224 - 2^96 + 1.
 *
 * q_k = -(column k) mod 2^w makes column k of a b + (sum of q_i 2^(w i)) p a
 * multiple of 2^w. The terms of q_k p are
 *   64-bit: q_k in column k, -q_k 2^32 in k + 1, q_k 2^32 in k + 3;
 *   32-bit: q_k in column k, -q_k in k + 3, q_k in k + 7.
 * Columns may be negative in between; the whole is not. */
#include "field/p224_field.h"

#if CORDON_LIMB_BITS == 64

#define NUM 4
static const limb_t p224[NUM] = {1, 0xffffffff00000000, ~(limb_t)0, 0xffffffff};

/* p224_add_multiples adds to column k what q_0 ... q_(k - 1) have there. */
LIMB_INLINE void p224_add_multiples(struct column *col, const limb_t *q,
                                    size_t k) {
  if (k >= 1 && k - 1 < NUM) {
    column_sub(col, (dlimb_t)q[k - 1] << 32);
  }
  if (k >= 3 && k - 3 < NUM) {
    column_add(col, (dlimb_t)q[k - 3] << 32);
  }
}

#else

#define NUM 7
static const limb_t p224[NUM] = {1,          0,          0,         0xffffffff,
                                 0xffffffff, 0xffffffff, 0xffffffff};

LIMB_INLINE void p224_add_multiples(struct column *col, const limb_t *q,
                                    size_t k) {
  if (k >= 3 && k - 3 < NUM) {
    column_sub(col, q[k - 3]);
  }
  if (k >= 7 && k - 7 < NUM) {
    column_add(col, q[k - 7]);
  }
}

#endif

/* p224_column takes column k of a b + q p, once a b is in it: 0 for k < NUM. */
LIMB_INLINE limb_t p224_column(struct column *col, limb_t *q, size_t k) {
  p224_add_multiples(col, q, k);
  if (k < NUM) {
    q[k] = (limb_t)0 - (limb_t)col->lo;
    column_add(col, q[k]);
  }
  return column_next_signed(col);
}

void p224_mul(limb_t *out, const limb_t *a, const limb_t *b) {
  limb_t q[NUM], t[2 * NUM];
  struct column col = {0, 0};
  LIMB_UNROLL
  for (size_t k = 0; k < 2 * NUM; k++) {
    column_mul_range(&col, a, b, k, NUM);
    t[k] = p224_column(&col, q, k);
  }
  limbs_reduce_once(out, t + NUM, (limb_t)col.lo, p224, NUM);
}

void p224_sqr(limb_t *out, const limb_t *a) {
  limb_t q[NUM], t[2 * NUM];
  struct column col = {0, 0};
  LIMB_UNROLL
  for (size_t k = 0; k < 2 * NUM; k++) {
    column_sqr_range(&col, a, k, NUM);
    t[k] = p224_column(&col, q, k);
  }
  limbs_reduce_once(out, t + NUM, (limb_t)col.lo, p224, NUM);
}
