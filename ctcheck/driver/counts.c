/* Counted calls: the same call over scalars of every bit length. ctcheck
 * compares the counts: the number of instructions, and under Callgrind of data
 * accesses and of branches, must not differ within a series. */
#include <cordon/batch.h>
#include <stdio.h>
#include <string.h>

#include "audit.h"
#if defined(CORDON_AUDIT_TEST_OBJECT)
#include <cordon/test.h>
#endif

/* Bit lengths of a series: all for P-256, else every eighth from the top, where
 * windows and limbs of every width have their borders too. Single steps take
 * some 30 us each, and are there for the SHA extensions: in signing, and with
 * the few inputs that are affordable. */
static unsigned step_of(const struct audit_curve *c) {
  if (audit_mode == AUDIT_STEPS) {
    return 128;
  }
  return c->id == CORDON_P256 ? 1 : 8;
}

static unsigned num_random(void) { return audit_mode == AUDIT_STEPS ? 1 : 16; }

static unsigned lengths_of(const struct audit_curve *c) {
  return (c->bits + step_of(c) - 1) / step_of(c);
}

/* Scalar number i: powers of two, n less them, then random ones; 0 behind the
 * last. */
static int choose(const struct audit_curve *c, uint8_t *d, char *name,
                  size_t size, unsigned i) {
  const unsigned num = lengths_of(c);
  const unsigned bit = c->bits - 1 - step_of(c) * (i % num);
  if (i < num) {
    power_of_two(c, d, bit);
    snprintf(name, size, "2^%u", bit);
  } else if (i < 2 * num) {
    power_of_two(c, d, bit);
    order_minus(c, d, d);
    snprintf(name, size, "n-2^%u", bit);
  } else {
    random_scalar(c, d);
    snprintf(name, size, "random-%u", i - 2 * num);
  }
  return i < 2 * num + num_random();
}

/* The status is looked at outside the counted stretch. */
#define COUNT(series, curve, name, call)                                      \
  do {                                                                        \
    char text_[64];                                                           \
    cordon_status st_;                                                        \
    snprintf(text_, sizeof text_, "%s-%s/%s", (series), (curve)->name, name); \
    count_begin();                                                            \
    st_ = (call);                                                             \
    count_end(text_);                                                         \
    expect(st_ == CORDON_OK, (series));                                       \
  } while (0)

static cordon_status import(cordon_private_key *key,
                            const struct audit_curve *c, const uint8_t *d) {
  return cordon_private_import(key, c->id, CORDON_USE_SIGN | CORDON_USE_AGREE,
                               NULL, d, c->len);
}

static cordon_status sign(const cordon_private_key *key, uint32_t nonce) {
  const cordon_ecdsa_scheme scheme = {CORDON_SHA256, CORDON_RAW, nonce};
  uint8_t digest[32] = {1}, sig[CORDON_MAX_RAW_SIG_BYTES];
  size_t len = sizeof sig;
  return cordon_ecdsa_sign_digest(sig, &len, key, &scheme, digest, 32);
}

#if !defined(CORDON_AUDIT_TEST_OBJECT)
static cordon_status sign_batch(const cordon_private_key *key) {
  const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  uint8_t digest[32] = {1}, sig[3][CORDON_MAX_RAW_SIG_BYTES];
  uint8_t workspace[CORDON_BATCH_WORKSPACE_BYTES(3)];
  cordon_ecdsa_sign_item items[3];
  for (size_t i = 0; i < 3; i++) {
    items[i] = (cordon_ecdsa_sign_item){digest,    32, sig[i], sizeof sig[i],
                                        CORDON_OK, 0,  0};
  }
  return cordon_ecdsa_sign_digest_batch(items, 3, key, &scheme, workspace,
                                        sizeof workspace);
}

/* Hedged: the nonce is a fresh one each time. Every fourth scalar is used for
 * more than the import; in single steps every other one, for signing. */
static void count_key(const struct audit_curve *c, const uint8_t *d,
                      const char *name, const cordon_public_key *peer,
                      unsigned i) {
  cordon_private_key key;
  uint8_t z[CORDON_MAX_FIELD_BYTES];
  size_t len = sizeof z;
  if (audit_mode == AUDIT_STEPS) {
    expect(import(&key, c, d) == CORDON_OK, "private_import");
    if (i % 2 == 0) {
      COUNT("sign-by-key", c, name, sign(&key, CORDON_NONCE_HEDGED));
    }
    return;
  }
  COUNT("private-import", c, name, import(&key, c, d));
  if (i % 4 != 0) {
    return;
  }
  COUNT("sign-by-key", c, name, sign(&key, CORDON_NONCE_HEDGED));
  COUNT("sign-deterministic", c, name, sign(&key, CORDON_NONCE_DETERMINISTIC));
  COUNT("sign-batch", c, name, sign_batch(&key));
  COUNT("ecdh", c, name, cordon_ecdh(z, &len, &key, peer));
}
#else
static void count_nonce(const struct audit_curve *c,
                        const cordon_private_key *key, const uint8_t *k,
                        const char *name) {
  expect(cordon_test_set_nonce(k, c->len) == CORDON_OK, "set_nonce");
  COUNT("sign-by-nonce", c, name, sign(key, CORDON_NONCE_HEDGED));
}
#endif

/* The first calls also run first-use tests and seed the thread's DRBG. */
static void warm_up(const cordon_private_key *key,
                    const cordon_public_key *peer) {
  uint8_t z[CORDON_MAX_FIELD_BYTES];
  size_t len = sizeof z;
  expect(sign(key, CORDON_NONCE_HEDGED) == CORDON_OK, "ecdsa_sign_digest");
  expect(sign(key, CORDON_NONCE_DETERMINISTIC) == CORDON_OK,
         "ecdsa_sign_digest");
  expect(cordon_ecdh(z, &len, key, peer) == CORDON_OK, "ecdh");
}

void audit_counts(void) {
  for (size_t n = 0; n < NUM_CURVES; n++) {
    const struct audit_curve *c = &audit_curves[n];
    uint8_t d[MAX_SCALAR_LEN];
    char name[32];
    cordon_private_key key;
    cordon_public_key peer;
    if (audit_mode == AUDIT_STEPS && c->id != CORDON_P256) {
      continue;
    }
    scenario_on(c, "counts");
    random_scalar(c, d);
    expect(import(&key, c, d) == CORDON_OK, "private_import");
    expect(cordon_private_public(&peer, &key) == CORDON_OK, "private_public");
    warm_up(&key, &peer);
    for (unsigned i = 0; choose(c, d, name, sizeof name, i); i++) {
#if defined(CORDON_AUDIT_TEST_OBJECT)
      count_nonce(c, &key, d, name);
#else
      count_key(c, d, name, &peer, i);
#endif
    }
    scenario_end();
  }
}
