/* One call of the arithmetic of a curve: the operation and its arguments. The
 * functions of ec.h make such a record; call_impl.h has the operations over any
 * struct curve; each curve's file specialises them to its constants, and
 * curves.c has the one switch over curves. */
#ifndef CORDON_EC_CALL_H_
#define CORDON_EC_CALL_H_

#include "ec/ec.h"

/* What ec.h says of the function of that name. */
enum ec_op {
  EC_FIELD_LEN,
  EC_ORDER_LEN,
  EC_ORDER_BITS,
  EC_SCALAR_FROM_BYTES,
  EC_SCALAR_FROM_CANDIDATE,
  EC_SCALAR_FROM_WIDE,
  EC_SCALAR_FROM_DIGEST,
  EC_SCALAR_FROM_X,
  EC_SCALAR_TO_BYTES,
  EC_SCALAR_IS_ZERO,
  EC_SCALAR_ADD,
  EC_SCALAR_MUL,
  EC_SCALAR_DIVIDE,
  EC_SCALAR_MUL_MONT,
  EC_SCALAR_INVERT_BATCH,
  EC_MUL_BASE,
  EC_MUL_BASE_X_BATCH,
  EC_MUL,
  EC_AFFINE_EQUAL,
  EC_AFFINE_TO_BYTES,
  EC_PREPARED_LEN,
  EC_PREPARE
};

enum ec_op_vartime {
  EC_SCALAR_INVERSE_VARTIME,
  EC_AFFINE_FROM_BYTES_VARTIME,
  EC_DECOMPRESS_VARTIME,
  EC_VALIDATE_ORDER_VARTIME,
  EC_SUM_HAS_X_VARTIME,
  EC_PREPARED_SUM_HAS_X_VARTIME
};

/* Arguments that an operation does not have are not looked at. */
struct ec_call {
  uint32_t op;
  int y_odd;
  size_t len;
  const uint8_t *in, *in_y;
  uint8_t *out, *out_y;
  const ec_scalar *a, *b, *x;
  ec_scalar *scalar, *work;
  const ec_affine *p, *q;
  ec_affine *point;
  uint32_t choice; /* of a table */
  const limb_t *table;
  limb_t *table_out;
};

#pragma GCC visibility push(hidden)

/* ec_run and ec_run_vartime make a call with an enum ec_op, or an
 * enum ec_op_vartime, on a curve; 0 if the curve is unknown. */
limb_t ec_run(uint32_t curve, const struct ec_call *call);
int ec_run_vartime(uint32_t curve, const struct ec_call *call);

#pragma GCC visibility pop

#endif
