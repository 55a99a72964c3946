/* Signatures with secret keys and nonces; verification for contrast. */
#include <cordon/batch.h>
#include <string.h>

#include "audit.h"

#define MAX_SIG CORDON_MAX_DER_SIG_BYTES

/* By id. */
static const size_t digest_lens[] = {0,  28, 32, 48, 64, 28, 32,
                                     28, 32, 48, 64, 32, 64};

static const uint8_t message[] = "a message that is public";

static void sign_forms(const cordon_private_key *key, uint32_t h,
                       uint32_t format, uint32_t nonce) {
  const cordon_ecdsa_scheme scheme = {h, format, nonce};
  uint8_t sig[MAX_SIG], digest[CORDON_MAX_DIGEST_BYTES];
  size_t len = sizeof sig;
  cordon_hash hash;
  expect(cordon_ecdsa_sign(sig, &len, key, &scheme, message, sizeof message) ==
             CORDON_OK,
         "ecdsa_sign");
  is_public(&len, sizeof len, "public signature length");
  is_public(sig, len, "public signature");
  expect(cordon_hash_init(&hash, h) == CORDON_OK, "hash_init");
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

void audit_sign_batch(const cordon_private_key *key, uint32_t nonce,
                      const uint8_t *digest, size_t num) {
  const cordon_ecdsa_scheme scheme = {CORDON_SHA256, CORDON_RAW, nonce};
  uint8_t sig[AUDIT_BATCH][CORDON_MAX_RAW_SIG_BYTES];
  uint8_t workspace[CORDON_BATCH_WORKSPACE_BYTES(2)] = {0};
  cordon_ecdsa_sign_item items[AUDIT_BATCH] = {{0}};
  for (size_t i = 0; i < num; i++) {
    items[i].in = digest;
    items[i].in_len = 32;
    items[i].sig = sig[i];
    items[i].sig_len = sizeof sig[i];
  }
  expect(cordon_ecdsa_sign_digest_batch(items, num, key, &scheme, workspace,
                                        sizeof workspace) == CORDON_OK,
         "ecdsa_sign_digest_batch");
  is_public(items, sizeof items, "public results of a batch");
  is_public(workspace, sizeof workspace, "public workspace, once wiped");
  for (size_t i = 0; i < num; i++) {
    is_public(sig[i], items[i].sig_len, "public signature of a batch");
  }
}

/* In one call also messages, and DER. */
static void sign_batches(const struct audit_curve *c) {
  const cordon_ecdsa_scheme scheme = {CORDON_SHA512, CORDON_DER,
                                      CORDON_NONCE_HEDGED};
  uint8_t workspace[CORDON_BATCH_WORKSPACE_BYTES(1)], sig[MAX_SIG], digest[32];
  cordon_private_key key;
  random_key(&key, c);
  audit_random(digest, sizeof digest);
  audit_sign_batch(&key, CORDON_NONCE_HEDGED, digest, AUDIT_BATCH);
  audit_sign_batch(&key, CORDON_NONCE_DETERMINISTIC, digest, AUDIT_BATCH);
  cordon_ecdsa_sign_item item = {
      message, sizeof message, sig, sizeof sig, CORDON_OK, 0, 0};
  expect(cordon_ecdsa_sign_batch(&item, 1, &key, &scheme, workspace,
                                 sizeof workspace) == CORDON_OK,
         "ecdsa_sign_batch");
  is_public(sig, item.sig_len, "public signature of a batch of messages");
}

static void sign_bit_lengths(const struct audit_curve *c, uint32_t nonce) {
  const cordon_ecdsa_scheme scheme = {CORDON_SHA512, CORDON_RAW, nonce};
  cordon_private_key key;
  uint8_t d[MAX_SCALAR_LEN], sig[MAX_SIG];
  for (unsigned i = 0; i < c->bits; i += 31) {
    size_t len = sizeof sig;
    power_of_two(c, d, i);
    expect(import_secret(&key, c, NULL, d, c->len) == CORDON_OK,
           "private_import");
    expect(cordon_ecdsa_sign(sig, &len, &key, &scheme, message, 7) == CORDON_OK,
           "signature with the key 2^i");
    is_public(sig, len, "public signature");
  }
}

/* On P-256 every hash, on the others one shorter and one longer than the
 * order, where there is one. */
static void sign_hashes(const struct audit_curve *c) {
  cordon_private_key key;
  random_key(&key, c);
  for (uint32_t h = 1; h <= LAST_HASH; h++) {
    if (c->id != CORDON_P256 && h != CORDON_SHA224 && h != CORDON_SHA512) {
      continue;
    }
    sign_forms(&key, h, CORDON_RAW, CORDON_NONCE_HEDGED);
    sign_forms(&key, h, CORDON_DER, CORDON_NONCE_HEDGED);
    if (h <= LAST_SHA3) {
      sign_forms(&key, h, CORDON_DER, CORDON_NONCE_DETERMINISTIC);
    }
  }
}

void audit_signatures(void) {
  for (size_t i = 0; i < NUM_CURVES; i++) {
    const struct audit_curve *c = &audit_curves[i];
    scenario_on(c, "signatures of messages, hashes and digests, both nonces");
    sign_hashes(c);
    scenario_end();
    scenario_on(c, "batches of signatures, both nonces");
    sign_batches(c);
    scenario_end();
    scenario_on(c, "signatures with keys of many bit lengths");
    sign_bit_lengths(c, CORDON_NONCE_HEDGED);
    sign_bit_lengths(c, CORDON_NONCE_DETERMINISTIC);
    scenario_end();
  }
}

/* What the contrast works on. */
struct contrast {
  const struct audit_curve *curve;
  cordon_private_key key;
  cordon_public_key pub;
};

static const cordon_ecdsa_scheme raw = CORDON_ECDSA_SHA256_RAW;
static const cordon_ecdsa_scheme der = CORDON_ECDSA_SHA256_DER;

static size_t sign(const struct contrast *x, const cordon_ecdsa_scheme *scheme,
                   uint8_t sig[MAX_SIG]) {
  size_t len = MAX_SIG;
  expect(cordon_ecdsa_sign(sig, &len, &x->key, scheme, message,
                           sizeof message) == CORDON_OK,
         "ecdsa_sign");
  return len;
}

static void verify(const cordon_public_key *pub,
                   const cordon_ecdsa_scheme *scheme, const uint8_t *sig,
                   size_t len) {
  cordon_status st =
      cordon_ecdsa_verify(pub, scheme, message, sizeof message, sig, len);
  publish(&st, sizeof st);
  expect(st == CORDON_OK, "ecdsa_verify");
}

static void contrast_control(struct contrast *x) {
  uint8_t sig[MAX_SIG];
  scenario_on(x->curve, "control: a signature, nothing reported");
  random_key(&x->key, x->curve);
  expect(cordon_private_public(&x->pub, &x->key) == CORDON_OK,
         "private_public");
  verify(&x->pub, &raw, sig, sign(x, &raw, sig));
  scenario_end();
}

static void contrast_signature(const struct contrast *x) {
  uint8_t sig[MAX_SIG];
  size_t len = sign(x, &raw, sig);
  scenario_on(x->curve, "verification of a signature marked secret");
  secret(sig, len);
  verify(&x->pub, &raw, sig, len);
  scenario_end();
  len = sign(x, &der, sig);
  scenario_on(x->curve, "decoding of a DER signature marked secret");
  secret(sig, len);
  verify(&x->pub, &der, sig, len);
  scenario_end();
}

static void contrast_public_key(const struct contrast *x, uint32_t form) {
  cordon_public_key marked;
  uint8_t point[CORDON_MAX_POINT_BYTES], sig[MAX_SIG];
  size_t point_len = sizeof point, len = sign(x, &raw, sig);
  expect(cordon_public_export(point, &point_len, &x->pub, form) == CORDON_OK,
         "public_export");
  scenario_on(x->curve, form == CORDON_POINT_COMPRESSED
                            ? "import of a compressed key marked secret"
                            : "import of a public key marked secret");
  secret(point + 1, point_len - 1);
  cordon_status st =
      cordon_public_import(&marked, x->curve->id, point, point_len);
  publish(&st, sizeof st);
  expect(st == CORDON_OK, "public_import");
  scenario_end();
  scenario_on(x->curve, "verification under that public key");
  verify(&marked, &raw, sig, len);
  scenario_end();
}

/* Runs what takes public input alone on input that is marked secret: every
 * one of these, but the controls, must be reported. */
void audit_verification(void) {
  for (size_t i = 0; i < NUM_CURVES; i++) {
    struct contrast x = {.curve = &audit_curves[i]};
    contrast_control(&x);
    contrast_signature(&x);
    contrast_public_key(&x, CORDON_POINT_UNCOMPRESSED);
    contrast_public_key(&x, CORDON_POINT_COMPRESSED);
  }
}
