/* Known-answer tests of ECDSA; the rules of selftest/kat.h hold. */
#ifndef CORDON_SELFTEST_KAT_ECDSA_H_
#define CORDON_SELFTEST_KAT_ECDSA_H_

#include <cordon/types.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

uint32_t selftest_kat_ecdsa_sign_p256(void);
uint32_t selftest_kat_ecdsa_verify_p256(void);

extern const uint8_t selftest_expected_ecdsa_sign_p256[64];
extern const uint8_t selftest_expected_ecdsa_verify_p256[64];
extern const uint8_t selftest_expected_pairwise_p256[32];

#pragma GCC visibility pop

#endif
