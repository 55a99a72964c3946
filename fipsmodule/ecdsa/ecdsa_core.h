/* ECDSA on integers: FIPS 186-5 6.4.1 and 6.4.2 once the digest is computed
 * and the nonce is chosen. r and s are order_len bytes, big-endian. A digest is
 * the full hash value; the leftmost order_bits bits of it are used. */
#ifndef CORDON_ECDSA_ECDSA_CORE_H_
#define CORDON_ECDSA_ECDSA_CORE_H_

#include <stddef.h>
#include <stdint.h>

#include "ec/ec.h"

#pragma GCC visibility push(hidden)

/* ecdsa_sign_core computes r = x(k G) mod n and s = (e + r d) / k mod n.
 * Returns all ones iff r != 0 and s != 0; otherwise 0, and r and s are all
 * zero. The mask, r and s are declassified.
 * Pre: 1 <= d, k < n. CT: d and k do not leak; the digest is public. */
limb_t ecdsa_sign_core(uint32_t curve, uint8_t *r, uint8_t *s,
                       const ec_scalar *d, const ec_scalar *k,
                       const uint8_t *digest, size_t digest_len);

/* ecdsa_verify_core_vartime is 1 iff (r, s) is a signature of the digest under
 * q, and 0 otherwise, r and s out of range included.
 * Pre: q is on the curve and not infinity. */
int ecdsa_verify_core_vartime(uint32_t curve, const ec_affine *q,
                              const uint8_t *r, const uint8_t *s,
                              const uint8_t *digest, size_t digest_len);

/* ecdsa_verify_prepared_core_vartime is the same under the q of a table that
 * ec_prepare made for the choice. */
int ecdsa_verify_prepared_core_vartime(uint32_t curve, uint32_t choice,
                                       const limb_t *table, const uint8_t *r,
                                       const uint8_t *s, const uint8_t *digest,
                                       size_t digest_len);

#pragma GCC visibility pop

#endif
