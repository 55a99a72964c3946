/* Multiplication in the field of P-384, p = 2^384 - 2^128 - 2^96 + 2^32 - 1.
 * Montgomery form with R = 2^(w num_limbs), as for any modulus. */
#ifndef CORDON_FIELD_P384_FIELD_H_
#define CORDON_FIELD_P384_FIELD_H_

#include "limbs/limbs.h"

#pragma GCC visibility push(hidden)

/* p384_mul sets out = a b / R mod p. Pre: a, b < p. Post: out < p.
 * Alias: any. */
void p384_mul(limb_t *out, const limb_t *a, const limb_t *b);

/* p384_sqr sets out = a^2 / R mod p. Pre: a < p. Post: out < p. Alias: any. */
void p384_sqr(limb_t *out, const limb_t *a);

#pragma GCC visibility pop

#endif
