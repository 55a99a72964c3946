/* The arithmetic of the curves as operations on byte strings; see ops.h. */
#include "ops.h"

#include <cordon/types.h>

#include "ec/encode_impl.h"
#include "ec/mul_double_impl.h"
#include "ecdsa/ecdsa_core.h"
#include "field/field_impl.h"
#include "limbs/declassify.h"
#include "scalar/scalar_impl.h"

void tail_declassify(const void *p, size_t len) {
  (void)p;
  (void)len;
}

static const struct curve curves[] = {{
#include "p224_params.inc"
                                      },
                                      {
#include "p256_params.inc"
                                      },
                                      {
#include "p384_params.inc"
                                      },
                                      {
#include "p521_params.inc"
                                      }};
#if CORDON_ASM
/* P-256 again, over the assembly. */
#undef P256_BACKEND
#undef P256_ORDER_BACKEND
#define P256_BACKEND MOD_P256_X86_64
#define P256_ORDER_BACKEND MOD_P256_ORDER_X86_64
static const struct curve x86_64_curve = {
#include "p256_params.inc"
};
#undef P256_BACKEND
#undef P256_ORDER_BACKEND
#define P256_BACKEND MOD_P256_ADX
#define P256_ORDER_BACKEND MOD_P256_ORDER_ADX
static const struct curve adx_curve = {
#include "p256_params.inc"
};
#endif
#define CORDON_WANT_G_TABLE
static const limb_t p224_g[] = {
#include "p224_tables.inc"
};
static const limb_t p256_g[] = {
#include "p256_tables.inc"
};
static const limb_t p384_g[] = {
#include "p384_tables.inc"
};
static const limb_t p521_g[] = {
#include "p521_tables.inc"
};
static const limb_t *const g_tables[] = {p224_g, p256_g, p384_g, p521_g};

/* The curve of the operation that is being made, and its length. */
static const struct curve *c;
static uint32_t id;
static size_t len;
static uint32_t forms;

uint32_t cpu_forms(void) { return forms; }

void op_set_forms(uint32_t which) { forms = which; }

/* curve_in_form is the constant of a curve in the form that is set. */
static const struct curve *curve_in_form(uint32_t curve) {
#if CORDON_ASM
  if (curve == CORDON_P256 && (forms & FORM_ADX) != 0) {
    return &adx_curve;
  }
  if (curve == CORDON_P256 && (forms & FORM_X86_64) != 0) {
    return &x86_64_curve;
  }
#endif
  return &curves[curve - CORDON_P224];
}

static void get(limb_t *out, const uint8_t *in) {
  limbs_from_bytes(out, c->p.num_limbs, in, len);
}

static void put(uint8_t *out, const limb_t *a) { limbs_to_bytes(out, len, a); }

/* one_modulus computes what is the same for p and n; plain in and out. */
static size_t one_modulus(const struct modulus *m, uint32_t op, uint8_t *out,
                          const uint8_t *in) {
  fe a, b, r;
  int ok = 1;
  get(a, in);
  switch (op) {
    case OP_FE_ADD:
    case OP_SC_ADD:
      get(b, in + len);
      mod_add(m, r, a, b);
      break;
    case OP_FE_SUB:
      get(b, in + len);
      mod_sub(m, r, a, b);
      break;
    case OP_FE_NEG:
      mod_neg(m, r, a);
      break;
    case OP_FE_HALF:
      mod_half(m, r, a);
      break;
    case OP_FE_MUL:
    case OP_SC_MUL:
      get(b, in + len);
      mod_to_mont(m, a, a);
      mod_mul(m, r, a, b);
      break;
    case OP_FE_SQR:
      mod_to_mont(m, a, a);
      mod_sqr(m, r, a);
      mod_from_mont(m, r, r);
      break;
    case OP_FE_MUL_RAW:
      get(b, in + len);
      mod_mul(m, r, a, b);
      mod_to_mont(m, r, r);
      break;
    case OP_FE_SQR_RAW:
      mod_sqr(m, r, a);
      mod_to_mont(m, r, r);
      break;
    case OP_FE_MUL_PLAIN:
      get(b, in + len);
      mod_mul_generic(m, r, a, b);
      mod_mul_generic(m, r, r, m->rr);
      break;
    case OP_FE_INVERSE:
      fe_inverse(c, r, a); /* R^2 / a */
      mod_from_mont(m, r, r);
      mod_from_mont(m, r, r);
      break;
    case OP_SC_INVERSE:
      limbs_set(b, 1, m->num_limbs);
      sc_divide(c, r, b, a);
      break;
    case OP_SC_BEEU:
      ok = sc_inverse_vartime(c, r, a);
      *out++ = (uint8_t)ok;
      put(out, r);
      return 1 + len;
    default:
      ok = mod_inverse_vartime(m, r, a, m->rr);
      mod_from_mont(m, r, r);
      mod_from_mont(m, r, r);
      *out++ = (uint8_t)ok;
      put(out, r);
      return 1 + len;
  }
  put(out, r);
  return len;
}

static size_t put_affine(uint8_t *out, int ok, const ec_affine *a) {
  out[0] = (uint8_t)ok;
  ec_affine_to_bytes(id, out + 1, out + 1 + len, a);
  return 1 + 2 * len;
}

static size_t scalar_in(uint32_t op, uint8_t *out, const uint8_t *in) {
  ec_scalar k;
  limb_t ok = (op == OP_SC_FROM_BYTES) ? ec_scalar_from_bytes(id, &k, in)
                                       : ec_scalar_from_candidate(id, &k, in);
  out[0] = (uint8_t)(ok & 1);
  ec_scalar_to_bytes(id, out + 1, &k);
  return 1 + len;
}

static size_t scalar_op(uint32_t op, uint8_t *out, const uint8_t *in) {
  ec_scalar a, b;
  if (op == OP_SC_FROM_WIDE) {
    if (ec_scalar_from_wide(id, &a, in, len + 8) != ~(limb_t)0) {
      return 0;
    }
  } else {
    get(a.v, in);
    get(b.v, in + len);
    ec_scalar_divide(id, &a, &a, &b);
  }
  ec_scalar_to_bytes(id, out, &a);
  return len;
}

static size_t mul_base_op(uint8_t *out, const uint8_t *in) {
  ec_scalar k;
  ec_affine a;
  get(k.v, in);
  ec_mul_base(id, &a, &k);
  ec_affine_to_bytes(id, out, out + len, &a);
  return 2 * len;
}

static size_t mul_op(uint8_t *out, const uint8_t *in) {
  ec_scalar k;
  ec_affine q;
  limb_t ok;
  get(k.v, in);
  if (!ec_affine_from_bytes_vartime(id, &q, in + len, in + 2 * len)) {
    return 0;
  }
  ok = ec_mul(id, &q, &q, &k);
  return put_affine(out, (int)(ok & 1), &q);
}

static size_t double_mul_op(uint8_t *out, const uint8_t *in) {
  fe u1, u2;
  struct jacobian sum;
  ec_affine q;
  get(u1, in);
  get(u2, in + len);
  if (!ec_affine_from_bytes_vartime(id, &q, in + 2 * len, in + 3 * len)) {
    return 0;
  }
  mul_double_vartime(c, &sum, g_tables[id - CORDON_P224], u1, &q, u2);
  point_to_affine(c, &q, &sum);
  return put_affine(out, point_is_infinity(c, &sum) == 0, &q);
}

static size_t point_in(uint32_t op, uint8_t *out, const uint8_t *in) {
  ec_affine a;
  int ok;
  if (op == OP_FROM_BYTES) {
    ok = ec_affine_from_bytes_vartime(id, &a, in, in + len);
    return put_affine(out, ok, &a);
  }
  if (op == OP_DECOMPRESS) {
    ok = ec_decompress_vartime(id, &a, in, in[len] & 1);
    return put_affine(out, ok, &a);
  }
  (void)fe_from_bytes(c, a.x, in);
  (void)fe_from_bytes(c, a.y, in + len);
  out[0] = (uint8_t)ec_validate_order_vartime(id, &a);
  return 1;
}

static size_t ecdsa_op(uint32_t op, uint8_t *out, const uint8_t *in,
                       size_t digest_len) {
  if (op == OP_SIGN) {
    ec_scalar d, k;
    get(d.v, in);
    get(k.v, in + len);
    out[0] = (uint8_t)(ecdsa_sign_core(id, out + 1, out + 1 + len, &d, &k,
                                       in + 2 * len, digest_len) &
                       1);
    return 1 + 2 * len;
  }
  ec_affine q;
  if (!ec_affine_from_bytes_vartime(id, &q, in, in + len)) {
    return 0;
  }
  out[0] = (uint8_t)ecdsa_verify_core_vartime(
      id, &q, in + 2 * len, in + 3 * len, in + 4 * len, digest_len);
  return 1;
}

/* in_length is the length of the input without a digest. */
static size_t in_length(uint32_t op) {
  switch (op) {
    case OP_FE_NEG:
    case OP_FE_HALF:
    case OP_FE_SQR:
    case OP_FE_SQR_RAW:
    case OP_FE_INVERSE:
    case OP_SC_INVERSE:
    case OP_FE_BEEU:
    case OP_SC_BEEU:
    case OP_SC_FROM_BYTES:
    case OP_SC_FROM_CANDIDATE:
    case OP_MUL_BASE:
      return len;
    case OP_DECOMPRESS:
      return len + 1;
    case OP_SC_FROM_WIDE:
      return len + 8;
    case OP_MUL:
      return 3 * len;
    case OP_DOUBLE_MUL:
    case OP_VERIFY:
      return 4 * len;
    default:
      return 2 * len;
  }
}

size_t op_run(uint32_t curve, uint32_t op, uint8_t *out, const uint8_t *in,
              size_t in_len) {
  if (curve < CORDON_P224 || curve > CORDON_P521 || op >= OP_NUM) {
    return 0;
  }
  id = curve;
  c = curve_in_form(id);
  len = ec_order_len(id);
  if (in_len < in_length(op) || in_len > OP_MAX_LEN ||
      (in_len != in_length(op) && op != OP_SIGN && op != OP_VERIFY)) {
    return 0;
  }
  switch (op) {
    case OP_SC_ADD:
    case OP_SC_MUL:
    case OP_SC_INVERSE:
    case OP_SC_BEEU:
      return one_modulus(&c->n, op, out, in);
    case OP_SC_FROM_BYTES:
    case OP_SC_FROM_CANDIDATE:
      return scalar_in(op, out, in);
    case OP_SC_FROM_WIDE:
    case OP_SC_DIVIDE:
      return scalar_op(op, out, in);
    case OP_MUL_BASE:
      return mul_base_op(out, in);
    case OP_MUL:
      return mul_op(out, in);
    case OP_DOUBLE_MUL:
      return double_mul_op(out, in);
    case OP_FROM_BYTES:
    case OP_DECOMPRESS:
    case OP_VALIDATE:
      return point_in(op, out, in);
    case OP_SIGN:
    case OP_VERIFY:
      return ecdsa_op(op, out, in, in_len - in_length(op));
    default:
      return one_modulus(&c->p, op, out, in);
  }
}

unsigned op_limb_bits(void) { return CORDON_LIMB_BITS; }

struct op_constants op_constants(uint32_t curve) {
  const struct curve *k = &curves[curve - CORDON_P224];
  struct op_constants out = {k->base_width,
                             k->base_windows,
                             k->base_spacing,
                             k->base_last,
                             k->p.inv_batches * SG_BITS,
                             k->n.inv_batches * SG_BITS,
                             SG_BITS};
  return out;
}
