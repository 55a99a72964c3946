/* Signatures of cordon-test.o with given nonces, marked secret: every bit
 * length, and a nonce that gives s = 0. */
#if defined(CORDON_AUDIT_TEST_OBJECT)
#include <cordon/ecdsa.h>
#include <cordon/test.h>
#include <string.h>

#include "audit.h"

static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;

static void import_key(cordon_private_key *key, uint8_t *d) {
  secret(d, SCALAR_LEN);
  expect(cordon_private_import(key, CORDON_P256, CORDON_USE_SIGN, NULL, d,
                               SCALAR_LEN) == CORDON_OK,
         "private_import");
}

static void sign_with(const cordon_private_key *key, uint8_t *k,
                      const uint8_t *digest) {
  uint8_t sig[CORDON_P256_RAW_SIG_BYTES];
  size_t len = sizeof sig;
  secret(k, SCALAR_LEN);
  expect(cordon_test_set_nonce(k, SCALAR_LEN) == CORDON_OK, "set_nonce");
  expect(cordon_ecdsa_sign_digest(sig, &len, key, &scheme, digest, 32) ==
             CORDON_OK,
         "signature with a given nonce");
  is_public(sig, len, "public signature");
}

/* x of the base point (SP 800-186, 3.2.1.3). With d = n - 1, k = 1 and this
 * digest, s = (e + r d) / k = x - x = 0: the nonce is replaced. */
static const uint8_t base_x[SCALAR_LEN] = {
    0x6b, 0x17, 0xd1, 0xf2, 0xe1, 0x2c, 0x42, 0x47, 0xf8, 0xbc, 0xe6,
    0xe5, 0x63, 0xa4, 0x40, 0xf2, 0x77, 0x03, 0x7d, 0x81, 0x2d, 0xeb,
    0x33, 0xa0, 0xf4, 0xa1, 0x39, 0x45, 0xd8, 0x98, 0xc2, 0x96};

void audit_nonces(void) {
  cordon_private_key key;
  uint8_t d[SCALAR_LEN], k[SCALAR_LEN], digest[SCALAR_LEN];
  scenario("given nonces of every bit length");
  audit_random(d, sizeof d);
  audit_random(digest, sizeof digest);
  import_key(&key, d);
  for (unsigned i = 0; i < 256; i++) {
    power_of_two(k, i);
    if (i % 2 == 1) {
      order_minus(k, k);
    }
    sign_with(&key, k, digest);
  }
  scenario_end();
  scenario("a nonce that gives s = 0 and is replaced");
  power_of_two(k, 0);
  order_minus(d, k);
  import_key(&key, d);
  sign_with(&key, k, base_x);
  expect(cordon_test_clear() == CORDON_OK, "test_clear");
  scenario_end();
}
#else
/* A translation unit is not empty. */
typedef int audit_nonces_unused;
#endif
