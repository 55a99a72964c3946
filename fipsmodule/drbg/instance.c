/* HMAC_DRBG with its entropy: SP 800-90A rev 1, 9.1 to 9.4, and the thread's
 * own instance. */
#include "drbg/instance.h"

#include "limbs/bytes.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/state.h"
#include "module/strength.h"
#include "module/tail.h"

/* Entropy input and nonce at the highest strength, 256 bits. */
#define MAX_SEED_LEN 32

/* What entropy_draw can check: it looks at 8 bytes at a time. */
#define MIN_SEED_LEN 8

void entropy_source_host(struct entropy_source *src, struct module_state *s,
                         struct thread_state *t) {
  memset(src, 0, sizeof *src);
  src->kind = ENTROPY_HOST;
  src->state = s;
  src->thread = t;
}

void entropy_source_given(struct entropy_source *src) {
  memset(src, 0, sizeof *src);
  src->kind = ENTROPY_GIVEN;
}

void entropy_source_add(struct entropy_source *src, const uint8_t *p,
                        size_t len) {
  if (src->num < ENTROPY_MAX_PIECES) {
    src->piece[src->num] = p;
    src->piece_len[src->num] = len;
    src->num++;
  }
}

/* next_entropy gives `want` bytes in buf, or the next given piece as it is.
 * Pre: 8 <= want <= MAX_SEED_LEN */
static uint32_t next_entropy(struct entropy_source *src, uint8_t *buf,
                             size_t want, const uint8_t **p, size_t *len) {
  if (src->kind == ENTROPY_HOST) {
    *p = buf;
    *len = want;
    return entropy_draw(src->state, src->thread, buf, want);
  }
  if (src->kind != ENTROPY_GIVEN || src->next >= src->num) {
    return SVC(CORDON_ERR_ENTROPY);
  }
  *p = src->piece[src->next];
  *len = src->piece_len[src->next];
  src->next++;
  return SVC_OK;
}

/* Half the strength, but no draw is shorter than 8 bytes: at 112 bits the
 * nonce is 64 bits instead of 56. */
static size_t nonce_len_of(unsigned strength) {
  size_t len = DRBG_MIN_NONCE_LEN(strength);
  return len < MIN_SEED_LEN ? MIN_SEED_LEN : len;
}

/* Steps 6 to 9 of 9.1. */
static uint32_t seed(struct drbg_instance *d, struct entropy_source *src,
                     uint32_t hash, unsigned strength, const uint8_t *pers,
                     size_t pers_len) {
  struct {
    uint8_t entropy[MAX_SEED_LEN];
    uint8_t nonce[MAX_SEED_LEN];
  } w;
  const uint8_t *entropy = NULL, *nonce = NULL;
  size_t entropy_len = 0, nonce_len = 0;
  uint64_t generation = tail_generation(CORDON_GENERATION_SEEDS);
  uint32_t st = next_entropy(src, w.entropy, DRBG_MIN_ENTROPY_LEN(strength),
                             &entropy, &entropy_len);
  if (st == SVC_OK) {
    st = next_entropy(src, w.nonce, nonce_len_of(strength), &nonce, &nonce_len);
  }
  if (st == SVC_OK &&
      !hmac_drbg_instantiate(&d->core, hash, entropy, entropy_len, nonce,
                             nonce_len, pers, pers_len)) {
    st = SVC(CORDON_ERR_LENGTH);
  }
  d->generation = generation;
  ct_wipe(&w, sizeof w);
  return st;
}

uint32_t drbg_instantiate(struct drbg_instance *d, struct entropy_source *src,
                          const cordon_drbg_params *params, const uint8_t *pers,
                          size_t pers_len) {
  drbg_uninstantiate(d);
  if (!hash_is_known(params->hash) ||
      (params->flags & ~CORDON_DRBG_PREDICTION_RESISTANCE) != 0) {
    return SVC(CORDON_ERR_ARG);
  }
  unsigned strength = hmac_drbg_strength(params->hash, params->strength_bits);
  if (strength == 0 || !strength_allows(strength) ||
      params->hash > CORDON_SHA512_256) {
    return SVC(CORDON_ERR_UNSUPPORTED);
  }
  if (pers_len > DRBG_MAX_INPUT_LEN) {
    return SVC(CORDON_ERR_LENGTH);
  }
  uint32_t st = seed(d, src, params->hash, strength, pers, pers_len);
  if (st != SVC_OK) {
    drbg_uninstantiate(d);
    return st;
  }
  d->core.strength_bits = strength;
  d->allow_prediction_resistance =
      params->flags & CORDON_DRBG_PREDICTION_RESISTANCE;
  return st;
}

uint32_t drbg_reseed(struct drbg_instance *d, struct entropy_source *src,
                     const uint8_t *ad, size_t ad_len) {
  uint8_t buf[MAX_SEED_LEN];
  const uint8_t *entropy = NULL;
  size_t entropy_len = 0;
  if (!hmac_drbg_is_instantiated(&d->core)) {
    return SVC(CORDON_ERR_OBJECT);
  }
  if (ad_len > DRBG_MAX_INPUT_LEN) {
    return SVC(CORDON_ERR_LENGTH);
  }
  uint64_t generation = tail_generation(CORDON_GENERATION_SEEDS);
  uint32_t st =
      next_entropy(src, buf, DRBG_MIN_ENTROPY_LEN(d->core.strength_bits),
                   &entropy, &entropy_len);
  if (st == SVC_OK) {
    if (hmac_drbg_reseed(&d->core, entropy, entropy_len, ad, ad_len)) {
      d->generation = generation;
    } else {
      st = SVC(CORDON_ERR_LENGTH);
    }
  }
  ct_wipe(buf, sizeof buf);
  return st;
}

/* A change of generation, or a host that cannot see one, asks for fresh
 * entropy before any output: the state went with a fork, say. Given entropy
 * belongs to a test, which scripts every reseed. */
static int must_reseed(const struct drbg_instance *d,
                       const struct entropy_source *src) {
  if (hmac_drbg_needs_reseed(&d->core)) {
    return 1;
  }
  uint64_t now = tail_generation(CORDON_GENERATION_SEEDS);
  return src->kind == ENTROPY_HOST && (now == 0 || now != d->generation);
}

uint32_t drbg_generate(struct drbg_instance *d, struct entropy_source *src,
                       uint8_t *out, size_t out_len, uint32_t flags,
                       const uint8_t *ad, size_t ad_len) {
  if (!hmac_drbg_is_instantiated(&d->core)) {
    return SVC(CORDON_ERR_OBJECT);
  }
  if (out_len > DRBG_MAX_REQUEST_LEN) {
    return SVC(CORDON_ERR_LIMIT);
  }
  if (ad_len > DRBG_MAX_INPUT_LEN) {
    return SVC(CORDON_ERR_LENGTH);
  }
  if (flags != 0 && !d->allow_prediction_resistance) {
    return SVC(CORDON_ERR_UNSUPPORTED);
  }
  uint32_t st = SVC_OK;
  if (flags != 0 || must_reseed(d, src)) {
    st = drbg_reseed(d, src, ad, ad_len);
    ad = NULL; /* 9.3.1, step 7.4 */
    ad_len = 0;
  }
  if (st == SVC_OK && !hmac_drbg_generate(&d->core, out, out_len, ad, ad_len)) {
    st = SVC(CORDON_ERR_LIMIT);
  }
  return st;
}

/* Zeros are what is not instantiated. */
void drbg_uninstantiate(struct drbg_instance *d) { ct_zero(d, sizeof *d); }

/* The personalisation string tells instances apart; it is not secret. */
static uint32_t seed_thread(struct drbg_instance *d,
                            struct entropy_source *src) {
  static const cordon_drbg_params params = CORDON_DRBG_DEFAULT;
  uint8_t pers[24];
  store_le64(pers, (uint64_t)(uintptr_t)d);
  store_le64(pers + 8, tail_generation(CORDON_GENERATION_SEEDS));
  store_le64(pers + 16, tail_ticks());
  return drbg_instantiate(d, src, &params, pers, sizeof pers);
}

uint32_t drbg_thread_generate(struct module_state *s, struct thread_state *t,
                              uint8_t *out, size_t out_len, const uint8_t *ad,
                              size_t ad_len) {
  struct drbg_instance *d = &t->drbg.instance;
  struct entropy_source src;
  entropy_source_host(&src, s, t);
  uint32_t st = SVC_OK;
  if (!hmac_drbg_is_instantiated(&d->core)) {
    st = seed_thread(d, &src);
  }
  if (st == SVC_OK) {
    st = drbg_generate(d, &src, out, out_len, 0, ad, ad_len);
  }
  return st;
}
