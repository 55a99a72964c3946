/* The one-step key derivation function:
 *   K(i) = H(i || Z || FixedInfo), i = 1, 2, ... as 32 bits,
 * concatenated and cut to the length that is wanted. H is a hash (option 1) or
 * HMAC under the salt (option 2). */
#include "ecdh/kdf.h"

#include "digest/hmac.h"
#include "limbs/bytes.h"
#include "limbs/ct.h"
#include "limbs/mem.h"

struct kdf_work {
  struct hmac_state hmac;
  uint8_t counter[4];
  uint8_t block[HASH_MAX_DIGEST_LEN];
};

static void hash_block(struct kdf_work *w, const cordon_kdf *kdf,
                       const uint8_t *z, size_t z_len) {
  hash_init(&w->hmac.hash, kdf->hash);
  hash_update(&w->hmac.hash, w->counter, sizeof w->counter);
  hash_update(&w->hmac.hash, z, z_len);
  hash_update(&w->hmac.hash, kdf->info, kdf->info_len);
  hash_final(&w->hmac.hash, w->block);
}

static void hmac_block(struct kdf_work *w, const cordon_kdf *kdf,
                       const uint8_t *z, size_t z_len) {
  hmac_update(&w->hmac, w->counter, sizeof w->counter);
  hmac_update(&w->hmac, z, z_len);
  hmac_update(&w->hmac, kdf->info, kdf->info_len);
  hmac_final(&w->hmac, w->block);
}

/* An empty HMAC key is a block of zeros: the default salt of 4.1. */
void kdf_onestep(uint8_t *out, size_t out_len, const cordon_kdf *kdf,
                 const uint8_t *z, size_t z_len) {
  struct kdf_work w;
  const size_t step = hash_digest_len(kdf->hash);
  if (kdf->method == CORDON_KDF_HMAC) {
    hmac_init(&w.hmac, kdf->hash, kdf->salt, kdf->salt_len);
  }
  uint32_t counter = 1;
  for (size_t done = 0; done < out_len; counter++) {
    size_t n = out_len - done < step ? out_len - done : step;
    store_be32(w.counter, counter);
    if (kdf->method == CORDON_KDF_HMAC) {
      hmac_block(&w, kdf, z, z_len);
    } else {
      hash_block(&w, kdf, z, z_len);
    }
    memcpy(out + done, w.block, n);
    done += n;
  }
  ct_wipe(&w, sizeof w);
}
