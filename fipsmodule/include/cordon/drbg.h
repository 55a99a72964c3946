/* HMAC_DRBG (SP 800-90A rev 1) over SHA-2 (SHA-3 is refused as unsupported),
 * seeded by the host's entropy function under the health tests of SP 800-90B
 * 4.4. A program that only wants random bytes calls cordon_random.
 *
 * An output that overlaps the object or the additional input of the same call,
 * and an input that overlaps the object, is CORDON_ERR_ARG; output and object
 * are untouched then. */
#ifndef CORDON_DRBG_H_
#define CORDON_DRBG_H_

#include <cordon/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A DRBG instance: 1,024 bytes, of which about a quarter is reserve. It
 * belongs to its address: a copy made by memcpy is refused. */
typedef struct {
  uint64_t opaque[128];
} cordon_drbg;

/* Bytes of one request (2^19 bits, SP 800-90A table 2). */
#define CORDON_DRBG_MAX_REQUEST_BYTES 65536
/* Bytes of a personalisation string or an additional input. The standard
 * allows 2^35 bits; this module 2^16 bytes. */
#define CORDON_DRBG_MAX_INPUT_BYTES 65536
/* Requests between two seeds (the standard allows 2^48). */
#define CORDON_DRBG_RESEED_INTERVAL 65536

/* Flags of cordon_drbg_instantiate and cordon_drbg_generate. */
#define CORDON_DRBG_PREDICTION_RESISTANCE 1u

typedef struct {
  uint32_t hash;          /* CORDON_SHA256, ... */
  uint32_t strength_bits; /* requested: 112, 128, 192 or 256; at most 192 for
                             SHA-224 and SHA-512/224, else 256 */
  uint32_t flags;         /* 0 or CORDON_DRBG_PREDICTION_RESISTANCE: requests
                             for it will be allowed */
} cordon_drbg_params;

/* The usual instance: { SHA-256, 256 bits, no prediction resistance }. */
#define CORDON_DRBG_DEFAULT \
  { CORDON_SHA256, 256u, 0u }

/** cordon_drbg_instantiate seeds a new instance.
 *  @param[out] drbg      any memory; unusable on error
 *  @param[in]  params    hash, strength, flags
 *  @param[in]  personalisation, len  0 .. CORDON_DRBG_MAX_INPUT_BYTES bytes
 *  @retval CORDON_OK, CORDON_ERR_ENTROPY
 *  @retval CORDON_ERR_UNSUPPORTED strength above what the hash supports, or
 *          below the build's CORDON_MIN_STRENGTH; a hash that is not SHA-2
 *  @retval CORDON_ERR_LENGTH personalisation too long
 *  Spec:    SP 800-90A rev 1, 9.1 and 10.1.2.3; entropy input of the strength,
 *           and a nonce of half of it from the same source (8.6.7)
 *  CT:      entropy, K and V do not leak
 *  Service: approved with SHA-256 and SHA-512 (FIPS 140-3 IG D.R), else not;
 *           the object remembers */
CORDON_MUST_USE cordon_status
cordon_drbg_instantiate(cordon_drbg *drbg, const cordon_drbg_params *params,
                        const uint8_t *personalisation, size_t len);

/** cordon_drbg_reseed mixes in fresh entropy.
 *  @param[in,out] drbg          instance; unchanged on error
 *  @param[in]     additional, len  0 .. CORDON_DRBG_MAX_INPUT_BYTES bytes
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_LENGTH, CORDON_ERR_ENTROPY
 *  Spec:    SP 800-90A rev 1, 9.2 and 10.1.2.4
 *  CT:      entropy, K, V and the additional input do not leak
 *  Service: as at instantiate */
CORDON_MUST_USE cordon_status cordon_drbg_reseed(cordon_drbg *drbg,
                                                 const uint8_t *additional,
                                                 size_t len);

/** cordon_drbg_generate writes random bytes. It reseeds by itself when the
 *  interval is over, and in a forked child before anything else.
 *  @param[out]    out         zero over out_len on error
 *  @param[in]     out_len     0 .. CORDON_DRBG_MAX_REQUEST_BYTES
 *  @param[in,out] drbg        instance
 *  @param[in]     flags       0 or CORDON_DRBG_PREDICTION_RESISTANCE
 *  @param[in]     additional, len  0 .. CORDON_DRBG_MAX_INPUT_BYTES bytes
 *  @retval CORDON_OK, CORDON_ERR_OBJECT, CORDON_ERR_ENTROPY
 *  @retval CORDON_ERR_LIMIT request too long
 *  @retval CORDON_ERR_LENGTH additional input too long
 *  @retval CORDON_ERR_UNSUPPORTED prediction resistance was not asked for at
 *          instantiation
 *  Spec:    SP 800-90A rev 1, 9.3 and 10.1.2.5
 *  CT:      K, V, the additional input and the output do not leak
 *  Service: as at instantiate */
CORDON_MUST_USE cordon_status cordon_drbg_generate(uint8_t *out, size_t out_len,
                                                   cordon_drbg *drbg,
                                                   uint32_t flags,
                                                   const uint8_t *additional,
                                                   size_t len);

/** cordon_drbg_uninstantiate clears the instance. A wiped or uninitialised
 *  object is refused, but its memory is cleared all the same.
 *  @param[out] drbg  instance
 *  @retval CORDON_OK the bytes are zero
 *  Spec:    SP 800-90A rev 1, 9.4
 *  CT:      K and V do not leak
 *  Service: wiping; works in every state */
CORDON_MUST_USE cordon_status cordon_drbg_uninstantiate(cordon_drbg *drbg);

/** cordon_random writes random bytes from this thread's own HMAC_DRBG
 *  (SHA-256, 256 bits), seeded at first use, reseeded by count and after fork.
 *  @param[out] out  zero over len on error
 *  @param[in]  len  any length (requests of 2^19 bits inside)
 *  @retval CORDON_OK, CORDON_ERR_ENTROPY
 *  Spec:    SP 800-90A rev 1, 9.3
 *  CT:      the output does not leak
 *  Service: approved */
CORDON_MUST_USE cordon_status cordon_random(uint8_t *out, size_t len);

#ifdef __cplusplus
}
#endif

#endif
