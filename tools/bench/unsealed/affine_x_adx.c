/* The affine x over the assembly for MULX and ADX. */
#include "limbs/forms.h"

#if CORDON_ASM

#define P256_BACKEND MOD_P256_ADX
#define P256_ORDER_BACKEND MOD_P256_ORDER_ADX
#include "affine_x_impl.h"

int variant_sum_has_x_adx(const struct ec_call *call) {
  return sum_has_affine_x(call);
}

#else

typedef int affine_x_adx_is_not_on_this_machine;

#endif
