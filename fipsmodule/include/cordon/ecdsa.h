/* ECDSA signatures (FIPS 186-5, 6).
 *
 * Formats: CORDON_RAW is r || s, each at order length; CORDON_DER is the
 * SEQUENCE of two INTEGERs of RFC 3279, 2.2.3, in strict DER both ways.
 * A hash longer than the order gives its leftmost bits. */
#ifndef CORDON_ECDSA_H_
#define CORDON_ECDSA_H_

#include <cordon/hash.h>
#include <cordon/key.h>
#include <cordon/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CORDON_RAW 1u
#define CORDON_DER 2u

/* Where the nonce comes from. HEDGED: this thread's DRBG with additional input
 * SHA-256(d || digest), so that neither a weak DRBG nor a repeated message
 * alone can repeat a nonce. DETERMINISTIC (FIPS 186-5, A.3.3; RFC 6979): an
 * HMAC_DRBG over the scheme's hash, seeded with d and the digest; not with
 * SHAKE, for which it is not defined. */
#define CORDON_NONCE_HEDGED 1u
#define CORDON_NONCE_DETERMINISTIC 2u

typedef struct {
  uint32_t hash;   /* CORDON_SHA256, ... */
  uint32_t format; /* CORDON_RAW or CORDON_DER */
  uint32_t nonce;  /* CORDON_NONCE_; not read by verification */
} cordon_ecdsa_scheme;

/* Initialisers for the usual schemes. */
#define CORDON_ECDSA_SHA256_RAW \
  { CORDON_SHA256, CORDON_RAW, CORDON_NONCE_HEDGED }
#define CORDON_ECDSA_SHA256_DER \
  { CORDON_SHA256, CORDON_DER, CORDON_NONCE_HEDGED }

/** cordon_ecdsa_sign signs a message.
 *  @param[out]    sig     signature; zero over its capacity on error
 *  @param[in,out] len     capacity: for P-256 64 (RAW) or 72 (DER, the most it
 *                         can be) bytes are needed, CORDON_P256_RAW_SIG_BYTES
 *                         and CORDON_P256_DER_SIG_BYTES; the length written on
 *                         return
 *  @param[in]     key     private key (secret), for CORDON_USE_SIGN
 *  @param[in]     scheme  hash, format and nonce
 *  @param[in]     msg, msg_len  message, any length
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_KEY_USE,
 *          CORDON_ERR_BUFFER, CORDON_ERR_LIMIT, CORDON_ERR_ENTROPY
 *  @retval CORDON_ERR_UNSUPPORTED a deterministic nonce with SHAKE
 *  Spec:    FIPS 186-5, 6.4.1 with A.3.2 or A.3.3
 *  CT:      key and nonce do not leak; digest and sig are public; the number
 *           of rejected candidates leaks
 *  Service: approved where the hash is at least as strong as the curve */
CORDON_MUST_USE cordon_status cordon_ecdsa_sign(
    uint8_t *sig, size_t *len, const cordon_private_key *key,
    const cordon_ecdsa_scheme *scheme, const uint8_t *msg, size_t msg_len);

/** cordon_ecdsa_sign_hash finishes a running hash of this module and signs its
 *  digest.
 *  @param[out]    sig, len  as for cordon_ecdsa_sign
 *  @param[in]     key, scheme  as for cordon_ecdsa_sign
 *  @param[in,out] hash      running hash of scheme->hash; ended on success,
 *                           unchanged on error
 *  @retval as cordon_ecdsa_sign; CORDON_ERR_OBJECT also if hash is not running;
 *          CORDON_ERR_ARG also if it is another hash function
 *  Spec:    FIPS 186-5, 6.4.1 with A.3.2 or A.3.3
 *  CT:      as for cordon_ecdsa_sign
 *  Service: approved where the hash is at least as strong as the curve */
CORDON_MUST_USE cordon_status
cordon_ecdsa_sign_hash(uint8_t *sig, size_t *len, const cordon_private_key *key,
                       const cordon_ecdsa_scheme *scheme, cordon_hash *hash);

/** cordon_ecdsa_sign_digest signs a digest that the caller computed.
 *  @param[out] sig, len     as for cordon_ecdsa_sign
 *  @param[in]  key, scheme  as for cordon_ecdsa_sign
 *  @param[in]  digest, digest_len  digest, of the length of scheme->hash
 *  @retval as cordon_ecdsa_sign; CORDON_ERR_LENGTH if digest_len is not the
 *          length of the hash
 *  Spec:    FIPS 186-5, 6.4.1 with A.3.2 or A.3.3, without its first step
 *  CT:      as for cordon_ecdsa_sign
 *  Service: not approved: digest supplied by the caller */
CORDON_MUST_USE cordon_status cordon_ecdsa_sign_digest(
    uint8_t *sig, size_t *len, const cordon_private_key *key,
    const cordon_ecdsa_scheme *scheme, const uint8_t *digest,
    size_t digest_len);

/** cordon_ecdsa_verify verifies the signature of a message.
 *  @param[in] key     public key
 *  @param[in] scheme  hash and format
 *  @param[in] msg, msg_len  message
 *  @param[in] sig, sig_len  signature
 *  @retval CORDON_OK the signature is valid
 *  @retval CORDON_ERR_SIGNATURE it is well formed but not valid (r or s of 0 or
 *          >= n included)
 *  @retval CORDON_ERR_ENCODING not strict DER, or RAW of another length
 *  @retval CORDON_ERR_OBJECT, CORDON_ERR_LIMIT
 *  Spec:    FIPS 186-5, 6.4.2
 *  CT:      variable time: nothing secret
 *  Service: approved where the hash is at least as strong as the curve */
CORDON_MUST_USE cordon_status cordon_ecdsa_verify(
    const cordon_public_key *key, const cordon_ecdsa_scheme *scheme,
    const uint8_t *msg, size_t msg_len, const uint8_t *sig, size_t sig_len);

/** cordon_ecdsa_verify_hash finishes a running hash of this module and verifies
 *  a signature of its digest.
 *  @param[in]     key, scheme  as for cordon_ecdsa_verify
 *  @param[in,out] hash  running hash of scheme->hash; ended if the call gets as
 *                       far as the verdict, unchanged on other errors
 *  @param[in]     sig, sig_len  signature
 *  @retval as cordon_ecdsa_verify; CORDON_ERR_ARG also if hash is another hash
 *          function
 *  Spec:    FIPS 186-5, 6.4.2
 *  CT:      variable time: nothing secret
 *  Service: approved where the hash is at least as strong as the curve */
CORDON_MUST_USE cordon_status cordon_ecdsa_verify_hash(
    const cordon_public_key *key, const cordon_ecdsa_scheme *scheme,
    cordon_hash *hash, const uint8_t *sig, size_t sig_len);

/** cordon_ecdsa_verify_digest verifies the signature of a digest that the
 *  caller computed.
 *  @param[in] key, scheme  as for cordon_ecdsa_verify
 *  @param[in] digest, digest_len  digest, of the length of scheme->hash
 *  @param[in] sig, sig_len  signature
 *  @retval as cordon_ecdsa_verify; CORDON_ERR_LENGTH if digest_len is not the
 *          length of the hash
 *  Spec:    FIPS 186-5, 6.4.2, without its hashing step
 *  CT:      variable time: nothing secret
 *  Service: not approved: digest supplied by the caller */
CORDON_MUST_USE cordon_status cordon_ecdsa_verify_digest(
    const cordon_public_key *key, const cordon_ecdsa_scheme *scheme,
    const uint8_t *digest, size_t digest_len, const uint8_t *sig,
    size_t sig_len);

#ifdef __cplusplus
}
#endif

#endif
