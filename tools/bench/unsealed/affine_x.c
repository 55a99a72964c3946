/* The affine x in portable C. */
#include "affine_x_impl.h"

int variant_sum_has_x(const struct ec_call *call) {
  return sum_has_affine_x(call);
}
