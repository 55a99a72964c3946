/* The field of a curve: elements in Montgomery form, fully reduced, as
 * num_limbs limbs. Code above this file never looks into them. */
#ifndef CORDON_FIELD_FIELD_IMPL_H_
#define CORDON_FIELD_FIELD_IMPL_H_

#include "field/beeu_impl.h"
#include "field/curve.h"
#include "field/inverse_impl.h"
#include "field/mont_impl.h"

typedef limb_t fe[EC_MAX_LIMBS];

/* In all of these outputs may alias inputs. */

LIMB_INLINE void fe_copy(const struct curve *c, limb_t *out, const limb_t *a) {
  limbs_copy(out, a, c->p.num_limbs);
}

/* Of long elements these three are functions of their own: inline they would
 * make up half of the code of a curve. */
#define FE_INLINE_LIMBS 4

LIMB_FUNCTION void fe_add_long(const struct curve *c, limb_t *out,
                               const limb_t *a, const limb_t *b) {
  mod_add(&c->p, out, a, b);
}

LIMB_FUNCTION void fe_sub_long(const struct curve *c, limb_t *out,
                               const limb_t *a, const limb_t *b) {
  mod_sub(&c->p, out, a, b);
}

LIMB_FUNCTION void fe_half_long(const struct curve *c, limb_t *out,
                                const limb_t *a) {
  mod_half(&c->p, out, a);
}

/* FE_IN_ASM makes a call, and returns, where the field of c has its sums in
 * assembly: in both back ends of P-256, which share the functions without a
 * multiplication. c is a constant of the caller, so nothing is decided at run
 * time. */
#if CORDON_ASM
#define FE_IN_ASM(c, call)                                                     \
  do {                                                                         \
    if ((c)->p.backend == MOD_P256_X86_64 || (c)->p.backend == MOD_P256_ADX) { \
      call;                                                                    \
      return;                                                                  \
    }                                                                          \
  } while (0)
#else
#define FE_IN_ASM(c, call) \
  do {                     \
  } while (0)
#endif

LIMB_INLINE void fe_add(const struct curve *c, limb_t *out, const limb_t *a,
                        const limb_t *b) {
  FE_IN_ASM(c, p256_add_x86_64(out, a, b));
  if (c->p.num_limbs <= FE_INLINE_LIMBS) {
    mod_add(&c->p, out, a, b);
  } else {
    fe_add_long(c, out, a, b);
  }
}

LIMB_INLINE void fe_sub(const struct curve *c, limb_t *out, const limb_t *a,
                        const limb_t *b) {
  FE_IN_ASM(c, p256_sub_x86_64(out, a, b));
  if (c->p.num_limbs <= FE_INLINE_LIMBS) {
    mod_sub(&c->p, out, a, b);
  } else {
    fe_sub_long(c, out, a, b);
  }
}

LIMB_INLINE void fe_neg(const struct curve *c, limb_t *out, const limb_t *a) {
  fe zero;
  FE_IN_ASM(c, p256_neg_x86_64(out, a));
  limbs_set(zero, 0, c->p.num_limbs);
  fe_sub(c, out, zero, a);
}

/* fe_half sets out = a / 2. */
LIMB_INLINE void fe_half(const struct curve *c, limb_t *out, const limb_t *a) {
  FE_IN_ASM(c, p256_half_x86_64(out, a));
  if (c->p.num_limbs <= FE_INLINE_LIMBS) {
    mod_half(&c->p, out, a);
  } else {
    fe_half_long(c, out, a);
  }
}

LIMB_INLINE void fe_mul(const struct curve *c, limb_t *out, const limb_t *a,
                        const limb_t *b) {
  mod_mul(&c->p, out, a, b);
}

LIMB_INLINE void fe_sqr(const struct curve *c, limb_t *out, const limb_t *a) {
  mod_sqr(&c->p, out, a);
}

/* fe_move sets out = a where mask is all ones. */
LIMB_INLINE void fe_move(const struct curve *c, limb_t *out, limb_t mask,
                         const limb_t *a) {
  FE_IN_ASM(c, p256_move_x86_64(out, mask, a));
  limbs_move(out, mask, a, c->p.num_limbs);
}

LIMB_INLINE void fe_set_one(const struct curve *c, limb_t *out) {
  limbs_copy(out, c->p.one, c->p.num_limbs);
}

LIMB_INLINE void fe_set_zero(const struct curve *c, limb_t *out) {
  limbs_set(out, 0, c->p.num_limbs);
}

/* fe_is_zero is all ones iff a = 0. */
LIMB_INLINE limb_t fe_is_zero(const struct curve *c, const limb_t *a) {
  return limbs_is_zero(a, c->p.num_limbs);
}

/* fe_equal is all ones iff a = b. */
LIMB_INLINE limb_t fe_equal(const struct curve *c, const limb_t *a,
                            const limb_t *b) {
  return limbs_equal(a, b, c->p.num_limbs);
}

/* fe_inverse sets out = 1 / a, or 0 for a = 0. From a R and R^2 the quotient
 * is R / a. CT: a does not leak. */
LIMB_FUNCTION void fe_inverse(const struct curve *c, limb_t *out,
                              const limb_t *a) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_X86_64:
      p256_inverse_x86_64(out, a);
      break;
    case MOD_P256_ADX:
      p256_inverse_adx(out, a);
      break;
#endif
    default:
      mod_inverse(&c->p, out, a, c->p.rr);
  }
}

/* fe_inverse_vartime is the same for what is public: by BEEU where the field
 * has that in assembly. Another copy of it in C for each curve, 5 KiB, would
 * bring 2 % of a verification. */
LIMB_FUNCTION void fe_inverse_vartime(const struct curve *c, limb_t *out,
                                      const limb_t *a) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_X86_64:
      (void)p256_inverse_x86_64_vartime(out, a);
      break;
    case MOD_P256_ADX:
      (void)p256_inverse_adx_vartime(out, a);
      break;
#endif
    default:
      fe_inverse(c, out, a);
  }
}

/* fe_from_plain sets out to the element with the integer value a.
 * Pre: a < p. */
LIMB_INLINE void fe_from_plain(const struct curve *c, limb_t *out,
                               const limb_t *a) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_X86_64:
      p256_to_mont_x86_64(out, a);
      break;
    case MOD_P256_ADX:
      p256_to_mont_adx(out, a);
      break;
#endif
    default:
      mod_to_mont(&c->p, out, a);
  }
}

/* fe_to_plain sets out to the integer in [0, p) that a stands for. */
LIMB_INLINE void fe_to_plain(const struct curve *c, limb_t *out,
                             const limb_t *a) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_X86_64:
      p256_from_mont_x86_64(out, a);
      break;
    case MOD_P256_ADX:
      p256_from_mont_adx(out, a);
      break;
#endif
    default:
      mod_from_mont(&c->p, out, a);
  }
}

/* fe_from_bytes reads a big-endian element; the result is all ones iff it is
 * below p, and out is 0 otherwise. CT: in does not leak. */
LIMB_INLINE limb_t fe_from_bytes(const struct curve *c, limb_t *out,
                                 const uint8_t *in) {
  fe t;
  limb_t ok;
  limbs_from_bytes(t, c->p.num_limbs, in, mod_num_bytes(&c->p));
  ok = mod_is_reduced(&c->p, t);
  for (size_t i = 0; i < c->p.num_limbs; i++) {
    t[i] &= ok;
  }
  fe_from_plain(c, out, t);
  return ok;
}

LIMB_INLINE void fe_to_bytes(const struct curve *c, uint8_t *out,
                             const limb_t *a) {
  fe t;
  fe_to_plain(c, t, a);
  limbs_to_bytes(out, mod_num_bytes(&c->p), t);
  ct_wipe(t, sizeof t);
}

/* fe_sqrt_vartime sets out to a root of a and returns 1, or returns 0 where a
 * is not a square. Tonelli and Shanks with a bounded loop: with p - 1 = 2^e q,
 * r = a^((q + 1) / 2) and b = a^q are r^2 = a b, and b is a 2^(e - 1)-th root
 * of unity iff a is a square. Each round takes one factor of 2 off b's order,
 * until b = 1. Alias: out != a. */
static inline int fe_sqrt_vartime(const struct curve *c, limb_t *out,
                                  const limb_t *a) {
  fe b, z, t;
  /* (q - 1) / 2 = p >> (e + 1) */
  fe_set_one(c, out);
  for (size_t i = c->p.bits; i-- > c->p_twos + 1;) {
    fe_sqr(c, out, out);
    if (limbs_bit(c->p.m, i) != 0) {
      fe_mul(c, out, out, a);
    }
  }
  fe_sqr(c, b, out);
  fe_mul(c, b, b, a);
  fe_mul(c, out, out, a);
  fe_copy(c, z, c->p_root);
  for (uint32_t i = c->p_twos; i >= 2; i--) {
    fe_copy(c, t, b);
    for (uint32_t j = 2; j < i; j++) {
      fe_sqr(c, t, t);
    }
    if (fe_equal(c, t, c->p.one) == 0) {
      fe_mul(c, out, out, z);
      fe_sqr(c, z, z);
      fe_mul(c, b, b, z);
    } else {
      fe_sqr(c, z, z);
    }
  }
  fe_sqr(c, t, out);
  return fe_equal(c, t, a) != 0;
}

#endif
