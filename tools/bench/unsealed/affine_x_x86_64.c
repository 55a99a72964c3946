/* The affine x over the assembly for any x86-64. */
#include "limbs/forms.h"

#if CORDON_ASM

#define P256_BACKEND MOD_P256_X86_64
#define P256_ORDER_BACKEND MOD_P256_ORDER_X86_64
#include "affine_x_impl.h"

int variant_sum_has_x_x86_64(const struct ec_call *call) {
  return sum_has_affine_x(call);
}

#else

typedef int affine_x_x86_64_is_not_on_this_machine;

#endif
