/* The compression function and the constants of SHA-384, SHA-512 and
 * SHA-512/t. */
#ifndef CORDON_DIGEST_SHA512_H_
#define CORDON_DIGEST_SHA512_H_

#include <stddef.h>
#include <stdint.h>

#define SHA512_BLOCK_LEN 128
#define SHA512_NUM_ROUNDS 80

#pragma GCC visibility push(hidden)

/* K of FIPS 180-4, 4.2.3: floor(2^64 * frac(cbrt(p))) for the first 80 primes
 * p. */
extern const uint64_t sha512_k[SHA512_NUM_ROUNDS];

/* H(0) of FIPS 180-4, 5.3.5 and 5.3.4: floor(2^64 * frac(sqrt(p))), 1st to 8th
 * and 9th to 16th prime. */
extern const uint64_t sha512_iv[8];
extern const uint64_t sha384_iv[8];

/* H(0) of FIPS 180-4, 5.3.6: SHA-512 of the ASCII name "SHA-512/224" or
 * "SHA-512/256", begun from sha512_iv xor a5a5...a5 in each word. */
extern const uint64_t sha512_224_iv[8];
extern const uint64_t sha512_256_iv[8];

/* sha512_compress runs num_blocks blocks of 128 bytes into state (6.4.2). It
 * dispatches; the portable implementation follows.
 * CT: state and blocks may be secret. Alias: none. */
void sha512_compress(uint64_t state[8], const uint8_t *blocks,
                     size_t num_blocks);
void sha512_compress_c(uint64_t state[8], const uint8_t *blocks,
                       size_t num_blocks);

#pragma GCC visibility pop

#endif
