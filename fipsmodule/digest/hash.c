/* Padding, counting and output of SHA-2 (FIPS 180-4, 5.1, 5.3, 6) around the
 * two compression functions, and SHA-3 and SHAKE (FIPS 202, 6) over the
 * sponge. */
#include "digest/hash.h"

#include "digest/sha256.h"
#include "digest/sha512.h"
#include "limbs/bytes.h"
#include "limbs/ct.h"
#include "limbs/mem.h"

/* hash_has_words_of_32 is 1 for the two functions built on 32-bit words. */
static int hash_has_words_of_32(uint32_t id) {
  return id == CORDON_SHA224 || id == CORDON_SHA256;
}

int hash_is_known(uint32_t id) {
  return id >= CORDON_SHA224 && id <= CORDON_SHAKE256;
}

int hash_is_sponge(uint32_t id) {
  return id >= CORDON_SHA3_224 && id <= CORDON_SHAKE256;
}

int hash_is_xof(uint32_t id) {
  return id == CORDON_SHAKE128 || id == CORDON_SHAKE256;
}

size_t hash_digest_len(uint32_t id) {
  switch (id) {
    case CORDON_SHA224:
    case CORDON_SHA512_224:
    case CORDON_SHA3_224:
      return 28;
    case CORDON_SHA256:
    case CORDON_SHA512_256:
    case CORDON_SHA3_256:
    case CORDON_SHAKE128:
      return 32;
    case CORDON_SHA384:
    case CORDON_SHA3_384:
      return 48;
    case CORDON_SHA512:
    case CORDON_SHA3_512:
    case CORDON_SHAKE256:
      return 64;
    default:
      return 0;
  }
}

/* The capacity of a sponge is twice its strength (FIPS 202, 6): of SHA-3 twice
 * the digest, of SHAKE as much as the digest that is fixed here. */
size_t hash_block_len(uint32_t id) {
  if (hash_has_words_of_32(id)) {
    return SHA256_BLOCK_LEN;
  }
  if (hash_is_sponge(id)) {
    size_t len = hash_digest_len(id);
    return 8 * KECCAK_NUM_LANES - (hash_is_xof(id) ? len : 2 * len);
  }
  return hash_is_known(id) ? SHA512_BLOCK_LEN : 0;
}

unsigned hash_strength_bits(uint32_t id) {
  return (unsigned)hash_digest_len(id) * 4;
}

static void hash_compress(uint32_t id, union hash_words *h,
                          const uint8_t *blocks, size_t num_blocks) {
  if (hash_has_words_of_32(id)) {
    sha256_compress(h->w32, blocks, num_blocks);
  } else {
    sha512_compress(h->w64, blocks, num_blocks);
  }
}

/* hash_load_iv sets h to H(0) of a function of SHA-2 and returns 1; or returns
 * 0 if it is none. */
static int hash_load_iv(union hash_words *h, uint32_t id) {
  switch (id) {
    case CORDON_SHA224:
      memcpy(h->w32, sha224_iv, sizeof sha224_iv);
      return 1;
    case CORDON_SHA256:
      memcpy(h->w32, sha256_iv, sizeof sha256_iv);
      return 1;
    case CORDON_SHA384:
      memcpy(h->w64, sha384_iv, sizeof sha384_iv);
      return 1;
    case CORDON_SHA512:
      memcpy(h->w64, sha512_iv, sizeof sha512_iv);
      return 1;
    case CORDON_SHA512_224:
      memcpy(h->w64, sha512_224_iv, sizeof sha512_224_iv);
      return 1;
    case CORDON_SHA512_256:
      memcpy(h->w64, sha512_256_iv, sizeof sha512_256_iv);
      return 1;
    default:
      return 0;
  }
}

/* sha2_begin sets all but the chaining value and the block, of which no byte is
 * read that was not written since. */
static void sha2_begin(struct hash_state *st, uint32_t id, uint64_t num_bytes) {
  st->id = id;
  st->at = 0;
  st->squeezing = 0;
  st->num_bytes[0] = num_bytes;
  st->num_bytes[1] = 0;
}

void hash_init(struct hash_state *st, uint32_t id) {
  if (hash_load_iv(&st->h, id)) {
    sha2_begin(st, id, 0);
    return;
  }
  memset(st, 0, sizeof *st);
  st->id = hash_is_sponge(id) ? id : 0;
}

void hash_first_block(union hash_words *out, uint32_t id,
                      const uint8_t *block) {
  if (hash_load_iv(out, id)) {
    hash_compress(id, out, block, 1);
  }
}

void hash_resume(struct hash_state *st, uint32_t id,
                 const union hash_words *midstate) {
  st->h = *midstate;
  sha2_begin(st, hash_is_known(id) ? id : 0, hash_block_len(id));
}

/* hash_count adds len to the byte count and returns 1, or returns 0 if the
 * count would reach 2^61 (32-bit words) or 2^125. A final piece of up to seven
 * bits then still fits: 8 * (2^61 - 1) + 7 = 2^64 - 1. */
static int hash_count(struct hash_state *st, uint64_t len) {
  uint64_t lo = st->num_bytes[0] + len;
  uint64_t hi = st->num_bytes[1] + (lo < len);
  uint64_t limit_word = hash_has_words_of_32(st->id) ? lo : hi;
  if ((limit_word >> 61) != 0 || (hash_has_words_of_32(st->id) && hi != 0)) {
    return 0;
  }
  st->num_bytes[0] = lo;
  st->num_bytes[1] = hi;
  return 1;
}

/* sponge_absorb is hash_update of a sponge. */
static int sponge_absorb(struct hash_state *st, const uint8_t *in, size_t len) {
  if (st->squeezing) {
    return 0;
  }
  st->at = (uint16_t)keccak_absorb(st->lanes, hash_block_len(st->id), st->at,
                                   in, len);
  return 1;
}

/* sponge_end ends the message after num_bits bits of `last`: 01 follows for
 * SHA-3, 1111 for SHAKE (6.1, 6.2), and the first one of the padding.
 * Pre: num_bits <= 7. */
static int sponge_end(struct hash_state *st, uint8_t last, unsigned num_bits) {
  uint32_t domain = hash_is_xof(st->id) ? 0x1f : 0x06;
  unsigned domain_bits = hash_is_xof(st->id) ? 5 : 3;
  uint32_t bits = last & ~(0xffu << num_bits);
  if (st->squeezing) {
    return 0;
  }
  keccak_pad(st->lanes, hash_block_len(st->id), st->at,
             bits | (domain << num_bits), num_bits + domain_bits);
  st->at = 0;
  st->squeezing = 1;
  return 1;
}

static void sponge_squeeze(struct hash_state *st, uint8_t *out, size_t len) {
  st->at = (uint16_t)keccak_squeeze(st->lanes, hash_block_len(st->id), st->at,
                                    out, len);
}

int hash_end_bits(struct hash_state *st, uint8_t last, unsigned num_bits) {
  return hash_is_xof(st->id) && num_bits <= 7 && sponge_end(st, last, num_bits);
}

int hash_squeeze(struct hash_state *st, uint8_t *out, size_t len) {
  if (!hash_is_xof(st->id)) {
    return 0;
  }
  (void)sponge_end(st, 0, 0);
  sponge_squeeze(st, out, len);
  return 1;
}

int hash_update(struct hash_state *st, const uint8_t *in, size_t len) {
  if (hash_is_sponge(st->id)) {
    return sponge_absorb(st, in, len);
  }
  size_t block_len = hash_block_len(st->id);
  size_t mask = block_len - 1;
  size_t fill = (size_t)st->num_bytes[0] & mask;
  if (block_len == 0 || !hash_count(st, len)) {
    return 0;
  }
  if (fill != 0 && len >= block_len - fill) {
    memcpy(st->block + fill, in, block_len - fill);
    in += block_len - fill;
    len -= block_len - fill;
    fill = 0;
    hash_compress(st->id, &st->h, st->block, 1);
  }
  if (fill == 0 && len >= block_len) {
    size_t num_blocks = len >> (block_len == SHA256_BLOCK_LEN ? 6 : 7);
    hash_compress(st->id, &st->h, in, num_blocks);
    in += len & ~mask;
    len &= mask;
  }
  if (len != 0) {
    memcpy(st->block + fill, in, len);
  }
  return 1;
}

/* hash_pad appends the last bits, a one, zeros and the length in bits, which
 * takes two words (5.1). */
static void hash_pad(struct hash_state *st, uint8_t last, unsigned num_bits) {
  size_t block_len = hash_block_len(st->id);
  size_t length_at = block_len - (block_len >> 3);
  size_t fill = (size_t)st->num_bytes[0] & (block_len - 1);
  uint64_t bits_lo = (st->num_bytes[0] << 3) | num_bits;
  uint64_t bits_hi = (st->num_bytes[1] << 3) | (st->num_bytes[0] >> 61);

  st->block[fill++] =
      (uint8_t)((last & ~(0xffu >> num_bits)) | (0x80u >> num_bits));
  memset(st->block + fill, 0, block_len - fill);
  if (fill > length_at) {
    hash_compress(st->id, &st->h, st->block, 1);
    memset(st->block, 0, block_len);
  }
  if (!hash_has_words_of_32(st->id)) {
    store_be64(st->block + length_at, bits_hi);
  }
  store_be64(st->block + block_len - 8, bits_lo);
  hash_compress(st->id, &st->h, st->block, 1);
}

/* sha2_write writes num_words words of 32 bits of the chaining value; a digest
 * of 224 bits ends within a word of 64. */
static void sha2_write(const struct hash_state *st, uint8_t *out,
                       size_t num_words) {
  if (hash_has_words_of_32(st->id)) {
    for (size_t i = 0; i < num_words; i++) {
      store_be32(out + 4 * i, st->h.w32[i]);
    }
    return;
  }
  for (size_t i = 0; i + 1 < num_words; i += 2) {
    store_be64(out + 4 * i, st->h.w64[i >> 1]);
  }
  if ((num_words & 1) != 0) {
    store_be32(out + 4 * (num_words - 1),
               (uint32_t)(st->h.w64[num_words >> 1] >> 32));
  }
}

int hash_nest(struct hash_state *st, uint8_t last, unsigned num_bits,
              const union hash_words *midstate) {
  size_t len = hash_digest_len(st->id);
  if (hash_is_sponge(st->id) || len == 0 || num_bits > 7) {
    return 0;
  }
  hash_pad(st, last, num_bits);
  sha2_write(st, st->block, len >> 2);
  st->h = *midstate;
  sha2_begin(st, st->id, hash_block_len(st->id) + len);
  return 1;
}

int hash_final_bits(struct hash_state *st, uint8_t *out, uint8_t last,
                    unsigned num_bits) {
  int ok = hash_is_known(st->id) && num_bits <= 7;
  if (ok && hash_is_sponge(st->id)) {
    ok = sponge_end(st, last, num_bits);
    if (ok) {
      sponge_squeeze(st, out, hash_digest_len(st->id));
    }
  } else if (ok) {
    hash_pad(st, last, num_bits);
    sha2_write(st, out, hash_digest_len(st->id) >> 2);
  }
  ct_wipe(st, sizeof *st);
  return ok;
}

void hash_final(struct hash_state *st, uint8_t *out) {
  (void)hash_final_bits(st, out, 0, 0);
}

void hash_digest(uint32_t id, uint8_t *out, const uint8_t *in, size_t len) {
  struct hash_state st;
  hash_init(&st, id);
  (void)hash_update(&st, in, len);
  hash_final(&st, out);
}
