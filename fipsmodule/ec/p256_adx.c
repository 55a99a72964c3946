/* P-256 over the assembly with MULX, ADCX and ADOX, and AVX2: the same
 * arithmetic as p256.c, specialised to another back end. */
#include "limbs/forms.h"

#if CORDON_ASM

#define P256_BACKEND MOD_P256_ADX
#define P256_ORDER_BACKEND MOD_P256_ORDER_ADX
#include "ec/call_impl.h"
#include "ec/curves.h"
#include "ec/p256_tables.h"

static const struct curve p256_adx_curve = {
#include "p256_params.inc"
};

/* What does not multiply has one copy, in p256.c. */
limb_t p256_adx_run(const struct ec_call *call) {
  limb_t result;
  if (call_run_field(&p256_adx_curve, p256_base_table, call, &result)) {
    return result;
  }
  return p256_run(call);
}

int p256_adx_run_vartime(const struct ec_call *call) {
  int result;
  if (call_run_field_vartime(&p256_adx_curve, p256_base_table, p256_g_table,
                             call, &result)) {
    return result;
  }
  return p256_run_vartime(call);
}

#else

typedef int p256_adx_is_not_on_this_machine;

#endif
