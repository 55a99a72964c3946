/* The operations of ec.h over any curve. A curve's file calls these two with
 * the address of its constant, so that all below it is compiled for its limb
 * counts and its field. */
#ifndef CORDON_EC_CALL_IMPL_H_
#define CORDON_EC_CALL_IMPL_H_

#include "ec/call.h"
#include "ec/encode_impl.h"
#include "ec/mul_double_impl.h"
#include "ec/mul_impl.h"
#include "scalar/scalar_impl.h"

/* call_run makes a constant-time call; base is the table of mul_base. */
LIMB_INLINE limb_t call_run(const struct curve *c, const limb_t *base,
                            const struct ec_call *call) {
  limb_t *out = call->scalar != 0 ? call->scalar->v : 0;
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
    case EC_SCALAR_FROM_X:
      sc_from_field(c, out, call->p->x);
      return 0;
    case EC_SCALAR_TO_BYTES:
      sc_to_bytes(c, call->out, call->a->v);
      return 0;
    case EC_SCALAR_IS_ZERO:
      return sc_is_zero(c, call->a->v);
    case EC_SCALAR_ADD:
      sc_add(c, out, call->a->v, call->b->v);
      return 0;
    case EC_SCALAR_MUL:
      sc_mul(c, out, call->a->v, call->b->v);
      return 0;
    case EC_SCALAR_DIVIDE:
      sc_divide(c, out, call->a->v, call->b->v);
      return 0;
    case EC_MUL_BASE:
      mul_base(c, call->point, base, call->a->v);
      return 0;
    case EC_MUL:
      return mul_point(c, call->point, call->q, call->a->v);
    case EC_AFFINE_EQUAL:
      return affine_equal(c, call->p, call->q);
    case EC_AFFINE_TO_BYTES:
      affine_to_bytes(c, call->out, call->out_y, call->p);
      return 0;
    default:
      return 0;
  }
}

/* call_run_vartime makes a variable-time call; g_table is the table of
 * mul_double_vartime. */
LIMB_INLINE int call_run_vartime(const struct curve *c, const limb_t *g_table,
                                 const struct ec_call *call) {
  switch (call->op) {
    case EC_SCALAR_INVERSE_VARTIME:
      return sc_inverse_vartime(c, call->scalar->v, call->a->v);
    case EC_AFFINE_FROM_BYTES_VARTIME:
      return affine_from_bytes_vartime(c, call->point, call->in, call->in_y);
    case EC_DECOMPRESS_VARTIME:
      return affine_decompress_vartime(c, call->point, call->in, call->y_odd);
    case EC_VALIDATE_ORDER_VARTIME:
      return point_has_order_vartime(c, call->q);
    case EC_SUM_HAS_X_VARTIME:
      return mul_double_has_x_vartime(c, g_table, call->a->v, call->q,
                                      call->b->v, call->x->v);
    default:
      return 0;
  }
}

#endif
