/* Multiplication in the field of P-256: products and Montgomery reduction in
 * one pass over the columns, for 64-bit and for 32-bit limbs.
 *
 * p = -1 modulo 2^96, so q_k is column k itself, and q_k p cancels it with no
 * carry. What is left of q_k p is added further up:
 *   64-bit: q_k 2^32 in column k + 1, q_k (2^64 - 2^32 + 1) in column k + 3;
 *   32-bit: q_k in columns k + 3 and k + 6, q_k (2^32 - 1) in column k + 7. */
#include "field/p256_field.h"

#if CORDON_LIMB_BITS == 64

#define P1 UINT64_C(0x00000000ffffffff)
#define P3 UINT64_C(0xffffffff00000001)

/* p256_finish sets out = v mod p, for v = col 2^192 + t.
 * Pre: v < 2p; t has three limbs, and room for a fourth. */
LIMB_INLINE void p256_finish(limb_t *out, limb_t *t, const struct column *col) {
  static const limb_t p[4] = {~(limb_t)0, P1, 0, P3};
  t[3] = (limb_t)col->lo;
  limbs_reduce_once(out, t, (limb_t)(col->lo >> 64), p, 4);
}

void p256_mul(limb_t *out, const limb_t *a, const limb_t *b) {
  const limb_t a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
  const limb_t b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3];
  struct column col = {(dlimb_t)a0 * b0, 0};
  limb_t q0, q1, q2, q3, t[4];
  q0 = column_next(&col);
  column_mul(&col, a0, b1);
  column_mul(&col, a1, b0);
  column_add(&col, (dlimb_t)q0 << 32);
  q1 = column_next(&col);
  column_mul(&col, a0, b2);
  column_mul(&col, a1, b1);
  column_mul(&col, a2, b0);
  column_add(&col, (dlimb_t)q1 << 32);
  q2 = column_next(&col);
  column_mul(&col, q0, P3);
  column_mul(&col, a0, b3);
  column_mul(&col, a1, b2);
  column_mul(&col, a2, b1);
  column_mul(&col, a3, b0);
  column_add(&col, (dlimb_t)q2 << 32);
  q3 = column_next(&col);
  column_mul(&col, q1, P3);
  column_mul(&col, a1, b3);
  column_mul(&col, a2, b2);
  column_mul(&col, a3, b1);
  column_add(&col, (dlimb_t)q3 << 32);
  t[0] = column_next(&col);
  column_mul(&col, q2, P3);
  column_mul(&col, a2, b3);
  column_mul(&col, a3, b2);
  t[1] = column_next(&col);
  column_mul(&col, q3, P3);
  column_mul(&col, a3, b3);
  t[2] = column_next(&col);
  p256_finish(out, t, &col);
}

/* column_mul_twice adds 2 a b. */
LIMB_INLINE void column_mul_twice(struct column *t, limb_t a, limb_t b) {
  dlimb_t x = (dlimb_t)a * b;
  column_add(t, x);
  column_add(t, x);
}

void p256_sqr(limb_t *out, const limb_t *a) {
  const limb_t a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
  struct column col = {(dlimb_t)a0 * a0, 0};
  limb_t q0, q1, q2, q3, t[4];
  q0 = column_next(&col);
  column_mul_twice(&col, a0, a1);
  column_add(&col, (dlimb_t)q0 << 32);
  q1 = column_next(&col);
  column_mul_twice(&col, a0, a2);
  column_mul(&col, a1, a1);
  column_add(&col, (dlimb_t)q1 << 32);
  q2 = column_next(&col);
  column_mul(&col, q0, P3);
  column_mul_twice(&col, a0, a3);
  column_mul_twice(&col, a1, a2);
  column_add(&col, (dlimb_t)q2 << 32);
  q3 = column_next(&col);
  column_mul(&col, q1, P3);
  column_mul_twice(&col, a1, a3);
  column_mul(&col, a2, a2);
  column_add(&col, (dlimb_t)q3 << 32);
  t[0] = column_next(&col);
  column_mul(&col, q2, P3);
  column_mul_twice(&col, a2, a3);
  t[1] = column_next(&col);
  column_mul(&col, q3, P3);
  column_mul(&col, a3, a3);
  t[2] = column_next(&col);
  p256_finish(out, t, &col);
}

#else

/* p256_add_multiples adds to column k what q_0 ... q_(k-1) leave there. */
LIMB_INLINE void p256_add_multiples(struct column *col, const limb_t *q,
                                    size_t k) {
  if (k >= 3 && k - 3 < 8) {
    column_add(col, q[k - 3]);
  }
  if (k >= 6 && k - 6 < 8) {
    column_add(col, q[k - 6]);
  }
  if (k >= 7 && k - 7 < 8) {
    column_add(col, ((dlimb_t)q[k - 7] << 32) - q[k - 7]);
  }
}

void p256_mul(limb_t *out, const limb_t *a, const limb_t *b) {
  static const limb_t p[8] = {0xffffffff, 0xffffffff, 0xffffffff, 0,
                              0,          0,          1,          0xffffffff};
  limb_t q[8], t[8];
  struct column col = {0, 0};
  LIMB_UNROLL
  for (size_t k = 0; k < 8; k++) {
    LIMB_UNROLL
    for (size_t i = 0; i <= k; i++) {
      column_mul(&col, a[i], b[k - i]);
    }
    p256_add_multiples(&col, q, k);
    q[k] = column_next(&col);
  }
  LIMB_UNROLL
  for (size_t k = 8; k < 15; k++) {
    LIMB_UNROLL
    for (size_t i = k - 7; i < 8; i++) {
      column_mul(&col, a[i], b[k - i]);
    }
    p256_add_multiples(&col, q, k);
    t[k - 8] = column_next(&col);
  }
  t[7] = (limb_t)col.lo;
  limbs_reduce_once(out, t, (limb_t)(col.lo >> 32), p, 8);
}

void p256_sqr(limb_t *out, const limb_t *a) { p256_mul(out, a, a); }

#endif
