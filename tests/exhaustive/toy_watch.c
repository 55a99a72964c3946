/* mul_base of the module with each of its additions written down: its text is
 * compiled once more, and calls the functions below. */
#include "ec/xyzz_impl.h"
#include "toy_instance.h"

static struct toy_step *watch_steps;
static size_t watch_num;

/* The step has a Z of its own: ZZZ / ZZ, 0 for infinity. */
static void watch(const struct curve *c, const struct xyzz *a,
                  const struct affine *e, limb_t negative) {
  struct affine b = *e;
  fe z;
  fe_inverse(c, z, a->zz);
  fe_mul(c, z, z, a->zzz);
  affine_negate(c, &b, negative);
  struct toy_step step = {{a->x[0], a->y[0], z[0]}, {b.x[0], b.y[0]}};
  if (watch_num < TOY_MAX_STEPS) {
    watch_steps[watch_num] = step;
  }
  watch_num++;
}

static void watched_add(const struct curve *c, struct xyzz *sum,
                        const struct affine *e, limb_t negative) {
  watch(c, sum, e, negative);
  xyzz_add(c, sum, e, negative);
}

#define xyzz_add watched_add
#include "ec/mul_impl.h"

struct toy_affine toy_watched_mul_base(const struct toy *t, uint64_t k,
                                       struct toy_step *steps,
                                       size_t *num_steps) {
  ec_affine out;
  limb_t scalar[EC_MAX_LIMBS] = {(limb_t)k};
  watch_steps = steps;
  watch_num = 0;
  mul_base(&t->c, &out, t->base, scalar);
  *num_steps = watch_num;
  return (struct toy_affine){out.x[0], out.y[0]};
}
