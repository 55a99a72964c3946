/* The constants of P-256 (SP 800-186 3.2.1.3), made by tools/gentables. */
#ifndef CORDON_EC_P256_CURVE_H_
#define CORDON_EC_P256_CURVE_H_

#include "field/curve.h"

static const struct curve p256_curve = {
#include "p256_params.inc"
};

#pragma GCC visibility push(hidden)

/* The tables of points that ec/mul_impl.h describes. */
extern const limb_t p256_base_table[];
extern const limb_t p256_g_table[];

#pragma GCC visibility pop

#endif
