/* The generic functions over toy curves; see toy.h. */
#include "toy.h"

#include <string.h>

#include "ec/encode_impl.h"
#include "ec/mul_impl.h"
#include "ecdsa/ecdsa_impl.h"

struct toy toy;

static struct curve curve;
static const struct curve *const c = &curve;
static limb_t base_table[8 * EC_MAX_BASE_ENTRIES * 2];
static limb_t g_table[256 * 2];

unsigned toy_inverse_of(unsigned a, unsigned m) {
  for (unsigned i = 1; i < m; i++) {
    if (a * i % m == 1) {
      return i;
    }
  }
  return 0;
}

struct toy_point toy_add(struct toy_point a, struct toy_point b) {
  const unsigned p = toy.p;
  struct toy_point r = {0, 0};
  unsigned slope;
  if (a.x == 0 && a.y == 0) {
    return b;
  }
  if (b.x == 0 && b.y == 0) {
    return a;
  }
  if (a.x != b.x) {
    slope = (b.y + p - a.y) * toy_inverse_of((b.x + p - a.x) % p, p) % p;
  } else if (a.y == b.y) {
    slope = (3 * a.x * a.x + p - 3) % p * toy_inverse_of(2 * a.y % p, p) % p;
  } else {
    return r;
  }
  r.x = (slope * slope + 2 * p - a.x - b.x) % p;
  r.y = (slope * (a.x + p - r.x) + p - a.y) % p;
  return r;
}

static unsigned bit_length(unsigned m) {
  unsigned bits = 0;
  while (m >> bits != 0) {
    bits++;
  }
  return bits;
}

/* make_modulus fills in m, even m included (then n0 means nothing). */
static void make_modulus(struct modulus *out, unsigned m) {
  memset(out, 0, sizeof *out);
  out->num_limbs = 1;
  out->bits = bit_length(m);
  out->inv_limbs = 1;
  out->inv_batches = 2;
  out->n0 = 1;
  for (int i = 0; i < 6; i++) { /* Newton: x <- x (2 + m x), for -1 / m */
    out->n0 *= 2 + out->n0 * m;
  }
  out->m[0] = m;
  out->one[0] = (limb_t)(((dlimb_t)1 << CORDON_LIMB_BITS) % m);
  out->rr[0] = (limb_t)((dlimb_t)out->one[0] * out->one[0] % m);
}

static limb_t mont(unsigned a) {
  return (limb_t)((dlimb_t)a * c->p.one[0] % c->p.m[0]);
}

static unsigned plain(const limb_t *a) {
  fe t;
  fe_to_plain(c, t, a);
  return (unsigned)t[0];
}

static ec_affine affine_in(struct toy_point a) {
  ec_affine r;
  memset(&r, 0, sizeof r);
  r.x[0] = mont(a.x);
  r.y[0] = mont(a.y);
  return r;
}

static struct toy_point affine_out(const ec_affine *a) {
  struct toy_point r = {plain(a->x), plain(a->y)};
  return r;
}

static struct jacobian jacobian_in(struct toy_point a, unsigned z) {
  struct jacobian r;
  memset(&r, 0, sizeof r);
  if (a.x == 0 && a.y == 0) {
    r.x[0] = mont(z);
    r.y[0] = mont(1);
    return r;
  }
  r.x[0] = mont(a.x * z * z % toy.p);
  r.y[0] = mont(a.y * z % toy.p * z % toy.p * z % toy.p);
  r.z[0] = mont(z);
  return r;
}

static struct toy_point jacobian_out(const struct jacobian *a) {
  ec_affine r;
  point_to_affine(c, &r, a);
  return affine_out(&r);
}

void toy_use(unsigned p, unsigned b, unsigned n, unsigned gx, unsigned gy,
             unsigned base_width, unsigned g_width, unsigned q_width) {
  struct toy_point g = {gx, gy};
  memset(&toy, 0, sizeof toy);
  memset(&curve, 0, sizeof curve);
  toy.p = p;
  toy.b = b;
  toy.n = n;
  toy.bits = bit_length(n);
  for (unsigned i = 1; i < n; i++) {
    toy.multiples[i] = toy_add(toy.multiples[i - 1], g);
  }
  make_modulus(&curve.p, p);
  make_modulus(&curve.n, n);
  curve.b[0] = mont(b);
  curve.gx[0] = mont(gx);
  curve.gy[0] = mont(gy);
  curve.base_width = base_width;
  curve.base_windows = (toy.bits + base_width - 1) / base_width;
  curve.g_width = g_width;
  curve.q_width = q_width;
  limb_t *entry = base_table;
  for (unsigned i = 0; i < curve.base_windows; i++) {
    for (unsigned j = 0; j < 1u << (base_width - 1); j++) {
      struct toy_point a = toy.multiples[((2 * j + 1) << (base_width * i)) % n];
      *entry++ = mont(a.x);
      *entry++ = mont(a.y);
    }
  }
  for (unsigned j = 0; j < 1u << (g_width - 2); j++) {
    g_table[2 * j] = mont(toy.multiples[(2 * j + 1) % n].x);
    g_table[2 * j + 1] = mont(toy.multiples[(2 * j + 1) % n].y);
  }
}

struct toy_point toy_run_add(enum toy_addition kind, struct toy_point a,
                             unsigned za, struct toy_point b, unsigned zb) {
  struct jacobian sum = jacobian_in(a, za);
  ec_affine affine = affine_in(b);
  struct jacobian_pre pre;
  switch (kind) {
    case TOY_ADD_AFFINE:
      point_add_affine(c, &sum, &sum, affine.x, affine.y);
      break;
    case TOY_ADD_AFFINE_COMPLETE:
      point_add_affine_complete(c, &sum, &sum, affine.x, affine.y);
      break;
    case TOY_ADD_AFFINE_VARTIME:
      point_add_affine_vartime(c, &sum, &sum, affine.x, affine.y);
      break;
    default:
      pre.p = jacobian_in(b, zb);
      point_precompute(c, &pre);
      point_add_vartime(c, &sum, &sum, &pre, kind == TOY_SUB_VARTIME);
  }
  return jacobian_out(&sum);
}

struct toy_point toy_run_double(struct toy_point a, unsigned z) {
  struct jacobian r = jacobian_in(a, z);
  point_double(c, &r, &r);
  return jacobian_out(&r);
}

struct toy_point toy_run_mul_base(unsigned k) {
  limb_t scalar[EC_MAX_LIMBS] = {k};
  ec_affine r;
  mul_base(c, &r, base_table, scalar);
  return affine_out(&r);
}

struct toy_point toy_run_double_mul(unsigned u1, struct toy_point q,
                                    unsigned u2) {
  limb_t s1[EC_MAX_LIMBS] = {u1}, s2[EC_MAX_LIMBS] = {u2};
  ec_affine affine = affine_in(q);
  struct jacobian r;
  mul_double_vartime(c, &r, g_table, s1, &affine, s2);
  return jacobian_out(&r);
}

int toy_run_has_order(struct toy_point q) {
  ec_affine a = affine_in(q);
  return point_has_order_vartime(c, &a);
}

int toy_run_decompress(struct toy_point *out, unsigned x, int y_odd) {
  uint8_t byte = (uint8_t)x;
  ec_affine a;
  int ok = affine_decompress_vartime(c, &a, &byte, y_odd);
  *out = affine_out(&a);
  return ok;
}

int toy_run_from_bytes(unsigned x, unsigned y) {
  uint8_t bytes[2] = {(uint8_t)x, (uint8_t)y};
  ec_affine a;
  return affine_from_bytes_vartime(c, &a, &bytes[0], &bytes[1]);
}

int toy_run_scalar_from_bytes(unsigned *out, unsigned in) {
  uint8_t byte = (uint8_t)in;
  limb_t a[EC_MAX_LIMBS];
  int ok = sc_from_bytes(c, a, &byte) != 0;
  *out = (unsigned)a[0];
  return ok;
}

int toy_run_scalar_from_candidate(unsigned *out, unsigned in) {
  uint8_t byte = (uint8_t)in;
  limb_t a[EC_MAX_LIMBS];
  int ok = sc_from_candidate(c, a, &byte) != 0;
  *out = (unsigned)a[0];
  return ok;
}

unsigned toy_run_inverse(unsigned m, unsigned a, unsigned start) {
  struct modulus modulus;
  limb_t r[EC_MAX_LIMBS] = {a}, s[EC_MAX_LIMBS] = {start};
  make_modulus(&modulus, m);
  mod_inverse(&modulus, r, r, s);
  return (unsigned)r[0];
}

int toy_run_beeu(unsigned *out, unsigned m, unsigned a, unsigned start) {
  struct modulus modulus;
  limb_t r[EC_MAX_LIMBS] = {a}, s[EC_MAX_LIMBS] = {start};
  make_modulus(&modulus, m);
  int ok = mod_inverse_vartime(&modulus, r, r, s);
  *out = (unsigned)r[0];
  return ok;
}

int toy_run_sign(unsigned *r, unsigned *s, unsigned d, unsigned k,
                 unsigned digest) {
  limb_t ds[EC_MAX_LIMBS] = {d}, ks[EC_MAX_LIMBS] = {k};
  uint8_t byte = (uint8_t)digest, rb = 0xff, sb = 0xff;
  int ok = ecdsa_sign(c, &rb, &sb, base_table, ds, ks, &byte, 1) != 0;
  *r = rb;
  *s = sb;
  return ok;
}

int toy_run_verify(struct toy_point q, unsigned r, unsigned s,
                   unsigned digest) {
  ec_affine a = affine_in(q);
  uint8_t rb = (uint8_t)r, sb = (uint8_t)s, byte = (uint8_t)digest;
  return ecdsa_verify_vartime(c, g_table, &a, &rb, &sb, &byte, 1);
}
