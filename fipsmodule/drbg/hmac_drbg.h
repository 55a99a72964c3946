/* HMAC_DRBG (SP 800-90A rev. 1, 10.1.2) over every hash function of hmac.h:
 * the algorithm alone. Entropy, its health, prediction resistance and the
 * choice of a strength belong to the service that calls it.
 *
 * CT: entropy, nonce, personalisation, additional input, the working state and
 * the output may be secret; lengths, ids and the counter are public. */
#ifndef CORDON_DRBG_HMAC_DRBG_H_
#define CORDON_DRBG_HMAC_DRBG_H_

#include <stddef.h>
#include <stdint.h>

#include "digest/hmac.h"

/* Table 2: at most 2^19 bits a request. */
#define DRBG_MAX_REQUEST_LEN ((size_t)1 << (19 - 3))

/* Requests between two seeds; table 2 allows up to 2^48. Small enough that a
 * test reaches it, large enough that reseeding costs nothing. */
#define DRBG_RESEED_INTERVAL ((uint64_t)1 << 16)

/* Bytes of each of entropy input, nonce, personalisation string and additional
 * input; table 2 allows 2^35 bits. */
#define DRBG_MAX_INPUT_LEN ((size_t)1 << 16)

/* 8.6.7 and 9.1: the entropy input has at least `strength` bits, the nonce at
 * least half as many. */
#define DRBG_MIN_ENTROPY_LEN(strength_bits) ((size_t)((strength_bits) >> 3))
#define DRBG_MIN_NONCE_LEN(strength_bits) ((size_t)((strength_bits) >> 4))

/* key.id 0: not instantiated. The last two fields are the service's: the core
 * sets strength to the highest that the hash supports, the other to 0, and
 * reads neither. */
struct drbg_state {
  struct hmac_key key;
  uint8_t v[HASH_MAX_DIGEST_LEN];
  uint64_t reseed_counter;
  uint32_t strength_bits;
  uint32_t prediction_resistance;
};

#pragma GCC visibility push(hidden)

/* hmac_drbg_max_strength is the highest security strength of the DRBG with
 * this hash (SP 800-57 part 1, table 3): 192 bits for a digest of 224 bits,
 * 256 for a longer one, 0 for an unknown id. */
unsigned hmac_drbg_max_strength(uint32_t hash);

/* hmac_drbg_strength is the lowest of 112, 128, 192 and 256 that is at least
 * `requested` bits (9.1, step 6), or 0 if the hash does not support it. */
unsigned hmac_drbg_strength(uint32_t hash, unsigned requested);

/* hmac_drbg_instantiate seeds st (10.1.2.3). Returns 1; or 0, with st
 * uninstantiated, for an unknown hash or an input above DRBG_MAX_INPUT_LEN. */
int hmac_drbg_instantiate(struct drbg_state *st, uint32_t hash,
                          const uint8_t *entropy, size_t entropy_len,
                          const uint8_t *nonce, size_t nonce_len,
                          const uint8_t *pers, size_t pers_len);

/* hmac_drbg_reseed mixes fresh entropy in (10.1.2.4). Returns 1; or 0, with st
 * unchanged, if it is not instantiated or an input is above
 * DRBG_MAX_INPUT_LEN. */
int hmac_drbg_reseed(struct drbg_state *st, const uint8_t *entropy,
                     size_t entropy_len, const uint8_t *ad, size_t ad_len);

/* hmac_drbg_generate writes out_len bytes (10.1.2.5). Returns 1; or 0, with st
 * and out unchanged, if a reseed is required, st is not instantiated, out_len
 * is above DRBG_MAX_REQUEST_LEN or ad_len above DRBG_MAX_INPUT_LEN.
 * Alias: none; ad is read again after the output. */
int hmac_drbg_generate(struct drbg_state *st, uint8_t *out, size_t out_len,
                       const uint8_t *ad, size_t ad_len);

/* hmac_drbg_is_instantiated is 1 between instantiate and uninstantiate. */
int hmac_drbg_is_instantiated(const struct drbg_state *st);

/* hmac_drbg_needs_reseed is 1 if DRBG_RESEED_INTERVAL requests were served. */
int hmac_drbg_needs_reseed(const struct drbg_state *st);

/* hmac_drbg_uninstantiate zeroises st (9.4). */
void hmac_drbg_uninstantiate(struct drbg_state *st);

#pragma GCC visibility pop

#endif
