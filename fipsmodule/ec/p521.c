/* P-521 (SP 800-186 3.2.1.5): its constants and its tables of multiples of the
 * base point, made by tools/gentables, and the arithmetic of ec.h over them. */
#include "ec/call_impl.h"
#include "ec/curves.h"

static const struct curve p521_curve = {
#include "p521_params.inc"
};

__attribute__((aligned(64))) static const limb_t p521_base_table[] = {
#define CORDON_WANT_BASE_TABLE
#include "p521_tables.inc"
#undef CORDON_WANT_BASE_TABLE
};

__attribute__((aligned(64))) static const limb_t p521_g_table[] = {
#define CORDON_WANT_G_TABLE
#include "p521_tables.inc"
#undef CORDON_WANT_G_TABLE
};

limb_t p521_run(const struct ec_call *call) {
  return call_run(&p521_curve, p521_base_table, call);
}

int p521_run_vartime(const struct ec_call *call) {
  return call_run_vartime(&p521_curve, p521_base_table, p521_g_table, call);
}
