/* Keys: what lies in a cordon_private_key and a cordon_public_key, and the
 * generation of a pair. Status values are masked, SVC(code). */
#ifndef CORDON_EC_KEY_H_
#define CORDON_EC_KEY_H_

#include <cordon/key.h>
#include <stdint.h>

#include "ec/ec.h"
#include "module/object.h"

struct module_state;
struct thread_state;

struct private_key {
  uint64_t tag; /* object_tag(this, OBJECT_PRIVATE_KEY) */
  uint32_t curve;
  uint32_t use;
  uint32_t checks;
  uint32_t reserved;
  ec_scalar d;
  ec_affine q;
};

struct public_key {
  uint64_t tag; /* OBJECT_PUBLIC_KEY */
  uint32_t curve;
  uint32_t checks;
  ec_affine q;
};

_Static_assert(sizeof(struct private_key) <= sizeof(cordon_private_key) * 4 / 5,
               "a quarter of what is used stays in reserve");
_Static_assert(sizeof(struct public_key) <= sizeof(cordon_public_key) * 4 / 5,
               "a quarter of what is used stays in reserve");

#pragma GCC visibility push(hidden)

static inline int private_key_is_live(const struct private_key *key) {
  return key != NULL && key->tag == object_tag(key, OBJECT_PRIVATE_KEY);
}

static inline int public_key_is_live(const struct public_key *key) {
  return key != NULL && key->tag == OBJECT_PUBLIC_KEY;
}

/* The curve of a key, 0 if it is not live. */
static inline uint32_t private_key_curve(const struct private_key *key) {
  return private_key_is_live(key) ? key->curve : 0;
}

static inline uint32_t public_key_curve(const struct public_key *key) {
  return public_key_is_live(key) ? key->curve : 0;
}

/* public_key_validate_vartime repeats the partial validation of SP 800-56A rev
 * 3, 5.6.2.3.4 on a live key. Returns 1 and sets q to its point, or 0. */
int public_key_validate_vartime(ec_affine *q, const struct public_key *key);

/* scalar_generate draws a scalar in 1 .. n - 1 from the thread's DRBG by
 * rejection (FIPS 186-5, A.2.2 and A.3.2); `ad` is the DRBG's additional
 * input. Returns SVC_OK, or SVC(CORDON_ERR_ENTROPY) with out zero.
 * CT: the scalar does not leak; how many candidates were rejected does. */
uint32_t scalar_generate(struct module_state *s, struct thread_state *t,
                         uint32_t curve, ec_scalar *out, const uint8_t *ad,
                         size_t ad_len);

/* scalar_generate_batch draws num scalars likewise from one request to the
 * DRBG; one that was rejected is drawn again alone. `bytes` has room for num
 * times order_len bytes. Returns SVC_OK, or SVC(CORDON_ERR_ENTROPY) with all of
 * them zero. Pre: num * order_len <= DRBG_MAX_REQUEST_LEN. CT: as above. */
uint32_t scalar_generate_batch(struct module_state *s, struct thread_state *t,
                               uint32_t curve, ec_scalar *out, size_t num,
                               uint8_t *bytes, const uint8_t *ad,
                               size_t ad_len);

/* key_pair_generate draws d by a CORDON_KEYGEN_ method and computes q = d * G,
 * which is public from then on. Returns as scalar_generate. */
uint32_t key_pair_generate(struct module_state *s, struct thread_state *t,
                           uint32_t curve, uint32_t method, ec_scalar *d,
                           ec_affine *q);

#pragma GCC visibility pop

#endif
