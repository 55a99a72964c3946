/* Multiplication in the field of P-521. With 2^521 = 1 mod p, the Montgomery
 * radix is R = 2^(521 + E) = 2^E, where E is 55 or 23 for the two limb sizes.
 * A product is H R + L 2^E + M, with M < 2^E, and divided by R
 *   H + L + M / 2^E = L + (H + M 2^(521 - E)) mod p,
 * where the two in brackets do not overlap: H < 2^(1042 - 521 - E). */
#include "field/p521_field.h"

#define NUM ((521 + CORDON_LIMB_BITS - 1) / CORDON_LIMB_BITS)
#define E (CORDON_LIMB_BITS * NUM - 521)
/* bits of p in the highest limb, and of M's place there: 521 - E = 466, 498 */
#define TOP (CORDON_LIMB_BITS - E)
#define PLACE (521 - E)

/* p521_reduce sets out = t / R, for a product t of 2 NUM limbs. */
LIMB_INLINE void p521_reduce(limb_t *out, limb_t *t) {
  const limb_t top_mask = ((limb_t)1 << TOP) - 1;
  limb_t m = t[0] & (((limb_t)1 << E) - 1), carry;
  limb_t low[NUM], *high = t + NUM;
  LIMB_UNROLL
  for (size_t i = 0; i < NUM; i++) {
    limb_t above = (i + 1 < NUM) ? t[i + 1] : 0;
    low[i] = (t[i] >> E) | (above << (CORDON_LIMB_BITS - E));
  }
  high[limb_index(PLACE)] |= m << limb_shift(PLACE);
  if (limb_shift(PLACE) + E > CORDON_LIMB_BITS) {
    high[limb_index(PLACE) + 1] |= m >> (CORDON_LIMB_BITS - limb_shift(PLACE));
  }
  /* Both are at most p, so their sum + 1 has bit 521 iff it is above p, and
   * then that, without the bit, is the sum - p. */
  (void)limbs_add(low, low, high, NUM);
  carry = 1;
  LIMB_UNROLL
  for (size_t i = 0; i < NUM; i++) {
    high[i] = limb_add(low[i], 0, &carry);
  }
  limbs_select(out, limb_mask_bit(high[NUM - 1] >> TOP), high, low, NUM);
  out[NUM - 1] &= top_mask;
}

void p521_mul(limb_t *out, const limb_t *a, const limb_t *b) {
  limb_t t[2 * NUM];
  struct column col = {0, 0};
  LIMB_UNROLL
  for (size_t k = 0; k < 2 * NUM - 1; k++) {
    column_mul_range(&col, a, b, k, NUM);
    t[k] = column_next(&col);
  }
  t[2 * NUM - 1] = (limb_t)col.lo;
  p521_reduce(out, t);
}

void p521_sqr(limb_t *out, const limb_t *a) {
  limb_t t[2 * NUM];
  struct column col = {0, 0};
  LIMB_UNROLL
  for (size_t k = 0; k < 2 * NUM - 1; k++) {
    column_sqr_range(&col, a, k, NUM);
    t[k] = column_next(&col);
  }
  t[2 * NUM - 1] = (limb_t)col.lo;
  p521_reduce(out, t);
}
