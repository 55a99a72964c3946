/* The permutation Keccak-f[1600] and the sponge over it (FIPS 202, 3 and 4).
 * Bits are numbered from the low bit of a byte up (FIPS 202, B.1), bytes from
 * the low byte of a lane up, and lane A[x, y] is a[x + 5 y]. */
#ifndef CORDON_DIGEST_KECCAK_H_
#define CORDON_DIGEST_KECCAK_H_

#include <stddef.h>
#include <stdint.h>

#define KECCAK_NUM_LANES 25
#define KECCAK_NUM_ROUNDS 24

#pragma GCC visibility push(hidden)

/* RC of FIPS 202, 3.2.5: bit 2^j - 1 of round i is rc(j + 7 i), j = 0 .. 6. */
extern const uint64_t keccak_rc[KECCAK_NUM_ROUNDS];

/* keccak_f1600 is Keccak-p[1600, 24] (3.3 and 3.4). It dispatches; the
 * implementations follow.
 * CT: the lanes may be secret. */
void keccak_f1600(uint64_t a[KECCAK_NUM_LANES]);
void keccak_f1600_c(uint64_t a[KECCAK_NUM_LANES]);

/* keccak_absorb xors len bytes into a, of which the first `at` bytes of the
 * block were filled, and permutes after each whole block of `rate` bytes.
 * Returns how many bytes of the block are filled now, < rate.
 * Pre: at < rate, rate a multiple of 8 below 200. */
size_t keccak_absorb(uint64_t a[KECCAK_NUM_LANES], size_t rate, size_t at,
                     const uint8_t *in, size_t len);

/* keccak_pad ends the message: its last bits, in the low bits of `tail`, the
 * bits that tell functions apart and the first bit of pad10*1 (5.1) are
 * num_bits bits of `tail`, at most 15; zeros, the second bit and the
 * permutation follow.
 * Pre: as keccak_absorb. */
void keccak_pad(uint64_t a[KECCAK_NUM_LANES], size_t rate, size_t at,
                uint32_t tail, unsigned num_bits);

/* keccak_squeeze writes the next len bytes of output, of which the first `at`
 * bytes of this block are used up, at <= rate. Returns how many are now,
 * <= rate.
 * CT: the output may be secret; lengths are public. */
size_t keccak_squeeze(uint64_t a[KECCAK_NUM_LANES], size_t rate, size_t at,
                      uint8_t *out, size_t len);

#pragma GCC visibility pop

#endif
