/* Inversion modulo a prime by Fermat's little theorem. */
#ifndef CORDON_BENCH_FERMAT_H_
#define CORDON_BENCH_FERMAT_H_

#include "field/mont_impl.h"

#define FERMAT_WIDTH 5

LIMB_FUNCTION void fermat_mul(const struct modulus *m, int generic, limb_t *out,
                              const limb_t *a, const limb_t *b) {
  if (generic) {
    mod_mul_generic(m, out, a, b);
  } else {
    mod_mul(m, out, a, b);
  }
}

LIMB_FUNCTION void fermat_sqr(const struct modulus *m, int generic, limb_t *out,
                              const limb_t *a) {
  if (generic) {
    mod_mul_generic(m, out, a, a);
  } else {
    mod_sqr(m, out, a);
  }
}

/* fermat_inverse sets out = 1 / a in Montgomery form, as a^(m - 2) by sliding
 * windows; `generic` multiplies without the shape of m. The exponent is public.
 * Pre: a < m, a prime m whose lowest limb is above 1. Alias: any. */
LIMB_INLINE void fermat_inverse(const struct modulus *m, int generic,
                                limb_t *out, const limb_t *a) {
  limb_t odd[1 << (FERMAT_WIDTH - 1)][EC_MAX_LIMBS];
  limb_t square[EC_MAX_LIMBS], e[EC_MAX_LIMBS];
  size_t i = m->bits;
  limbs_copy(e, m->m, m->num_limbs);
  e[0] -= 2;
  limbs_copy(odd[0], a, m->num_limbs);
  fermat_sqr(m, generic, square, a);
  for (size_t j = 1; j < 1 << (FERMAT_WIDTH - 1); j++) {
    fermat_mul(m, generic, odd[j], odd[j - 1], square);
  }
  limbs_copy(out, m->one, m->num_limbs);
  while (i > 0) {
    size_t low = i > FERMAT_WIDTH ? i - FERMAT_WIDTH : 0;
    limb_t window = 0;
    if (limbs_bit(e, i - 1) == 0) {
      fermat_sqr(m, generic, out, out);
      i--;
      continue;
    }
    while (limbs_bit(e, low) == 0) {
      low++;
    }
    for (; i > low; i--) {
      window = 2 * window + (limbs_bit(e, i - 1) != 0);
      fermat_sqr(m, generic, out, out);
    }
    fermat_mul(m, generic, out, out, odd[window >> 1]);
  }
}

#endif
