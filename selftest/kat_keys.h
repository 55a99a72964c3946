/* The key pairs of the known-answer tests of ECDSA and ECDH. */
#ifndef CORDON_SELFTEST_KAT_KEYS_H_
#define CORDON_SELFTEST_KAT_KEYS_H_

#include <cordon/types.h>
#include <stdint.h>

struct kat_key {
  uint8_t x[CORDON_MAX_FIELD_BYTES];
  uint8_t ux[CORDON_MAX_FIELD_BYTES];
  uint8_t uy[CORDON_MAX_FIELD_BYTES];
  uint8_t k[CORDON_MAX_FIELD_BYTES];
};

#pragma GCC visibility push(hidden)

/* Pre: curve is one of the four. */
const struct kat_key *kat_key_of(uint32_t curve);

#pragma GCC visibility pop

#endif
