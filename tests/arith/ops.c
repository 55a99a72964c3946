/* The arithmetic of P-256 as operations on byte strings; see ops.h. */
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

static const struct curve p256_curve = {
#include "p256_params.inc"
};
static const limb_t p256_g_table[] = {
#define CORDON_WANT_G_TABLE
#include "p256_tables.inc"
#undef CORDON_WANT_G_TABLE
};
static const struct curve *const c = &p256_curve;

static void get(limb_t *out, const uint8_t *in) {
  limbs_from_bytes(out, c->p.num_limbs, in, 32);
}

static void put(uint8_t *out, const limb_t *a) { limbs_to_bytes(out, 32, a); }

/* one_modulus computes what is the same for p and n; plain in and out. */
static size_t one_modulus(const struct modulus *m, uint32_t op, uint8_t *out,
                          const uint8_t *in) {
  fe a, b, r;
  int ok = 1;
  get(a, in);
  switch (op) {
    case OP_FE_ADD:
    case OP_SC_ADD:
      get(b, in + 32);
      mod_add(m, r, a, b);
      break;
    case OP_FE_SUB:
      get(b, in + 32);
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
      get(b, in + 32);
      mod_to_mont(m, a, a);
      mod_mul(m, r, a, b);
      break;
    case OP_FE_SQR:
      mod_to_mont(m, a, a);
      mod_sqr(m, r, a);
      mod_from_mont(m, r, r);
      break;
    case OP_FE_MUL_MONT:
      get(b, in + 32);
      mod_mul(m, r, a, b);
      break;
    case OP_FE_MUL_PLAIN:
      get(b, in + 32);
      mod_mul_generic(m, r, a, b);
      break;
    case OP_FE_INVERSE:
    case OP_SC_INVERSE:
      limbs_set(b, 1, m->num_limbs);
      mod_inverse(m, r, a, b);
      break;
    default:
      limbs_set(b, 1, m->num_limbs);
      ok = mod_inverse_vartime(m, r, a, b);
      *out++ = (uint8_t)ok;
      put(out, r);
      return 33;
  }
  put(out, r);
  return 32;
}

static size_t put_affine(uint8_t *out, int ok, const ec_affine *a) {
  out[0] = (uint8_t)ok;
  ec_affine_to_bytes(CORDON_P256, out + 1, out + 33, a);
  return 65;
}

static size_t scalar_in(uint32_t op, uint8_t *out, const uint8_t *in) {
  ec_scalar k;
  limb_t ok = (op == OP_SC_FROM_BYTES)
                  ? ec_scalar_from_bytes(CORDON_P256, &k, in)
                  : ec_scalar_from_candidate(CORDON_P256, &k, in);
  out[0] = (uint8_t)(ok & 1);
  ec_scalar_to_bytes(CORDON_P256, out + 1, &k);
  return 33;
}

static size_t mul_base_op(uint8_t *out, const uint8_t *in) {
  ec_scalar k;
  ec_affine a;
  get(k.v, in);
  ec_mul_base(CORDON_P256, &a, &k);
  ec_affine_to_bytes(CORDON_P256, out, out + 32, &a);
  return 64;
}

static size_t double_mul_op(uint8_t *out, const uint8_t *in) {
  fe u1, u2;
  struct jacobian sum;
  ec_affine q;
  get(u1, in);
  get(u2, in + 32);
  if (!ec_affine_from_bytes_vartime(CORDON_P256, &q, in + 64, in + 96)) {
    return 0;
  }
  mul_double_vartime(c, &sum, p256_g_table, u1, &q, u2);
  point_to_affine(c, &q, &sum);
  return put_affine(out, point_is_infinity(c, &sum) == 0, &q);
}

static size_t point_in(uint32_t op, uint8_t *out, const uint8_t *in) {
  ec_affine a;
  int ok;
  if (op == OP_FROM_BYTES) {
    ok = ec_affine_from_bytes_vartime(CORDON_P256, &a, in, in + 32);
    return put_affine(out, ok, &a);
  }
  if (op == OP_DECOMPRESS) {
    ok = ec_decompress_vartime(CORDON_P256, &a, in, in[32] & 1);
    return put_affine(out, ok, &a);
  }
  (void)fe_from_bytes(c, a.x, in);
  (void)fe_from_bytes(c, a.y, in + 32);
  out[0] = (uint8_t)ec_validate_order_vartime(CORDON_P256, &a);
  return 1;
}

static size_t ecdsa_op(uint32_t op, uint8_t *out, const uint8_t *in,
                       size_t digest_len) {
  if (op == OP_SIGN) {
    ec_scalar d, k;
    get(d.v, in);
    get(k.v, in + 32);
    out[0] = (uint8_t)(ecdsa_sign_core(CORDON_P256, out + 1, out + 33, &d, &k,
                                       in + 64, digest_len) &
                       1);
    return 65;
  }
  ec_affine q;
  if (!ec_affine_from_bytes_vartime(CORDON_P256, &q, in, in + 32)) {
    return 0;
  }
  out[0] = (uint8_t)ecdsa_verify_core_vartime(CORDON_P256, &q, in + 64, in + 96,
                                              in + 128, digest_len);
  return 1;
}

size_t op_run(uint32_t op, uint8_t *out, const uint8_t *in, size_t in_len) {
  static const uint8_t lengths[OP_NUM] = {64, 64,  32, 32, 64, 32, 64, 32,
                                          64, 64,  64, 32, 32, 32, 32, 32,
                                          32, 128, 64, 33, 64, 64, 128};
  if (op >= OP_NUM || in_len < lengths[op] || in_len > OP_MAX_LEN ||
      (in_len != lengths[op] && op != OP_SIGN && op != OP_VERIFY)) {
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
    case OP_MUL_BASE:
      return mul_base_op(out, in);
    case OP_DOUBLE_MUL:
      return double_mul_op(out, in);
    case OP_FROM_BYTES:
    case OP_DECOMPRESS:
    case OP_VALIDATE:
      return point_in(op, out, in);
    case OP_SIGN:
    case OP_VERIFY:
      return ecdsa_op(op, out, in, in_len - lengths[op]);
    default:
      return one_modulus(&c->p, op, out, in);
  }
}

unsigned op_limb_bits(void) { return CORDON_LIMB_BITS; }
