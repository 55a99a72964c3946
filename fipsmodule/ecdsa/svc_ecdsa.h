/* What the services of signatures share: the checks of their arguments, the
 * sources of a digest, one signature of a digest, and the two formats. Status
 * values are masked, SVC(code) of module/gate.h. */
#ifndef CORDON_ECDSA_SVC_ECDSA_H_
#define CORDON_ECDSA_SVC_ECDSA_H_

#include <cordon/ecdsa.h>
#include <stddef.h>
#include <stdint.h>

#include "digest/hash.h"
#include "digest/svc_hash.h"
#include "drbg/hmac_drbg.h"
#include "ec/key.h"
#include "module/gate.h"

/* What signing needs of secrets, wiped as one. */
struct ecdsa_signing {
  uint32_t nonce; /* CORDON_NONCE_ */
  ec_scalar k;
  struct drbg_state drbg; /* of a deterministic nonce */
  struct hash_state hash;
  uint8_t d[CORDON_MAX_FIELD_BYTES];
  uint8_t hedge[32];
  uint8_t r[CORDON_MAX_FIELD_BYTES];
  uint8_t s[CORDON_MAX_FIELD_BYTES];
};

struct ecdsa_digest {
  uint8_t bytes[HASH_MAX_DIGEST_LEN];
  size_t len;
};

/* r and s of a signature at order length. */
struct ecdsa_signature {
  uint8_t r[CORDON_MAX_FIELD_BYTES];
  uint8_t s[CORDON_MAX_FIELD_BYTES];
};

#pragma GCC visibility push(hidden)

/* ecdsa_check_scheme and ecdsa_check_signing say SVC_OK, or what is wrong with
 * the arguments; a scheme that signs has a nonce as well. */
uint32_t ecdsa_check_scheme(const cordon_ecdsa_scheme *scheme);
uint32_t ecdsa_check_signing(const struct private_key *k,
                             const cordon_ecdsa_scheme *scheme);

/* ecdsa_hash_of is the hash of a scheme, 0 for NULL. */
uint32_t ecdsa_hash_of(const cordon_ecdsa_scheme *scheme);

/* ecdsa_digest_message, ecdsa_digest_running and ecdsa_digest_given set e to
 * the digest of a message, of what a running hash has taken, which goes on, or
 * to one that the caller computed, of the length of the hash. Return SVC_OK, or
 * SVC(CORDON_ERR_ARG, _LIMIT, _OBJECT or _LENGTH).
 * Pre: the hash is known. */
uint32_t ecdsa_digest_message(struct ecdsa_digest *e, uint32_t hash,
                              const uint8_t *msg, size_t len);
uint32_t ecdsa_digest_running(struct ecdsa_digest *e, uint32_t hash,
                              const struct hash_object *o);
uint32_t ecdsa_digest_given(struct ecdsa_digest *e, uint32_t hash,
                            const uint8_t *digest, size_t len);

/* These three set w->hedge, the additional input of the nonces of some digests:
 * SHA-256(d || digest || ...). */
void ecdsa_hedge_begin(struct ecdsa_signing *w, const struct private_key *key);
void ecdsa_hedge_add(struct ecdsa_signing *w, const struct ecdsa_digest *e);
void ecdsa_hedge_end(struct ecdsa_signing *w);

#if defined(CORDON_TEST_OBJECT)
/* ecdsa_given_nonce takes the nonce that was set on the thread, once. One that
 * is longer than the order counts as 0, which is out of range. Returns SVC_OK
 * or SVC(CORDON_ERR_ARG). */
uint32_t ecdsa_given_nonce(struct thread_state *t, uint32_t curve,
                           ec_scalar *k);
#endif

/* ecdsa_sign_once sets r and s of w, with as many nonces as it takes: FIPS
 * 186-5, 6.4.1. Returns SVC_OK, or SVC(CORDON_ERR_ENTROPY, _LIMIT, _ARG or
 * _UNSUPPORTED). The caller wipes w. */
uint32_t ecdsa_sign_once(struct gate *g, struct ecdsa_signing *w,
                         const struct private_key *key,
                         const cordon_ecdsa_scheme *scheme,
                         const struct ecdsa_digest *e);

/* ecdsa_encode writes r and s in a format, and returns the length, which is at
 * most ecdsa_max_len. */
size_t ecdsa_encode(uint8_t *out, const uint8_t *r, const uint8_t *s,
                    uint32_t curve, uint32_t format);
size_t ecdsa_max_len(uint32_t curve, uint32_t format);

/* ecdsa_decode_vartime reads a signature. Returns SVC_OK; r or s is out of
 * range where they are too wide for `out`; or SVC(CORDON_ERR_ENCODING or
 * _ARG). */
uint32_t ecdsa_decode_vartime(struct ecdsa_signature *out, uint32_t curve,
                              uint32_t format, const uint8_t *sig, size_t len);

#pragma GCC visibility pop

#endif
