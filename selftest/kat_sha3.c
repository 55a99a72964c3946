/* The known-answer tests of SHA-3 and SHAKE. */
#include "digest/hash.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "selftest/kat.h"

/* NIST's 1600-bit message, 200 bytes of 0xa3, fills one to two blocks of each
 * function. */
#define MESSAGE_LEN 200

/* kat_absorb takes the message in two parts, of which the first fills no
 * block. */
static void kat_absorb(struct hash_state *st, uint32_t id) {
  uint8_t msg[MESSAGE_LEN];
  memset(msg, 0xa3, sizeof msg);
  hash_init(st, id);
  (void)hash_update(st, msg, 3);
  (void)hash_update(st, msg + 3, sizeof msg - 3);
}

static uint32_t kat_sha3(uint32_t id, const uint8_t *expected) {
  struct hash_state st;
  uint8_t digest[HASH_MAX_DIGEST_LEN];
  memset(digest, 0, sizeof digest);
  kat_absorb(&st, id);
  hash_final(&st, digest);
  return ct_bytes_equal(digest, expected, hash_digest_len(id));
}

/* kat_shake takes the output in two parts, of which the second begins within a
 * block and ends in the next. */
static uint32_t kat_shake(uint32_t id, const uint8_t *expected) {
  struct hash_state st;
  uint8_t out[KAT_SHAKE_LEN];
  memset(out, 0, sizeof out);
  kat_absorb(&st, id);
  (void)hash_squeeze(&st, out, 5);
  (void)hash_squeeze(&st, out + 5, sizeof out - 5);
  return ct_bytes_equal(out, expected, sizeof out);
}

uint32_t selftest_kat_sha3_224(void) {
  return kat_sha3(CORDON_SHA3_224, selftest_expected_sha3_224);
}

uint32_t selftest_kat_sha3_256(void) {
  return kat_sha3(CORDON_SHA3_256, selftest_expected_sha3_256);
}

uint32_t selftest_kat_sha3_384(void) {
  return kat_sha3(CORDON_SHA3_384, selftest_expected_sha3_384);
}

uint32_t selftest_kat_sha3_512(void) {
  return kat_sha3(CORDON_SHA3_512, selftest_expected_sha3_512);
}

uint32_t selftest_kat_shake128(void) {
  return kat_shake(CORDON_SHAKE128, selftest_expected_shake128);
}

uint32_t selftest_kat_shake256(void) {
  return kat_shake(CORDON_SHAKE256, selftest_expected_shake256);
}
