/* SHA-2, SHA-3, SHAKE and HMAC.
 *
 * Messages are bit strings: whole bytes go in by update, and a last piece that
 * is not a whole number of bytes by update_bits, after which only output may
 * follow. The bits of a partial last byte are, as the standards have it,
 *   SHA-2         its HIGH bits, the first bit the highest (FIPS 180-4, 3.1);
 *   SHA-3, SHAKE  its LOW bits, the first bit the lowest (FIPS 202, B.1): the
 *                 message of the one bit 1 is the byte 01. (NIST's examples are
 *                 written so; ACVP's files have these bits at the high end, and
 *                 want them shifted down.)
 * The other bits of that byte are ignored.
 *
 * SHAKE gives output of any length by squeeze, again and again; where a digest
 * is asked for it gives the one of FIPS 186-5 (5.4): SHAKE128 32 bytes,
 * SHAKE256 64. It has no HMAC (CORDON_ERR_UNSUPPORTED).
 *
 * Objects live in the caller's memory; init makes one from any memory, wipe
 * clears it. An output, a message or a key that overlaps the object of the same
 * call is CORDON_ERR_ARG; output and object are untouched then. */
#ifndef CORDON_HASH_H_
#define CORDON_HASH_H_

#include <cordon/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A running hash: 320 bytes, of which about a quarter is reserve. */
typedef struct {
  uint64_t opaque[40];
} cordon_hash;

/* A keyed HMAC: 640 bytes, of which about a quarter is reserve. */
typedef struct {
  uint64_t opaque[80];
} cordon_hmac;

/** cordon_digest hashes one message.
 *  @param[out]    out   digest; zero over its capacity on error
 *  @param[in,out] len   capacity; 28, 32, 48 or 64 on return
 *  @param[in]     hash  CORDON_SHA224, ...
 *  @param[in]     in, in_len  message, any length; may overlap out
 *  @retval CORDON_OK, CORDON_ERR_BUFFER, CORDON_ERR_LIMIT (message too long)
 *  Spec:    FIPS 180-4, 5 and 6; FIPS 202, 6
 *  CT:      the message does not leak, its length does
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_digest(uint8_t *out, size_t *len,
                                            uint32_t hash, const uint8_t *in,
                                            size_t in_len);

/** cordon_xof hashes one message to an output of any length.
 *  @param[out] out      output; zero over out_len on error
 *  @param[in]  out_len  any length
 *  @param[in]  hash     CORDON_SHAKE128 or CORDON_SHAKE256
 *  @param[in]  in, in_len  message, any length; may overlap out
 *  @retval CORDON_OK
 *  @retval CORDON_ERR_UNSUPPORTED a hash function of fixed length
 *  Spec:    FIPS 202, 6.2
 *  CT:      the message does not leak, lengths do
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_xof(uint8_t *out, size_t out_len,
                                         uint32_t hash, const uint8_t *in,
                                         size_t in_len);

/** cordon_hash_init starts a hash.
 *  @param[out] ctx   any memory; unusable on error
 *  @param[in]  hash  CORDON_SHA224, ...
 *  @retval CORDON_OK
 *  Spec:    FIPS 180-4, 5.3; FIPS 202, 4
 *  CT:      nothing secret
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_hash_init(cordon_hash *ctx, uint32_t hash);

/** cordon_hash_update absorbs whole bytes.
 *  @param[in,out] ctx         running hash; unchanged on error
 *  @param[in]     in, in_len  next piece of the message
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_LIMIT (message too long)
 *  Spec:    FIPS 180-4, 6; FIPS 202, 4
 *  CT:      the message does not leak, its length does
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_hash_update(cordon_hash *ctx,
                                                 const uint8_t *in,
                                                 size_t in_len);

/** cordon_hash_update_bits absorbs the last piece of a message that is not a
 *  whole number of bytes. Only final, squeeze, copy and wipe may follow.
 *  @param[in,out] ctx       running hash; unchanged on error
 *  @param[in]     in        (num_bits + 7) / 8 bytes; of a partial last one the
 *                           high bits count for SHA-2, the low bits for SHA-3
 *                           and SHAKE, and the others are ignored
 *  @param[in]     num_bits  0 ..
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_LIMIT
 *  Spec:    FIPS 180-4, 3.1 and 5.1; FIPS 202, 5.1 and B.1
 *  CT:      the message does not leak, its length does
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_hash_update_bits(cordon_hash *ctx,
                                                      const uint8_t *in,
                                                      uint64_t num_bits);

/** cordon_hash_final writes the digest and ends the object: it must be
 *  initialised again before the next use.
 *  @param[in,out] ctx  running hash; on CORDON_ERR_BUFFER it goes on
 *  @param[out]    out  digest; zero over its capacity on error
 *  @param[in,out] len  capacity; digest length on return
 *  @retval CORDON_OK, CORDON_ERR_OBJECT (also: a SHAKE that has given output),
 *          CORDON_ERR_BUFFER
 *  Spec:    FIPS 180-4, 6; FIPS 202, 6; FIPS 186-5, 5.4
 *  CT:      the state does not leak
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_hash_final(uint8_t *out, size_t *len,
                                                cordon_hash *ctx);

/** cordon_hash_squeeze writes the next bytes of a SHAKE. The first call, of
 *  any length, ends the message: squeeze, copy and wipe alone may follow.
 *  @param[out]    out      output; zero over out_len on error
 *  @param[in]     out_len  any length
 *  @param[in,out] ctx      running hash; unchanged on error
 *  @retval CORDON_OK, CORDON_ERR_OBJECT
 *  @retval CORDON_ERR_UNSUPPORTED a hash function of fixed length
 *  Spec:    FIPS 202, 4 and 6.2
 *  CT:      the state does not leak, lengths do
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_hash_squeeze(uint8_t *out, size_t out_len,
                                                  cordon_hash *ctx);

/** cordon_hash_copy makes a second object in the same state.
 *  @param[out] dst  any memory apart from src; unusable on error, but untouched
 *                   where it overlaps src (CORDON_ERR_ARG)
 *  @param[in]  src  running hash
 *  @retval CORDON_OK, CORDON_ERR_OBJECT
 *  Spec:    none (an operation on the object)
 *  CT:      the state does not leak
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_hash_copy(cordon_hash *dst,
                                               const cordon_hash *src);

/** cordon_hash_wipe clears the object.
 *  @param[out] ctx  any memory of that size
 *  @retval CORDON_OK the bytes are zero
 *  Spec:    ISO/IEC 19790 7.9.7
 *  CT:      the state does not leak
 *  Service: wiping; works in every state */
CORDON_MUST_USE cordon_status cordon_hash_wipe(cordon_hash *ctx);

/** cordon_hmac_init sets a key and starts the first message.
 *  @param[out] ctx           any memory; unusable on error
 *  @param[in]  hash          CORDON_SHA224, ...
 *  @param[in]  key, key_len  key, any length
 *  @retval CORDON_OK
 *  @retval CORDON_ERR_UNSUPPORTED a SHAKE
 *  Spec:    FIPS 198-1, 4
 *  CT:      the key does not leak, its length does
 *  Service: approved from 112 bits of key on, not below (SP 800-131A rev 2,
 * 10); the object remembers */
CORDON_MUST_USE cordon_status cordon_hmac_init(cordon_hmac *ctx, uint32_t hash,
                                               const uint8_t *key,
                                               size_t key_len);

/** cordon_hmac_update absorbs whole bytes.
 *  @param[in,out] ctx         keyed object; unchanged on error
 *  @param[in]     in, in_len  next piece of the message
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_LIMIT
 *  Spec:    FIPS 198-1, 4
 *  CT:      the message does not leak, its length does
 *  Service: as at init */
CORDON_MUST_USE cordon_status cordon_hmac_update(cordon_hmac *ctx,
                                                 const uint8_t *in,
                                                 size_t in_len);

/** cordon_hmac_update_bits absorbs the last piece of a message that is not a
 *  whole number of bytes; see cordon_hash_update_bits.
 *  @param[in,out] ctx           keyed object; unchanged on error
 *  @param[in]     in, num_bits  last piece
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_LIMIT
 *  Spec:    FIPS 198-1, 4
 *  CT:      the message does not leak, its length does
 *  Service: as at init */
CORDON_MUST_USE cordon_status cordon_hmac_update_bits(cordon_hmac *ctx,
                                                      const uint8_t *in,
                                                      uint64_t num_bits);

/** cordon_hmac_final writes the MAC and starts the next message under the same
 *  key. A MAC may be truncated by the caller to 32 bits or more.
 *  @param[in,out] ctx  keyed object; on CORDON_ERR_BUFFER the message goes on
 *  @param[out]    out  MAC at full length; zero over its capacity on error
 *  @param[in,out] len  capacity; MAC length on return
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_BUFFER
 *  Spec:    FIPS 198-1, 4
 *  CT:      key and message do not leak
 *  Service: as at init */
CORDON_MUST_USE cordon_status cordon_hmac_final(uint8_t *out, size_t *len,
                                                cordon_hmac *ctx);

/** cordon_hmac_digest computes the MAC of one message under the key of an
 *  object that has no message begun. The object is not changed, so that
 *  several threads may use it at once.
 *  @param[out]    out         MAC; zero over its capacity on error
 *  @param[in,out] len         capacity; MAC length on return
 *  @param[in]     ctx         keyed object
 *  @param[in]     in, in_len  message
 *  @retval CORDON_OK, CORDON_ERR_OBJECT (also: a message was begun),
 *          CORDON_ERR_BUFFER, CORDON_ERR_LIMIT
 *  Spec:    FIPS 198-1, 4
 *  CT:      key and message do not leak
 *  Service: as at init */
CORDON_MUST_USE cordon_status cordon_hmac_digest(uint8_t *out, size_t *len,
                                                 const cordon_hmac *ctx,
                                                 const uint8_t *in,
                                                 size_t in_len);

/** cordon_hmac_copy makes a second object with the same key and state.
 *  @param[out] dst  any memory apart from src; unusable on error, but untouched
 *                   where it overlaps src (CORDON_ERR_ARG)
 *  @param[in]  src  keyed object
 *  @retval CORDON_OK, CORDON_ERR_OBJECT
 *  Spec:    none (an operation on the object)
 *  CT:      the state does not leak
 *  Service: as at init */
CORDON_MUST_USE cordon_status cordon_hmac_copy(cordon_hmac *dst,
                                               const cordon_hmac *src);

/** cordon_hmac_wipe clears the object.
 *  @param[out] ctx  any memory of that size
 *  @retval CORDON_OK the bytes are zero
 *  Spec:    ISO/IEC 19790 7.9.7
 *  CT:      the key does not leak
 *  Service: wiping; works in every state */
CORDON_MUST_USE cordon_status cordon_hmac_wipe(cordon_hmac *ctx);

#ifdef __cplusplus
}
#endif

#endif
