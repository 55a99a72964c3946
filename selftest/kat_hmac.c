/* The known-answer test of HMAC-SHA-256, the algorithm of the integrity
 * test. */
#include "digest/hmac.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "selftest/kat.h"

uint32_t selftest_kat_hmac_sha256(void) {
  /* RFC 4231, test case 6: a key of 131 bytes 0xaa. */
  static const uint8_t msg[54] =
      "Test Using Larger Than Block-Size Key - Hash Key First";
  uint8_t key[131];
  uint8_t tag[sizeof selftest_expected_hmac_sha256];
  memset(key, 0xaa, sizeof key);
  memset(tag, 0, sizeof tag);
  hmac_digest(CORDON_SHA256, tag, key, sizeof key, msg, sizeof msg);
  return ct_bytes_equal(tag, selftest_expected_hmac_sha256, sizeof tag);
}
