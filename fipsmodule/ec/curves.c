/* The dispatch from a curve's id to its own code. */
#include "ec/curves.h"

#include <cordon/types.h>

limb_t ec_run(uint32_t curve, const struct ec_call *call) {
  switch (curve) {
    case CORDON_P224:
      return p224_run(call);
    case CORDON_P256:
      return p256_run(call);
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
      return p256_run_vartime(call);
    case CORDON_P384:
      return p384_run_vartime(call);
    case CORDON_P521:
      return p521_run_vartime(call);
    default:
      return 0;
  }
}
