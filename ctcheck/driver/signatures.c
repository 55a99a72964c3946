/* Signatures with secret keys and nonces; verification for contrast. */
#include <cordon/ecdsa.h>
#include <string.h>

#include "audit.h"

#define MAX_SIG CORDON_P256_DER_SIG_BYTES

static const uint32_t hashes[] = {CORDON_SHA224,     CORDON_SHA256,
                                  CORDON_SHA384,     CORDON_SHA512,
                                  CORDON_SHA512_224, CORDON_SHA512_256};
static const size_t digest_lens[] = {28, 32, 48, 64, 28, 32};
#define NUM_HASHES (sizeof hashes / sizeof hashes[0])

static const uint8_t message[] = "a message that is public";

static void import_key(cordon_private_key *key, const uint8_t *d) {
  uint8_t copy[SCALAR_LEN];
  memcpy(copy, d, sizeof copy);
  secret(copy, sizeof copy);
  expect(cordon_private_import(key, CORDON_P256, CORDON_USE_SIGN, NULL, copy,
                               sizeof copy) == CORDON_OK,
         "private_import");
}

static void random_key(cordon_private_key *key) {
  uint8_t d[SCALAR_LEN];
  audit_random(d, sizeof d);
  import_key(key, d);
}

static void sign_forms(const cordon_private_key *key, size_t h,
                       uint32_t format) {
  const cordon_ecdsa_scheme scheme = {hashes[h], format, CORDON_NONCE_HEDGED};
  uint8_t sig[MAX_SIG], digest[CORDON_MAX_DIGEST_BYTES];
  size_t len = sizeof sig;
  cordon_hash hash;
  expect(cordon_ecdsa_sign(sig, &len, key, &scheme, message, sizeof message) ==
             CORDON_OK,
         "ecdsa_sign");
  is_public(&len, sizeof len, "public signature length");
  is_public(sig, len, "public signature");
  expect(cordon_hash_init(&hash, hashes[h]) == CORDON_OK, "hash_init");
  expect(cordon_hash_update(&hash, message, 9) == CORDON_OK, "hash_update");
  len = sizeof sig;
  expect(cordon_ecdsa_sign_hash(sig, &len, key, &scheme, &hash) == CORDON_OK,
         "ecdsa_sign_hash");
  is_public(sig, len, "public signature of a hash");
  audit_random(digest, sizeof digest);
  len = sizeof sig;
  expect(cordon_ecdsa_sign_digest(sig, &len, key, &scheme, digest,
                                  digest_lens[h]) == CORDON_OK,
         "ecdsa_sign_digest");
  is_public(sig, len, "public signature of a digest");
}

static void sign_bit_lengths(void) {
  static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  cordon_private_key key;
  uint8_t d[SCALAR_LEN], sig[MAX_SIG];
  for (unsigned i = 0; i < 256; i += 15) {
    size_t len = sizeof sig;
    power_of_two(d, i);
    import_key(&key, d);
    expect(cordon_ecdsa_sign(sig, &len, &key, &scheme, message, 7) == CORDON_OK,
           "signature with the key 2^i");
    is_public(sig, len, "public signature");
  }
}

void audit_signatures(void) {
  cordon_private_key key;
  scenario("signatures: message, hash, digest; RAW and DER; every hash");
  random_key(&key);
  for (size_t h = 0; h < NUM_HASHES; h++) {
    sign_forms(&key, h, CORDON_RAW);
    sign_forms(&key, h, CORDON_DER);
  }
  scenario_end();
  scenario("signatures with keys of many bit lengths");
  sign_bit_lengths();
  scenario_end();
}

/* Runs what takes public input alone on input that is marked secret: every
 * one of these must be reported. */
void audit_verification(void) {
  static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  static const cordon_ecdsa_scheme der = CORDON_ECDSA_SHA256_DER;
  cordon_private_key key;
  cordon_public_key pub, marked;
  uint8_t sig[MAX_SIG], copy[MAX_SIG], point[CORDON_P256_POINT_BYTES];
  size_t len = sizeof sig, point_len = sizeof point;
  cordon_status st;
  scenario("control: a signature, nothing reported");
  random_key(&key);
  expect(cordon_private_public(&pub, &key) == CORDON_OK, "private_public");
  expect(cordon_public_export(point, &point_len, &pub,
                              CORDON_POINT_UNCOMPRESSED) == CORDON_OK,
         "public_export");
  expect(cordon_ecdsa_sign(sig, &len, &key, &scheme, message, sizeof message) ==
             CORDON_OK,
         "ecdsa_sign");
  expect(cordon_ecdsa_verify(&pub, &scheme, message, sizeof message, sig,
                             len) == CORDON_OK,
         "ecdsa_verify");
  scenario_end();

  scenario("verification of a signature marked secret");
  memcpy(copy, sig, len);
  secret(copy, len);
  st = cordon_ecdsa_verify(&pub, &scheme, message, sizeof message, copy, len);
  publish(&st, sizeof st);
  expect(st == CORDON_OK, "ecdsa_verify");
  scenario_end();

  scenario("import of a public key marked secret");
  secret(point + 1, point_len - 1);
  st = cordon_public_import(&marked, CORDON_P256, point, point_len);
  publish(&st, sizeof st);
  expect(st == CORDON_OK, "public_import");
  scenario_end();

  scenario("verification under that public key");
  st = cordon_ecdsa_verify(&marked, &scheme, message, sizeof message, sig, len);
  publish(&st, sizeof st);
  expect(st == CORDON_OK, "ecdsa_verify");
  scenario_end();

  scenario("decoding of a DER signature marked secret");
  len = sizeof sig;
  expect(cordon_ecdsa_sign(sig, &len, &key, &der, message, sizeof message) ==
             CORDON_OK,
         "ecdsa_sign");
  secret(sig, len);
  st = cordon_ecdsa_verify(&pub, &der, message, sizeof message, sig, len);
  publish(&st, sizeof st);
  expect(st == CORDON_OK, "ecdsa_verify");
  scenario_end();
}
