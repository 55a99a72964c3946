/* The dispatch from a curve's id to its own code. */
#include "ec/ec.h"

#include <cordon/types.h>

#include "ec/p256.h"

size_t ec_field_len(uint32_t curve) {
  switch (curve) {
    case CORDON_P256:
      return P256_BYTES;
    default:
      return 0;
  }
}

size_t ec_order_len(uint32_t curve) {
  switch (curve) {
    case CORDON_P256:
      return P256_BYTES;
    default:
      return 0;
  }
}

unsigned ec_order_bits(uint32_t curve) {
  switch (curve) {
    case CORDON_P256:
      return P256_BITS;
    default:
      return 0;
  }
}

limb_t ec_scalar_from_bytes(uint32_t curve, ec_scalar *out, const uint8_t *in) {
  switch (curve) {
    case CORDON_P256:
      return p256_scalar_from_bytes(out, in);
    default:
      return 0;
  }
}

limb_t ec_scalar_from_candidate(uint32_t curve, ec_scalar *out,
                                const uint8_t *in) {
  switch (curve) {
    case CORDON_P256:
      return p256_scalar_from_candidate(out, in);
    default:
      return 0;
  }
}

void ec_scalar_to_bytes(uint32_t curve, uint8_t *out, const ec_scalar *in) {
  switch (curve) {
    case CORDON_P256:
      p256_scalar_to_bytes(out, in);
      break;
    default:
      break;
  }
}

void ec_mul_base(uint32_t curve, ec_affine *out, const ec_scalar *k) {
  switch (curve) {
    case CORDON_P256:
      p256_mul_base(out, k);
      break;
    default:
      break;
  }
}

limb_t ec_affine_equal(uint32_t curve, const ec_affine *a, const ec_affine *b) {
  switch (curve) {
    case CORDON_P256:
      return p256_affine_equal(a, b);
    default:
      return 0;
  }
}

void ec_affine_to_bytes(uint32_t curve, uint8_t *x, uint8_t *y,
                        const ec_affine *in) {
  switch (curve) {
    case CORDON_P256:
      p256_affine_to_bytes(x, y, in);
      break;
    default:
      break;
  }
}

int ec_affine_from_bytes_vartime(uint32_t curve, ec_affine *out,
                                 const uint8_t *x, const uint8_t *y) {
  switch (curve) {
    case CORDON_P256:
      return p256_affine_from_bytes_vartime(out, x, y);
    default:
      return 0;
  }
}

int ec_decompress_vartime(uint32_t curve, ec_affine *out, const uint8_t *x,
                          int y_odd) {
  switch (curve) {
    case CORDON_P256:
      return p256_decompress_vartime(out, x, y_odd);
    default:
      return 0;
  }
}

int ec_validate_order_vartime(uint32_t curve, const ec_affine *q) {
  switch (curve) {
    case CORDON_P256:
      return p256_validate_order_vartime(q);
    default:
      return 0;
  }
}
