/* The compression function and the constants of SHA-224 and SHA-256. */
#ifndef CORDON_DIGEST_SHA256_H_
#define CORDON_DIGEST_SHA256_H_

#include <stddef.h>
#include <stdint.h>

#define SHA256_BLOCK_LEN 64
#define SHA256_NUM_ROUNDS 64

#pragma GCC visibility push(hidden)

/* K of FIPS 180-4, 4.2.2: floor(2^32 * frac(cbrt(p))) for the first 64 primes
 * p. */
extern const uint32_t sha256_k[SHA256_NUM_ROUNDS];

/* H(0) of FIPS 180-4, 5.3.3: floor(2^32 * frac(sqrt(p))), 1st to 8th prime. */
extern const uint32_t sha256_iv[8];

/* H(0) of FIPS 180-4, 5.3.2: the low halves of sha384_iv. */
extern const uint32_t sha224_iv[8];

/* sha256_compress runs num_blocks blocks of 64 bytes into state (6.2.2). It
 * dispatches; the portable implementation follows.
 * CT: state and blocks may be secret. Alias: none. */
void sha256_compress(uint32_t state[8], const uint8_t *blocks,
                     size_t num_blocks);
void sha256_compress_c(uint32_t state[8], const uint8_t *blocks,
                       size_t num_blocks);

#pragma GCC visibility pop

#endif
