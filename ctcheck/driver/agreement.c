/* Key agreement with secret keys, and key derivation from secret input. */
#include <cordon/ecdh.h>
#include <string.h>

#include "audit.h"

/* More than one block of any hash, and not a whole number of them. */
#define KEY_LEN 150

static void agree(const struct audit_curve *c, const cordon_private_key *key,
                  const cordon_public_key *peer) {
  uint8_t z[CORDON_MAX_FIELD_BYTES];
  size_t len = sizeof z;
  expect(cordon_ecdh(z, &len, key, peer) == CORDON_OK, "ecdh");
  is_public(&len, sizeof len, "public length of Z");
  expect(len == c->len, "Z at field length");
  keeps_secret(z, len, "secret Z");
}

static void agree_and_derive(const cordon_private_key *key,
                             const cordon_public_key *peer, uint32_t method,
                             uint32_t hash) {
  uint8_t out[KEY_LEN], info[40], salt[70];
  secret_random(info, sizeof info);
  secret_random(salt, sizeof salt);
  const cordon_kdf kdf = {method, hash, info, sizeof info, salt, sizeof salt};
  expect(cordon_ecdh_kdf(out, sizeof out, key, peer, &kdf) == CORDON_OK,
         "ecdh_kdf");
  keeps_secret(out, sizeof out, "secret derived key");
}

/* The scalar's bit lengths show whether its recoding leaks. */
static void agree_bit_lengths(const struct audit_curve *c,
                              const cordon_public_key *peer) {
  cordon_private_key key;
  uint8_t d[MAX_SCALAR_LEN];
  for (unsigned i = 0; i < c->bits; i += 37) {
    power_of_two(c, d, i);
    expect(import_secret(&key, c, NULL, d, c->len) == CORDON_OK, "import");
    agree(c, &key, peer);
    order_minus(c, d, d);
    expect(import_secret(&key, c, NULL, d, c->len) == CORDON_OK, "import");
    agree(c, &key, peer);
  }
}

static void derive(uint32_t method, uint32_t hash) {
  uint8_t out[KEY_LEN], z[66], info[40], salt[140];
  secret_random(z, sizeof z);
  secret_random(info, sizeof info);
  secret_random(salt, sizeof salt);
  const cordon_kdf kdf = {method, hash, info, sizeof info, salt, sizeof salt};
  expect(cordon_kdf_derive(out, sizeof out, &kdf, z, sizeof z) == CORDON_OK,
         "kdf_derive");
  keeps_secret(out, sizeof out, "secret derived key");
}

void audit_agreement(void) {
  for (size_t i = 0; i < NUM_CURVES; i++) {
    const struct audit_curve *c = &audit_curves[i];
    cordon_private_key key, other;
    cordon_public_key peer;
    scenario_on(c, "ECDH and ECDH with the one-step KDF");
    random_key(&key, c);
    random_key(&other, c);
    expect(cordon_private_public(&peer, &other) == CORDON_OK, "private_public");
    agree(c, &key, &peer);
    agree_and_derive(&key, &peer, CORDON_KDF_HASH, CORDON_SHA512);
    agree_and_derive(&key, &peer, CORDON_KDF_HMAC, CORDON_SHA256);
    agree_bit_lengths(c, &peer);
    scenario_end();
  }
  scenario("key derivation from a secret Z");
  for (uint32_t hash = 1; hash <= LAST_SHA3; hash++) {
    derive(CORDON_KDF_HASH, hash);
    derive(CORDON_KDF_HMAC, hash);
  }
  scenario_end();
}
