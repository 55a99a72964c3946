/* Constant-time modular inversion by divsteps (Bernstein and Yang, "Fast
 * constant-time gcd computation and modular inversion", TCHES 2019), in
 * batches that touch only the lowest limb, and the signed representation that
 * it shares with the variable-time inversion of beeu_impl.h.
 *
 * One divstep, with d = delta - 1/2 an integer and f odd:
 *   d >= 0 and g odd:  (d, f, g) <- (-d, g, (g - f) / 2)
 *   otherwise:         (d, f, g) <- (d + 1, f, (g + (g mod 2) f) / 2)
 * From delta = 1/2, f = m, 0 <= g < m < 2^b, g is 0 after at most
 * (45907 b + 26313) / 19929 steps, rounded down: the bound that the convex hull
 * method proves for b >= 46. inv_batches covers it. */
#ifndef CORDON_FIELD_INVERSE_IMPL_H_
#define CORDON_FIELD_INVERSE_IMPL_H_

#include "field/curve.h"
#include "limbs/forms.h"
#include "limbs/limbs.h"
#include "limbs/verify.h"
#if CORDON_ASM
#include "asm/divsteps.h"
#endif

/* Signed numbers: limbs of SG_BITS bits, all but the highest in
 * [0, 2^SG_BITS), the highest with the sign. */
#define SG_BITS (CORDON_LIMB_BITS - 2)
#define SG_MASK ((limb_t)(~(limb_t)0 >> 2))
#define SG_MAX_LIMBS ((521 + SG_BITS) / SG_BITS)

/* struct sg_matrix stands for a batch of SG_BITS steps:
 *   (f, g) <- (u f + v g, q f + r g) / 2^SG_BITS.
 * |u| + |v| <= 2^SG_BITS and |q| + |r| <= 2^SG_BITS. */
struct sg_matrix {
  slimb_t u, v, q, r;
};

/* sg_from_limbs sets out to the number a of num_limbs limbs. */
LIMB_INLINE void sg_from_limbs(slimb_t *out, size_t num, const limb_t *a,
                               size_t num_limbs) {
  for (size_t i = 0; i < num; i++) {
    size_t at = limb_index(i * SG_BITS), shift = limb_shift(i * SG_BITS);
    limb_t x = (at < num_limbs) ? a[at] >> shift : 0;
    if (shift > 2 && at + 1 < num_limbs) {
      x |= a[at + 1] << (CORDON_LIMB_BITS - shift);
    }
    out[i] = (slimb_t)(x & SG_MASK);
  }
}

/* sg_to_limbs sets out to a. Pre: 0 <= a < 2^(w num_limbs). */
LIMB_INLINE void sg_to_limbs(limb_t *out, size_t num_limbs, const slimb_t *a,
                             size_t num) {
  size_t at = 0, shift = 0; /* of bit i w: limb at, bit shift */
  for (size_t i = 0; i < num_limbs; i++) {
    limb_t x = (limb_t)a[at] >> shift;
    if (at + 1 < num) {
      x |= (limb_t)a[at + 1] << (SG_BITS - shift);
    }
    if (shift > SG_BITS - 2 && at + 2 < num) {
      x |= (limb_t)a[at + 2] << (2 * SG_BITS - shift);
    }
    out[i] = x;
    at += (shift + 2 < SG_BITS) ? 1 : 2;
    shift += (shift + 2 < SG_BITS) ? 2 : 2 - (size_t)SG_BITS;
  }
}

/* sg_sign is all ones iff a < 0. */
LIMB_INLINE limb_t sg_sign(const slimb_t *a, size_t num) {
  return limb_mask_bit((limb_t)a[num - 1] >> (CORDON_LIMB_BITS - 1));
}

/* sg_carry brings the lower limbs into [0, 2^SG_BITS). */
LIMB_INLINE void sg_carry(slimb_t *a, size_t num) {
  for (size_t i = 0; i + 1 < num; i++) {
    a[i + 1] += a[i] >> SG_BITS;
    a[i] = (slimb_t)((limb_t)a[i] & SG_MASK);
  }
}

/* sg_negate sets a = -a where mask is all ones. */
LIMB_INLINE void sg_negate(slimb_t *a, limb_t mask, size_t num) {
  for (size_t i = 0; i < num; i++) {
    a[i] = (slimb_t)(((limb_t)a[i] ^ mask) - mask);
  }
  sg_carry(a, num);
}

/* sg_add_masked sets a = a + b where mask is all ones. */
LIMB_INLINE void sg_add_masked(slimb_t *a, const slimb_t *b, limb_t mask,
                               size_t num) {
  for (size_t i = 0; i < num; i++) {
    a[i] += (slimb_t)((limb_t)b[i] & mask);
  }
  sg_carry(a, num);
}

/* struct sg_pair is the sums of one limb of the rows of a product. */
struct sg_pair {
  sdlimb_t f, g;
};

/* sg_pair_add adds the matrix times limb i of f and g. */
LIMB_INLINE void sg_pair_add(struct sg_pair *sum, const struct sg_matrix *t,
                             const slimb_t *f, const slimb_t *g, size_t i) {
  sum->f += (sdlimb_t)t->u * f[i] + (sdlimb_t)t->v * g[i];
  sum->g += (sdlimb_t)t->q * f[i] + (sdlimb_t)t->r * g[i];
}

/* sg_pair_next stores the lowest limbs as limb i, and moves to those above. */
LIMB_INLINE void sg_pair_next(struct sg_pair *sum, slimb_t *f, slimb_t *g,
                              size_t i) {
  f[i] = (slimb_t)((limb_t)sum->f & SG_MASK);
  g[i] = (slimb_t)((limb_t)sum->g & SG_MASK);
  sum->f >>= SG_BITS;
  sum->g >>= SG_BITS;
}

/* sg_pair_drop drops the lowest limbs. Pre: they are 0. */
LIMB_INLINE void sg_pair_drop(struct sg_pair *sum) {
  VERIFY_CHECK(((limb_t)sum->f & SG_MASK) == 0);
  VERIFY_CHECK(((limb_t)sum->g & SG_MASK) == 0);
  sum->f >>= SG_BITS;
  sum->g >>= SG_BITS;
}

/* sg_update sets (f, g) to the matrix times (f, g), over 2^SG_BITS.
 * Pre: both divisions are exact. */
LIMB_INLINE void sg_update(slimb_t *f, slimb_t *g, const struct sg_matrix *t,
                           size_t num) {
  struct sg_pair sum = {0, 0};
  sg_pair_add(&sum, t, f, g, 0);
  sg_pair_drop(&sum);
  for (size_t i = 1; i < num; i++) {
    sg_pair_add(&sum, t, f, g, i);
    sg_pair_next(&sum, f, g, i - 1);
  }
  f[num - 1] = (slimb_t)sum.f;
  g[num - 1] = (slimb_t)sum.g;
}

/* sg_update_mod sets (d, e) to the matrix times (d, e), over 2^SG_BITS mod m.
 * Pre, Post: -2m < d, e < m. With k = 1 for d < 0, else 0, d + k m is in
 * (-m, m), and likewise for e; so u (d + k m) + v (e + l m) - z m, where z in
 * [0, 2^SG_BITS) makes it divisible, is in (-2m, m) 2^SG_BITS. */
LIMB_INLINE void sg_update_mod(slimb_t *d, slimb_t *e,
                               const struct sg_matrix *t, const slimb_t *m,
                               limb_t minv, size_t num) {
  limb_t sd = sg_sign(d, num), se = sg_sign(e, num);
  limb_t zd = ((limb_t)t->u & sd) + ((limb_t)t->v & se);
  limb_t ze = ((limb_t)t->q & sd) + ((limb_t)t->r & se);
  struct sg_pair sum = {0, 0};
  slimb_t md, me;
  sg_pair_add(&sum, t, d, e, 0);
  md = (slimb_t)(zd - ((minv * (limb_t)sum.f + zd) & SG_MASK));
  me = (slimb_t)(ze - ((minv * (limb_t)sum.g + ze) & SG_MASK));
  sum.f += (sdlimb_t)m[0] * md;
  sum.g += (sdlimb_t)m[0] * me;
  sg_pair_drop(&sum);
  for (size_t i = 1; i < num; i++) {
    sg_pair_add(&sum, t, d, e, i);
    sum.f += (sdlimb_t)m[i] * md;
    sum.g += (sdlimb_t)m[i] * me;
    sg_pair_next(&sum, d, e, i - 1);
  }
  d[num - 1] = (slimb_t)sum.f;
  e[num - 1] = (slimb_t)sum.g;
}

/* sg_normalize maps d in (-2m, m), negated where mask is all ones, into
 * [0, m). */
LIMB_INLINE void sg_normalize(slimb_t *d, limb_t negate, const slimb_t *m,
                              size_t num) {
  sg_add_masked(d, m, sg_sign(d, num), num); /* (-m, m) */
  sg_negate(d, negate, num);
  sg_add_masked(d, m, sg_sign(d, num), num);
}

/* sg_divsteps_c runs SG_BITS divsteps on the low limbs of f and g, from d, and
 * returns the new d. The matrix is scaled by 2 with every step. */
LIMB_INLINE limb_t sg_divsteps_c(struct sg_matrix *t, limb_t d, limb_t f,
                                 limb_t g) {
  limb_t u = 1, v = 0, q = 0, r = 1;
  for (unsigned i = 0; i < SG_BITS; i++) {
    limb_t odd = limb_barrier((limb_t)0 - (g & 1));
    limb_t swap = ~(limb_t)((slimb_t)d >> (CORDON_LIMB_BITS - 1));
    swap = limb_barrier(swap); /* d >= 0 */
    /* g +- f, and the same for the rows */
    g += ((f ^ swap) - swap) & odd;
    q += ((u ^ swap) - swap) & odd;
    r += ((v ^ swap) - swap) & odd;
    swap &= odd;
    d = (d ^ swap) + 1; /* -d, or d + 1 */
    f += g & swap;      /* f + (g - f) */
    u += q & swap;
    v += r & swap;
    g >>= 1;
    u <<= 1;
    v <<= 1;
  }
  t->u = (slimb_t)u;
  t->v = (slimb_t)v;
  t->q = (slimb_t)q;
  t->r = (slimb_t)r;
  return d;
}

/* sg_divsteps is the same in one of the forms of limbs/forms.h. */
LIMB_INLINE limb_t sg_divsteps(uint32_t forms, struct sg_matrix *t, limb_t d,
                               limb_t f, limb_t g) {
#if CORDON_ASM
  if ((forms & FORM_X86_64) != 0) {
    return divsteps_x86_64(t, d, f, g);
  }
#endif
  (void)forms;
  return sg_divsteps_c(t, d, f, g);
}

/* mod_inverse sets out = start / a mod m, or 0 for a = 0.
 * Pre: a, start < m, m prime. Alias: any. CT: a does not leak. */
LIMB_INLINE void mod_inverse(const struct modulus *m, limb_t *out,
                             const limb_t *a, const limb_t *start) {
  struct {
    slimb_t f[SG_MAX_LIMBS], g[SG_MAX_LIMBS];
    slimb_t d[SG_MAX_LIMBS], e[SG_MAX_LIMBS];
    struct sg_matrix t;
  } s;
  const size_t num = m->inv_limbs;
  const uint32_t forms = CORDON_ASM ? cpu_forms() : 0;
  slimb_t mod[SG_MAX_LIMBS];
  limb_t delta = 0;
  sg_from_limbs(mod, num, m->m, m->num_limbs);
  sg_from_limbs(s.f, num, m->m, m->num_limbs);
  sg_from_limbs(s.g, num, a, m->num_limbs);
  sg_from_limbs(s.e, num, start, m->num_limbs);
  for (size_t i = 0; i < num; i++) {
    s.d[i] = 0;
  }
  /* f = d a / start and g = e a / start, mod m */
  for (uint32_t i = 0; i < m->inv_batches; i++) {
    limb_t f0 = (limb_t)s.f[0], g0 = (limb_t)s.g[0];
    if (num > 1) {
      f0 |= (limb_t)s.f[1] << SG_BITS;
      g0 |= (limb_t)s.g[1] << SG_BITS;
    }
    delta = sg_divsteps(forms, &s.t, delta, f0, g0);
    sg_update_mod(s.d, s.e, &s.t, mod, (limb_t)0 - m->n0, num);
    sg_update(s.f, s.g, &s.t, num);
  }
  /* g = 0, and f = 1 or -1 (or m for a = 0, when d = 0) */
  sg_normalize(s.d, sg_sign(s.f, num), mod, num);
  sg_to_limbs(out, m->num_limbs, s.d, num);
  VERIFY_CHECK(limbs_less(out, m->m, m->num_limbs) != 0);
  ct_wipe(&s, sizeof s);
}

#endif
