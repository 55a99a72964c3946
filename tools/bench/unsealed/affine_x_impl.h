/* EC_SUM_HAS_X_VARTIME with an affine x, for the back end P256_BACKEND. */
#ifndef CORDON_BENCH_AFFINE_X_IMPL_H_
#define CORDON_BENCH_AFFINE_X_IMPL_H_

#include "ec/call_impl.h"
#include "ec/p256_tables.h"
#include "fermat.h"
#include "variants.h"

static const struct curve affine_x_curve = {
#include "p256_params.inc"
};

LIMB_INLINE int sum_has_affine_x(const struct ec_call *call) {
  const struct curve *c = &affine_x_curve;
  struct jacobian sum;
  fe t;
  limb_t x[EC_MAX_LIMBS];
  mul_double_vartime(c, &sum, p256_g_table, call->a->v, call->q, call->b->v);
  if (point_is_infinity(c, &sum) != 0) {
    return 0;
  }
  fermat_inverse(&c->p, 0, t, sum.z);
  fe_sqr(c, t, t);
  fe_mul(c, t, t, sum.x);
  sc_from_field(c, x, t);
  return limbs_equal(x, call->x->v, c->n.num_limbs) != 0;
}

#endif
