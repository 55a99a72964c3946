/* Multiplication in the field of P-224, p = 2^224 - 2^96 + 1.
 * Montgomery form with R = 2^(w num_limbs), as for any modulus. */
#ifndef CORDON_FIELD_P224_FIELD_H_
#define CORDON_FIELD_P224_FIELD_H_

#include "limbs/limbs.h"

#pragma GCC visibility push(hidden)

/* p224_mul sets out = a b / R mod p. Pre: a, b < p. Post: out < p.
 * Alias: any. */
void p224_mul(limb_t *out, const limb_t *a, const limb_t *b);

/* p224_sqr sets out = a^2 / R mod p. Pre: a < p. Post: out < p. Alias: any. */
void p224_sqr(limb_t *out, const limb_t *a);

#pragma GCC visibility pop

#endif
