/* The functions of ec.h as calls on a curve. */
#include "ec/ec.h"

#include "ec/call.h"

size_t ec_field_len(uint32_t curve) {
  const struct ec_call call = {.op = EC_FIELD_LEN};
  return (size_t)ec_run(curve, &call);
}

size_t ec_order_len(uint32_t curve) {
  const struct ec_call call = {.op = EC_ORDER_LEN};
  return (size_t)ec_run(curve, &call);
}

unsigned ec_order_bits(uint32_t curve) {
  const struct ec_call call = {.op = EC_ORDER_BITS};
  return (unsigned)ec_run(curve, &call);
}

limb_t ec_scalar_from_bytes(uint32_t curve, ec_scalar *out, const uint8_t *in) {
  const struct ec_call call = {
      .op = EC_SCALAR_FROM_BYTES, .scalar = out, .in = in};
  return ec_run(curve, &call);
}

limb_t ec_scalar_from_candidate(uint32_t curve, ec_scalar *out,
                                const uint8_t *in) {
  const struct ec_call call = {
      .op = EC_SCALAR_FROM_CANDIDATE, .scalar = out, .in = in};
  return ec_run(curve, &call);
}

limb_t ec_scalar_from_wide(uint32_t curve, ec_scalar *out, const uint8_t *in,
                           size_t len) {
  const struct ec_call call = {
      .op = EC_SCALAR_FROM_WIDE, .scalar = out, .in = in, .len = len};
  return ec_run(curve, &call);
}

void ec_scalar_from_digest(uint32_t curve, ec_scalar *out,
                           const uint8_t *digest, size_t digest_len) {
  const struct ec_call call = {.op = EC_SCALAR_FROM_DIGEST,
                               .scalar = out,
                               .in = digest,
                               .len = digest_len};
  (void)ec_run(curve, &call);
}

void ec_scalar_from_x(uint32_t curve, ec_scalar *out, const ec_affine *p) {
  const struct ec_call call = {.op = EC_SCALAR_FROM_X, .scalar = out, .p = p};
  (void)ec_run(curve, &call);
}

void ec_scalar_to_bytes(uint32_t curve, uint8_t *out, const ec_scalar *in) {
  const struct ec_call call = {.op = EC_SCALAR_TO_BYTES, .out = out, .a = in};
  (void)ec_run(curve, &call);
}

limb_t ec_scalar_is_zero(uint32_t curve, const ec_scalar *a) {
  const struct ec_call call = {.op = EC_SCALAR_IS_ZERO, .a = a};
  return ec_run(curve, &call);
}

void ec_scalar_add(uint32_t curve, ec_scalar *out, const ec_scalar *a,
                   const ec_scalar *b) {
  const struct ec_call call = {
      .op = EC_SCALAR_ADD, .scalar = out, .a = a, .b = b};
  (void)ec_run(curve, &call);
}

void ec_scalar_mul(uint32_t curve, ec_scalar *out, const ec_scalar *a,
                   const ec_scalar *b) {
  const struct ec_call call = {
      .op = EC_SCALAR_MUL, .scalar = out, .a = a, .b = b};
  (void)ec_run(curve, &call);
}

void ec_scalar_divide(uint32_t curve, ec_scalar *out, const ec_scalar *a,
                      const ec_scalar *b) {
  const struct ec_call call = {
      .op = EC_SCALAR_DIVIDE, .scalar = out, .a = a, .b = b};
  (void)ec_run(curve, &call);
}

void ec_scalar_mul_mont(uint32_t curve, ec_scalar *out, const ec_scalar *a,
                        const ec_scalar *b) {
  const struct ec_call call = {
      .op = EC_SCALAR_MUL_MONT, .scalar = out, .a = a, .b = b};
  (void)ec_run(curve, &call);
}

void ec_scalar_invert_batch(uint32_t curve, ec_scalar *a, ec_scalar *work,
                            size_t num) {
  const struct ec_call call = {
      .op = EC_SCALAR_INVERT_BATCH, .scalar = a, .work = work, .len = num};
  (void)ec_run(curve, &call);
}

int ec_scalar_inverse_vartime(uint32_t curve, ec_scalar *out,
                              const ec_scalar *a) {
  const struct ec_call call = {
      .op = EC_SCALAR_INVERSE_VARTIME, .scalar = out, .a = a};
  return ec_run_vartime(curve, &call);
}

void ec_mul_base(uint32_t curve, ec_affine *out, const ec_scalar *k) {
  const struct ec_call call = {.op = EC_MUL_BASE, .point = out, .a = k};
  (void)ec_run(curve, &call);
}

void ec_mul_base_x_batch(uint32_t curve, ec_scalar *r, const ec_scalar *k,
                         ec_scalar *work, size_t num) {
  const struct ec_call call = {
      .op = EC_MUL_BASE_X_BATCH, .scalar = r, .a = k, .work = work, .len = num};
  (void)ec_run(curve, &call);
}

limb_t ec_mul(uint32_t curve, ec_affine *out, const ec_affine *q,
              const ec_scalar *k) {
  const struct ec_call call = {.op = EC_MUL, .point = out, .q = q, .a = k};
  return ec_run(curve, &call);
}

limb_t ec_affine_equal(uint32_t curve, const ec_affine *a, const ec_affine *b) {
  const struct ec_call call = {.op = EC_AFFINE_EQUAL, .p = a, .q = b};
  return ec_run(curve, &call);
}

void ec_affine_to_bytes(uint32_t curve, uint8_t *x, uint8_t *y,
                        const ec_affine *in) {
  const struct ec_call call = {
      .op = EC_AFFINE_TO_BYTES, .out = x, .out_y = y, .p = in};
  (void)ec_run(curve, &call);
}

int ec_affine_from_bytes_vartime(uint32_t curve, ec_affine *out,
                                 const uint8_t *x, const uint8_t *y) {
  const struct ec_call call = {
      .op = EC_AFFINE_FROM_BYTES_VARTIME, .point = out, .in = x, .in_y = y};
  return ec_run_vartime(curve, &call);
}

int ec_decompress_vartime(uint32_t curve, ec_affine *out, const uint8_t *x,
                          int y_odd) {
  const struct ec_call call = {
      .op = EC_DECOMPRESS_VARTIME, .point = out, .in = x, .y_odd = y_odd};
  return ec_run_vartime(curve, &call);
}

int ec_validate_order_vartime(uint32_t curve, const ec_affine *q) {
  const struct ec_call call = {.op = EC_VALIDATE_ORDER_VARTIME, .q = q};
  return ec_run_vartime(curve, &call);
}

int ec_sum_has_x_vartime(uint32_t curve, const ec_scalar *u1,
                         const ec_affine *q, const ec_scalar *u2,
                         const ec_scalar *r) {
  const struct ec_call call = {
      .op = EC_SUM_HAS_X_VARTIME, .a = u1, .q = q, .b = u2, .x = r};
  return ec_run_vartime(curve, &call);
}

size_t ec_prepared_len(uint32_t curve, uint32_t choice) {
  const struct ec_call call = {.op = EC_PREPARED_LEN, .choice = choice};
  return (size_t)ec_run(curve, &call);
}

void ec_prepare(uint32_t curve, uint32_t choice, limb_t *table,
                const ec_affine *q) {
  const struct ec_call call = {
      .op = EC_PREPARE, .choice = choice, .table_out = table, .q = q};
  (void)ec_run(curve, &call);
}

int ec_prepared_sum_has_x_vartime(uint32_t curve, const ec_scalar *u1,
                                  uint32_t choice, const limb_t *table,
                                  const ec_scalar *u2, const ec_scalar *r) {
  const struct ec_call call = {.op = EC_PREPARED_SUM_HAS_X_VARTIME,
                               .a = u1,
                               .choice = choice,
                               .table = table,
                               .b = u2,
                               .x = r};
  return ec_run_vartime(curve, &call);
}
