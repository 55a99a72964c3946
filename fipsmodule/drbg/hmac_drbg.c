/* HMAC_DRBG (SP 800-90A rev. 1, 10.1.2): update, instantiate, reseed,
 * generate. */
#include "drbg/hmac_drbg.h"

#include "limbs/ct.h"
#include "limbs/mem.h"

unsigned hmac_drbg_max_strength(uint32_t hash) {
  if (!hmac_is_known(hash)) {
    return 0;
  }
  return hash_digest_len(hash) == 28 ? 192 : 256;
}

unsigned hmac_drbg_strength(uint32_t hash, unsigned requested) {
  unsigned strength;
  if (requested <= 112) {
    strength = 112;
  } else if (requested <= 128) {
    strength = 128;
  } else if (requested <= 192) {
    strength = 192;
  } else {
    strength = 256;
  }
  return requested <= strength && strength <= hmac_drbg_max_strength(hash)
             ? strength
             : 0;
}

int hmac_drbg_is_instantiated(const struct drbg_state *st) {
  return hmac_is_known(st->key.id);
}

int hmac_drbg_needs_reseed(const struct drbg_state *st) {
  return st->reseed_counter > DRBG_RESEED_INTERVAL;
}

/* Zeros are what is not instantiated. */
void hmac_drbg_uninstantiate(struct drbg_state *st) { ct_zero(st, sizeof *st); }

/* drbg_next_v is V = HMAC(K, V). */
static void drbg_next_v(struct drbg_state *st) {
  struct hash_state h;
  hmac_key_begin(&st->key, &h);
  (void)hash_update(&h, st->v, hash_digest_len(st->key.id));
  hmac_key_end(&st->key, st->v, &h);
}

/* drbg_rekey is K = HMAC(K, V || tag || a || b || c), V = HMAC(K, V). */
static void drbg_rekey(struct drbg_state *st, uint8_t tag, const uint8_t *a,
                       size_t a_len, const uint8_t *b, size_t b_len,
                       const uint8_t *c, size_t c_len) {
  struct hash_state h;
  uint8_t key[HASH_MAX_DIGEST_LEN];
  size_t digest_len = hash_digest_len(st->key.id);
  hmac_key_begin(&st->key, &h);
  (void)hash_update(&h, st->v, digest_len);
  (void)hash_update(&h, &tag, 1);
  (void)hash_update(&h, a, a_len);
  (void)hash_update(&h, b, b_len);
  (void)hash_update(&h, c, c_len);
  hmac_key_end(&st->key, key, &h);
  hmac_key_init(&st->key, st->key.id, key, digest_len);
  ct_wipe(key, sizeof key);
  drbg_next_v(st);
}

/* drbg_update is 10.1.2.2 with provided_data = a || b || c. */
static void drbg_update(struct drbg_state *st, const uint8_t *a, size_t a_len,
                        const uint8_t *b, size_t b_len, const uint8_t *c,
                        size_t c_len) {
  drbg_rekey(st, 0x00, a, a_len, b, b_len, c, c_len);
  if ((a_len | b_len | c_len) != 0) {
    drbg_rekey(st, 0x01, a, a_len, b, b_len, c, c_len);
  }
}

int hmac_drbg_instantiate(struct drbg_state *st, uint32_t hash,
                          const uint8_t *entropy, size_t entropy_len,
                          const uint8_t *nonce, size_t nonce_len,
                          const uint8_t *pers, size_t pers_len) {
  static const uint8_t zero_key[HASH_MAX_DIGEST_LEN] = {0};
  hmac_drbg_uninstantiate(st);
  if (!hmac_is_known(hash) || entropy_len > DRBG_MAX_INPUT_LEN ||
      nonce_len > DRBG_MAX_INPUT_LEN || pers_len > DRBG_MAX_INPUT_LEN) {
    return 0;
  }
  /* Steps 2 and 3: K = 00...00, V = 01...01. */
  hmac_key_init(&st->key, hash, zero_key, hash_digest_len(hash));
  memset(st->v, 0x01, hash_digest_len(hash));
  drbg_update(st, entropy, entropy_len, nonce, nonce_len, pers, pers_len);
  st->reseed_counter = 1;
  st->strength_bits = hmac_drbg_max_strength(hash);
  return 1;
}

int hmac_drbg_reseed(struct drbg_state *st, const uint8_t *entropy,
                     size_t entropy_len, const uint8_t *ad, size_t ad_len) {
  if (!hmac_drbg_is_instantiated(st) || entropy_len > DRBG_MAX_INPUT_LEN ||
      ad_len > DRBG_MAX_INPUT_LEN) {
    return 0;
  }
  drbg_update(st, entropy, entropy_len, ad, ad_len, ad, 0);
  st->reseed_counter = 1;
  return 1;
}

int hmac_drbg_generate(struct drbg_state *st, uint8_t *out, size_t out_len,
                       const uint8_t *ad, size_t ad_len) {
  size_t digest_len = hash_digest_len(st->key.id);
  if (!hmac_drbg_is_instantiated(st) || hmac_drbg_needs_reseed(st) ||
      out_len > DRBG_MAX_REQUEST_LEN || ad_len > DRBG_MAX_INPUT_LEN) {
    return 0;
  }
  if (ad_len != 0) {
    drbg_update(st, ad, ad_len, ad, 0, ad, 0);
  }
  while (out_len != 0) {
    size_t len = out_len < digest_len ? out_len : digest_len;
    drbg_next_v(st);
    memcpy(out, st->v, len);
    out += len;
    out_len -= len;
  }
  drbg_update(st, ad, ad_len, ad, 0, ad, 0);
  st->reseed_counter++;
  return 1;
}
