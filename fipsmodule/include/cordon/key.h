/* Elliptic-curve keys: generation, import with validation inside the
 * boundary, export. A build with CORDON_MIN_STRENGTH=128 has no private keys on
 * CORDON_P224: what makes one is CORDON_ERR_UNSUPPORTED there.
 *
 * Public keys on the wire (SEC 1, 2.3.3): uncompressed 04 || x || y, or
 * compressed 02 or 03 || x, coordinates at field width. The hybrid forms 06
 * and 07 and the single byte 00 (infinity) are refused. */
#ifndef CORDON_KEY_H_
#define CORDON_KEY_H_

#include <cordon/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A private key with its public key: 384 bytes. It belongs to its address: a
 * copy made by memcpy is refused. */
typedef struct {
  uint64_t opaque[48];
} cordon_private_key;

/* A validated public key: 256 bytes. It may be copied. */
typedef struct {
  uint64_t opaque[32];
} cordon_public_key;

/* What a private key is for: one or both. It chooses the pairwise test. */
#define CORDON_USE_SIGN 1u  /* a signature is made and verified */
#define CORDON_USE_AGREE 2u /* d * G is computed again and compared */

/* Methods of key generation. */
#define CORDON_KEYGEN_REJECTION 1u  /* FIPS 186-5, A.2.2 */
#define CORDON_KEYGEN_EXTRA_BITS 2u /* FIPS 186-5, A.2.1 */

#define CORDON_POINT_UNCOMPRESSED 1u
#define CORDON_POINT_COMPRESSED 2u

#define CORDON_VALIDATE_FULL 1u    /* SP 800-56A rev 3, 5.6.2.3.3 */
#define CORDON_VALIDATE_PARTIAL 2u /* SP 800-56A rev 3, 5.6.2.3.4 */

/* Assurances that a key carries (bits). */
#define CORDON_CHECK_PRIVATE_RANGE 1u  /* 1 <= d <= n - 1 */
#define CORDON_CHECK_PUBLIC_PARTIAL 2u /* coordinates < p, on the curve */
#define CORDON_CHECK_PUBLIC_FULL 4u /* and of order n: by the cofactor of 1 */
#define CORDON_CHECK_PAIR 8u        /* d * G = Q was computed here */
#define CORDON_CHECK_PAIRWISE 16u   /* the pairwise consistency test */

/** cordon_keygen makes a key pair.
 *  @param[out] key     any memory; unusable and zero on error
 *  @param[in]  curve   CORDON_P224, ...
 *  @param[in]  method  CORDON_KEYGEN_REJECTION or CORDON_KEYGEN_EXTRA_BITS
 *  @param[in]  use     CORDON_USE_ bits, at least one
 *  @retval CORDON_OK, CORDON_ERR_UNSUPPORTED, CORDON_ERR_ENTROPY
 *  @retval CORDON_ERR_PCT the pairwise test failed: generation is blocked until
 *          cordon_selftest passes for it
 *  Spec:    FIPS 186-5, A.2.2 (d = c + 1, c > n - 2 rejected) and A.2.1 (d =
 *           (c mod (n - 1)) + 1 with at least 64 extra bits); pairwise test by
 *           FIPS 140-3 IG 10.3.A
 *  CT:      d does not leak; the number of rejected candidates does
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_keygen(cordon_private_key *key,
                                            uint32_t curve, uint32_t method,
                                            uint32_t use);

/** cordon_private_import makes a private key from its scalar, and computes the
 *  public key.
 *  @param[out] key       any memory; unusable and zero on error
 *  @param[in]  curve     CORDON_P224, ...
 *  @param[in]  use       CORDON_USE_ bits, at least one
 *  @param[in]  pub       the public key that belongs to it, or NULL; checked
 *  @param[in]  d, d_len  scalar, big-endian: order length, or longer with
 *                        leading zeros, or shorter
 *  @retval CORDON_OK, CORDON_ERR_UNSUPPORTED
 *  @retval CORDON_ERR_LENGTH d_len is 0 or above 1,024
 *  @retval CORDON_ERR_KEY d is 0 or >= n, or d * G is not pub
 *  @retval CORDON_ERR_OBJECT pub is not a public key
 *  Spec:    SP 800-56A rev 3, 5.6.2.1.2 to 5.6.2.1.4
 *  CT:      d does not leak; the one verdict does
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_private_import(
    cordon_private_key *key, uint32_t curve, uint32_t use,
    const cordon_public_key *pub, const uint8_t *d, size_t d_len);

/** cordon_private_export writes the scalar.
 *  @param[out]    out  order length, big-endian; on error zero over its
 *                      capacity
 *  @param[in,out] len  capacity; order length on return
 *  @param[in]     key  private key
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_BUFFER
 *  Spec:    SEC 1, C.4 (the integer only)
 *  CT:      d does not leak
 *  Service: approved; the caller then protects a plaintext key */
CORDON_MUST_USE cordon_status
cordon_private_export(uint8_t *out, size_t *len, const cordon_private_key *key);

/** cordon_private_public gives the public key of a private key.
 *  @param[out] pub  any memory; unusable on error
 *  @param[in]  key  private key
 *  @retval CORDON_OK, CORDON_ERR_OBJECT
 *  Spec:    FIPS 186-5, 6.2
 *  CT:      d does not leak
 *  Service: approved */
CORDON_MUST_USE cordon_status
cordon_private_public(cordon_public_key *pub, const cordon_private_key *key);

/** cordon_private_checks tells which assurances the key carries.
 *  @param[out] checks  CORDON_CHECK_ bits; 0 on error
 *  @param[in]  key     private key
 *  @retval CORDON_OK, CORDON_ERR_OBJECT
 *  Spec:    SP 800-56A rev 3, 5.6.2.1
 *  CT:      nothing secret
 *  Service: approved */
CORDON_MUST_USE cordon_status
cordon_private_checks(uint32_t *checks, const cordon_private_key *key);

/** cordon_private_wipe clears the key.
 *  @param[out] key  any memory of that size
 *  @retval CORDON_OK the bytes are zero
 *  Spec:    ISO/IEC 19790 7.9.7
 *  CT:      d does not leak
 *  Service: wiping; works in every state */
CORDON_MUST_USE cordon_status cordon_private_wipe(cordon_private_key *key);

/** cordon_public_import makes a public key from its encoding, after full
 *  validation.
 *  @param[out] pub         any memory; unusable on error
 *  @param[in]  curve       CORDON_P224, ...
 *  @param[in]  in, in_len  uncompressed or compressed point
 *  @retval CORDON_OK, CORDON_ERR_UNSUPPORTED
 *  @retval CORDON_ERR_ENCODING form byte or length is wrong
 *  @retval CORDON_ERR_POINT a coordinate >= p, or no such point, or infinity
 *  Spec:    SEC 1, 2.3.4; SP 800-56A rev 3, 5.6.2.3.3, whose last step, that
 *           n * Q is infinity, follows from the cofactor of 1 and is not
 *           computed here (cordon_public_validate does)
 *  CT:      nothing secret
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_public_import(cordon_public_key *pub,
                                                   uint32_t curve,
                                                   const uint8_t *in,
                                                   size_t in_len);

/** cordon_public_export writes the encoding of a public key.
 *  @param[out]    out   zero over its capacity on error
 *  @param[in,out] len   capacity; length on return
 *  @param[in]     pub   public key
 *  @param[in]     form  CORDON_POINT_UNCOMPRESSED or CORDON_POINT_COMPRESSED
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_BUFFER
 *  Spec:    SEC 1, 2.3.3
 *  CT:      nothing secret
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_public_export(uint8_t *out, size_t *len,
                                                   const cordon_public_key *pub,
                                                   uint32_t form);

/** cordon_public_validate validates a public key again.
 *  @param[in] pub    public key
 *  @param[in] level  CORDON_VALIDATE_FULL or CORDON_VALIDATE_PARTIAL
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_POINT
 *  Spec:    SP 800-56A rev 3, 5.6.2.3.3 (n * Q is computed) and 5.6.2.3.4
 *  CT:      nothing secret
 *  Service: approved */
CORDON_MUST_USE cordon_status
cordon_public_validate(const cordon_public_key *pub, uint32_t level);

/** cordon_public_checks tells which assurances the key carries.
 *  @param[out] checks  CORDON_CHECK_ bits; 0 on error
 *  @param[in]  pub     public key
 *  @retval CORDON_OK, CORDON_ERR_OBJECT
 *  Spec:    SP 800-56A rev 3, 5.6.2.2
 *  CT:      nothing secret
 *  Service: approved */
CORDON_MUST_USE cordon_status
cordon_public_checks(uint32_t *checks, const cordon_public_key *pub);

/** cordon_public_wipe clears the key.
 *  @param[out] pub  any memory of that size
 *  @retval CORDON_OK the bytes are zero
 *  Spec:    ISO/IEC 19790 7.9.7
 *  CT:      nothing secret
 *  Service: wiping; works in every state */
CORDON_MUST_USE cordon_status cordon_public_wipe(cordon_public_key *pub);

#ifdef __cplusplus
}
#endif

#endif
