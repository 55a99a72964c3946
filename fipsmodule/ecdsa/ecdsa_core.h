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

/* The arrays of a batch. */
struct ecdsa_batch {
  ec_scalar *k;    /* nonces, or s; then R over them, as in ec.h */
  ec_scalar *e;    /* digests, mod n */
  ec_scalar *r;    /* r, an output of signing */
  ec_scalar *work; /* of twice the length */
};

/* ecdsa_sign_batch_core computes r_i as ecdsa_sign_core does, and s_i in place
 * of e_i, for num digests, with one inversion modulo p and one modulo n. All
 * arrays stay secret. Pre: 1 <= d, k_i < n, num > 0. CT: d and k_i do not
 * leak. */
void ecdsa_sign_batch_core(uint32_t curve, const ec_scalar *d,
                           const struct ecdsa_batch *b, size_t num);

/* ecdsa_publish writes the bytes of r and s. Returns all ones iff r != 0 and
 * s != 0; otherwise 0, and the bytes are all zero, as r and s are then. The
 * mask and the bytes are declassified. */
limb_t ecdsa_publish(uint32_t curve, uint8_t *r_out, uint8_t *s_out,
                     ec_scalar *r, ec_scalar *s);

/* ecdsa_verify_inverted_vartime is ecdsa_verify_core_vartime for the digest e
 * mod n and w = R / s. Pre: 1 <= r, s < n; q as there. */
int ecdsa_verify_inverted_vartime(uint32_t curve, const ec_affine *q,
                                  const ec_scalar *r, const ec_scalar *w,
                                  const ec_scalar *e);

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
