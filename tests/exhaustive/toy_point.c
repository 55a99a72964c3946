/* The functions of ec/ instantiated for toy curves, and those of ecdsa/, which
 * are above the dispatch that stands at the end of this file. */
#include <stdlib.h>
#include <string.h>

#include "ec/call_impl.h"
#include "ecdsa/ecdsa_core.h"
#include "toy_instance.h"
#include "toy_xyzz.h"

void tail_declassify(const void *p, size_t len) {
  (void)p;
  (void)len;
}

static struct jacobian from_toy(struct toy_point a) {
  struct jacobian out;
  memset(&out, 0, sizeof out);
  out.x[0] = (limb_t)a.x;
  out.y[0] = (limb_t)a.y;
  out.z[0] = (limb_t)a.z;
  return out;
}

static ec_affine affine_from_toy(struct toy_affine a) {
  ec_affine out;
  memset(&out, 0, sizeof out);
  out.x[0] = (limb_t)a.x;
  out.y[0] = (limb_t)a.y;
  return out;
}

static struct toy_affine affine_to_toy(const ec_affine *a) {
  return (struct toy_affine){a->x[0], a->y[0]};
}

/* to_toy is a, which an aliased call must have given as well. */
static struct toy_point to_toy(const struct jacobian *a,
                               const struct jacobian *aliased) {
  if (a->x[0] != aliased->x[0] || a->y[0] != aliased->y[0] ||
      a->z[0] != aliased->z[0]) {
    return (struct toy_point){TOY_MISMATCH, TOY_MISMATCH, TOY_MISMATCH};
  }
  return (struct toy_point){a->x[0], a->y[0], a->z[0]};
}

/* The doubling in other coordinates has the same X, Y and Z. */
struct toy_point toy_double(const struct toy *t, struct toy_point a) {
  struct jacobian p = from_toy(a), out;
  struct xyzz other = to_xyzz(&t->c, &p);
  point_double(&t->c, &out, &p);
  point_double(&t->c, &p, &p);
  if (to_toy(&out, &p).x != TOY_MISMATCH) {
    xyzz_double(&t->c, &other);
    p = from_xyzz(&t->c, &other);
  }
  return to_toy(&out, &p);
}

/* add_xyzz adds b or, which is the same, subtracts -b. */
static void add_xyzz(const struct curve *c, int subtract, struct jacobian *out,
                     const struct jacobian *a, const ec_affine *b) {
  struct xyzz p = to_xyzz(c, a);
  const limb_t mask = (limb_t)0 - (limb_t)subtract;
  struct affine e;
  fe_copy(c, e.x, b->x);
  fe_copy(c, e.y, b->y);
  affine_negate(c, &e, mask);
  xyzz_add(c, &p, &e, mask);
  *out = from_xyzz(c, &p);
}

struct toy_point toy_add(const struct toy *t, enum toy_addition which,
                         struct toy_point a, struct toy_affine b) {
  struct jacobian p = from_toy(a), out;
  ec_affine q = affine_from_toy(b);
  if (which == TOY_ADD_AFFINE_VARTIME) {
    point_add_affine_vartime(&t->c, &out, &p, q.x, q.y, 0);
    fe_neg(&t->c, q.y, q.y);
    point_add_affine_vartime(&t->c, &p, &p, q.x, q.y, 1);
  } else {
    add_xyzz(&t->c, 0, &out, &p, &q);
    add_xyzz(&t->c, 1, &p, &p, &q);
  }
  return to_toy(&out, &p);
}

static void sum(const struct curve *c, enum toy_sum which, struct jacobian *out,
                const struct jacobian *a, const struct jacobian_pre *b) {
  switch (which) {
    case TOY_ADD:
      point_add(c, out, a, b);
      break;
    case TOY_ADD_OR_DOUBLE:
      point_add_or_double(c, out, a, b);
      break;
  }
}

struct toy_point toy_add_jacobian(const struct toy *t, enum toy_sum which,
                                  struct toy_point a, struct toy_point b) {
  struct jacobian p = from_toy(a), out;
  struct jacobian_pre q;
  q.p = from_toy(b);
  point_precompute(&t->c, &q);
  sum(&t->c, which, &out, &p, &q);
  sum(&t->c, which, &p, &p, &q);
  return to_toy(&out, &p);
}

struct toy_affine toy_to_affine(const struct toy *t, struct toy_point a) {
  struct jacobian p = from_toy(a);
  struct xyzz other = to_xyzz(&t->c, &p);
  ec_affine out, same;
  point_to_affine(&t->c, &out, &p);
  xyzz_to_affine(&t->c, &same, &other);
  if (same.x[0] != out.x[0] || same.y[0] != out.y[0]) {
    return (struct toy_affine){TOY_MISMATCH, TOY_MISMATCH};
  }
  return affine_to_toy(&out);
}

int toy_is_on_curve(const struct toy *t, struct toy_affine a) {
  ec_affine p = affine_from_toy(a);
  limb_t mask = point_is_on_curve(&t->c, &p);
  return (mask == 0) ? 0 : (mask == ~(limb_t)0) ? 1 : -1;
}

int toy_affine_equal(const struct toy *t, struct toy_affine a,
                     struct toy_affine b) {
  ec_affine p = affine_from_toy(a), q = affine_from_toy(b);
  limb_t mask = affine_equal(&t->c, &p, &q);
  return (mask == 0) ? 0 : (mask == ~(limb_t)0) ? 1 : -1;
}

int toy_from_bytes_vartime(const struct toy *t, struct toy_affine *out,
                           uint8_t x, uint8_t y) {
  ec_affine p;
  int ok = affine_from_bytes_vartime(&t->c, &p, &x, &y);
  *out = affine_to_toy(&p);
  return ok;
}

int toy_decompress_vartime(const struct toy *t, struct toy_affine *out,
                           uint8_t x, int y_odd) {
  ec_affine p;
  int ok = affine_decompress_vartime(&t->c, &p, &x, y_odd);
  *out = affine_to_toy(&p);
  return ok;
}

void toy_to_bytes(const struct toy *t, uint8_t *x, uint8_t *y,
                  struct toy_affine a) {
  ec_affine p = affine_from_toy(a);
  affine_to_bytes(&t->c, x, y, &p);
}

int toy_has_order_vartime(const struct toy *t, struct toy_affine a) {
  ec_affine p = affine_from_toy(a);
  return point_has_order_vartime(&t->c, &p);
}

int toy_make_odd(const struct toy *t, uint64_t *out, uint64_t k) {
  limb_t x[EC_MAX_LIMBS] = {(limb_t)k};
  limb_t mask = sc_make_odd(&t->c, x, x);
  *out = x[0];
  return (mask == 0) ? 0 : (mask == ~(limb_t)0) ? 1 : -1;
}

int toy_odd_digit(const struct toy *t, uint64_t k, size_t i) {
  limb_t x[EC_MAX_LIMBS] = {(limb_t)k}, index;
  limb_t negative =
      sc_odd_digit(&t->c, &index, x, i, t->c.base_width, t->c.base_windows);
  int digit = 2 * (int)index + 1;
  return (negative == 0) ? digit : (negative == ~(limb_t)0) ? -digit : 0;
}

size_t toy_wnaf_vartime(const struct toy *t, int16_t *digits, uint64_t k,
                        unsigned width) {
  limb_t x[EC_MAX_LIMBS] = {(limb_t)k};
  return sc_wnaf_vartime(&t->c, digits, x, width);
}

struct toy_affine toy_mul_base(const struct toy *t, uint64_t k) {
  limb_t x[EC_MAX_LIMBS] = {(limb_t)k};
  ec_affine out;
  mul_base(&t->c, &out, t->base, x);
  return affine_to_toy(&out);
}

struct toy_affine toy_mul_point(const struct toy *t, struct toy_affine q,
                                uint64_t k, int *finite) {
  limb_t x[EC_MAX_LIMBS] = {(limb_t)k};
  ec_affine p = affine_from_toy(q), out;
  limb_t mask = mul_point(&t->c, &out, &p, x);
  *finite = (mask == 0) ? 0 : (mask == ~(limb_t)0) ? 1 : -1;
  return affine_to_toy(&out);
}

int toy_odd_multiples(const struct toy *t, struct toy_point *out,
                      struct toy_affine q) {
  const size_t num = (size_t)1 << (t->c.q_width - 2);
  struct jacobian_pre table[EC_MAX_MULTIPLES];
  ec_affine p = affine_from_toy(q);
  struct affine affine[EC_MAX_MULTIPLES];
  int ok = 1;
  mul_odd_multiples(&t->c, table, num, &p);
  mul_affine_multiples_vartime(&t->c, affine, num, &p);
  for (size_t j = 0; j < num; j++) {
    fe zz, zzz;
    ec_affine a;
    fe_mul(&t->c, zz, table[j].p.z, table[j].p.z);
    fe_mul(&t->c, zzz, zz, table[j].p.z);
    ok &= zz[0] == table[j].zz[0] && zzz[0] == table[j].zzz[0];
    point_to_affine(&t->c, &a, &table[j].p);
    ok &= a.x[0] == affine[j].x[0] && a.y[0] == affine[j].y[0];
    out[j] = to_toy(&table[j].p, &table[j].p);
  }
  return ok;
}

struct toy_point toy_mul_double_vartime(const struct toy *t, uint64_t u1,
                                        struct toy_affine q, uint64_t u2) {
  limb_t a[EC_MAX_LIMBS] = {(limb_t)u1}, b[EC_MAX_LIMBS] = {(limb_t)u2};
  ec_affine p = affine_from_toy(q);
  struct jacobian out;
  mul_double_vartime(&t->c, &out, t->g, a, &p, b);
  return to_toy(&out, &out);
}

static limb_t prepared_table[2 * TOY_MAX_PREPARED];

size_t toy_prepare(const struct toy *t, struct toy_affine *out,
                   struct toy_affine q) {
  const size_t num = prepared_len(&t->c, 1) / 16;
  ec_affine p = affine_from_toy(q);
  if (num > TOY_MAX_PREPARED) {
    abort();
  }
  memset(prepared_table, 0xff, sizeof prepared_table);
  prepared_make(&t->c, prepared_table, 1, &p);
  for (size_t i = 0; i < num; i++) {
    out[i].x = prepared_table[2 * i];
    out[i].y = prepared_table[2 * i + 1];
  }
  for (size_t i = 2 * num; i < 2 * TOY_MAX_PREPARED; i++) {
    if (prepared_table[i] != ~(limb_t)0) {
      return 0; /* written behind its end */
    }
  }
  return num;
}

struct toy_point toy_prepared_sum_vartime(const struct toy *t, uint64_t u1,
                                          uint64_t u2) {
  limb_t a[EC_MAX_LIMBS] = {(limb_t)u1}, b[EC_MAX_LIMBS] = {(limb_t)u2};
  struct jacobian out;
  prepared_sum_vartime(&t->c, &out, t->base, a, prepared_table, 1, b);
  return to_toy(&out, &out);
}

/* The dispatch of the toys, in the place of fipsmodule/ec/curves.c: the curve
 * is the one of the call that is being made. */
static const struct toy *current;

limb_t ec_run(uint32_t curve, const struct ec_call *call) {
  (void)curve;
  return call_run(&current->c, current->base, call);
}

int ec_run_vartime(uint32_t curve, const struct ec_call *call) {
  (void)curve;
  return call_run_vartime(&current->c, current->base, current->g, call);
}

int toy_sign(const struct toy *t, uint8_t *r, uint8_t *s, uint64_t d,
             uint64_t k, const uint8_t *digest, size_t digest_len) {
  ec_scalar key = {{(limb_t)d}}, nonce = {{(limb_t)k}};
  current = t;
  limb_t mask = ecdsa_sign_core(0, r, s, &key, &nonce, digest, digest_len);
  return (mask == 0) ? 0 : (mask == ~(limb_t)0) ? 1 : -1;
}

/* Both ways to verify must come to one verdict. */
int toy_verify_vartime(const struct toy *t, struct toy_affine q, uint8_t r,
                       uint8_t s, const uint8_t *digest, size_t digest_len) {
  limb_t table[EC_PREPARED_LEAST_LEN / sizeof(limb_t)];
  ec_affine p = affine_from_toy(q);
  current = t;
  int plain = ecdsa_verify_core_vartime(0, &p, &r, &s, digest, digest_len);
  ec_prepare(0, EC_PREPARED_LEAST, table, &p);
  int prepared = ecdsa_verify_prepared_core_vartime(0, EC_PREPARED_LEAST, table,
                                                    &r, &s, digest, digest_len);
  return plain == prepared ? plain : -1;
}
