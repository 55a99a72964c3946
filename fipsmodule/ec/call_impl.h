/* The operations of ec.h over any curve. A curve's file calls these two with
 * the address of its constant, so that all below it is compiled for its limb
 * counts and its field. */
#ifndef CORDON_EC_CALL_IMPL_H_
#define CORDON_EC_CALL_IMPL_H_

#include "ec/batch_impl.h"
#include "ec/call.h"
#include "ec/encode_impl.h"
#include "ec/mul_double_impl.h"
#include "ec/mul_impl.h"
#include "ec/prepared_impl.h"
#include "scalar/scalar_impl.h"

/* call_run_field makes those calls that multiply, in the field of the curve or
 * modulo its order, and returns 1; or 0, and makes none. For further back ends
 * of the moduli: what does not depend on them needs one copy only. */
LIMB_INLINE int call_run_field(const struct curve *c, const limb_t *base,
                               const struct ec_call *call, limb_t *result) {
  limb_t *out = call->scalar != 0 ? call->scalar->v : 0;
  *result = 0;
  switch (call->op) {
    case EC_SCALAR_MUL:
      sc_mul(c, out, call->a->v, call->b->v);
      return 1;
    case EC_SCALAR_DIVIDE:
      sc_divide(c, out, call->a->v, call->b->v);
      return 1;
    case EC_SCALAR_MUL_MONT:
      sc_mul_mont(c, out, call->a->v, call->b->v);
      return 1;
    case EC_SCALAR_INVERT_BATCH:
      batch_invert_order(c, call->scalar, call->work, call->len);
      return 1;
    case EC_SCALAR_FROM_X:
      sc_from_field(c, out, call->p->x);
      return 1;
    case EC_MUL_BASE:
      mul_base(c, call->point, base, call->a->v);
      return 1;
    case EC_MUL_BASE_X_BATCH:
      batch_base_x(c, base, call->scalar, call->a, call->work, call->len);
      return 1;
    case EC_MUL:
      *result = mul_point(c, call->point, call->q, call->a->v);
      return 1;
    case EC_AFFINE_TO_BYTES:
      affine_to_bytes(c, call->out, call->out_y, call->p);
      return 1;
    case EC_PREPARE:
      prepared_make(c, call->table_out, call->choice, call->q);
      return 1;
    default:
      return 0;
  }
}

/* call_run makes a constant-time call; base is the table of mul_base. */
LIMB_INLINE limb_t call_run(const struct curve *c, const limb_t *base,
                            const struct ec_call *call) {
  limb_t *out = call->scalar != 0 ? call->scalar->v : 0;
  limb_t result;
  if (call_run_field(c, base, call, &result)) {
    return result;
  }
  switch (call->op) {
    case EC_FIELD_LEN:
      return (limb_t)mod_num_bytes(&c->p);
    case EC_ORDER_LEN:
      return (limb_t)mod_num_bytes(&c->n);
    case EC_ORDER_BITS:
      return c->n.bits;
    case EC_SCALAR_FROM_BYTES:
      return sc_from_bytes(c, out, call->in);
    case EC_SCALAR_FROM_CANDIDATE:
      return sc_from_candidate(c, out, call->in);
    case EC_SCALAR_FROM_WIDE:
      sc_from_wide(c, out, call->in, call->len);
      return ~(limb_t)0;
    case EC_SCALAR_FROM_DIGEST:
      sc_from_digest(c, out, call->in, call->len);
      return 0;
    case EC_SCALAR_TO_BYTES:
      sc_to_bytes(c, call->out, call->a->v);
      return 0;
    case EC_SCALAR_IS_ZERO:
      return sc_is_zero(c, call->a->v);
    case EC_SCALAR_ADD:
      sc_add(c, out, call->a->v, call->b->v);
      return 0;
    case EC_AFFINE_EQUAL:
      return affine_equal(c, call->p, call->q);
    case EC_PREPARED_LEN:
      return (limb_t)prepared_len(c, call->choice);
    default:
      return 0;
  }
}

/* call_run_field_vartime is the same for variable-time calls; base is the
 * table of mul_base, g_table that of mul_double_vartime. */
LIMB_INLINE int call_run_field_vartime(const struct curve *c,
                                       const limb_t *base,
                                       const limb_t *g_table,
                                       const struct ec_call *call,
                                       int *result) {
  *result = 0;
  switch (call->op) {
    case EC_SCALAR_INVERSE_VARTIME:
      *result = sc_inverse_vartime(c, call->scalar->v, call->a->v);
      return 1;
    case EC_AFFINE_FROM_BYTES_VARTIME:
      *result = affine_from_bytes_vartime(c, call->point, call->in, call->in_y);
      return 1;
    case EC_DECOMPRESS_VARTIME:
      *result =
          affine_decompress_vartime(c, call->point, call->in, call->y_odd);
      return 1;
    case EC_VALIDATE_ORDER_VARTIME:
      *result = point_has_order_vartime(c, call->q);
      return 1;
    case EC_SUM_HAS_X_VARTIME:
      *result = mul_double_has_x_vartime(c, g_table, call->a->v, call->q,
                                         call->b->v, call->x->v);
      return 1;
    case EC_PREPARED_SUM_HAS_X_VARTIME:
      *result = prepared_has_x_vartime(c, base, call->a->v, call->table,
                                       call->choice, call->b->v, call->x->v);
      return 1;
    default:
      return 0;
  }
}

/* call_run_vartime makes any variable-time call. */
LIMB_INLINE int call_run_vartime(const struct curve *c, const limb_t *base,
                                 const limb_t *g_table,
                                 const struct ec_call *call) {
  int result;
  (void)call_run_field_vartime(c, base, g_table, call, &result);
  return result;
}

#endif
