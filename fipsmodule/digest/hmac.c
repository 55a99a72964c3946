/* HMAC (FIPS 198-1): H((K0 ^ opad) || H((K0 ^ ipad) || text)). */
#include "digest/hmac.h"

#include "limbs/bytes.h"
#include "limbs/ct.h"
#include "limbs/mem.h"

#define HMAC_IPAD 0x36u
#define HMAC_OPAD 0x5cu

int hmac_is_known(uint32_t id) { return hash_is_known(id) && !hash_is_xof(id); }

/* hmac_pad_xor xors a constant into each byte of the padded key; blocks are
 * whole words of 64 bits. */
static void hmac_pad_xor(uint8_t *k0, size_t block_len, unsigned pad) {
  uint64_t word = pad * UINT64_C(0x0101010101010101);
  for (size_t i = 0; i < block_len; i += 8) {
    store_le64(k0 + i, load_le64(k0 + i) ^ word);
  }
}

void hmac_key_init(struct hmac_key *key, uint32_t id, const uint8_t *bytes,
                   size_t len) {
  uint8_t k0[HMAC_MAX_BLOCK_LEN];
  size_t block_len = hash_block_len(id);
  if (!hmac_is_known(id)) {
    ct_wipe(key, sizeof *key);
    return;
  }
  /* Steps 1 to 3: K0 is the key, or its digest if longer than a block, filled
   * up with zeros. */
  memset(k0, 0, sizeof k0);
  if (len > block_len) {
    hash_digest(id, k0, bytes, len);
  } else if (len != 0) {
    memcpy(k0, bytes, len);
  }
  memset(key, 0, sizeof *key);
  key->id = id;
  if (hash_is_sponge(id)) {
    memcpy(key->k0, k0, block_len);
  } else {
    hmac_pad_xor(k0, block_len, HMAC_IPAD);
    hash_first_block(&key->inner, id, k0);
    hmac_pad_xor(k0, block_len, HMAC_IPAD ^ HMAC_OPAD);
    hash_first_block(&key->outer, id, k0);
  }
  ct_wipe(k0, sizeof k0);
}

/* hmac_absorb_pad starts st with the block K0 xor pad.
 * Pre: the key is one of SHA-3. */
static void hmac_absorb_pad(const struct hmac_key *key, struct hash_state *st,
                            unsigned pad) {
  uint8_t k0[HMAC_MAX_BLOCK_LEN];
  size_t block_len = hash_block_len(key->id);
  memcpy(k0, key->k0, block_len);
  hmac_pad_xor(k0, block_len, pad);
  hash_init(st, key->id);
  (void)hash_update(st, k0, block_len);
  ct_wipe(k0, sizeof k0);
}

void hmac_key_begin(const struct hmac_key *key, struct hash_state *st) {
  if (hash_is_sponge(key->id)) {
    hmac_absorb_pad(key, st, HMAC_IPAD);
  } else {
    hash_resume(st, key->id, &key->inner);
  }
}

/* sha3_key_end_bits is hmac_key_end_bits of SHA-3. */
static void sha3_key_end_bits(const struct hmac_key *key, uint8_t *out,
                              struct hash_state *st, uint8_t last,
                              unsigned num_bits) {
  uint8_t inner[HASH_MAX_DIGEST_LEN];
  (void)hash_final_bits(st, inner, last, num_bits);
  hmac_absorb_pad(key, st, HMAC_OPAD);
  (void)hash_update(st, inner, hash_digest_len(key->id));
  hash_final(st, out);
  ct_wipe(inner, sizeof inner);
}

/* hmac_key_end_bits is hmac_key_end after a last piece of 0 to 7 bits.
 * Pre: the key is set and num_bits <= 7. */
static void hmac_key_end_bits(const struct hmac_key *key, uint8_t *out,
                              struct hash_state *st, uint8_t last,
                              unsigned num_bits) {
  if (hash_is_sponge(key->id)) {
    sha3_key_end_bits(key, out, st, last, num_bits);
  } else {
    (void)hash_nest(st, last, num_bits, &key->outer);
    hash_final(st, out);
  }
}

void hmac_key_end(const struct hmac_key *key, uint8_t *out,
                  struct hash_state *st) {
  if (hmac_is_known(key->id) && st->id == key->id) {
    hmac_key_end_bits(key, out, st, 0, 0);
  }
}

void hmac_init(struct hmac_state *st, uint32_t id, const uint8_t *key,
               size_t key_len) {
  hmac_key_init(&st->key, id, key, key_len);
  hmac_restart(st);
}

void hmac_restart(struct hmac_state *st) {
  hmac_key_begin(&st->key, &st->hash);
}

int hmac_update(struct hmac_state *st, const uint8_t *in, size_t len) {
  return hash_update(&st->hash, in, len);
}

int hmac_final_bits(struct hmac_state *st, uint8_t *out, uint8_t last,
                    unsigned num_bits) {
  int ok =
      hmac_is_known(st->key.id) && st->hash.id == st->key.id && num_bits <= 7;
  if (ok) {
    hmac_key_end_bits(&st->key, out, &st->hash, last, num_bits);
  }
  hmac_restart(st);
  return ok;
}

void hmac_final(struct hmac_state *st, uint8_t *out) {
  (void)hmac_final_bits(st, out, 0, 0);
}

void hmac_wipe(struct hmac_state *st) { ct_wipe(st, sizeof *st); }

void hmac_digest(uint32_t id, uint8_t *out, const uint8_t *key, size_t key_len,
                 const uint8_t *in, size_t in_len) {
  struct hmac_state st;
  hmac_init(&st, id, key, key_len);
  (void)hmac_update(&st, in, in_len);
  hmac_final(&st, out);
  hmac_wipe(&st);
}
