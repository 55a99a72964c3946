/* The known-answer tests of the six hash functions. */
#include "digest/hash.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "selftest/kat.h"

/* kat_digest hashes len bytes in two parts, of which the first fills no
 * block. */
static uint32_t kat_digest(uint32_t id, const uint8_t *msg, size_t len,
                           const uint8_t *expected) {
  struct hash_state st;
  uint8_t digest[HASH_MAX_DIGEST_LEN];
  memset(digest, 0, sizeof digest);
  hash_init(&st, id);
  (void)hash_update(&st, msg, 3);
  (void)hash_update(&st, msg + 3, len - 3);
  hash_final(&st, digest);
  return ct_bytes_equal(digest, expected, hash_digest_len(id));
}

/* kat_words32 hashes the 448-bit message of the SHA-256 examples of FIPS 180-2,
 * which fills two blocks with its padding. */
static uint32_t kat_words32(uint32_t id, const uint8_t *expected) {
  static const uint8_t msg[56] =
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  return kat_digest(id, msg, sizeof msg, expected);
}

/* The 896-bit message of the SHA-512 examples. */
static const uint8_t words64[112] =
    "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

static uint32_t kat_words64(uint32_t id, const uint8_t *expected) {
  return kat_digest(id, words64, sizeof words64, expected);
}

/* kat_blocks64 gives the compression function two blocks at once, which some
 * form takes in pairs: those behind the first block. Of SHA-256 the integrity
 * test does that. */
static uint32_t kat_blocks64(void) {
  uint8_t msg[4 * sizeof words64];
  for (size_t i = 0; i < 4; i++) {
    memcpy(msg + i * sizeof words64, words64, sizeof words64);
  }
  return kat_digest(CORDON_SHA512, msg, sizeof msg, selftest_sha512_blocks);
}

uint32_t selftest_kat_sha224(void) {
  return kat_words32(CORDON_SHA224, selftest_expected_sha224);
}

uint32_t selftest_kat_sha256(void) {
  return kat_words32(CORDON_SHA256, selftest_expected_sha256);
}

uint32_t selftest_kat_sha384(void) {
  return kat_words64(CORDON_SHA384, selftest_expected_sha384);
}

uint32_t selftest_kat_sha512(void) {
  return kat_words64(CORDON_SHA512, selftest_expected_sha512) & kat_blocks64();
}

uint32_t selftest_kat_sha512_224(void) {
  return kat_words64(CORDON_SHA512_224, selftest_expected_sha512_224);
}

uint32_t selftest_kat_sha512_256(void) {
  return kat_words64(CORDON_SHA512_256, selftest_expected_sha512_256);
}
