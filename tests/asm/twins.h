/* The C twins of the generated point functions, over the portable field. Points
 * are structs of ec/point_impl.h as words. */
#ifndef CORDON_TESTS_ASM_TWINS_H_
#define CORDON_TESTS_ASM_TWINS_H_

#include <stdint.h>

#define TWIN_STRIDE 9 /* words of a field element */

void twin_double(uint64_t *out, const uint64_t *a);
void twin_xyzz_add(uint64_t *sum, const uint64_t *e, int negative);
void twin_add(uint64_t *out, const uint64_t *a, const uint64_t *b);
void twin_add_affine_vartime(uint64_t *out, const uint64_t *a,
                             const uint64_t *x, const uint64_t *y,
                             int negative);

/* twin_divsteps writes u, v, q, r. */
uint64_t twin_divsteps(uint64_t *t, uint64_t d, uint64_t f, uint64_t g);

#endif
