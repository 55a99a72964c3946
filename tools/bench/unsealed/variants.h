/* Slower ways to compute on P-256, which show what the shipped ones bring. */
#ifndef CORDON_BENCH_VARIANTS_H_
#define CORDON_BENCH_VARIANTS_H_

#include "ec/call.h"
#include "limbs/forms.h"
#include "unsealed.h"

/* variant_choose sets the variant of all calls from now on. */
void variant_choose(enum unsealed_variant variant);

/* variant_count is how many calls variants have made since the start. */
uint64_t variant_count(void);

/* variant_run and variant_run_vartime make the call and return 1, if the
 * chosen variant replaces it; else they return 0. */
int variant_run(const struct ec_call *call, limb_t *result);
int variant_run_vartime(const struct ec_call *call, int *result);

/* variant_sum_has_x is EC_SUM_HAS_X_VARTIME with an affine x, in one form of
 * limbs/forms.h each: Z is inverted by Fermat's little theorem. */
int variant_sum_has_x(const struct ec_call *call);
#if CORDON_ASM
int variant_sum_has_x_x86_64(const struct ec_call *call);
int variant_sum_has_x_adx(const struct ec_call *call);
#endif

#endif
