/* Points of struct xyzz as Jacobian ones of the same X, Y, and back. */
#ifndef CORDON_TESTS_EXHAUSTIVE_TOY_XYZZ_H_
#define CORDON_TESTS_EXHAUSTIVE_TOY_XYZZ_H_

#include "ec/xyzz_impl.h"
#include "toy.h"

static inline struct xyzz to_xyzz(const struct curve *c,
                                  const struct jacobian *a) {
  struct xyzz out;
  fe_copy(c, out.x, a->x);
  fe_copy(c, out.y, a->y);
  fe_sqr(c, out.zz, a->z);
  fe_mul(c, out.zzz, out.zz, a->z);
  return out;
}

/* from_xyzz is a with Z = ZZZ / ZZ, 0 for infinity, and no point at all where
 * ZZ and ZZZ are not its powers. */
static inline struct jacobian from_xyzz(const struct curve *c,
                                        const struct xyzz *a) {
  struct jacobian out;
  struct xyzz again;
  fe_copy(c, out.x, a->x);
  fe_copy(c, out.y, a->y);
  fe_inverse(c, out.z, a->zz);
  fe_mul(c, out.z, out.z, a->zzz);
  again = to_xyzz(c, &out);
  if (!fe_equal(c, again.zz, a->zz) || !fe_equal(c, again.zzz, a->zzz)) {
    out.x[0] = out.y[0] = out.z[0] = (limb_t)TOY_MISMATCH;
  }
  return out;
}

#endif
