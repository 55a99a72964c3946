/* Signatures of cordon-test.o with given nonces, marked secret: many bit
 * lengths, and a nonce that gives s = 0. In cordon-leaks.o also candidates that
 * are rejected, which a plant makes. */
#include "audit.h"

#if defined(CORDON_AUDIT_TEST_OBJECT)
#include <cordon/ecdsa.h>
#include <cordon/module.h>
#include <cordon/test.h>
#include <string.h>

static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;

static void sign_with(const struct audit_curve *c,
                      const cordon_private_key *key, const uint8_t *k,
                      const uint8_t *digest) {
  uint8_t sig[CORDON_MAX_RAW_SIG_BYTES], copy[MAX_SCALAR_LEN];
  size_t len = sizeof sig;
  memcpy(copy, k, c->len);
  secret(copy, c->len);
  expect(cordon_test_set_nonce(copy, c->len) == CORDON_OK, "set_nonce");
  expect(cordon_ecdsa_sign_digest(sig, &len, key, &scheme, digest, 32) ==
             CORDON_OK,
         "signature with a given nonce");
  is_public(sig, len, "public signature");
}

static void nonce_lengths(const struct audit_curve *c) {
  cordon_private_key key;
  uint8_t k[MAX_SCALAR_LEN], digest[32];
  audit_random(digest, sizeof digest);
  random_key(&key, c);
  unsigned step = c->id == CORDON_P256 ? 1 : 5;
  for (unsigned i = 0; i < c->bits; i += step) {
    power_of_two(c, k, i);
    if (i % 2 == 1) {
      order_minus(c, k, k);
    }
    sign_with(c, &key, k, digest);
  }
}

static void zero_s(const struct audit_curve *c) {
  cordon_private_key key;
  uint8_t k[MAX_SCALAR_LEN], digest[32];
  memset(digest, 1, sizeof digest);
  power_of_two(c, k, 0);
  expect(import_secret(&key, c, NULL, c->zero_d, c->len) == CORDON_OK,
         "private_import");
  sign_with(c, &key, k, digest);
  /* The first item of a batch takes the nonce, and is signed again alone. */
  secret(k, c->len);
  expect(cordon_test_set_nonce(k, c->len) == CORDON_OK, "set_nonce");
  audit_sign_batch(&key, CORDON_NONCE_HEDGED, digest, 2);
}

void audit_nonces(void) {
  for (size_t i = 0; i < NUM_CURVES; i++) {
    const struct audit_curve *c = &audit_curves[i];
    scenario_on(c, "given nonces of many bit lengths");
    nonce_lengths(c);
    scenario_end();
    scenario_on(c, "a nonce that gives s = 0 and is replaced");
    zero_s(c);
    scenario_end();
  }
  expect(cordon_test_clear() == CORDON_OK, "test_clear");
}

#if defined(CORDON_AUDIT_LEAKS)
static unsigned long declassified_by_keygen(const struct audit_curve *c) {
  cordon_private_key key;
  unsigned long before = audit_num_declassified();
  expect(cordon_keygen(&key, c->id, CORDON_KEYGEN_REJECTION,
                       CORDON_USE_AGREE) == CORDON_OK,
         "keygen");
  return audit_num_declassified() - before;
}

static unsigned long declassified_by_sign(const cordon_private_key *key) {
  uint8_t sig[CORDON_MAX_RAW_SIG_BYTES], digest[32] = {0};
  size_t len = sizeof sig;
  unsigned long before = audit_num_declassified();
  expect(cordon_ecdsa_sign_digest(sig, &len, key, &scheme, digest, 32) ==
             CORDON_OK,
         "ecdsa_sign_digest");
  is_public(sig, len, "public signature");
  return audit_num_declassified() - before;
}

static unsigned long declassified_by_batch(const cordon_private_key *key) {
  uint8_t digest[32] = {0};
  unsigned long before = audit_num_declassified();
  audit_sign_batch(key, CORDON_NONCE_HEDGED, digest, 2);
  return audit_num_declassified() - before;
}

static uint32_t find_selftest(const char *name) {
  cordon_selftest_record record;
  for (uint32_t i = 0; cordon_selftest_info(i, &record) == CORDON_OK; i++) {
    if (strcmp(record.name, name) == 0) {
      return record.id;
    }
  }
  return 0;
}

/* The plant looks at the injections of the entropy test, which nothing here
 * runs. One more candidate is one more accept bit. */
static void reject_next(void) {
  uint32_t id = find_selftest("entropy-health");
  expect(cordon_test_inject(id, 1) == CORDON_OK, "test_inject");
}

void audit_rejection(void) {
  for (size_t i = 0; i < NUM_CURVES; i++) {
    const struct audit_curve *c = &audit_curves[i];
    cordon_private_key key;
    scenario_on(c, "a rejected candidate");
    random_key(&key, c);
    unsigned long keygen = declassified_by_keygen(c);
    unsigned long sign = declassified_by_sign(&key);
    unsigned long batch = declassified_by_batch(&key);
    reject_next();
    expect(declassified_by_keygen(c) == keygen + 1, "a second candidate for d");
    reject_next();
    expect(declassified_by_sign(&key) == sign + 1, "a second candidate for k");
    reject_next();
    expect(declassified_by_batch(&key) == batch + 1,
           "a second candidate for one k of a batch");
    scenario_end();
  }
}
#endif
#endif
