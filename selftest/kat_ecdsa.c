/* The known-answer tests of ECDSA: sign with a fixed nonce and with a
 * deterministic one, verify a good signature and refuse bad ones (FIPS 140-3 IG
 * 10.3.A). */
#include "selftest/kat_ecdsa.h"

#include "ec/ec.h"
#include "ecdsa/deterministic.h"
#include "ecdsa/ecdsa_core.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "selftest/kat_keys.h"

/* SHA-256 of the messages "sample" and "test" of RFC 6979. */
static const uint8_t kat_digest_sample[32] = {
    0xaf, 0x2b, 0xdb, 0xe1, 0xaa, 0x9b, 0x6e, 0xc1, 0xe2, 0xad, 0xe1,
    0xd6, 0x94, 0xf4, 0x1f, 0xc7, 0x1a, 0x83, 0x1d, 0x02, 0x68, 0xe9,
    0x89, 0x15, 0x62, 0x11, 0x3d, 0x8a, 0x62, 0xad, 0xd1, 0xbf,
};

static const uint8_t kat_digest_test[32] = {
    0x9f, 0x86, 0xd0, 0x81, 0x88, 0x4c, 0x7d, 0x65, 0x9a, 0x2f, 0xea,
    0xa0, 0xc5, 0x5a, 0xd0, 0x15, 0xa3, 0xbf, 0x4f, 0x1b, 0x2b, 0x0b,
    0x82, 0x2c, 0xd1, 0x5d, 0x6c, 0x15, 0xb0, 0xf0, 0x0a, 0x08,
};

static const uint8_t *expected_sign(uint32_t curve) {
  switch (curve) {
    case CORDON_P224:
      return selftest_expected_ecdsa_sign_p224;
    case CORDON_P256:
      return selftest_expected_ecdsa_sign_p256;
    case CORDON_P384:
      return selftest_expected_ecdsa_sign_p384;
    default:
      return selftest_expected_ecdsa_sign_p521;
  }
}

static const uint8_t *expected_verify(uint32_t curve) {
  switch (curve) {
    case CORDON_P224:
      return selftest_expected_ecdsa_verify_p224;
    case CORDON_P256:
      return selftest_expected_ecdsa_verify_p256;
    case CORDON_P384:
      return selftest_expected_ecdsa_verify_p384;
    default:
      return selftest_expected_ecdsa_verify_p521;
  }
}

static const uint8_t *expected_deterministic(uint32_t curve) {
  switch (curve) {
    case CORDON_P224:
      return selftest_expected_ecdsa_deterministic_p224;
    case CORDON_P256:
      return selftest_expected_ecdsa_deterministic_p256;
    case CORDON_P384:
      return selftest_expected_ecdsa_deterministic_p384;
    default:
      return selftest_expected_ecdsa_deterministic_p521;
  }
}

const volatile uint8_t *selftest_pairwise_digest(uint32_t curve) {
  switch (curve) {
    case CORDON_P224:
      return selftest_expected_pairwise_sign_p224;
    case CORDON_P256:
      return selftest_expected_pairwise_sign_p256;
    case CORDON_P384:
      return selftest_expected_pairwise_sign_p384;
    default:
      return selftest_expected_pairwise_sign_p521;
  }
}

/* The arrays of a batch of two, which share their inversions. */
struct kat_batch {
  ec_scalar k[2], e[2], r[2], work[4];
};

/* The same signature twice, by the computation of batches. */
static limb_t batch_signs(uint32_t curve, const ec_scalar *d,
                          const ec_scalar *k) {
  const size_t len = ec_order_len(curve);
  uint8_t sig[CORDON_MAX_RAW_SIG_BYTES];
  struct kat_batch w;
  const struct ecdsa_batch b = {w.k, w.e, w.r, w.work};
  limb_t ok = ~(limb_t)0;
  for (size_t i = 0; i < 2; i++) {
    w.k[i] = *k;
    ec_scalar_from_digest(curve, &w.e[i], kat_digest_sample,
                          sizeof kat_digest_sample);
  }
  ecdsa_sign_batch_core(curve, d, &b, 2);
  for (size_t i = 0; i < 2; i++) {
    ok &= ecdsa_publish(curve, sig, sig + len, &w.r[i], &w.e[i]);
    ok &= limb_mask_bit(ct_bytes_equal(sig, expected_sign(curve), 2 * len) & 1);
  }
  return ok;
}

uint32_t selftest_kat_ecdsa_sign(uint32_t curve) {
  const struct kat_key *key = kat_key_of(curve);
  const size_t len = ec_order_len(curve);
  uint8_t sig[CORDON_MAX_RAW_SIG_BYTES];
  ec_scalar d, k;
  memset(sig, 0, sizeof sig);
  limb_t ok = ec_scalar_from_bytes(curve, &d, key->x);
  ok &= ec_scalar_from_bytes(curve, &k, key->k);
  ok &= ecdsa_sign_core(curve, sig, sig + len, &d, &k, kat_digest_sample,
                        sizeof kat_digest_sample);
  ok &= batch_signs(curve, &d, &k);
  return ct_bytes_equal(sig, expected_sign(curve), 2 * len) & (uint32_t)ok;
}

uint32_t selftest_kat_ecdsa_deterministic(uint32_t curve) {
  const size_t len = ec_order_len(curve);
  uint8_t sig[CORDON_MAX_RAW_SIG_BYTES];
  struct drbg_state drbg;
  ec_scalar d, k;
  memset(sig, 0, sizeof sig);
  limb_t ok = ec_scalar_from_bytes(curve, &d, kat_key_of(curve)->x);
  uint32_t st = deterministic_begin(&drbg, curve, CORDON_SHA256, &d,
                                    kat_digest_test, sizeof kat_digest_test);
  st &= deterministic_next(&drbg, curve, &k);
  ok &= ecdsa_sign_core(curve, sig, sig + len, &d, &k, kat_digest_test,
                        sizeof kat_digest_test);
  hmac_drbg_uninstantiate(&drbg);
  return ct_bytes_equal(sig, expected_deterministic(curve), 2 * len) &
         (uint32_t)ok & st;
}

static int verifies(uint32_t curve, const ec_affine *q, const uint8_t *sig,
                    const uint8_t digest[32]) {
  return ecdsa_verify_core_vartime(curve, q, sig, sig + ec_order_len(curve),
                                   digest, 32);
}

/* The same by a table of multiples of q, which is another computation. */
static int prepared_verifies(uint32_t curve, const ec_affine *q,
                             const uint8_t *sig) {
  limb_t table[EC_PREPARED_LEAST_LEN / sizeof(limb_t)];
  const uint8_t *s = sig + ec_order_len(curve);
  ec_prepare(curve, EC_PREPARED_LEAST, table, q);
  int ok = ecdsa_verify_prepared_core_vartime(curve, EC_PREPARED_LEAST, table,
                                              sig, s, kat_digest_test, 32);
  ok &= !ecdsa_verify_prepared_core_vartime(curve, EC_PREPARED_LEAST, table,
                                            sig, s, kat_digest_sample, 32);
  return ok;
}

/* The same with 1 / s from a batch. */
static int batch_verifies(uint32_t curve, const ec_affine *q,
                          const uint8_t *sig) {
  struct kat_batch w;
  int ok = 1;
  for (size_t i = 0; i < 2; i++) {
    ok &= ec_scalar_from_bytes(curve, &w.r[i], sig) != 0 &&
          ec_scalar_from_bytes(curve, &w.k[i], sig + ec_order_len(curve)) != 0;
  }
  ec_scalar_from_digest(curve, &w.e[0], kat_digest_test, 32);
  ec_scalar_from_digest(curve, &w.e[1], kat_digest_sample, 32);
  ec_scalar_invert_batch(curve, w.k, w.work, 2);
  ok &= ecdsa_verify_inverted_vartime(curve, q, &w.r[0], &w.k[0], &w.e[0]);
  ok &= !ecdsa_verify_inverted_vartime(curve, q, &w.r[1], &w.k[1], &w.e[1]);
  return ok;
}

/* Refused: another digest, r or s with a changed bit, r or s of 0. */
uint32_t selftest_kat_ecdsa_verify(uint32_t curve) {
  const struct kat_key *key = kat_key_of(curve);
  const volatile uint8_t *expected = expected_verify(curve);
  const size_t len = ec_order_len(curve);
  uint8_t sig[CORDON_MAX_RAW_SIG_BYTES];
  ec_affine q;
  for (size_t i = 0; i < 2 * len; i++) {
    sig[i] = expected[i];
  }
  int ok = ec_affine_from_bytes_vartime(curve, &q, key->ux, key->uy);
  ok &= verifies(curve, &q, sig, kat_digest_test);
  ok &= !verifies(curve, &q, sig, kat_digest_sample);
  ok &= prepared_verifies(curve, &q, sig);
  ok &= batch_verifies(curve, &q, sig);
  for (size_t half = 0; half < 2 * len; half += len) {
    uint8_t bad[CORDON_MAX_RAW_SIG_BYTES];
    memcpy(bad, sig, 2 * len);
    bad[half + len - 1] ^= 1;
    ok &= !verifies(curve, &q, bad, kat_digest_test);
    memset(bad + half, 0, len);
    ok &= !verifies(curve, &q, bad, kat_digest_test);
  }
  return ct_eq_u32((uint32_t)ok, 1);
}
