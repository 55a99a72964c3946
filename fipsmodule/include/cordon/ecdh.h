/* Key agreement (SP 800-56A rev 3): the ECC CDH primitive, and the one-step key
 * derivation function of SP 800-56C rev 2 over its result. */
#ifndef CORDON_ECDH_H_
#define CORDON_ECDH_H_

#include <cordon/key.h>
#include <cordon/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The auxiliary function H of the one-step KDF (SP 800-56C rev 2, 4.1). */
#define CORDON_KDF_HASH 1u /* option 1: H(x) = hash(x) */
#define CORDON_KDF_HMAC 2u /* option 2: H(x) = HMAC-hash(salt, x) */

/* Bytes of derived keying material (the standard allows 2^32 - 1 outputs of
 * H), of Z, and of each of salt and info. */
#define CORDON_KDF_MAX_OUTPUT_BYTES 65536
#define CORDON_KDF_MAX_Z_BYTES 65536
#define CORDON_KDF_MAX_INPUT_BYTES 65536

typedef struct {
  uint32_t method;     /* CORDON_KDF_HASH or CORDON_KDF_HMAC */
  uint32_t hash;       /* any SHA-2 or SHA-3 */
  const uint8_t *info; /* FixedInfo: who derives what for whom (5.8.2) */
  size_t info_len;     /* 0 .. CORDON_KDF_MAX_INPUT_BYTES */
  const uint8_t *salt; /* CORDON_KDF_HMAC: the key; else not read */
  size_t salt_len;     /* 0: a block of zeros, the default salt */
} cordon_kdf;

/** cordon_ecdh computes the shared secret Z = x(d * Q).
 *  @param[out]    z     field length; zero over its capacity on error
 *  @param[in,out] len   capacity; field length on return
 *  @param[in]     key   private key (secret), for CORDON_USE_AGREE
 *  @param[in]     peer  the peer's public key; validated again
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_BUFFER
 *  @retval CORDON_ERR_KEY_USE the key was not declared for agreement
 *  @retval CORDON_ERR_KEY the keys are on different curves
 *  @retval CORDON_ERR_POINT the peer's key is not on the curve, or d * Q is
 *          infinity
 *  Spec:    SP 800-56A rev 3, 5.7.1.2 (cofactor 1)
 *  CT:      d and Z do not leak; "infinity" does; the peer's key is public
 *  Service: approved; the caller then protects Z and passes it to an approved
 *           key derivation function */
CORDON_MUST_USE cordon_status cordon_ecdh(uint8_t *z, size_t *len,
                                          const cordon_private_key *key,
                                          const cordon_public_key *peer);

/** cordon_ecdh_kdf derives keying material from Z, which does not leave the
 *  module.
 *  @param[out] out      zero over out_len on error, but untouched if out_len
 *                       is out of range
 *  @param[in]  out_len  1 .. CORDON_KDF_MAX_OUTPUT_BYTES
 *  @param[in]  key, peer  as for cordon_ecdh
 *  @param[in]  kdf      method, hash, info and salt
 *  @retval as cordon_ecdh, without CORDON_ERR_BUFFER; and
 *  @retval CORDON_ERR_LENGTH out_len, info_len or salt_len out of range
 *  @retval CORDON_ERR_UNSUPPORTED kdf->hash is SHAKE
 *  Spec:    SP 800-56A rev 3, 5.7.1.2 and 5.8; SP 800-56C rev 2, 4
 *  CT:      d, Z, salt, info and out do not leak; "infinity" does
 *  Service: approved where the hash is at least as strong as the curve */
CORDON_MUST_USE cordon_status cordon_ecdh_kdf(uint8_t *out, size_t out_len,
                                              const cordon_private_key *key,
                                              const cordon_public_key *peer,
                                              const cordon_kdf *kdf);

/** cordon_kdf_derive derives keying material from a shared secret that the
 *  caller holds.
 *  @param[out] out      zero over out_len on error, but untouched if out_len
 *                       is out of range
 *  @param[in]  out_len  1 .. CORDON_KDF_MAX_OUTPUT_BYTES
 *  @param[in]  kdf      method, hash, info and salt
 *  @param[in]  z, z_len shared secret, 1 .. CORDON_KDF_MAX_Z_BYTES
 *  @retval CORDON_OK
 *  @retval CORDON_ERR_LENGTH out_len, z_len, info_len or salt_len out of range
 *  @retval CORDON_ERR_UNSUPPORTED kdf->hash is SHAKE
 *  Spec:    SP 800-56C rev 2, 4
 *  CT:      Z, salt, info and out do not leak
 *  Service: approved, for a Z that an approved scheme of SP 800-56A made; not
 *           if it is shorter than that of any curve, 28 bytes */
CORDON_MUST_USE cordon_status cordon_kdf_derive(uint8_t *out, size_t out_len,
                                                const cordon_kdf *kdf,
                                                const uint8_t *z, size_t z_len);

#ifdef __cplusplus
}
#endif

#endif
