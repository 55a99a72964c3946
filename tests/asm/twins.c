/* The C twins; see twins.h. */
#include "twins.h"

#include "ec/xyzz_impl.h"
#include "field/inverse_impl.h"

_Static_assert(sizeof(fe) == 8 * TWIN_STRIDE, "the stride of the tests");

static const struct curve c = {
#include "p256_params.inc"
};

static struct jacobian *point(uint64_t *a) { return (struct jacobian *)a; }

static const struct jacobian *in(const uint64_t *a) {
  return (const struct jacobian *)a;
}

static const struct jacobian_pre *pre(const uint64_t *a) {
  return (const struct jacobian_pre *)a;
}

void twin_double(uint64_t *out, const uint64_t *a) {
  point_double(&c, point(out), in(a));
}

void twin_xyzz_add(uint64_t *sum, const uint64_t *e, int negative) {
  xyzz_add(&c, (struct xyzz *)sum, (const struct affine *)e,
           (limb_t)0 - (limb_t)negative);
}

void twin_add(uint64_t *out, const uint64_t *a, const uint64_t *b) {
  point_add(&c, point(out), in(a), pre(b));
}

void twin_add_affine_vartime(uint64_t *out, const uint64_t *a,
                             const uint64_t *x, const uint64_t *y,
                             int negative) {
  point_add_affine_vartime(&c, point(out), in(a), x, y, negative);
}

uint64_t twin_divsteps(uint64_t *t, uint64_t d, uint64_t f, uint64_t g) {
  return sg_divsteps_c((struct sg_matrix *)t, d, f, g);
}
