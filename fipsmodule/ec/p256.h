/* P-256: the generic functions over its constants. See ec.h for each. */
#ifndef CORDON_EC_P256_H_
#define CORDON_EC_P256_H_

#include "ec/ec.h"

#pragma GCC visibility push(hidden)

#define P256_BITS 256u
#define P256_BYTES 32u

limb_t p256_scalar_from_bytes(ec_scalar *out, const uint8_t *in);
limb_t p256_scalar_from_candidate(ec_scalar *out, const uint8_t *in);
void p256_scalar_to_bytes(uint8_t *out, const ec_scalar *in);
void p256_mul_base(ec_affine *out, const ec_scalar *k);
limb_t p256_affine_equal(const ec_affine *a, const ec_affine *b);
void p256_affine_to_bytes(uint8_t *x, uint8_t *y, const ec_affine *in);
int p256_affine_from_bytes_vartime(ec_affine *out, const uint8_t *x,
                                   const uint8_t *y);
int p256_decompress_vartime(ec_affine *out, const uint8_t *x, int y_odd);
int p256_validate_order_vartime(const ec_affine *q);

#pragma GCC visibility pop

#endif
