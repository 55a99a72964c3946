/* Digests, MACs, DRBGs and random bytes over secret input. */
#include <cordon/drbg.h>
#include <cordon/hash.h>
#include <cordon/module.h>
#include <string.h>

#include "audit.h"

/* Lengths round the padding and block borders of SHA-2; SHA3-256 and SHAKE256
 * take blocks of 136 bytes. */
static const size_t lengths[] = {0,   1,   55,  56,  63,  64,  65,
                                 111, 112, 127, 128, 135, 136, 300};
#define NUM_LENGTHS (sizeof lengths / sizeof lengths[0])
#define MAX_LENGTH 300

void audit_selftests(void) {
  scenario("all self-tests on demand, pairwise and entropy included");
  expect(cordon_selftest(CORDON_SELFTEST_ALL) == CORDON_OK, "selftest");
  scenario_end();
}

static void digest_once(uint32_t hash, size_t len) {
  uint8_t msg[MAX_LENGTH], out[CORDON_MAX_DIGEST_BYTES];
  size_t out_len = sizeof out;
  secret_random(msg, len);
  expect(cordon_digest(out, &out_len, hash, msg, len) == CORDON_OK, "digest");
  is_public(&out_len, sizeof out_len, "public digest length");
  if (len != 0) {
    keeps_secret(out, out_len, "secret digest");
  }
}

/* Streams `len` bytes in two pieces and, last, five bits; a copy is made
 * between. */
static void digest_stream(uint32_t hash, size_t len) {
  cordon_hash a, b;
  uint8_t msg[MAX_LENGTH], out[CORDON_MAX_DIGEST_BYTES];
  size_t out_len = sizeof out;
  secret_random(msg, sizeof msg);
  expect(cordon_hash_init(&a, hash) == CORDON_OK, "hash_init");
  expect(cordon_hash_update(&a, msg, len / 3) == CORDON_OK, "hash_update");
  expect(cordon_hash_copy(&b, &a) == CORDON_OK, "hash_copy");
  expect(cordon_hash_update(&b, msg + len / 3, len - len / 3) == CORDON_OK,
         "hash_update");
  expect(cordon_hash_update_bits(&b, msg, 13) == CORDON_OK, "update_bits");
  expect(cordon_hash_final(out, &out_len, &b) == CORDON_OK, "hash_final");
  keeps_secret(out, out_len, "secret digest of a stream");
  expect(cordon_hash_wipe(&a) == CORDON_OK, "hash_wipe");
}

/* The output of SHAKE in one call, and in pieces. */
static void extend(uint32_t hash, size_t len) {
  cordon_hash h;
  uint8_t msg[MAX_LENGTH], out[MAX_LENGTH];
  secret_random(msg, sizeof msg);
  expect(cordon_xof(out, sizeof out, hash, msg, len) == CORDON_OK, "xof");
  if (len != 0) {
    keeps_secret(out, sizeof out, "secret extendable output");
  }
  expect(cordon_hash_init(&h, hash) == CORDON_OK, "hash_init");
  expect(cordon_hash_update(&h, msg, sizeof msg) == CORDON_OK, "hash_update");
  expect(cordon_hash_squeeze(out, len, &h) == CORDON_OK, "hash_squeeze");
  expect(cordon_hash_squeeze(out + len, sizeof out - len, &h) == CORDON_OK,
         "hash_squeeze");
  keeps_secret(out, sizeof out, "secret extendable output in pieces");
  expect(cordon_hash_wipe(&h) == CORDON_OK, "hash_wipe");
}

void audit_hashes(void) {
  scenario("digests of secret messages");
  for (uint32_t hash = 1; hash <= LAST_HASH; hash++) {
    for (size_t i = 0; i < NUM_LENGTHS; i++) {
      digest_once(hash, lengths[i]);
      digest_stream(hash, lengths[i]);
    }
  }
  scenario_end();
  scenario("extendable output of secret messages");
  for (size_t i = 0; i < NUM_LENGTHS; i++) {
    extend(CORDON_SHAKE128, lengths[i]);
    extend(CORDON_SHAKE256, lengths[i]);
  }
  scenario_end();
}

static void mac(uint32_t hash, size_t key_len, size_t len) {
  cordon_hmac a, b;
  uint8_t key[MAX_LENGTH], msg[MAX_LENGTH], out[CORDON_MAX_DIGEST_BYTES];
  size_t out_len = sizeof out;
  secret_random(key, sizeof key);
  secret_random(msg, sizeof msg);
  expect(cordon_hmac_init(&a, hash, key, key_len) == CORDON_OK, "hmac_init");
  expect(cordon_hmac_digest(out, &out_len, &a, msg, len) == CORDON_OK,
         "hmac_digest");
  keeps_secret(out, out_len, "secret MAC");
  expect(cordon_hmac_update(&a, msg, len) == CORDON_OK, "hmac_update");
  expect(cordon_hmac_copy(&b, &a) == CORDON_OK, "hmac_copy");
  expect(cordon_hmac_update_bits(&b, msg, 11) == CORDON_OK, "update_bits");
  out_len = sizeof out;
  expect(cordon_hmac_final(out, &out_len, &b) == CORDON_OK, "hmac_final");
  is_public(&out_len, sizeof out_len, "public MAC length");
  keeps_secret(out, out_len, "secret MAC of a stream");
  expect(cordon_hmac_wipe(&a) == CORDON_OK, "hmac_wipe");
  expect(cordon_hmac_wipe(&b) == CORDON_OK, "hmac_wipe");
}

void audit_macs(void) {
  scenario("MACs with secret keys and messages");
  for (uint32_t hash = 1; hash <= LAST_SHA3; hash++) {
    for (size_t i = 1; i < NUM_LENGTHS; i++) {
      mac(hash, lengths[i], lengths[NUM_LENGTHS - i]);
    }
  }
  scenario_end();
}

static void drbg(uint32_t hash) {
  cordon_drbg d;
  cordon_drbg_params params = {hash, 128, CORDON_DRBG_PREDICTION_RESISTANCE};
  static uint8_t long_input[CORDON_DRBG_MAX_INPUT_BYTES + 1];
  uint8_t input[80], out[200];
  secret_random(input, sizeof input);
  expect(cordon_drbg_instantiate(&d, &params, input, 40) == CORDON_OK,
         "drbg_instantiate");
  expect(cordon_drbg_generate(out, 200, &d, 0, input, 80) == CORDON_OK,
         "drbg_generate");
  keeps_secret(out, 200, "secret DRBG output");
  expect(cordon_drbg_reseed(&d, input, 33) == CORDON_OK, "drbg_reseed");
  expect(cordon_drbg_generate(out, 65, &d, CORDON_DRBG_PREDICTION_RESISTANCE,
                              input, 17) == CORDON_OK,
         "drbg_generate with prediction resistance");
  audit_generation++;
  expect(cordon_drbg_generate(out, 1, &d, 0, NULL, 0) == CORDON_OK,
         "drbg_generate in a new generation");
  keeps_secret(out, 65, "secret DRBG output");
  expect(cordon_drbg_generate(out, 1, &d, 0, long_input, sizeof long_input) ==
             CORDON_ERR_LENGTH,
         "refusal of a long input");
  expect(cordon_drbg_uninstantiate(&d) == CORDON_OK, "drbg_uninstantiate");
}

/* A refusal must not depend on more than the verdict either. The module is
 * degraded until the entropy test passes again. */
static void bad_entropy(enum audit_entropy kind) {
  uint8_t out[32];
  audit_generation++;
  audit_entropy = kind;
  expect(cordon_random(out, sizeof out) == CORDON_ERR_ENTROPY,
         "refusal of bad entropy");
  audit_entropy = ENTROPY_GOOD;
  expect(cordon_selftest(CORDON_SELFTEST_ALL) == CORDON_OK, "recovery");
}

void audit_drbgs(void) {
  static uint8_t out[CORDON_DRBG_MAX_REQUEST_BYTES + 1];
  static const size_t sizes[] = {1, 31, 32, 33, 100, sizeof out};
  scenario("DRBGs with secret entropy, personalisation, additional input");
  for (uint32_t hash = 1; hash <= LAST_SHA2; hash++) {
    drbg(hash);
  }
  scenario_end();
  scenario("random bytes");
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    expect(cordon_random(out, sizes[i]) == CORDON_OK, "random");
    keeps_secret(out, sizes[i], "secret random bytes");
  }
  audit_generation++;
  expect(cordon_random(out, 32) == CORDON_OK, "random in a new generation");
  scenario_end();
  scenario("entropy that fails its health tests");
  bad_entropy(ENTROPY_STUCK);
  bad_entropy(ENTROPY_ABSENT);
  scenario_end();
}
