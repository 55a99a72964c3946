/* HMAC (FIPS 198-1) over SHA-2 and SHA-3; SHAKE has none. A key of SHA-2 is
 * kept as the two chaining values after its inner and outer pad, so that a
 * message costs no block for the key. A key of SHA-3 is kept padded: the two
 * states after the pads would be 400 bytes in each DRBG, to spare two
 * permutations a message, and give the key back all the same.
 *
 * CT: keys, messages and tags may be secret; ids and lengths are public. */
#ifndef CORDON_DIGEST_HMAC_H_
#define CORDON_DIGEST_HMAC_H_

#include <stddef.h>
#include <stdint.h>

#include "digest/hash.h"

/* The longest block, that of SHA3-224. */
#define HMAC_MAX_BLOCK_LEN 144

/* SHA-2: the chaining values after K0 xor ipad and after K0 xor opad. SHA-3:
 * K0. id 0: none. */
struct hmac_key {
  union {
    struct {
      union hash_words inner;
      union hash_words outer;
    };
    uint8_t k0[HMAC_MAX_BLOCK_LEN];
  };
  uint32_t id;
  uint32_t reserved;
};

struct hmac_state {
  struct hash_state hash;
  struct hmac_key key;
};

#pragma GCC visibility push(hidden)

/* hmac_is_known is 1 for the ids of SHA-2 and SHA-3, else 0. */
int hmac_is_known(uint32_t id);

/* hmac_init takes a key of any length and starts a message. */
void hmac_init(struct hmac_state *st, uint32_t id, const uint8_t *key,
               size_t key_len);

/* hmac_update appends len bytes. Returns 1; or 0, with the state unchanged, if
 * key block and message would pass the limit of the hash function, or if the
 * state has no key. */
int hmac_update(struct hmac_state *st, const uint8_t *in, size_t len);

/* hmac_final writes the tag, hash_digest_len bytes; st is ready for the next
 * message under the same key. */
void hmac_final(struct hmac_state *st, uint8_t *out);

/* hmac_final_bits is hmac_final after the num_bits (0 to 7) first bits of
 * `last`. Returns 1; or 0, with nothing written and the message dropped, if
 * num_bits > 7 or the state has no key. */
int hmac_final_bits(struct hmac_state *st, uint8_t *out, uint8_t last,
                    unsigned num_bits);

/* hmac_restart drops the message and starts one under the same key. */
void hmac_restart(struct hmac_state *st);

void hmac_wipe(struct hmac_state *st);

/* hmac_digest is the tag of one message under a key that is not kept.
 * Alias: out may be key or in. */
void hmac_digest(uint32_t id, uint8_t *out, const uint8_t *key, size_t key_len,
                 const uint8_t *in, size_t in_len);

/* hmac_key_init prepares a key; there is none afterwards if the id has no HMAC.
 * Alias: bytes may lie in *key. */
void hmac_key_init(struct hmac_key *key, uint32_t id, const uint8_t *bytes,
                   size_t len);

/* hmac_key_begin starts a message in st; append to it with hash_update. */
void hmac_key_begin(const struct hmac_key *key, struct hash_state *st);

/* hmac_key_end writes the tag of the message in st and wipes st. */
void hmac_key_end(const struct hmac_key *key, uint8_t *out,
                  struct hash_state *st);

#pragma GCC visibility pop

#endif
