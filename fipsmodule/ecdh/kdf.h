/* The one-step key derivation function: SP 800-56C rev 2, 4.1. */
#ifndef CORDON_ECDH_KDF_H_
#define CORDON_ECDH_KDF_H_

#include <cordon/ecdh.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/* kdf_onestep fills out. Lengths are within the limits of <cordon/ecdh.h>, and
 * the hash is one that kdf->method allows.
 * Alias: none. CT: Z, salt, info and out do not leak. */
void kdf_onestep(uint8_t *out, size_t out_len, const cordon_kdf *kdf,
                 const uint8_t *z, size_t z_len);

#pragma GCC visibility pop

#endif
