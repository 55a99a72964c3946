/* P-224 (SP 800-186 3.2.1.2): its constants and its tables of multiples of the
 * base point, made by tools/gentables, and the arithmetic of ec.h over them. */
#include "ec/call_impl.h"
#include "ec/curves.h"

static const struct curve p224_curve = {
#include "p224_params.inc"
};

__attribute__((aligned(64))) static const limb_t p224_base_table[] = {
#define CORDON_WANT_BASE_TABLE
#include "p224_tables.inc"
#undef CORDON_WANT_BASE_TABLE
};

__attribute__((aligned(64))) static const limb_t p224_g_table[] = {
#define CORDON_WANT_G_TABLE
#include "p224_tables.inc"
#undef CORDON_WANT_G_TABLE
};

limb_t p224_run(const struct ec_call *call) {
  return call_run(&p224_curve, p224_base_table, call);
}

int p224_run_vartime(const struct ec_call *call) {
  return call_run_vartime(&p224_curve, p224_base_table, p224_g_table, call);
}
