/* The functions of field/ and scalar/ instantiated for toy curves. The
 * constants are computed here by plain division. */
#include <stdlib.h>
#include <string.h>

#include "field/field_impl.h"
#include "scalar/scalar_impl.h"
#include "toy_instance.h"

/* The back ends of single primes: no toy modulus may come here. */
static void refuse(limb_t *out, const limb_t *a, const limb_t *b) {
  (void)out;
  (void)a;
  (void)b;
  abort();
}

void p224_mul(limb_t *out, const limb_t *a, const limb_t *b) {
  refuse(out, a, b);
}
void p256_mul(limb_t *out, const limb_t *a, const limb_t *b) {
  refuse(out, a, b);
}
void p384_mul(limb_t *out, const limb_t *a, const limb_t *b) {
  refuse(out, a, b);
}
void p521_mul(limb_t *out, const limb_t *a, const limb_t *b) {
  refuse(out, a, b);
}
void p224_sqr(limb_t *out, const limb_t *a) { refuse(out, a, a); }
void p256_sqr(limb_t *out, const limb_t *a) { refuse(out, a, a); }
void p384_sqr(limb_t *out, const limb_t *a) { refuse(out, a, a); }
void p521_sqr(limb_t *out, const limb_t *a) { refuse(out, a, a); }

unsigned toy_limb_bits(void) { return CORDON_LIMB_BITS; }

int toy_has_checks(void) {
#if defined(CORDON_VERIFY)
  return 1;
#else
  return 0;
#endif
}

/* power_of_two is 2^e mod m. */
static uint64_t power_of_two(unsigned e, uint64_t m) {
  uint64_t x = 1 % m;
  while (e-- > 0) {
    x = 2 * x % m;
  }
  return x;
}

/* minus_inverse is -m^-1 mod 2^w: bit by bit, x m + 1 gets one zero more. */
static limb_t minus_inverse(limb_t m) {
  limb_t x = 0;
  for (unsigned i = 0; i < CORDON_LIMB_BITS; i++) {
    if (((x * m + 1) >> i) & 1) {
      x |= (limb_t)1 << i;
    }
  }
  return x;
}

/* num_batches is the number of batches of divsteps that covers bits. */
static uint32_t num_batches(unsigned bits) {
  unsigned steps = (45907 * bits + 26313) / 19929;
  unsigned small = (49 * bits + 80) / 17; /* the bound below 46 bits */
  if (bits < 46 && small > steps) {
    steps = small;
  }
  return (steps + SG_BITS - 1) / SG_BITS;
}

/* num_signed_limbs is the number of signed limbs, the highest with two bits to
 * spare, that holds (-2m, 2m). */
static uint32_t num_signed_limbs(unsigned bits) {
  return (bits + SG_BITS) / SG_BITS;
}

static void set_modulus(struct modulus *m, uint32_t value) {
  m->backend = MOD_GENERIC;
  m->num_limbs = 1;
  while ((value >> m->bits) != 0) {
    m->bits++;
  }
  m->inv_limbs = num_signed_limbs(m->bits);
  m->inv_batches = num_batches(m->bits);
  m->n0 = minus_inverse(value);
  m->m[0] = value;
  m->one[0] = (limb_t)power_of_two(CORDON_LIMB_BITS, value);
  m->rr[0] = (limb_t)power_of_two(2 * CORDON_LIMB_BITS, value);
}

static limb_t raw(const struct toy *t, uint32_t plain) {
  return plain * t->c.p.one[0] % t->c.p.m[0];
}

static uint32_t power(uint32_t a, uint32_t e, uint32_t m) {
  uint32_t x = 1;
  while (e-- > 0) {
    x = x * a % m;
  }
  return x;
}

/* set_root sets what square roots need; p is prime. */
static void set_root(struct toy *t, uint32_t p) {
  uint32_t q = p - 1, a = 2;
  for (t->c.p_twos = 0; q % 2 == 0; q /= 2) {
    t->c.p_twos++;
  }
  while (power(a, (p - 1) / 2, p) == 1) {
    a++;
  }
  t->c.p_root[0] = raw(t, power(a, q, p));
}

struct toy *toy_new(uint32_t p, uint32_t b, uint32_t n, uint32_t gx,
                    uint32_t gy) {
  struct toy *t = calloc(1, sizeof *t);
  if (t == NULL) {
    abort();
  }
  set_modulus(&t->c.p, p);
  set_modulus(&t->c.n, n);
  t->c.b[0] = raw(t, b);
  t->c.gx[0] = raw(t, gx);
  t->c.gy[0] = raw(t, gy);
  set_root(t, p);
  return t;
}

void toy_free(struct toy *t) { free(t); }

static struct comb comb_of(const struct toy *t, unsigned width,
                           unsigned spacing) {
  struct comb comb = {width, spacing, (t->c.n.bits + spacing - 1) / spacing,
                      (65536 + spacing - 1) / spacing};
  return comb;
}

void toy_set_windows(struct toy *t, const struct toy_windows *w) {
  t->c.base_width = w->base_width;
  t->c.base_windows = w->base_windows;
  t->c.base_spacing = w->base_spacing;
  t->c.base_last = w->base_last;
  t->c.mul_width = w->mul_width;
  t->c.mul_windows = w->mul_windows;
  t->c.g_width = w->g_width;
  t->c.q_width = w->q_width;
  t->c.base_comb =
      comb_of(t, w->base_width + 1, w->base_width * w->base_spacing);
  for (size_t i = 0; i < EC_NUM_PREPARED; i++) {
    t->c.prepared[i] = comb_of(t, w->prepared_width, w->prepared_spacing);
  }
  memset(t->base, 0xff, sizeof t->base);
  memset(t->g, 0xff, sizeof t->g);
}

static void set_entry(const struct toy *t, limb_t *table, size_t at, uint32_t x,
                      uint32_t y) {
  if (at >= TOY_MAX_ENTRIES) {
    abort();
  }
  table[2 * at] = raw(t, x);
  table[2 * at + 1] = raw(t, y);
}

void toy_set_base_entry(struct toy *t, size_t at, uint32_t x, uint32_t y) {
  set_entry(t, t->base, at, x, y);
}

void toy_set_g_entry(struct toy *t, size_t at, uint32_t x, uint32_t y) {
  set_entry(t, t->g, at, x, y);
}

static void apply(const struct curve *c, enum toy_op op, limb_t *out,
                  const limb_t *a, const limb_t *b) {
  fe t;
  switch (op) {
    case TOY_FE_ADD:
      fe_add(c, out, a, b);
      break;
    case TOY_FE_SUB:
      fe_sub(c, out, a, b);
      break;
    case TOY_FE_MUL:
      fe_mul(c, out, a, b);
      break;
    case TOY_FE_SQR:
      fe_sqr(c, out, a);
      break;
    case TOY_FE_NEG:
      fe_neg(c, out, a);
      break;
    case TOY_FE_HALF:
      fe_half(c, out, a);
      break;
    case TOY_FE_INVERSE:
      fe_inverse(c, out, a);
      break;
    case TOY_FE_FROM_PLAIN:
      fe_from_plain(c, out, a);
      break;
    case TOY_FE_TO_PLAIN:
      fe_to_plain(c, out, a);
      break;
    case TOY_FE_MOVE:
    case TOY_FE_KEEP:
      fe_copy(c, t, b);
      fe_move(c, t, (op == TOY_FE_MOVE) ? ~(limb_t)0 : 0, a);
      fe_copy(c, out, t);
      break;
    case TOY_N_ADD:
      mod_add(&c->n, out, a, b);
      break;
    case TOY_N_SUB:
      mod_sub(&c->n, out, a, b);
      break;
    case TOY_N_MUL:
      mod_mul(&c->n, out, a, b);
      break;
    case TOY_N_SQR:
      mod_sqr(&c->n, out, a);
      break;
    case TOY_N_NEG:
      mod_neg(&c->n, out, a);
      break;
    case TOY_N_HALF:
      mod_half(&c->n, out, a);
      break;
    case TOY_N_FROM_MONT:
      mod_from_mont(&c->n, out, a);
      break;
    case TOY_SC_ADD:
      sc_add(c, out, a, b);
      break;
    case TOY_SC_MUL_MONT:
      sc_mul_mont(c, out, a, b);
      break;
    case TOY_SC_MUL:
      sc_mul(c, out, a, b);
      break;
    case TOY_SC_DIVIDE:
      sc_divide(c, out, b, a);
      break;
    case TOY_SC_INVERSE_VARTIME:
      if (!sc_inverse_vartime(c, out, a) && out[0] != 0) {
        out[0] = (limb_t)TOY_MISMATCH;
      }
      break;
    case TOY_SC_FROM_FIELD:
      sc_from_field(c, out, a);
      break;
    case TOY_P_DIVIDE:
      mod_inverse(&c->p, out, a, b);
      break;
    case TOY_N_DIVIDE:
      mod_inverse(&c->n, out, a, b);
      break;
    case TOY_P_DIVIDE_VARTIME:
    case TOY_N_DIVIDE_VARTIME: {
      const struct modulus *m = (op == TOY_P_DIVIDE_VARTIME) ? &c->p : &c->n;
      int coprime = a[0] != 0 && a[0] < m->m[0];
      if (mod_inverse_vartime(m, out, a, b) != coprime) {
        out[0] = (limb_t)TOY_MISMATCH;
      }
      break;
    }
  }
}

uint64_t toy_apply(const struct toy *t, enum toy_op op, uint64_t a,
                   uint64_t b) {
  fe x = {(limb_t)a}, y = {(limb_t)b}, out = {0};
  int same = 1;
  apply(&t->c, op, out, x, y);
  same &= x[0] == a && y[0] == b;
  apply(&t->c, op, x, x, y);
  same &= x[0] == out[0];
  x[0] = (limb_t)a;
  apply(&t->c, op, y, x, y);
  same &= y[0] == out[0];
  if (a == b) {
    apply(&t->c, op, x, x, x);
    same &= x[0] == out[0];
  }
  return same ? out[0] : TOY_MISMATCH;
}

/* from_mask is 1 for all ones, 0 for 0, and -1 for what is not a mask. */
static int from_mask(limb_t mask) {
  return (mask == 0) ? 0 : (mask == ~(limb_t)0) ? 1 : -1;
}

int toy_fe_equal(const struct toy *t, uint64_t a, uint64_t b) {
  fe x = {(limb_t)a}, y = {(limb_t)b};
  return from_mask(fe_equal(&t->c, x, y));
}

int toy_fe_is_zero(const struct toy *t, uint64_t a) {
  fe x = {(limb_t)a};
  return from_mask(fe_is_zero(&t->c, x));
}

int toy_sc_is_zero(const struct toy *t, uint64_t a) {
  fe x = {(limb_t)a};
  return from_mask(sc_is_zero(&t->c, x));
}

int toy_fe_sqrt_vartime(const struct toy *t, uint64_t *out, uint64_t a) {
  fe x = {(limb_t)a}, root;
  int ok = fe_sqrt_vartime(&t->c, root, x);
  *out = root[0];
  return ok;
}

int toy_fe_from_bytes(const struct toy *t, uint64_t *out, uint8_t in) {
  fe x;
  limb_t ok = fe_from_bytes(&t->c, x, &in);
  *out = x[0];
  return from_mask(ok);
}

uint8_t toy_fe_to_bytes(const struct toy *t, uint64_t a) {
  fe x = {(limb_t)a};
  uint8_t out;
  fe_to_bytes(&t->c, &out, x);
  return out;
}

int toy_sc_from_bytes(const struct toy *t, uint64_t *out, uint8_t in) {
  limb_t x[EC_MAX_LIMBS];
  limb_t ok = sc_from_bytes(&t->c, x, &in);
  *out = x[0];
  return from_mask(ok);
}

int toy_sc_from_candidate(const struct toy *t, uint64_t *out, uint8_t in) {
  limb_t x[EC_MAX_LIMBS];
  limb_t ok = sc_from_candidate(&t->c, x, &in);
  *out = x[0];
  return from_mask(ok);
}

uint8_t toy_sc_to_bytes(const struct toy *t, uint64_t a) {
  limb_t x[EC_MAX_LIMBS] = {(limb_t)a};
  uint8_t out;
  sc_to_bytes(&t->c, &out, x);
  return out;
}

uint64_t toy_sc_from_wide(const struct toy *t, const uint8_t *in, size_t len) {
  limb_t x[EC_MAX_LIMBS];
  sc_from_wide(&t->c, x, in, len);
  return x[0];
}

uint64_t toy_sc_from_digest(const struct toy *t, const uint8_t *digest,
                            size_t len) {
  limb_t x[EC_MAX_LIMBS];
  sc_from_digest(&t->c, x, digest, len);
  return x[0];
}

static void limbs_from_words(limb_t *out, const uint32_t *in) {
  memset(out, 0, EC_MAX_LIMBS * sizeof out[0]);
  for (size_t i = 0; i < TOY_MAX_WORDS; i++) {
    out[32 * i / CORDON_LIMB_BITS] |= (limb_t)in[i]
                                      << (32 * i % CORDON_LIMB_BITS);
  }
}

static void words_from_limbs(uint32_t *out, const limb_t *in, size_t num) {
  memset(out, 0, TOY_MAX_WORDS * sizeof out[0]);
  for (size_t i = 0; i < num * CORDON_LIMB_BITS / 32 && i < TOY_MAX_WORDS;
       i++) {
    out[i] = (uint32_t)(in[32 * i / CORDON_LIMB_BITS] >>
                        (32 * i % CORDON_LIMB_BITS));
  }
}

/* set_wide_modulus leaves out the constants that only conversions need. */
static void set_wide_modulus(struct modulus *m, const uint32_t *value,
                             unsigned bits) {
  memset(m, 0, sizeof *m);
  m->backend = MOD_GENERIC;
  m->bits = bits;
  m->num_limbs = (bits + CORDON_LIMB_BITS - 1) / CORDON_LIMB_BITS;
  m->inv_limbs = num_signed_limbs(bits);
  m->inv_batches = num_batches(bits);
  limbs_from_words(m->m, value);
  m->n0 = minus_inverse(m->m[0]);
}

int toy_wide_inverse_vartime(const uint32_t *m, unsigned bits, uint32_t *out,
                             const uint32_t *x, const uint32_t *start) {
  struct modulus mod;
  limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS];
  int ok;
  set_wide_modulus(&mod, m, bits);
  limbs_from_words(a, x);
  limbs_from_words(b, start);
  ok = mod_inverse_vartime(&mod, a, a, b);
  words_from_limbs(out, a, mod.num_limbs);
  return ok;
}

void toy_wide_inverse(const uint32_t *m, unsigned bits, uint32_t *out,
                      const uint32_t *x, const uint32_t *start) {
  struct modulus mod;
  limb_t a[EC_MAX_LIMBS], b[EC_MAX_LIMBS];
  set_wide_modulus(&mod, m, bits);
  limbs_from_words(a, x);
  limbs_from_words(b, start);
  mod_inverse(&mod, a, a, b);
  words_from_limbs(out, a, mod.num_limbs);
}

void toy_wide_mul(const uint32_t *m, unsigned bits, uint32_t *out,
                  const uint32_t *a, const uint32_t *b) {
  struct modulus mod;
  limb_t x[EC_MAX_LIMBS], y[EC_MAX_LIMBS];
  set_wide_modulus(&mod, m, bits);
  limbs_from_words(x, a);
  limbs_from_words(y, b);
  mod_mul(&mod, x, x, y);
  words_from_limbs(out, x, mod.num_limbs);
}

void toy_wide_from_digest(const uint32_t *n, unsigned bits, uint32_t *out,
                          const uint8_t *digest, size_t len) {
  struct curve c;
  limb_t x[EC_MAX_LIMBS];
  memset(&c, 0, sizeof c);
  set_wide_modulus(&c.n, n, bits);
  sc_from_digest(&c, x, digest, len);
  words_from_limbs(out, x, c.n.num_limbs);
}
