/* P-256 (SP 800-186 3.2.1.3): its constants and its tables of multiples of the
 * base point, made by tools/gentables, and the arithmetic of ec.h over them. */
#include "ec/call_impl.h"
#include "ec/curves.h"
#include "ec/p256_tables.h"

static const struct curve p256_curve = {
#include "p256_params.inc"
};

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

limb_t p256_run(const struct ec_call *call) {
  return call_run(&p256_curve, p256_base_table, call);
}

int p256_run_vartime(const struct ec_call *call) {
  return call_run_vartime(&p256_curve, p256_base_table, p256_g_table, call);
}
