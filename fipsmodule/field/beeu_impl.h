/* Variable-time modular inversion by the binary extended Euclidean algorithm
 * (BEEU), batched: SG_BITS halvings are decided on single limbs, then applied
 * to the long numbers by one 2 x 2 matrix.
 *
 * Invariants: b odd, a = u x and b = v x mod m for the input x. One step strips
 * the zeros of a, puts the larger into a, and subtracts b from a. Parities come
 * from the exact low limbs. Which one is larger comes from the top SG_BITS bits
 * of both; in units of the last such bit an error e becomes at most
 * (e + e) / 2 + 1 a step, so it stays below CORDON_LIMB_BITS. A wrong guess
 * therefore makes a small negative a, which is put right after the batch; it
 * costs time, never correctness.
 *
 * It ends: no step makes max(|a|, |b|) larger. A batch either multiplies |a b|
 * by less than 0.625^SG_BITS (a guess is wrong only where a and b are within
 * 2 CORDON_LIMB_BITS units, and then |a - b| / 2 is smaller than both by more),
 * or it brings both below 4 CORDON_LIMB_BITS units, which takes more than half
 * a limb off the larger. Once both fit the top bits all guesses are exact. So
 * the number of batches is below m->bits, where the loop gives up. */
#ifndef CORDON_FIELD_BEEU_IMPL_H_
#define CORDON_FIELD_BEEU_IMPL_H_

#include "field/inverse_impl.h"

/* limb_ctz_vartime counts the zeros below the lowest one bit. Pre: x != 0. */
LIMB_INLINE unsigned limb_ctz_vartime(limb_t x) {
#if CORDON_LIMB_BITS == 64
  return (unsigned)__builtin_ctzll(x);
#else
  return (unsigned)__builtin_ctz(x);
#endif
}

/* limb_clz_vartime counts the zeros above the highest one bit. Pre: x != 0. */
LIMB_INLINE unsigned limb_clz_vartime(limb_t x) {
#if CORDON_LIMB_BITS == 64
  return (unsigned)__builtin_clzll(x);
#else
  return (unsigned)__builtin_clz(x);
#endif
}

/* beeu_top_vartime is the SG_BITS bits of a below bit SG_BITS top + len.
 * Pre: 1 <= len <= SG_BITS, a < 2^(SG_BITS top + len). */
LIMB_INLINE limb_t beeu_top_vartime(const slimb_t *a, size_t top,
                                    unsigned len) {
  limb_t x = (limb_t)a[top];
  if (top > 0) {
    x = (x << (SG_BITS - len)) | ((limb_t)a[top - 1] >> len);
  }
  return x;
}

/* beeu_batch_vartime makes SG_BITS halvings from the low limbs and the top
 * bits of a and b. Row (u, v) of the matrix is a's, (q, r) is b's; both are
 * scaled by 2 with every halving. Pre: b_low odd. */
LIMB_INLINE void beeu_batch_vartime(struct sg_matrix *t, limb_t a_low,
                                    limb_t b_low, limb_t a_top, limb_t b_top) {
  limb_t u = 1, v = 0, q = 0, r = 1, swap, diff;
  unsigned left = SG_BITS;
  for (;;) {
    unsigned zeros = limb_ctz_vartime(a_low | ((limb_t)1 << left));
    a_low >>= zeros;
    a_top >>= zeros;
    q <<= zeros;
    r <<= zeros;
    left -= zeros;
    if (left == 0) {
      break;
    }
    /* (a, b) <- (a - b, b), or (b - a, a) where a < b. Masks, because a
     * branch would be predicted wrongly half of the time. */
    swap = (limb_t)0 - (limb_t)(a_top < b_top);
    diff = a_low - b_low;
    b_low += diff & swap;
    a_low = (diff ^ swap) - swap;
    diff = a_top - b_top;
    b_top += diff & swap;
    a_top = (diff ^ swap) - swap;
    diff = u - q;
    q += diff & swap;
    u = (diff ^ swap) - swap;
    diff = v - r;
    r += diff & swap;
    v = (diff ^ swap) - swap;
  }
  t->u = (slimb_t)u;
  t->v = (slimb_t)v;
  t->q = (slimb_t)q;
  t->r = (slimb_t)r;
}

/* beeu_top_limb_vartime is the index of the highest limb in which a or b is
 * not 0, below num. Pre: b != 0. */
LIMB_INLINE size_t beeu_top_limb_vartime(const slimb_t *a, const slimb_t *b,
                                         size_t num) {
  while (num > 1 && (a[num - 1] | b[num - 1]) == 0) {
    num--;
  }
  return num - 1;
}

/* beeu_negate_vartime sets a = -a. */
LIMB_INLINE void beeu_negate_vartime(slimb_t *a, size_t num) {
  slimb_t carry = 0;
  for (size_t i = 0; i + 1 < num; i++) {
    carry -= a[i];
    a[i] = (slimb_t)((limb_t)carry & SG_MASK);
    carry >>= SG_BITS;
  }
  a[num - 1] = carry - a[num - 1];
}

/* beeu_make_positive_vartime negates a, and its row of the matrix, if a < 0. */
LIMB_INLINE void beeu_make_positive_vartime(slimb_t *a, size_t num,
                                            slimb_t *row0, slimb_t *row1) {
  if (a[num - 1] < 0) {
    beeu_negate_vartime(a, num);
    *row0 = -*row0;
    *row1 = -*row1;
  }
}

/* sg_is_small_vartime is 1 iff a = x. Pre: a >= 0, x < 2^SG_BITS. */
LIMB_INLINE int sg_is_small_vartime(const slimb_t *a, size_t num, slimb_t x) {
  slimb_t any = a[0] ^ x;
  for (size_t i = 1; i < num; i++) {
    any |= a[i];
  }
  return any == 0;
}

/* beeu_update_vartime is sg_update; num is known at run time only, so that
 * the loop is not to be unrolled. */
LIMB_INLINE void beeu_update_vartime(slimb_t *a, slimb_t *b,
                                     const struct sg_matrix *t, size_t num) {
  struct sg_pair sum = {0, 0};
  sg_pair_add(&sum, t, a, b, 0);
  sg_pair_drop(&sum);
  for (size_t i = 1; i < num; i++) {
    sg_pair_add(&sum, t, a, b, i);
    sg_pair_next(&sum, a, b, i - 1);
  }
  a[num - 1] = (slimb_t)sum.f;
  b[num - 1] = (slimb_t)sum.g;
}

/* mod_inverse_vartime sets out = start / x mod m and returns 1, or returns 0
 * and sets out = 0 where x has no inverse, x >= m or m is even.
 * Pre: start < m. Alias: any. */
LIMB_INLINE int mod_inverse_vartime(const struct modulus *m, limb_t *out,
                                    const limb_t *x, const limb_t *start) {
  slimb_t a[SG_MAX_LIMBS], b[SG_MAX_LIMBS], mod[SG_MAX_LIMBS];
  slimb_t u[SG_MAX_LIMBS], v[SG_MAX_LIMBS];
  const size_t num = m->inv_limbs;
  size_t len = num; /* limbs of a and b still in use */
  int ok = (m->m[0] & 1) != 0 && limbs_less(x, m->m, m->num_limbs) != 0;
  sg_from_limbs(mod, num, m->m, m->num_limbs);
  sg_from_limbs(b, num, m->m, m->num_limbs);
  sg_from_limbs(a, num, x, m->num_limbs);
  sg_from_limbs(u, num, start, m->num_limbs);
  for (size_t i = 0; i < num; i++) {
    v[i] = 0;
  }
  for (uint32_t i = 0; ok && !sg_is_small_vartime(a, len, 0); i++) {
    struct sg_matrix t;
    size_t top = beeu_top_limb_vartime(a, b, len);
    limb_t both = (limb_t)(a[top] | b[top]);
    unsigned bits = CORDON_LIMB_BITS - limb_clz_vartime(both);
    /* The SG_BITS halvings of a batch look at no more than the lowest limbs. */
    beeu_batch_vartime(&t, (limb_t)a[0], (limb_t)b[0],
                       beeu_top_vartime(a, top, bits),
                       beeu_top_vartime(b, top, bits));
    len = top + 1;
    beeu_update_vartime(a, b, &t, len);
    beeu_make_positive_vartime(a, len, &t.u, &t.v);
    beeu_make_positive_vartime(b, len, &t.q, &t.r);
    sg_update_mod(u, v, &t, mod, (limb_t)0 - m->n0, num);
    ok = i < m->bits;
  }
  ok = ok && sg_is_small_vartime(b, len, 1); /* b is the gcd */
  sg_normalize(v, 0, mod, num);
  sg_to_limbs(out, m->num_limbs, v, num);
  for (size_t i = 0; i < m->num_limbs; i++) {
    out[i] = ok ? out[i] : 0;
  }
  return ok;
}

#endif
