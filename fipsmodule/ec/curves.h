/* The curves: each of these is in the file of that curve, and makes a call of
 * call.h on it. */
#ifndef CORDON_EC_CURVES_H_
#define CORDON_EC_CURVES_H_

#include "ec/call.h"
#include "limbs/forms.h"

#pragma GCC visibility push(hidden)

limb_t p224_run(const struct ec_call *call);
limb_t p256_run(const struct ec_call *call);
#if CORDON_ASM
limb_t p256_x86_64_run(const struct ec_call *call);
limb_t p256_adx_run(const struct ec_call *call);
#endif
limb_t p384_run(const struct ec_call *call);
limb_t p521_run(const struct ec_call *call);

int p224_run_vartime(const struct ec_call *call);
int p256_run_vartime(const struct ec_call *call);
#if CORDON_ASM
int p256_x86_64_run_vartime(const struct ec_call *call);
int p256_adx_run_vartime(const struct ec_call *call);
#endif
int p384_run_vartime(const struct ec_call *call);
int p521_run_vartime(const struct ec_call *call);

#pragma GCC visibility pop

#endif
