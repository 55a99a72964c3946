/* Multiplication in the field of P-384: columns of the product, and Montgomery
 * reduction by shifts, for p = 2^384 - 2^128 - 2^96 + 2^32 - 1.
 *
 * q_k makes column k of a b + (sum of q_i 2^(w i)) p a multiple of 2^w. The
 * terms of q_k p are
 *   64-bit, q_k = (2^32 + 1) column k: q_k (2^32 - 1) in column k, -q_k 2^32 in
 *     k + 1, -q_k in k + 2, q_k in k + 6;
 *   32-bit, q_k = column k: -q_k in column k, q_k in k + 1, -q_k in k + 3 and
 *     in k + 4, q_k in k + 12.
 * Columns may be negative in between; the whole is not. */
#include "field/p384_field.h"

#if CORDON_LIMB_BITS == 64

#define NUM 6
static const limb_t p384[NUM] = {0xffffffff,         0xffffffff00000000,
                                 0xfffffffffffffffe, ~(limb_t)0,
                                 ~(limb_t)0,         ~(limb_t)0};

LIMB_INLINE limb_t p384_quotient(limb_t low) { return low + (low << 32); }

/* p384_cancel adds what q_k has in column k, the lowest limb of which becomes
 * 0; p384_add_multiples what the others have there. */
LIMB_INLINE void p384_cancel(struct column *col, limb_t q) {
  column_add(col, ((dlimb_t)q << 32) - q);
}

LIMB_INLINE void p384_add_multiples(struct column *col, const limb_t *q,
                                    size_t k) {
  if (k >= 1 && k - 1 < NUM) {
    column_sub(col, (dlimb_t)q[k - 1] << 32);
  }
  if (k >= 2 && k - 2 < NUM) {
    column_sub(col, q[k - 2]);
  }
  if (k >= 6 && k - 6 < NUM) {
    column_add(col, q[k - 6]);
  }
}

#else

#define NUM 12
static const limb_t p384[NUM] = {
    0xffffffff, 0,          0,          0xffffffff, 0xfffffffe, 0xffffffff,
    0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff};

LIMB_INLINE limb_t p384_quotient(limb_t low) { return low; }

LIMB_INLINE void p384_cancel(struct column *col, limb_t q) {
  column_sub(col, q);
}

LIMB_INLINE void p384_add_multiples(struct column *col, const limb_t *q,
                                    size_t k) {
  if (k >= 1 && k - 1 < NUM) {
    column_add(col, q[k - 1]);
  }
  if (k >= 3 && k - 3 < NUM) {
    column_sub(col, q[k - 3]);
  }
  if (k >= 4 && k - 4 < NUM) {
    column_sub(col, q[k - 4]);
  }
  if (k >= 12 && k - 12 < NUM) {
    column_add(col, q[k - 12]);
  }
}

#endif

/* p384_column takes column k of a b + q p, once a b is in it: 0 for k < NUM. */
LIMB_INLINE limb_t p384_column(struct column *col, limb_t *q, size_t k) {
  p384_add_multiples(col, q, k);
  if (k < NUM) {
    q[k] = p384_quotient((limb_t)col->lo);
    p384_cancel(col, q[k]);
  }
  return column_next_signed(col);
}

void p384_mul(limb_t *out, const limb_t *a, const limb_t *b) {
  limb_t q[NUM], t[2 * NUM];
  struct column col = {0, 0};
  LIMB_UNROLL
  for (size_t k = 0; k < 2 * NUM; k++) {
    column_mul_range(&col, a, b, k, NUM);
    t[k] = p384_column(&col, q, k);
  }
  limbs_reduce_once(out, t + NUM, (limb_t)col.lo, p384, NUM);
}

void p384_sqr(limb_t *out, const limb_t *a) {
  limb_t q[NUM], t[2 * NUM];
  struct column col = {0, 0};
  LIMB_UNROLL
  for (size_t k = 0; k < 2 * NUM; k++) {
    column_sqr_range(&col, a, k, NUM);
    t[k] = p384_column(&col, q, k);
  }
  limbs_reduce_once(out, t + NUM, (limb_t)col.lo, p384, NUM);
}
