/* The choice of the variant, and the inversions modulo n. */
#include "variants.h"

#include "fermat.h"
#include "scalar/scalar_impl.h"

static const struct curve variants_curve = {
#include "p256_params.inc"
};

static enum unsealed_variant chosen = UNSEALED_SHIPPED;
static uint64_t count;

void variant_choose(enum unsealed_variant variant) { chosen = variant; }

uint64_t variant_count(void) { return count; }

/* out = a / b mod n, with generic multiplication. */
static void divide_by_fermat(limb_t *out, const limb_t *a, const limb_t *b) {
  const struct modulus *n = &variants_curve.n;
  limb_t t[EC_MAX_LIMBS];
  mod_mul_generic(n, t, b, n->rr);
  fermat_inverse(n, 1, t, t);
  mod_mul_generic(n, out, t, a);
}

static int invert_by_fermat(limb_t *out, const limb_t *a) {
  limb_t one[EC_MAX_LIMBS];
  limbs_set(one, 1, variants_curve.n.num_limbs);
  divide_by_fermat(out, one, a);
  return limbs_is_zero(a, variants_curve.n.num_limbs) == 0;
}

/* Binary extended Euclid, one bit at a time: a = u x and b = v x mod n, b odd.
 * Zeros are stripped off a; then the smaller is subtracted from the larger. */
static int invert_by_bits_vartime(limb_t *out, const limb_t *x) {
  const struct modulus *n = &variants_curve.n;
  const size_t num = n->num_limbs;
  limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS], u[EC_MAX_LIMBS], v[EC_MAX_LIMBS];
  limbs_copy(a, x, num);
  limbs_copy(b, n->m, num);
  limbs_set(u, 1, num);
  limbs_set(v, 0, num);
  while (limbs_is_zero(a, num) == 0) {
    while ((a[0] & 1) == 0) {
      limbs_shift_right1(a, a, 0, num);
      mod_half(n, u, u);
    }
    if (limbs_less(a, b, num) != 0) {
      limb_t t[EC_MAX_LIMBS];
      (void)limbs_sub(t, b, a, num);
      limbs_copy(b, a, num);
      limbs_copy(a, t, num);
      mod_sub(n, t, v, u);
      limbs_copy(v, u, num);
      limbs_copy(u, t, num);
    } else {
      (void)limbs_sub(a, a, b, num);
      mod_sub(n, u, u, v);
    }
  }
  limbs_copy(out, v, num);
  return limbs_is_zero(x, num) == 0;
}

int variant_run(const struct ec_call *call, limb_t *result) {
  if (chosen != UNSEALED_FERMAT || call->op != EC_SCALAR_DIVIDE) {
    return 0;
  }
  count++;
  *result = 0;
  divide_by_fermat(call->scalar->v, call->a->v, call->b->v);
  return 1;
}

static int sum_has_x(const struct ec_call *call) {
#if CORDON_ASM
  const uint32_t forms = cpu_forms();
  if ((forms & FORM_ADX) != 0) {
    return variant_sum_has_x_adx(call);
  }
  if ((forms & FORM_X86_64) != 0) {
    return variant_sum_has_x_x86_64(call);
  }
#endif
  return variant_sum_has_x(call);
}

int variant_run_vartime(const struct ec_call *call, int *result) {
  if (call->op == EC_SCALAR_INVERSE_VARTIME &&
      (chosen == UNSEALED_FERMAT || chosen == UNSEALED_FERMAT_AFFINE)) {
    *result = invert_by_fermat(call->scalar->v, call->a->v);
  } else if (call->op == EC_SCALAR_INVERSE_VARTIME &&
             chosen == UNSEALED_BEEU_BITS) {
    *result = invert_by_bits_vartime(call->scalar->v, call->a->v);
  } else if (call->op == EC_SUM_HAS_X_VARTIME &&
             chosen == UNSEALED_FERMAT_AFFINE) {
    *result = sum_has_x(call);
  } else {
    return 0;
  }
  count++;
  return 1;
}
