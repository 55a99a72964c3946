/* Prepared public keys: verification of many signatures under the same key.
 *
 * cordon_ecdsa_prepare makes, from a public key, a table of its multiples in
 * memory of the caller. With the small one a verification costs about a third
 * of what it costs without, with the large one about three tenths; making it
 * costs as much as one or two plain verifications, or two to eleven. Verdicts,
 * indicator and codes are those of cordon_ecdsa_verify.
 *
 * A table has the size below, needs no alignment, and stands for its key, which
 * may be wiped. It is valid where it was made: at that address, in that process
 * and in a forked child. A copy, a table out of a file or of another process
 * (told apart by cordon_host_ticks and cordon_host_generation), of another
 * version or build of the module is refused with CORDON_ERR_OBJECT. That is all
 * that is checked: its points are taken as they are, and all of its size is
 * read. So the caller keeps the whole of it, unchanged. Nothing in it is
 * secret, but whoever can write to it can forge the verdict, as with a
 * cordon_public_key. */
#ifndef CORDON_PREPARED_H_
#define CORDON_PREPARED_H_

#include <cordon/ecdsa.h>
#include <cordon/hash.h>
#include <cordon/key.h>
#include <cordon/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which table: many keys, or few that verify often. */
#define CORDON_PREPARED_SMALL 1u
#define CORDON_PREPARED_LARGE 2u

/* Sizes in bytes: 128, and rows times points of 64, 96 or 144 bytes. */
#define CORDON_P224_PREPARED_SMALL_BYTES (128 + 19 * 8 * 64)
#define CORDON_P224_PREPARED_LARGE_BYTES (128 + 19 * 64 * 64)
#define CORDON_P256_PREPARED_SMALL_BYTES (128 + 16 * 8 * 64)
#define CORDON_P256_PREPARED_LARGE_BYTES (128 + 43 * 64 * 64)
#define CORDON_P384_PREPARED_SMALL_BYTES (128 + 20 * 8 * 96)
#define CORDON_P384_PREPARED_LARGE_BYTES (128 + 39 * 32 * 96)
#define CORDON_P521_PREPARED_SMALL_BYTES (128 + 14 * 8 * 144)
#define CORDON_P521_PREPARED_LARGE_BYTES (128 + 15 * 64 * 144)

/** cordon_ecdsa_prepare makes the table of a public key.
 *  @param[out]    table   the table; zero over its capacity on error
 *  @param[in,out] len     capacity: the size above for the key's curve is
 *                         needed; that size on return. With a capacity of 0,
 *                         CORDON_ERR_BUFFER tells it
 *  @param[in]     key     public key; it is validated again, partially
 *  @param[in]     choice  CORDON_PREPARED_SMALL or CORDON_PREPARED_LARGE
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_BUFFER
 *  @retval CORDON_ERR_POINT the key is damaged: it is not on its curve
 *  Spec:    SP 800-56A rev 3, 5.6.2.3.4, for the validation
 *  CT:      the key is public
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_ecdsa_prepare(uint8_t *table, size_t *len,
                                                   const cordon_public_key *key,
                                                   uint32_t choice);

/** cordon_ecdsa_verify_prepared is cordon_ecdsa_verify under a prepared key.
 *  @param[in] table   what cordon_ecdsa_prepare made
 *  @param[in] scheme, msg, msg_len, sig, sig_len  as for cordon_ecdsa_verify
 *  @retval as cordon_ecdsa_verify; CORDON_ERR_OBJECT if the table is none, or
 *          is not valid here
 *  Spec:    FIPS 186-5, 6.4.2
 *  CT:      variable time: nothing secret
 *  Service: approved where the hash is at least as strong as the curve */
CORDON_MUST_USE cordon_status cordon_ecdsa_verify_prepared(
    const uint8_t *table, const cordon_ecdsa_scheme *scheme, const uint8_t *msg,
    size_t msg_len, const uint8_t *sig, size_t sig_len);

/** cordon_ecdsa_verify_prepared_hash is cordon_ecdsa_verify_hash under a
 *  prepared key.
 *  @param[in]     table  what cordon_ecdsa_prepare made
 *  @param[in,out] hash   as for cordon_ecdsa_verify_hash
 *  @param[in]     scheme, sig, sig_len  as for cordon_ecdsa_verify
 *  @retval as cordon_ecdsa_verify_hash; CORDON_ERR_OBJECT also if the table is
 *          none, or is not valid here
 *  Spec:    FIPS 186-5, 6.4.2
 *  CT:      variable time: nothing secret
 *  Service: approved where the hash is at least as strong as the curve */
CORDON_MUST_USE cordon_status cordon_ecdsa_verify_prepared_hash(
    const uint8_t *table, const cordon_ecdsa_scheme *scheme, cordon_hash *hash,
    const uint8_t *sig, size_t sig_len);

/** cordon_ecdsa_verify_prepared_digest is cordon_ecdsa_verify_digest under a
 *  prepared key.
 *  @param[in] table  what cordon_ecdsa_prepare made
 *  @param[in] scheme, digest, digest_len, sig, sig_len  as for
 *             cordon_ecdsa_verify_digest
 *  @retval as cordon_ecdsa_verify_digest; CORDON_ERR_OBJECT if the table is
 *          none, or is not valid here
 *  Spec:    FIPS 186-5, 6.4.2, without its hashing step
 *  CT:      variable time: nothing secret
 *  Service: not approved: digest supplied by the caller */
CORDON_MUST_USE cordon_status cordon_ecdsa_verify_prepared_digest(
    const uint8_t *table, const cordon_ecdsa_scheme *scheme,
    const uint8_t *digest, size_t digest_len, const uint8_t *sig,
    size_t sig_len);

/** cordon_ecdsa_prepared_wipe clears a table, or any other memory.
 *  @param[out] table  any memory
 *  @param[in]  len    its length
 *  @retval CORDON_OK the bytes are zero
 *  Spec:    ISO/IEC 19790 7.9.7
 *  CT:      nothing secret
 *  Service: wiping; works in every state */
CORDON_MUST_USE cordon_status cordon_ecdsa_prepared_wipe(uint8_t *table,
                                                         size_t len);

#ifdef __cplusplus
}
#endif

#endif
