/* The tables of multiples of P-256's base point, made by tools/gentables. */
#include "ec/p256_curve.h"

__attribute__((aligned(64))) const limb_t p256_base_table[] = {
#define CORDON_WANT_BASE_TABLE
#include "p256_tables.inc"
#undef CORDON_WANT_BASE_TABLE
};

__attribute__((aligned(64))) const limb_t p256_g_table[] = {
#define CORDON_WANT_G_TABLE
#include "p256_tables.inc"
#undef CORDON_WANT_G_TABLE
};
