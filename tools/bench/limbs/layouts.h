/* The multiplication k G of P-256 in limb layouts for 32-bit machines: 8 x 32,
 * which the module has, 9 x 29 and 10 x 26. */
#ifndef CORDON_BENCH_LAYOUTS_H_
#define CORDON_BENCH_LAYOUTS_H_

#include "ec/ec.h"

enum layout {
  LAYOUT_SHIPPED, /* the module's own function */
  LAYOUT_8X32,    /* the module's field under the code of the next two */
  LAYOUT_9X29,
  LAYOUT_10X26,
  NUM_LAYOUTS
};

/* layouts_init makes the tables of the layouts from the module's own, and
 * returns 1; or 0 if that has another form than this code knows. */
int layouts_init(void);

/* layouts_mul_base sets out = k G, as ec_mul_base does. The highest digit is
 * added last, and not the one after which the module's own order is right for
 * each k: where that addition should be a doubling or give infinity, which
 * random numbers do not meet, the result is wrong.
 * Pre: layout != LAYOUT_SHIPPED. */
void layouts_mul_base(enum layout layout, ec_affine *out, const ec_scalar *k);

#endif
