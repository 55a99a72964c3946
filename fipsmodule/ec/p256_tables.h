/* The tables of P-256, which the code of all its back ends shares; their layout
 * is in ec/mul_impl.h and ec/mul_double_impl.h. */
#ifndef CORDON_EC_P256_TABLES_H_
#define CORDON_EC_P256_TABLES_H_

#include "limbs/limb.h"

#pragma GCC visibility push(hidden)

extern const limb_t p256_base_table[];
extern const limb_t p256_g_table[];

#pragma GCC visibility pop

#endif
