/* Known-answer tests of ECDH; the rules of selftest/kat.h hold. */
#ifndef CORDON_SELFTEST_KAT_ECDH_H_
#define CORDON_SELFTEST_KAT_ECDH_H_

#include <cordon/types.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* selftest_kat_ecdh computes Z on one of the four curves. */
uint32_t selftest_kat_ecdh(uint32_t curve);

/* selftest_kat_kdf derives keys by both options of the one-step KDF. */
uint32_t selftest_kat_kdf(void);

/* selftest_agree_one is the scalar 1, as the pairwise test reads it. */
const volatile uint8_t *selftest_agree_one(uint32_t curve);

extern const uint8_t selftest_expected_ecdh_p224[28];
extern const uint8_t selftest_expected_ecdh_p256[32];
extern const uint8_t selftest_expected_ecdh_p384[48];
extern const uint8_t selftest_expected_ecdh_p521[66];

extern const uint8_t selftest_expected_pairwise_agree_p224[1];
extern const uint8_t selftest_expected_pairwise_agree_p256[1];
extern const uint8_t selftest_expected_pairwise_agree_p384[1];
extern const uint8_t selftest_expected_pairwise_agree_p521[1];

#define KAT_KDF_LEN 40
extern const uint8_t selftest_expected_kdf_onestep[2 * KAT_KDF_LEN];

#pragma GCC visibility pop

#endif
