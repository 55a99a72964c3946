/* Known-answer tests of ECDSA on each of the four curves; the rules of
 * selftest/kat.h hold. */
#ifndef CORDON_SELFTEST_KAT_ECDSA_H_
#define CORDON_SELFTEST_KAT_ECDSA_H_

#include <cordon/types.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

uint32_t selftest_kat_ecdsa_sign(uint32_t curve);
uint32_t selftest_kat_ecdsa_verify(uint32_t curve);
uint32_t selftest_kat_ecdsa_deterministic(uint32_t curve);

/* selftest_pairwise_digest is what the pairwise test verifies: 32 bytes. */
const volatile uint8_t *selftest_pairwise_digest(uint32_t curve);

extern const uint8_t selftest_expected_ecdsa_sign_p224[56];
extern const uint8_t selftest_expected_ecdsa_sign_p256[64];
extern const uint8_t selftest_expected_ecdsa_sign_p384[96];
extern const uint8_t selftest_expected_ecdsa_sign_p521[132];

extern const uint8_t selftest_expected_ecdsa_verify_p224[56];
extern const uint8_t selftest_expected_ecdsa_verify_p256[64];
extern const uint8_t selftest_expected_ecdsa_verify_p384[96];
extern const uint8_t selftest_expected_ecdsa_verify_p521[132];

extern const uint8_t selftest_expected_ecdsa_deterministic_p224[56];
extern const uint8_t selftest_expected_ecdsa_deterministic_p256[64];
extern const uint8_t selftest_expected_ecdsa_deterministic_p384[96];
extern const uint8_t selftest_expected_ecdsa_deterministic_p521[132];

extern const uint8_t selftest_expected_pairwise_sign_p224[32];
extern const uint8_t selftest_expected_pairwise_sign_p256[32];
extern const uint8_t selftest_expected_pairwise_sign_p384[32];
extern const uint8_t selftest_expected_pairwise_sign_p521[32];

#pragma GCC visibility pop

#endif
