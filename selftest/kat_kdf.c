/* The known-answer test of the one-step KDF: both options, with SHA-256, over
 * more than one block. */
#include "ecdh/kdf.h"
#include "limbs/ct.h"
#include "selftest/kat_ecdh.h"

#define Z_LEN 32
#define SALT_LEN 16

static const char info[] = "Cordon one-step KDF test";

uint32_t selftest_kat_kdf(void) {
  uint8_t z[Z_LEN], salt[SALT_LEN], out[2 * KAT_KDF_LEN];
  for (size_t i = 0; i < sizeof z; i++) {
    z[i] = (uint8_t)(0x40 + i);
  }
  for (size_t i = 0; i < sizeof salt; i++) {
    salt[i] = (uint8_t)i;
  }
  /* An initialiser would be a constant with a pointer in it. */
  cordon_kdf kdf;
  kdf.method = CORDON_KDF_HASH;
  kdf.hash = CORDON_SHA256;
  kdf.info = (const uint8_t *)info;
  kdf.info_len = sizeof info - 1;
  kdf.salt = NULL;
  kdf.salt_len = 0;
  kdf_onestep(out, KAT_KDF_LEN, &kdf, z, sizeof z);
  kdf.method = CORDON_KDF_HMAC;
  kdf.salt = salt;
  kdf.salt_len = sizeof salt;
  kdf_onestep(out + KAT_KDF_LEN, KAT_KDF_LEN, &kdf, z, sizeof z);
  return ct_bytes_equal(out, selftest_expected_kdf_onestep, sizeof out);
}
