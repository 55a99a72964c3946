/* SHA-2 (FIPS 180-4): SHA-224, SHA-256, SHA-384, SHA-512, SHA-512/224 and
 * SHA-512/256 behind one state, chosen by an id of <cordon/types.h>. This
 * header owns the state; sha256.h and sha512.h own the compression functions.
 *
 * CT: messages, states and digests may be secret; ids and lengths are public.
 *
 * An unknown id gives a state that accepts nothing and writes nothing. */
#ifndef CORDON_DIGEST_HASH_H_
#define CORDON_DIGEST_HASH_H_

#include <cordon/types.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_MAX_BLOCK_LEN 128
#define HASH_MAX_DIGEST_LEN 64

/* The chaining value: eight words of 32 bits for SHA-224 and SHA-256, of 64
 * bits for the others. */
union hash_words {
  uint32_t w32[8];
  uint64_t w64[8];
};

/* The first num_bytes mod block_len bytes of `block` wait for compression.
 * num_bytes is the 128-bit count of whole bytes so far, low word first. */
struct hash_state {
  union hash_words h;
  uint64_t num_bytes[2];
  uint8_t block[HASH_MAX_BLOCK_LEN];
  uint32_t id;
  uint32_t reserved;
};

#pragma GCC visibility push(hidden)

/* hash_is_known is 1 for the six ids of SHA-2, else 0. */
int hash_is_known(uint32_t id);

/* hash_digest_len and hash_block_len are in bytes; 0 for an unknown id. */
size_t hash_digest_len(uint32_t id);
size_t hash_block_len(uint32_t id);

/* hash_strength_bits is the strength against collisions, half the digest's
 * bits (SP 800-57 part 1, 5.6.1.2); 0 for an unknown id. */
unsigned hash_strength_bits(uint32_t id);

/* hash_init starts a message. */
void hash_init(struct hash_state *st, uint32_t id);

/* hash_update appends len bytes. Returns 1; or 0, with the state unchanged, if
 * the message would pass 2^64 - 1 bits (SHA-224, SHA-256) or 2^128 - 1 bits,
 * or if the state is not between hash_init and hash_final. */
int hash_update(struct hash_state *st, const uint8_t *in, size_t len);

/* hash_final_bits appends the num_bits (0 to 7) high bits of `last`, writes
 * the digest and wipes the state. Returns 1; or 0, with nothing written, if
 * num_bits > 7 or the state is not between hash_init and hash_final. */
int hash_final_bits(struct hash_state *st, uint8_t *out, uint8_t last,
                    unsigned num_bits);

/* hash_final is hash_final_bits without bits. */
void hash_final(struct hash_state *st, uint8_t *out);

/* hash_digest hashes one message of whole bytes.
 * Pre: len is below the limit of the hash function (any object in memory). */
void hash_digest(uint32_t id, uint8_t *out, const uint8_t *in, size_t len);

/* hash_resume sets st as it was after one block that led to `midstate`. */
void hash_resume(struct hash_state *st, uint32_t id,
                 const union hash_words *midstate);

#pragma GCC visibility pop

#endif
