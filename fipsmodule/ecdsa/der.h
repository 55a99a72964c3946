/* The DER form of a signature: SEQUENCE { r INTEGER, s INTEGER } (RFC 3279,
 * 2.2.3; X.690, 8.3 and 10.1). Signatures are public. */
#ifndef CORDON_ECDSA_DER_H_
#define CORDON_ECDSA_DER_H_

#include <stddef.h>
#include <stdint.h>

enum der_result {
  DER_OK = 1,
  DER_MALFORMED,   /* not strict DER, or a negative integer */
  DER_OUT_OF_RANGE /* an integer wider than `width` bytes */
};

#pragma GCC visibility push(hidden)

/* der_max_len is the most that der_encode writes for an order of so many
 * bits. */
size_t der_max_len(unsigned order_bits);

/* der_encode writes r and s of `width` bytes each. Returns the length. */
size_t der_encode(uint8_t *out, const uint8_t *r, const uint8_t *s,
                  size_t width);

/* der_decode_vartime reads r and s to `width` bytes each. Both are written
 * whole if the result is DER_OK, else they hold nothing of use. */
enum der_result der_decode_vartime(uint8_t *r, uint8_t *s, size_t width,
                                   const uint8_t *in, size_t len);

#pragma GCC visibility pop

#endif
