/* Internal functions of the development library under plain C types, so that
 * C++ tests can call them. */
#ifndef CORDON_TESTS_SERVICE_INTERNAL_ACCESS_H_
#define CORDON_TESTS_SERVICE_INTERNAL_ACCESS_H_

#include <cordon/key.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A scalar from scalar_generate, big-endian. Returns 1, or 0 if it failed. */
int access_draw_scalar(uint8_t *out);

/* Draws a private key by extra random bits, and writes what the thread's DRBG
 * gave for it: `len` bytes from the state that it had before. Returns 1, or 0
 * if anything failed. */
int access_wide_key(uint32_t curve, uint8_t *d, uint8_t *drawn, size_t len);

/* ec_scalar_from_candidate: 1 iff accepted, out is c + 1 then. */
int access_candidate(uint8_t *out, const uint8_t *candidate);

/* How many requests the thread's DRBG has served since its last seed. */
uint64_t access_num_requests(void);

/* ec_scalar_invert_batch and ec_mul_base_x_batch over `num` scalars in
 * big-endian, against the calls for one value. Returns 1 iff they agree.
 * Pre: num <= ACCESS_MAX_BATCH. */
#define ACCESS_MAX_BATCH 16
int access_batch_agrees(uint32_t curve, const uint8_t *scalars, size_t num);

/* Declares a key for another use than it was made for. */
void access_set_use(cordon_private_key *key, uint32_t use);

/* der_max_len, der_encode and der_decode_vartime for any width. */
size_t access_der_max_len(unsigned order_bits);
size_t access_der_encode(uint8_t *out, const uint8_t *r, const uint8_t *s,
                         size_t width);
int access_der_decode(uint8_t *r, uint8_t *s, size_t width, const uint8_t *in,
                      size_t len);

#ifdef __cplusplus
}
#endif

#endif
