/* Multiplication in the field of P-256, p = 2^256 - 2^224 + 2^192 + 2^96 - 1,
 * in Montgomery form with R = 2^256; and the generated arithmetic of P-256. */
#ifndef CORDON_FIELD_P256_FIELD_H_
#define CORDON_FIELD_P256_FIELD_H_

#include "limbs/forms.h"
#include "limbs/limbs.h"
#if CORDON_ASM
#include "asm/p256_beeu.h"
#include "asm/p256_field.h"
#include "asm/p256_inverse.h"
#include "asm/p256_order.h"
#endif

#pragma GCC visibility push(hidden)

/* p256_mul sets out = a b / R mod p. Pre: a, b < p. Post: out < p.
 * Alias: any. */
void p256_mul(limb_t *out, const limb_t *a, const limb_t *b);

/* p256_sqr sets out = a^2 / R mod p. Pre: a < p. Post: out < p. Alias: any. */
void p256_sqr(limb_t *out, const limb_t *a);

#pragma GCC visibility pop

#endif
