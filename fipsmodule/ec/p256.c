/* P-256: specialises the generic point and scalar code to its constants. */
#include "ec/p256.h"

#include "ec/encode_impl.h"
#include "ec/mul_impl.h"
#include "ec/p256_curve.h"
#include "scalar/scalar_impl.h"

limb_t p256_scalar_from_bytes(ec_scalar *out, const uint8_t *in) {
  return sc_from_bytes(&p256_curve, out->v, in);
}

limb_t p256_scalar_from_candidate(ec_scalar *out, const uint8_t *in) {
  return sc_from_candidate(&p256_curve, out->v, in);
}

void p256_scalar_to_bytes(uint8_t *out, const ec_scalar *in) {
  sc_to_bytes(&p256_curve, out, in->v);
}

void p256_mul_base(ec_affine *out, const ec_scalar *k) {
  mul_base(&p256_curve, out, p256_base_table, k->v);
}

limb_t p256_affine_equal(const ec_affine *a, const ec_affine *b) {
  return affine_equal(&p256_curve, a, b);
}

void p256_affine_to_bytes(uint8_t *x, uint8_t *y, const ec_affine *in) {
  affine_to_bytes(&p256_curve, x, y, in);
}

int p256_affine_from_bytes_vartime(ec_affine *out, const uint8_t *x,
                                   const uint8_t *y) {
  return affine_from_bytes_vartime(&p256_curve, out, x, y);
}

int p256_decompress_vartime(ec_affine *out, const uint8_t *x, int y_odd) {
  return affine_decompress_vartime(&p256_curve, out, x, y_odd);
}

int p256_validate_order_vartime(const ec_affine *q) {
  return point_has_order_vartime(&p256_curve, q);
}
