/* Multiplication in the field of P-521, p = 2^521 - 1.
 * Montgomery form with R = 2^(w num_limbs), as for any modulus. */
#ifndef CORDON_FIELD_P521_FIELD_H_
#define CORDON_FIELD_P521_FIELD_H_

#include "limbs/limbs.h"

#pragma GCC visibility push(hidden)

/* p521_mul sets out = a b / R mod p. Pre: a, b < p. Post: out < p.
 * Alias: any. */
void p521_mul(limb_t *out, const limb_t *a, const limb_t *b);

/* p521_sqr sets out = a^2 / R mod p. Pre: a < p. Post: out < p. Alias: any. */
void p521_sqr(limb_t *out, const limb_t *a);

#pragma GCC visibility pop

#endif
