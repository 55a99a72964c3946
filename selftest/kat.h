/* Known-answer tests of digests, HMAC and HMAC_DRBG, and the values that they
 * expect. Each test returns all ones if it passed, else 0. They touch no state
 * of the module and may run in any thread.
 *
 * The expected values are objects of their own, in files of their own, so that
 * the failure tool can change one by its name and the compiler can fold
 * none. */
#ifndef CORDON_SELFTEST_KAT_H_
#define CORDON_SELFTEST_KAT_H_

#include <stdint.h>

#define KAT_SHAKE_LEN 176
#define KAT_DRBG_FIRST_LEN 64
#define KAT_DRBG_SECOND_LEN 80
#define KAT_DRBG_OUT_LEN (KAT_DRBG_FIRST_LEN + KAT_DRBG_SECOND_LEN)
#define KAT_DRBG_NUM_ERRORS 16
#define KAT_DRBG_NUM_FAILURES 18

#pragma GCC visibility push(hidden)

/* HMAC-SHA-256, key longer than a block. Runs before the integrity test. */
uint32_t selftest_kat_hmac_sha256(void);

/* One message of two blocks each, fed in two parts. */
uint32_t selftest_kat_sha224(void);
uint32_t selftest_kat_sha256(void);
uint32_t selftest_kat_sha384(void);
uint32_t selftest_kat_sha512(void);
uint32_t selftest_kat_sha512_224(void);
uint32_t selftest_kat_sha512_256(void);

/* One message of one to two blocks each, fed in two parts; of SHAKE two blocks
 * of output, taken in two parts. */
uint32_t selftest_kat_sha3_224(void);
uint32_t selftest_kat_sha3_256(void);
uint32_t selftest_kat_sha3_384(void);
uint32_t selftest_kat_sha3_512(void);
uint32_t selftest_kat_shake128(void);
uint32_t selftest_kat_shake256(void);

/* Instantiate with personalisation, generate, reseed and generate with
 * additional input, uninstantiate (SP 800-90A, 11.3.2 to 11.3.5). */
uint32_t selftest_kat_drbg_sha256(void);
uint32_t selftest_kat_drbg_sha512(void);

/* What the algorithm refuses by itself, and what it accepts at the same limits
 * (11.3.2 to 11.3.5). */
uint32_t selftest_kat_drbg_errors(void);

/* What it refuses together with its entropy source. */
uint32_t selftest_kat_drbg_failures(void);

extern const uint8_t selftest_expected_hmac_sha256[32];
extern const uint8_t selftest_expected_sha224[28];
extern const uint8_t selftest_expected_sha256[32];
extern const uint8_t selftest_expected_sha384[48];
extern const uint8_t selftest_expected_sha512[64];
extern const uint8_t selftest_sha512_blocks[64];
extern const uint8_t selftest_expected_sha512_224[28];
extern const uint8_t selftest_expected_sha512_256[32];
extern const uint8_t selftest_expected_sha3_224[28];
extern const uint8_t selftest_expected_sha3_256[32];
extern const uint8_t selftest_expected_sha3_384[48];
extern const uint8_t selftest_expected_sha3_512[64];
extern const uint8_t selftest_expected_shake128[KAT_SHAKE_LEN];
extern const uint8_t selftest_expected_shake256[KAT_SHAKE_LEN];
extern const uint8_t selftest_expected_drbg_sha256[KAT_DRBG_OUT_LEN];
extern const uint8_t selftest_expected_drbg_sha512[KAT_DRBG_OUT_LEN];
extern const uint8_t selftest_expected_drbg_errors[KAT_DRBG_NUM_ERRORS];
extern const uint8_t selftest_expected_drbg_failures[KAT_DRBG_NUM_FAILURES];

#pragma GCC visibility pop

#endif
