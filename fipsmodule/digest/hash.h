/* SHA-2 (FIPS 180-4) and SHA-3 with SHAKE (FIPS 202) behind one state, chosen
 * by an id of <cordon/types.h>. This header owns the state; sha256.h, sha512.h
 * and keccak.h own the compression functions and the permutation.
 *
 * Bits of a partial byte: SHA-2 numbers the bits of a byte from the high one
 * down, SHA-3 and SHAKE from the low one up (FIPS 202, B.1). The num_bits
 * "first bits" of a byte below are its high bits there, its low bits here.
 *
 * CT: messages, states and digests may be secret; ids and lengths are public.
 *
 * An unknown id gives a state that accepts nothing and writes nothing. */
#ifndef CORDON_DIGEST_HASH_H_
#define CORDON_DIGEST_HASH_H_

#include <cordon/types.h>
#include <stddef.h>
#include <stdint.h>

#include "digest/keccak.h"

#define HASH_SHA2_MAX_BLOCK_LEN 128
#define HASH_MAX_DIGEST_LEN 64

/* The chaining value of SHA-2: eight words of 32 bits for SHA-224 and SHA-256,
 * of 64 bits for the others. */
union hash_words {
  uint32_t w32[8];
  uint64_t w64[8];
};

/* SHA-2: the first num_bytes mod block_len bytes of `block` wait for
 * compression; num_bytes is the 128-bit count of whole bytes so far, low word
 * first. SHA-3 and SHAKE: `at` bytes of the block were xored into the lanes or,
 * once `squeezing` is 1, were given out of them. */
struct hash_state {
  union {
    struct {
      union hash_words h;
      uint64_t num_bytes[2];
      uint8_t block[HASH_SHA2_MAX_BLOCK_LEN];
    };
    uint64_t lanes[KECCAK_NUM_LANES];
  };
  uint32_t id;
  uint16_t at;
  uint16_t squeezing;
};

#pragma GCC visibility push(hidden)

/* hash_is_known is 1 for the ids of SHA-2, SHA-3 and SHAKE, else 0.
 * hash_is_sponge is 1 for those of SHA-3 and SHAKE, hash_is_xof for those of
 * SHAKE. */
int hash_is_known(uint32_t id);
int hash_is_sponge(uint32_t id);
int hash_is_xof(uint32_t id);

/* hash_digest_len and hash_block_len are in bytes; 0 for an unknown id. SHAKE
 * has the digests that FIPS 186-5 (5.4) fixes: 32 and 64 bytes. The block of a
 * sponge is its rate. */
size_t hash_digest_len(uint32_t id);
size_t hash_block_len(uint32_t id);

/* hash_strength_bits is the strength against collisions, half the digest's
 * bits (SP 800-57 part 1, 5.6.1.2); 0 for an unknown id. */
unsigned hash_strength_bits(uint32_t id);

/* hash_init starts a message. */
void hash_init(struct hash_state *st, uint32_t id);

/* hash_update appends len bytes. Returns 1; or 0, with the state unchanged, if
 * the message would pass 2^64 - 1 bits (SHA-224, SHA-256) or 2^128 - 1 bits
 * (longer SHA-2), or if the state is not between hash_init and the end of the
 * message. */
int hash_update(struct hash_state *st, const uint8_t *in, size_t len);

/* hash_final_bits appends the num_bits (0 to 7) first bits of `last`, writes
 * the digest and wipes the state. Returns 1; or 0, with nothing written, if
 * num_bits > 7 or the state is not between hash_init and the end of the
 * message. */
int hash_final_bits(struct hash_state *st, uint8_t *out, uint8_t last,
                    unsigned num_bits);

/* hash_final is hash_final_bits without bits. */
void hash_final(struct hash_state *st, uint8_t *out);

/* hash_digest hashes one message of whole bytes.
 * Pre: len is below the limit of the hash function (any object in memory). */
void hash_digest(uint32_t id, uint8_t *out, const uint8_t *in, size_t len);

/* hash_end_bits appends the num_bits (0 to 7) first bits of `last` and ends the
 * message of a SHAKE. Returns 1; or 0, with the state unchanged, if num_bits >
 * 7, or if it is no SHAKE or not between hash_init and the end. */
int hash_end_bits(struct hash_state *st, uint8_t last, unsigned num_bits);

/* hash_squeeze writes the next len bytes of a SHAKE, and ends its message
 * before the first. Returns 1; or 0, with nothing written, if st is no
 * SHAKE. */
int hash_squeeze(struct hash_state *st, uint8_t *out, size_t len);

/* hash_first_block sets `out`, as far as it has words of the function, to the
 * chaining value after the first block of a message. It does nothing if id is
 * not one of SHA-2. */
void hash_first_block(union hash_words *out, uint32_t id, const uint8_t *block);

/* hash_nest ends the message after the num_bits (0 to 7) first bits of `last`,
 * and makes its digest the first bytes of another one, as hash_resume and
 * hash_update would. Returns 1; or 0, with the state unchanged, if num_bits >
 * 7 or the state is not one of SHA-2 before the end of its message. */
int hash_nest(struct hash_state *st, uint8_t last, unsigned num_bits,
              const union hash_words *midstate);

/* hash_resume sets st as it was after one block that led to `midstate`.
 * Pre: id is one of SHA-2, or unknown. */
void hash_resume(struct hash_state *st, uint32_t id,
                 const union hash_words *midstate);

#pragma GCC visibility pop

#endif
