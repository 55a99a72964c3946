/* Counts under Callgrind: the same call over scalars of every bit length, with
 * a dump of the counters after each. ctcheck compares the dumps: the number of
 * instructions, of data accesses and of branches must not differ within a
 * series. A dump's name is SERIES/INPUT. */
#include <cordon/ecdsa.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "audit.h"
#if defined(CORDON_AUDIT_TEST_OBJECT)
#include <cordon/test.h>
#endif

#define NUM_RANDOM 16
#define NUM_SCALARS (256 + 256 + NUM_RANDOM)

/* Scalar number i: 2^i, then n - 2^i, then random ones. */
static void choose(uint8_t *d, char *name, size_t size, unsigned i) {
  if (i < 256) {
    power_of_two(d, i);
    snprintf(name, size, "2^%u", i);
  } else if (i < 512) {
    power_of_two(d, i - 256);
    order_minus(d, d);
    snprintf(name, size, "n-2^%u", i - 256);
  } else {
    audit_random(d, SCALAR_LEN);
    snprintf(name, size, "random-%u", i - 512);
  }
}

/* The status is looked at outside the counted stretch. */
#define COUNT(series, name, call)                           \
  do {                                                      \
    char text_[64];                                         \
    cordon_status st_;                                      \
    snprintf(text_, sizeof text_, "%s/%s", (series), name); \
    CALLGRIND_ZERO_STATS;                                   \
    st_ = (call);                                           \
    CALLGRIND_DUMP_STATS_AT(text_);                         \
    expect(st_ == CORDON_OK, (series));                     \
  } while (0)

static cordon_status import(cordon_private_key *key, const uint8_t *d) {
  return cordon_private_import(key, CORDON_P256, CORDON_USE_SIGN, NULL, d,
                               SCALAR_LEN);
}

#if !defined(CORDON_AUDIT_TEST_OBJECT)
static void count_import(const uint8_t *d, const char *name) {
  cordon_private_key key;
  COUNT("private-import", name, import(&key, d));
}

/* Hedged: the nonce is a fresh one each time. */
static void count_sign(const uint8_t *d, const char *name) {
  static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  cordon_private_key key;
  uint8_t digest[32] = {1}, sig[64];
  size_t len = sizeof sig;
  expect(import(&key, d) == CORDON_OK, "private_import");
  COUNT("sign-by-key", name,
        cordon_ecdsa_sign_digest(sig, &len, &key, &scheme, digest, 32));
}

#else
static void count_nonce(const cordon_private_key *key, const uint8_t *k,
                        const char *name) {
  static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  uint8_t digest[32] = {1}, sig[64];
  size_t len = sizeof sig;
  expect(cordon_test_set_nonce(k, SCALAR_LEN) == CORDON_OK, "set_nonce");
  COUNT("sign-by-nonce", name,
        cordon_ecdsa_sign_digest(sig, &len, key, &scheme, digest, 32));
}
#endif

/* The first signature also seeds the thread's DRBG. */
static void warm_up(const cordon_private_key *key) {
  static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  uint8_t digest[32] = {2}, sig[64];
  size_t len = sizeof sig;
  expect(cordon_ecdsa_sign_digest(sig, &len, key, &scheme, digest, 32) ==
             CORDON_OK,
         "ecdsa_sign_digest");
}

void audit_counts(void) {
  uint8_t d[SCALAR_LEN], fixed[SCALAR_LEN];
  char name[32];
  cordon_private_key key;
  scenario("counts");
  audit_random(fixed, sizeof fixed);
  expect(import(&key, fixed) == CORDON_OK, "private_import");
  warm_up(&key);
  for (unsigned i = 0; i < NUM_SCALARS; i++) {
    choose(d, name, sizeof name, i);
#if defined(CORDON_AUDIT_TEST_OBJECT)
    count_nonce(&key, d, name);
#else
    count_import(d, name);
    if (i % 4 == 0) {
      count_sign(d, name);
    }
#endif
  }
  scenario_end();
}
