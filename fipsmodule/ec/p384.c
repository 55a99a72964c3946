/* P-384 (SP 800-186 3.2.1.4): its constants and its tables of multiples of the
 * base point, made by tools/gentables, and the arithmetic of ec.h over them. */
#include "ec/call_impl.h"
#include "ec/curves.h"

static const struct curve p384_curve = {
#include "p384_params.inc"
};

__attribute__((aligned(64))) static const limb_t p384_base_table[] = {
#define CORDON_WANT_BASE_TABLE
#include "p384_tables.inc"
#undef CORDON_WANT_BASE_TABLE
};

__attribute__((aligned(64))) static const limb_t p384_g_table[] = {
#define CORDON_WANT_G_TABLE
#include "p384_tables.inc"
#undef CORDON_WANT_G_TABLE
};

limb_t p384_run(const struct ec_call *call) {
  return call_run(&p384_curve, p384_base_table, call);
}

int p384_run_vartime(const struct ec_call *call) {
  return call_run_vartime(&p384_curve, p384_base_table, p384_g_table, call);
}
