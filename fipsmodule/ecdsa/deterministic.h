/* Deterministic nonces: FIPS 186-5, A.3.3 (RFC 6979, 3.2). */
#ifndef CORDON_ECDSA_DETERMINISTIC_H_
#define CORDON_ECDSA_DETERMINISTIC_H_

#include <stddef.h>
#include <stdint.h>

#include "drbg/hmac_drbg.h"
#include "ec/ec.h"

#pragma GCC visibility push(hidden)

/* deterministic_begin seeds an HMAC_DRBG over `hash` with d and the digest.
 * Returns all ones, or 0 for a hash that HMAC does not have.
 * CT: d does not leak; the digest is public. */
uint32_t deterministic_begin(struct drbg_state *drbg, uint32_t curve,
                             uint32_t hash, const ec_scalar *d,
                             const uint8_t *digest, size_t digest_len);

/* deterministic_next draws the next nonce in 1 .. n - 1. Returns all ones; or 0
 * with k zero, if SCALAR_MAX_CANDIDATES were out of range.
 * CT: k does not leak; how many candidates were rejected does. */
uint32_t deterministic_next(struct drbg_state *drbg, uint32_t curve,
                            ec_scalar *k);

#pragma GCC visibility pop

#endif
