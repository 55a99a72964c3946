/* mul_base of the module with each of its additions written down: its text is
 * compiled once more, and calls the functions below. */
#include "ec/point_impl.h"
#include "toy_instance.h"

static struct toy_step *watch_steps;
static size_t watch_num;

static void watch(int complete, const struct jacobian *a, const limb_t *x,
                  const limb_t *y) {
  struct toy_step step = {complete, {a->x[0], a->y[0], a->z[0]}, {x[0], y[0]}};
  if (watch_num < TOY_MAX_STEPS) {
    watch_steps[watch_num] = step;
  }
  watch_num++;
}

static void watched_add(const struct curve *c, struct jacobian *out,
                        const struct jacobian *a, const limb_t *x,
                        const limb_t *y) {
  watch(0, a, x, y);
  point_add_affine(c, out, a, x, y);
}

static void watched_add_complete(const struct curve *c, struct jacobian *out,
                                 const struct jacobian *a, const limb_t *x,
                                 const limb_t *y) {
  watch(1, a, x, y);
  point_add_affine_complete(c, out, a, x, y);
}

#define point_add_affine watched_add
#define point_add_affine_complete watched_add_complete
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
