/* P-256 over the assembly with MULX, ADCX and ADOX, and AVX2: the same
 * arithmetic as p256.c, specialised to another back end. */
#include "limbs/forms.h"

#if CORDON_ASM

#define P256_BACKEND MOD_P256_ADX
#include "ec/call_impl.h"
#include "ec/curves.h"
#include "ec/p256_tables.h"

static const struct curve p256_adx_curve = {
#include "p256_params.inc"
};

limb_t p256_adx_run(const struct ec_call *call) {
  return call_run(&p256_adx_curve, p256_base_table, call);
}

int p256_adx_run_vartime(const struct ec_call *call) {
  return call_run_vartime(&p256_adx_curve, p256_g_table, call);
}

#else

typedef int p256_adx_is_not_on_this_machine;

#endif
