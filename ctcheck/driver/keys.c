/* Key generation, import and export with secret scalars. */
#include <cordon/key.h>
#include <string.h>

#include "audit.h"

/* The order of P-256 (SP 800-186, 3.2.1.3). */
static const uint8_t order[SCALAR_LEN] = {
    0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff,
    0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17,
    0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};

void power_of_two(uint8_t *d, unsigned i) {
  memset(d, 0, SCALAR_LEN);
  d[SCALAR_LEN - 1 - i / 8] = (uint8_t)(1u << (i % 8));
}

void order_minus(uint8_t *d, const uint8_t *less) {
  int borrow = 0;
  for (size_t i = SCALAR_LEN; i-- > 0;) {
    int x = order[i] - less[i] - borrow;
    borrow = x < 0;
    d[i] = (uint8_t)(x & 0xff);
  }
}

static void check_public(const cordon_private_key *key) {
  cordon_public_key pub;
  uint8_t out[CORDON_P256_POINT_BYTES];
  size_t len = sizeof out;
  expect(cordon_private_public(&pub, key) == CORDON_OK, "private_public");
  expect(cordon_public_export(out, &len, &pub, CORDON_POINT_COMPRESSED) ==
             CORDON_OK,
         "public_export");
  is_public(out, len, "public key is public");
}

static void check_private(const cordon_private_key *key) {
  uint8_t out[SCALAR_LEN];
  size_t len = sizeof out;
  expect(cordon_private_export(out, &len, key) == CORDON_OK, "private_export");
  is_public(&len, sizeof len, "public scalar length");
  keeps_secret(out, len, "secret exported scalar");
}

static cordon_status import(cordon_private_key *key,
                            const cordon_public_key *pub, const uint8_t *d,
                            size_t len) {
  uint8_t copy[64];
  memcpy(copy, d, len);
  secret(copy, len);
  return cordon_private_import(key, CORDON_P256, CORDON_USE_SIGN, pub, copy,
                               len);
}

static void import_bit_lengths(void) {
  cordon_private_key key;
  uint8_t d[SCALAR_LEN];
  for (unsigned i = 0; i < 256; i += i % 32 == 31 ? 1 : 6) {
    power_of_two(d, i);
    expect(import(&key, NULL, d, sizeof d) == CORDON_OK, "import of 2^i");
    check_private(&key);
    order_minus(d, d);
    expect(import(&key, NULL, d, sizeof d) == CORDON_OK, "import of n - 2^i");
  }
  check_public(&key);
  expect(cordon_private_wipe(&key) == CORDON_OK, "private_wipe");
}

static void import_widths(void) {
  cordon_private_key key;
  uint8_t d[64] = {0};
  audit_random(d + 33, 31);
  for (size_t len = 1; len <= 64; len += 9) {
    expect(import(&key, NULL, d + 64 - len, len) == CORDON_OK,
           "import of another width");
  }
}

static void import_refusals(void) {
  cordon_private_key key;
  uint8_t d[64] = {0};
  expect(import(&key, NULL, d, 32) == CORDON_ERR_KEY, "refusal of 0");
  expect(import(&key, NULL, order, 32) == CORDON_ERR_KEY, "refusal of n");
  memset(d, 0xff, sizeof d);
  expect(import(&key, NULL, d, 32) == CORDON_ERR_KEY, "refusal of 2^256 - 1");
  expect(import(&key, NULL, d, 40) == CORDON_ERR_KEY, "refusal of 2^320 - 1");
}

/* With the public key of d, and of another scalar. */
static void import_pairs(void) {
  cordon_private_key key, again;
  cordon_public_key pub;
  uint8_t d[SCALAR_LEN];
  audit_random(d, sizeof d);
  expect(import(&key, NULL, d, sizeof d) == CORDON_OK, "import");
  expect(cordon_private_public(&pub, &key) == CORDON_OK, "private_public");
  expect(import(&again, &pub, d, sizeof d) == CORDON_OK, "import of a pair");
  d[7] ^= 1;
  expect(import(&again, &pub, d, sizeof d) == CORDON_ERR_KEY,
         "refusal of a pair that does not match");
}

void audit_keys(void) {
  cordon_private_key key;
  scenario("key generation with its pairwise test");
  for (int i = 0; i < 4; i++) {
    expect(cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                         CORDON_USE_SIGN) == CORDON_OK,
           "keygen");
    check_private(&key);
    check_public(&key);
  }
  scenario_end();
  scenario("private import and export");
  import_bit_lengths();
  import_widths();
  import_refusals();
  import_pairs();
  scenario_end();
}
