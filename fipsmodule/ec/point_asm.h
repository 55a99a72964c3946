/* The point operations of P-256 that exist in assembly, for a curve whose back
 * end has them: each returns 1 if it was done, and else 0 at once, which folds
 * away at compile time. The C twins are in ec/point_impl.h. */
#ifndef CORDON_EC_POINT_ASM_H_
#define CORDON_EC_POINT_ASM_H_

#include "field/curve.h"
#include "field/field_impl.h"
#include "limbs/forms.h"

struct affine {
  fe x, y;
};

struct jacobian {
  fe x, y, z;
};

/* struct xyzz is (x / zz, y / zzz), where zz^3 = zzz^2; zz = 0 is infinity. */
struct xyzz {
  fe x, y, zz, zzz;
};

/* struct jacobian_pre is a Jacobian point that is added often. */
struct jacobian_pre {
  struct jacobian p;
  fe zz, zzz;
};

#if CORDON_ASM
#include "asm/p256_point.h"
#include "asm/p256_select.h"

_Static_assert(sizeof(fe) == 72 && sizeof(struct affine) == 2 * 72 &&
                   sizeof(struct jacobian) == 3 * 72 &&
                   sizeof(struct jacobian_pre) == 5 * 72 &&
                   sizeof(struct xyzz) == 4 * 72,
               "STRIDE of asm/lib/P256Point.pm");

/* ENTRIES and MULTIPLES of asm/p256_point.pl. */
#define P256_ROW_ENTRIES 32
#define P256_MULTIPLES 16
#endif

LIMB_INLINE int asm_double(const struct curve *c, struct jacobian *out,
                           const struct jacobian *a) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_X86_64:
      p256_point_double_x86_64(out, a);
      return 1;
    case MOD_P256_ADX:
      p256_point_double_adx(out, a);
      return 1;
#endif
    default:
      (void)out;
      (void)a;
      return 0;
  }
}

LIMB_INLINE int asm_xyzz_add(const struct curve *c, struct xyzz *sum,
                             const struct affine *e, limb_t negative) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_X86_64:
      p256_xyzz_add_x86_64(sum, e, negative);
      return 1;
#endif
    default:
      (void)sum;
      (void)e;
      (void)negative;
      return 0;
  }
}

LIMB_INLINE int asm_add(const struct curve *c, struct jacobian *out,
                        const struct jacobian *a,
                        const struct jacobian_pre *b) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_X86_64:
      p256_point_add_x86_64(out, a, b);
      return 1;
    case MOD_P256_ADX:
      p256_point_add_adx(out, a, b);
      return 1;
#endif
    default:
      (void)out;
      (void)a;
      (void)b;
      return 0;
  }
}

LIMB_INLINE int asm_select_affine(const struct curve *c, limb_t *x, limb_t *y,
                                  const limb_t *row, size_t num, limb_t index) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_X86_64:
      p256_select_affine_x86_64(x, y, row, num, index);
      return 1;
    case MOD_P256_ADX:
      p256_select_affine_avx2(x, y, row, num, index);
      return 1;
#endif
    default:
      (void)x;
      (void)y;
      (void)row;
      (void)num;
      (void)index;
      return 0;
  }
}

LIMB_INLINE int asm_select_pre(const struct curve *c, struct jacobian_pre *out,
                               const struct jacobian_pre *table, size_t num,
                               limb_t index) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_X86_64:
      p256_select_pre_x86_64(out, table, num, index);
      return 1;
    case MOD_P256_ADX:
      p256_select_pre_avx2(out, table, num, index);
      return 1;
#endif
    default:
      (void)out;
      (void)table;
      (void)num;
      (void)index;
      return 0;
  }
}

/* The two that select as well are there for tables of the length that they were
 * made for. */
LIMB_INLINE int asm_double_select(const struct curve *c, struct jacobian *a,
                                  const struct jacobian_pre *table,
                                  size_t num_entries, struct jacobian_pre *e,
                                  limb_t index) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_ADX:
      if (num_entries != P256_MULTIPLES) {
        return 0;
      }
      p256_point_double_select_adx(a, table, e, index);
      return 1;
#endif
    default:
      (void)a;
      (void)table;
      (void)num_entries;
      (void)e;
      (void)index;
      return 0;
  }
}

LIMB_INLINE int asm_xyzz_add_select(const struct curve *c, struct xyzz *sum,
                                    const limb_t *row, size_t num_entries,
                                    struct affine *e, limb_t negative,
                                    limb_t index) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_ADX:
      if (num_entries != P256_ROW_ENTRIES) {
        return 0;
      }
      p256_xyzz_add_select_adx(sum, row, e, negative, index);
      return 1;
#endif
    default:
      (void)sum;
      (void)row;
      (void)num_entries;
      (void)e;
      (void)negative;
      (void)index;
      return 0;
  }
}

/* asm_add_affine_vartime also returns 0 where the points have the same x. */
LIMB_INLINE int asm_add_affine_vartime(const struct curve *c,
                                       struct jacobian *out,
                                       const struct jacobian *a,
                                       const limb_t *x, const limb_t *y,
                                       int negative) {
  switch (c->p.backend) {
#if CORDON_ASM
    case MOD_P256_X86_64:
      return (int)p256_point_add_affine_x86_64_vartime(out, a, x, y,
                                                       (uint64_t)negative);
    case MOD_P256_ADX:
      return (int)p256_point_add_affine_adx_vartime(out, a, x, y,
                                                    (uint64_t)negative);
#endif
    default:
      (void)out;
      (void)a;
      (void)x;
      (void)y;
      (void)negative;
      return 0;
  }
}

#endif
