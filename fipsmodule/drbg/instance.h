/* HMAC_DRBG with its entropy: the functions of SP 800-90A rev 1, 9.1 to 9.4,
 * over the algorithm of hmac_drbg.h, and the thread's own instance. Status
 * values are masked, SVC(code) of module/gate.h. */
#ifndef CORDON_DRBG_INSTANCE_H_
#define CORDON_DRBG_INSTANCE_H_

#include <cordon/drbg.h>
#include <stddef.h>
#include <stdint.h>

#include "drbg/health.h"
#include "drbg/hmac_drbg.h"

struct module_state;
struct thread_state;

/* Where entropy comes from: the host under health tests, or given pieces (of
 * known-answer tests and of cordon-test.o), used up in order. A source with no
 * pieces left fails. */
#define ENTROPY_HOST 0x13572468u
#define ENTROPY_GIVEN 0x2468ace1u
#define ENTROPY_MAX_PIECES 8

struct entropy_source {
  uint32_t kind;
  uint32_t num;
  uint32_t next;
  struct module_state *state;
  struct thread_state *thread;
  const uint8_t *piece[ENTROPY_MAX_PIECES];
  size_t piece_len[ENTROPY_MAX_PIECES];
};

/* An instance with the generation (fork detection) of its last seed. */
struct drbg_instance {
  struct drbg_state core;
  uint64_t generation;
  uint32_t allow_prediction_resistance;
  uint32_t reserved;
};

/* The thread's own instance, and its continuous health tests. */
struct drbg_thread {
  struct drbg_instance instance;
  struct health_state health;
};

#pragma GCC visibility push(hidden)

void entropy_source_host(struct entropy_source *src, struct module_state *s,
                         struct thread_state *t);
void entropy_source_given(struct entropy_source *src);
void entropy_source_add(struct entropy_source *src, const uint8_t *p,
                        size_t len);

/* entropy_start_up runs the start-up test on 1,024 fresh samples. Returns all
 * ones if it passed, else 0. */
uint32_t entropy_start_up(struct module_state *s, struct thread_state *t);

/* entropy_draw fills out with len (8 to 64) bytes of entropy from the host
 * that passed the health tests; a failure fails the module's entropy
 * self-test. Returns SVC_OK or SVC(CORDON_ERR_ENTROPY) with out zero.
 * CT: the bytes do not leak; the one verdict does. */
uint32_t entropy_draw(struct module_state *s, struct thread_state *t,
                      uint8_t *out, size_t len);

/* drbg_instantiate is 9.1. Returns SVC_OK; or, with d cleared,
 * SVC(CORDON_ERR_ARG, _UNSUPPORTED, _LENGTH or _ENTROPY). */
uint32_t drbg_instantiate(struct drbg_instance *d, struct entropy_source *src,
                          const cordon_drbg_params *params, const uint8_t *pers,
                          size_t pers_len);

/* drbg_reseed is 9.2. Returns SVC_OK, SVC(CORDON_ERR_OBJECT, _LENGTH or
 * _ENTROPY) with d unchanged. */
uint32_t drbg_reseed(struct drbg_instance *d, struct entropy_source *src,
                     const uint8_t *ad, size_t ad_len);

/* drbg_generate is 9.3. Returns SVC_OK, SVC(CORDON_ERR_OBJECT, _LIMIT,
 * _LENGTH, _UNSUPPORTED, _ENTROPY) with out unchanged. */
uint32_t drbg_generate(struct drbg_instance *d, struct entropy_source *src,
                       uint8_t *out, size_t out_len, uint32_t flags,
                       const uint8_t *ad, size_t ad_len);

/* drbg_uninstantiate is 9.4: d is zero. */
void drbg_uninstantiate(struct drbg_instance *d);

/* drbg_thread_generate draws from the thread's own instance (SHA-256, 256
 * bits), and seeds it first where needed.
 * Pre: out_len <= DRBG_MAX_REQUEST_LEN. */
uint32_t drbg_thread_generate(struct module_state *s, struct thread_state *t,
                              uint8_t *out, size_t out_len, const uint8_t *ad,
                              size_t ad_len);

#pragma GCC visibility pop

#endif
