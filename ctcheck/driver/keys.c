/* Key generation, import and export with secret scalars. */
#include <string.h>

#include "audit.h"

static void check_public(const cordon_private_key *key) {
  cordon_public_key pub;
  uint8_t out[CORDON_MAX_POINT_BYTES];
  size_t len = sizeof out;
  expect(cordon_private_public(&pub, key) == CORDON_OK, "private_public");
  expect(cordon_public_export(out, &len, &pub, CORDON_POINT_COMPRESSED) ==
             CORDON_OK,
         "public_export");
  is_public(out, len, "public key is public");
}

static void check_private(const cordon_private_key *key) {
  uint8_t out[MAX_SCALAR_LEN];
  size_t len = sizeof out;
  expect(cordon_private_export(out, &len, key) == CORDON_OK, "private_export");
  is_public(&len, sizeof len, "public scalar length");
  keeps_secret(out, len, "secret exported scalar");
}

cordon_status import_secret(cordon_private_key *key,
                            const struct audit_curve *c,
                            const cordon_public_key *pub, const uint8_t *d,
                            size_t len) {
  uint8_t copy[2 * MAX_SCALAR_LEN];
  memcpy(copy, d, len);
  secret(copy, len);
  return cordon_private_import(key, c->id, CORDON_USE_SIGN | CORDON_USE_AGREE,
                               pub, copy, len);
}

void random_key(cordon_private_key *key, const struct audit_curve *c) {
  uint8_t d[MAX_SCALAR_LEN];
  random_scalar(c, d);
  expect(import_secret(key, c, NULL, d, c->len) == CORDON_OK, "private_import");
}

static void import_bit_lengths(const struct audit_curve *c) {
  cordon_private_key key;
  uint8_t d[MAX_SCALAR_LEN];
  for (unsigned i = 0; i < c->bits; i += i % 64 == 63 ? 1 : 9) {
    power_of_two(c, d, i);
    expect(import_secret(&key, c, NULL, d, c->len) == CORDON_OK,
           "import of 2^i");
    check_private(&key);
    order_minus(c, d, d);
    expect(import_secret(&key, c, NULL, d, c->len) == CORDON_OK,
           "import of n - 2^i");
  }
  check_public(&key);
  expect(cordon_private_wipe(&key) == CORDON_OK, "private_wipe");
}

static void import_widths(const struct audit_curve *c) {
  cordon_private_key key;
  uint8_t d[2 * MAX_SCALAR_LEN] = {0};
  random_scalar(c, d + sizeof d - c->len);
  for (size_t len = 1; len <= sizeof d; len += 13) {
    expect(import_secret(&key, c, NULL, d + sizeof d - len, len) == CORDON_OK,
           "import of another width");
  }
}

static void import_refusals(const struct audit_curve *c) {
  cordon_private_key key;
  uint8_t d[2 * MAX_SCALAR_LEN] = {0};
  expect(import_secret(&key, c, NULL, d, c->len) == CORDON_ERR_KEY,
         "refusal of 0");
  expect(import_secret(&key, c, NULL, c->order, c->len) == CORDON_ERR_KEY,
         "refusal of n");
  memset(d, 0xff, sizeof d);
  expect(import_secret(&key, c, NULL, d, c->len) == CORDON_ERR_KEY,
         "refusal of all ones");
  expect(import_secret(&key, c, NULL, d, c->len + 8) == CORDON_ERR_KEY,
         "refusal of all ones, wider");
}

/* With the public key of d, and of another scalar. */
static void import_pairs(const struct audit_curve *c) {
  cordon_private_key key, again;
  cordon_public_key pub;
  uint8_t d[MAX_SCALAR_LEN];
  random_scalar(c, d);
  expect(import_secret(&key, c, NULL, d, c->len) == CORDON_OK, "import");
  expect(cordon_private_public(&pub, &key) == CORDON_OK, "private_public");
  expect(import_secret(&again, c, &pub, d, c->len) == CORDON_OK,
         "import of a pair");
  d[7] ^= 1;
  expect(import_secret(&again, c, &pub, d, c->len) == CORDON_ERR_KEY,
         "refusal of a pair that does not match");
}

static void generate(const struct audit_curve *c, uint32_t method,
                     uint32_t use) {
  cordon_private_key key;
  expect(cordon_keygen(&key, c->id, method, use) == CORDON_OK, "keygen");
  check_private(&key);
  check_public(&key);
}

void audit_keys(void) {
  for (size_t i = 0; i < NUM_CURVES; i++) {
    const struct audit_curve *c = &audit_curves[i];
    scenario_on(c, "key generation, both methods, uses and pairwise tests");
    generate(c, CORDON_KEYGEN_REJECTION, CORDON_USE_SIGN);
    generate(c, CORDON_KEYGEN_REJECTION, CORDON_USE_AGREE);
    generate(c, CORDON_KEYGEN_EXTRA_BITS, CORDON_USE_SIGN | CORDON_USE_AGREE);
    scenario_end();
    scenario_on(c, "private import and export");
    import_bit_lengths(c);
    import_widths(c);
    import_refusals(c);
    import_pairs(c);
    scenario_end();
  }
}
