/* fipsmodule/ec/curves.c with a detour: calls on P-256 go to the chosen variant
 * first, see variants.h. */
#define ec_run ec_run_shipped
#define ec_run_vartime ec_run_vartime_shipped
#include "ec/curves.c"
#undef ec_run
#undef ec_run_vartime

#include "variants.h"

limb_t ec_run(uint32_t curve, const struct ec_call *call);
int ec_run_vartime(uint32_t curve, const struct ec_call *call);

limb_t ec_run(uint32_t curve, const struct ec_call *call) {
  limb_t result;
  if (curve == CORDON_P256 && variant_run(call, &result)) {
    return result;
  }
  return ec_run_shipped(curve, call);
}

int ec_run_vartime(uint32_t curve, const struct ec_call *call) {
  int result;
  if (curve == CORDON_P256 && variant_run_vartime(call, &result)) {
    return result;
  }
  return ec_run_vartime_shipped(curve, call);
}
