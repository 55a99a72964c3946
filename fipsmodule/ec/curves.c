/* The dispatch from a curve's id to its own code, in the form for this machine.
 */
#include "ec/curves.h"

#include <cordon/types.h>

/* The back end of P-256: one look at the choice of power-on a call. */
static limb_t p256_dispatch(const struct ec_call *call) {
#if CORDON_ASM
  uint32_t forms = cpu_forms();
  if ((forms & FORM_ADX) != 0) {
    return p256_adx_run(call);
  }
  if ((forms & FORM_X86_64) != 0) {
    return p256_x86_64_run(call);
  }
#endif
  return p256_run(call);
}

static int p256_dispatch_vartime(const struct ec_call *call) {
#if CORDON_ASM
  uint32_t forms = cpu_forms();
  if ((forms & FORM_ADX) != 0) {
    return p256_adx_run_vartime(call);
  }
  if ((forms & FORM_X86_64) != 0) {
    return p256_x86_64_run_vartime(call);
  }
#endif
  return p256_run_vartime(call);
}

limb_t ec_run(uint32_t curve, const struct ec_call *call) {
  switch (curve) {
    case CORDON_P224:
      return p224_run(call);
    case CORDON_P256:
      return p256_dispatch(call);
    case CORDON_P384:
      return p384_run(call);
    case CORDON_P521:
      return p521_run(call);
    default:
      return 0;
  }
}

int ec_run_vartime(uint32_t curve, const struct ec_call *call) {
  switch (curve) {
    case CORDON_P224:
      return p224_run_vartime(call);
    case CORDON_P256:
      return p256_dispatch_vartime(call);
    case CORDON_P384:
      return p384_run_vartime(call);
    case CORDON_P521:
      return p521_run_vartime(call);
    default:
      return 0;
  }
}
