/* Curve points and scalars for the services: the contract of the arithmetic.
 * Curves are ids of <cordon/types.h>; for an unknown one lengths, masks and
 * results are 0. Scalar outputs may alias inputs. */
#ifndef CORDON_EC_EC_H_
#define CORDON_EC_EC_H_

#include <stddef.h>
#include <stdint.h>

#include "limbs/limb.h"

#pragma GCC visibility push(hidden)

/* Candidates for a scalar that are drawn at most. One of P-256 is rejected with
 * probability 2^-32, of any NIST curve with at most 2^-1, so a healthy DRBG
 * does not reach the end of it. */
#define SCALAR_MAX_CANDIDATES 128

/* The table of a prepared key for self-tests, besides the CORDON_PREPARED_ of
 * <cordon/prepared.h>, and its length in bytes, at most. */
#define EC_PREPARED_LEAST 0
#define EC_PREPARED_LEAST_LEN (9 * 2 * 2 * 72)

/* A plain integer, little-endian limbs, below the order n. */
typedef struct {
  limb_t v[EC_MAX_LIMBS];
} ec_scalar;

/* An affine point, coordinates below p in Montgomery form. */
typedef struct {
  limb_t x[EC_MAX_LIMBS], y[EC_MAX_LIMBS];
} ec_affine;

/* ec_field_len is the length of an encoded coordinate, 0 if unknown. */
size_t ec_field_len(uint32_t curve);

/* ec_order_len is the length of an encoded scalar, 0 if unknown. */
size_t ec_order_len(uint32_t curve);

/* ec_order_bits is the bit length of n, 0 if unknown. */
unsigned ec_order_bits(uint32_t curve);

/* ec_scalar_from_bytes reads order_len big-endian bytes; all ones iff they are
 * in [1, n - 1], else out is 0. */
limb_t ec_scalar_from_bytes(uint32_t curve, ec_scalar *out, const uint8_t *in);

/* ec_scalar_from_candidate reads a candidate c of FIPS 186-5 A.2.2 or A.3.2;
 * all ones iff c <= n - 2, then out = c + 1, else out is 0. */
limb_t ec_scalar_from_candidate(uint32_t curve, ec_scalar *out,
                                const uint8_t *in);

/* ec_scalar_from_wide sets out = (in mod (n - 1)) + 1 for a big-endian integer
 * of len bytes (FIPS 186-5 A.2.1 and A.4.1), and returns all ones.
 * Pre: order_len <= len, order_len + 8 or more for an out without bias. */
limb_t ec_scalar_from_wide(uint32_t curve, ec_scalar *out, const uint8_t *in,
                           size_t len);

/* ec_scalar_from_digest sets out to the leftmost order_bits bits of a digest,
 * mod n (FIPS 186-5 6.4.1 step 2). */
void ec_scalar_from_digest(uint32_t curve, ec_scalar *out,
                           const uint8_t *digest, size_t digest_len);

/* ec_scalar_from_x sets out to the x of p as an integer, mod n. */
void ec_scalar_from_x(uint32_t curve, ec_scalar *out, const ec_affine *p);

/* ec_scalar_to_bytes writes order_len big-endian bytes. */
void ec_scalar_to_bytes(uint32_t curve, uint8_t *out, const ec_scalar *in);

/* ec_scalar_is_zero is all ones iff a = 0. */
limb_t ec_scalar_is_zero(uint32_t curve, const ec_scalar *a);

/* out = a + b, a b, and a / b mod n, which is 0 for b = 0. */
void ec_scalar_add(uint32_t curve, ec_scalar *out, const ec_scalar *a,
                   const ec_scalar *b);
void ec_scalar_mul(uint32_t curve, ec_scalar *out, const ec_scalar *a,
                   const ec_scalar *b);
void ec_scalar_divide(uint32_t curve, ec_scalar *out, const ec_scalar *a,
                      const ec_scalar *b);

/* ec_scalar_mul_mont sets out = a b / R mod n, where R is the radix of the
 * curve's Montgomery arithmetic. */
void ec_scalar_mul_mont(uint32_t curve, ec_scalar *out, const ec_scalar *a,
                        const ec_scalar *b);

/* ec_scalar_invert_batch sets a_i = R / a_i mod n for num scalars, with one
 * inversion; `work` has room for num. Pre: no a_i is 0, num > 0. */
void ec_scalar_invert_batch(uint32_t curve, ec_scalar *a, ec_scalar *work,
                            size_t num);

/* ec_scalar_inverse_vartime sets out = 1 / a mod n and returns 1, or returns 0
 * and sets out = 0 for a = 0. */
int ec_scalar_inverse_vartime(uint32_t curve, ec_scalar *out,
                              const ec_scalar *a);

/* ec_mul_base sets out = k G. Pre: 1 <= k < n. CT: k does not leak; out is
 * still secret. */
void ec_mul_base(uint32_t curve, ec_affine *out, const ec_scalar *k);

/* ec_mul_base_x_batch sets r_i to the x of k_i G as an integer, mod n, for num
 * scalars, with one inversion; `work` has room for 2 num. Pre: 1 <= k_i < n,
 * num > 0. CT: k_i does not leak; r_i, and what stays in `work`, is secret. */
void ec_mul_base_x_batch(uint32_t curve, ec_scalar *r, const ec_scalar *k,
                         ec_scalar *work, size_t num);

/* ec_mul sets out = k q and returns all ones, or returns 0 and sets out = (0,
 * 0) where that is infinity. Pre: 1 <= k < n; q has order n, and is public. CT:
 * k does not leak; out is still secret. */
limb_t ec_mul(uint32_t curve, ec_affine *out, const ec_affine *q,
              const ec_scalar *k);

/* ec_affine_equal is all ones iff a = b. */
limb_t ec_affine_equal(uint32_t curve, const ec_affine *a, const ec_affine *b);

/* ec_affine_to_bytes writes field_len big-endian bytes to each of x and y. */
void ec_affine_to_bytes(uint32_t curve, uint8_t *x, uint8_t *y,
                        const ec_affine *in);

/* ec_affine_from_bytes_vartime is 1 iff x, y < p and (x, y) is on the curve.
 * Post: out = (0, 0), which no curve here has, where it is 0. */
int ec_affine_from_bytes_vartime(uint32_t curve, ec_affine *out,
                                 const uint8_t *x, const uint8_t *y);

/* ec_decompress_vartime is 1 iff x < p and there is a point with that x; out
 * is the one whose y has the parity y_odd. Post: as above. Pre: y_odd < 2. */
int ec_decompress_vartime(uint32_t curve, ec_affine *out, const uint8_t *x,
                          int y_odd);

/* ec_validate_order_vartime is 1 iff q is on the curve and n q is infinity:
 * step 4 of SP 800-56A 5.6.2.3.3. */
int ec_validate_order_vartime(uint32_t curve, const ec_affine *q);

/* ec_sum_has_x_vartime is 1 iff u1 G + u2 q is not infinity and its x is r
 * modulo n. Pre: q is on the curve and not infinity. */
int ec_sum_has_x_vartime(uint32_t curve, const ec_scalar *u1,
                         const ec_affine *q, const ec_scalar *u2,
                         const ec_scalar *r);

/* ec_prepared_len is the length in bytes of the table of a point, for
 * EC_PREPARED_LEAST or a CORDON_PREPARED_; 0 if the curve or the choice is
 * unknown. */
size_t ec_prepared_len(uint32_t curve, uint32_t choice);

/* ec_prepare makes the table of q, which is public.
 * Pre: ec_prepared_len is not 0; q is on the curve and not infinity. */
void ec_prepare(uint32_t curve, uint32_t choice, limb_t *table,
                const ec_affine *q);

/* ec_prepared_sum_has_x_vartime is ec_sum_has_x_vartime for the q of a table.
 * It stays within the table whatever is in it. */
int ec_prepared_sum_has_x_vartime(uint32_t curve, const ec_scalar *u1,
                                  uint32_t choice, const limb_t *table,
                                  const ec_scalar *u2, const ec_scalar *r);

#pragma GCC visibility pop

#endif
