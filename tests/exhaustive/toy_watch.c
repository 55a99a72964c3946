/* mul_base of the module with each of its additions written down: its text is
 * compiled once more, and calls the functions below. */
#include "toy_instance.h"
#include "toy_xyzz.h"

static struct toy_step *watch_steps;
static size_t watch_num;

static void watch(const struct curve *c, const struct xyzz *a,
                  const struct affine *e, limb_t negative) {
  const struct jacobian p = from_xyzz(c, a);
  struct affine b = *e;
  affine_negate(c, &b, negative);
  struct toy_step step = {{p.x[0], p.y[0], p.z[0]}, {b.x[0], b.y[0]}};
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
