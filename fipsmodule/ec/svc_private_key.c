/* The services of <cordon/key.h> on private keys. */
#include "ec/key.h"
#include "limbs/ct.h"
#include "limbs/declassify.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/life.h"
#include "module/services.h"
#include "module/state.h"
#include "module/strength.h"
#include "selftest/pairwise.h"

/* Scalars longer than this are not looked at. */
#define MAX_SCALAR_INPUT 1024

static uint32_t check_request(uint32_t st, const void *key, uint32_t curve,
                              uint32_t use) {
  if (st != SVC_OK) {
    return st;
  }
  uint32_t uses = CORDON_USE_SIGN | CORDON_USE_AGREE;
  if (key == NULL || ec_order_len(curve) == 0 || use == 0 ||
      (use & ~uses) != 0) {
    return SVC(CORDON_ERR_ARG);
  }
  return strength_allows(strength_of_curve(curve))
             ? st
             : SVC(CORDON_ERR_UNSUPPORTED);
}

static void finish(struct private_key *k, uint32_t curve, uint32_t use,
                   uint32_t checks) {
  k->curve = curve;
  k->use = use;
  k->checks = checks;
  k->tag = object_tag(k, OBJECT_PRIVATE_KEY);
}

/* Leaves a service that makes `key`; one that was refused on the way out, too,
 * makes none. */
static uint32_t leave(struct gate *g, uint32_t st, cordon_private_key *key) {
  st = gate_leave(g, st);
  if (st != SVC_OK && key != NULL) {
    ct_wipe(key, sizeof *key);
  }
  return st;
}

/* One pairwise test of a new pair, reported. */
static uint32_t pairwise(struct gate *g, const struct private_key *k,
                         uint32_t curve, uint32_t use) {
  uint32_t id = selftest_pairwise_id(curve, use);
  life_event(g->state, g->thread, CORDON_EVENT_START, id);
  uint32_t st = pairwise_test(g->state, g->thread, id, curve, &k->d, &k->q);
  if (st == SVC_OK) {
    life_event(g->state, g->thread, CORDON_EVENT_PASS, id);
  } else if (st == SVC(CORDON_ERR_PCT)) {
    life_event(g->state, g->thread, CORDON_EVENT_FAIL, id);
  }
  return st;
}

static uint32_t generate(struct gate *g, struct private_key *k, uint32_t curve,
                         uint32_t method, uint32_t use) {
  uint32_t st =
      key_pair_generate(g->state, g->thread, curve, method, &k->d, &k->q);
  if (st == SVC_OK && (use & CORDON_USE_SIGN)) {
    st = pairwise(g, k, curve, CORDON_USE_SIGN);
  }
  if (st == SVC_OK && (use & CORDON_USE_AGREE)) {
    st = pairwise(g, k, curve, CORDON_USE_AGREE);
  }
  return st;
}

cordon_status svc_keygen(cordon_private_key *key, uint32_t curve,
                         uint32_t method, uint32_t use) {
  struct private_key *k = (struct private_key *)key;
  struct gate g;
  uint32_t st =
      gate_enter(&g, CORDON_SERVICE_KEYGEN, selftest_needs_keygen(curve, use));
  if (key != NULL) {
    ct_wipe(key, sizeof *key);
  }
  st = check_request(st, key, curve, use);
  if (st == SVC_OK && method != CORDON_KEYGEN_REJECTION &&
      method != CORDON_KEYGEN_EXTRA_BITS) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK) {
    st = generate(&g, k, curve, method, use);
  }
  if (st == SVC_OK) {
    finish(k, curve, use,
           CORDON_CHECK_PRIVATE_RANGE | CORDON_CHECK_PUBLIC_PARTIAL |
               CORDON_CHECK_PUBLIC_FULL | CORDON_CHECK_PAIR |
               CORDON_CHECK_PAIRWISE);
  }
  return leave(&g, st, key);
}

/* fixed_width brings an integer of any width to `width` bytes. Returns all
 * ones if it fits, else 0.
 * CT: the bytes do not leak, the lengths do */
static uint32_t fixed_width(uint8_t *out, size_t width, const uint8_t *in,
                            size_t len) {
  size_t pad = len < width ? width - len : 0;
  size_t excess = len > width ? len - width : 0;
  uint32_t high = 0;
  for (size_t i = 0; i < excess; i++) {
    high |= in[i];
  }
  memset(out, 0, pad);
  memcpy(out + pad, in + excess, width - pad);
  return ct_is_zero_u32(high);
}

/* import_scalar computes d and q = d * G, and one verdict for the range of d
 * and for q being `pub`. For a d out of range it goes on with 1, so that only
 * the verdict tells. */
static uint32_t import_scalar(struct private_key *k, uint32_t curve,
                              const struct public_key *pub, const uint8_t *d,
                              size_t d_len) {
  struct {
    uint8_t bytes[CORDON_MAX_FIELD_BYTES];
    ec_scalar one;
  } w = {{0}, {{1}}};
  uint32_t ok = fixed_width(w.bytes, ec_order_len(curve), d, d_len);
  limb_t in_range = ec_scalar_from_bytes(curve, &k->d, w.bytes);
  ok &= (uint32_t)in_range;
  limb_t mask = limb_barrier(in_range);
  for (size_t i = 0; i < EC_MAX_LIMBS; i++) {
    k->d.v[i] = (k->d.v[i] & mask) | (w.one.v[i] & ~mask);
  }
  ec_mul_base(curve, &k->q, &k->d);
  if (pub != NULL) {
    ok &= (uint32_t)ec_affine_equal(curve, &k->q, &pub->q);
  }
  /* declassify: one verdict, range and d * G = Q together */
  CT_DECLASSIFY(&ok, sizeof ok);
  ct_wipe(&w, sizeof w);
  if (ok == 0) {
    return SVC(CORDON_ERR_KEY);
  }
  /* declassify: the public key, once affine */
  CT_DECLASSIFY(&k->q, sizeof k->q);
  return SVC_OK;
}

cordon_status svc_private_import(cordon_private_key *key, uint32_t curve,
                                 uint32_t use, const cordon_public_key *pub,
                                 const uint8_t *d, size_t d_len) {
  struct private_key *k = (struct private_key *)key;
  const struct public_key *p = (const struct public_key *)pub;
  struct gate g;
  uint32_t st = gate_enter(&g, CORDON_SERVICE_PRIVATE_KEY,
                           selftest_needs_private_key(curve));
  if (bytes_overlap(key, sizeof *key, d, d_len) ||
      bytes_overlap(key, sizeof *key, pub, sizeof *pub)) {
    key = NULL;
  }
  if (key != NULL) {
    ct_wipe(key, sizeof *key);
  }
  st = check_request(st, key, curve, use);
  if (st == SVC_OK && !bytes_ok(d, d_len)) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && (d_len == 0 || d_len > MAX_SCALAR_INPUT)) {
    st = SVC(CORDON_ERR_LENGTH);
  }
  if (st == SVC_OK && pub != NULL && !public_key_is_live(p)) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  if (st == SVC_OK && pub != NULL && p->curve != curve) {
    st = SVC(CORDON_ERR_KEY);
  }
  if (st == SVC_OK) {
    st = import_scalar(k, curve, p, d, d_len);
  }
  if (st == SVC_OK) {
    finish(k, curve, use,
           CORDON_CHECK_PRIVATE_RANGE | CORDON_CHECK_PUBLIC_PARTIAL |
               CORDON_CHECK_PUBLIC_FULL | CORDON_CHECK_PAIR);
  }
  return leave(&g, st, key);
}

/* Enters a service on an existing private key. */
static uint32_t enter(struct gate *g, const struct private_key *k) {
  uint32_t st = gate_enter(g, CORDON_SERVICE_PRIVATE_KEY,
                           selftest_needs_private_key(private_key_curve(k)));
  if (st == SVC_OK && !private_key_is_live(k)) {
    st = SVC(k == NULL ? CORDON_ERR_ARG : CORDON_ERR_OBJECT);
  }
  return st;
}

cordon_status svc_private_export(uint8_t *out, size_t *len,
                                 const cordon_private_key *key) {
  const struct private_key *k = (const struct private_key *)key;
  struct gate g;
  struct output o;
  uint8_t bytes[CORDON_MAX_FIELD_BYTES];
  uint32_t st = enter(&g, k);
  size_t n = st == SVC_OK ? ec_order_len(k->curve) : 0;
  output_apart(&out, &len, key, sizeof *key);
  st = output_begin(&o, st, out, len, n);
  if (st == SVC_OK) {
    ec_scalar_to_bytes(k->curve, bytes, &k->d);
  }
  st = output_end(&g, &o, st, bytes, n);
  ct_wipe(bytes, sizeof bytes);
  return gate_leave(&g, st);
}

cordon_status svc_private_public(cordon_public_key *pub,
                                 const cordon_private_key *key) {
  struct public_key *p = (struct public_key *)pub;
  const struct private_key *k = (const struct private_key *)key;
  struct gate g;
  uint32_t st = enter(&g, k);
  if (bytes_overlap(pub, sizeof *pub, key, sizeof *key)) {
    pub = NULL;
  }
  if (pub != NULL) {
    memset(pub, 0, sizeof *pub);
  } else if (st == SVC_OK) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK) {
    p->curve = k->curve;
    p->checks = k->checks & ~CORDON_CHECK_PRIVATE_RANGE;
    p->q = k->q;
    p->tag = OBJECT_PUBLIC_KEY;
  }
  st = gate_leave(&g, st);
  if (st != SVC_OK && pub != NULL) {
    memset(pub, 0, sizeof *pub);
  }
  return st;
}

cordon_status svc_private_checks(uint32_t *checks,
                                 const cordon_private_key *key) {
  const struct private_key *k = (const struct private_key *)key;
  struct gate g;
  uint32_t st = enter(&g, k);
  if (bytes_overlap(checks, sizeof *checks, key, sizeof *key)) {
    checks = NULL;
  }
  if (st == SVC_OK && checks == NULL) {
    st = SVC(CORDON_ERR_ARG);
  }
  st = gate_leave(&g, st);
  if (checks != NULL) {
    *checks = st == SVC_OK ? k->checks : 0;
  }
  return st;
}

cordon_status svc_private_wipe(cordon_private_key *key) {
  struct gate g;
  gate_enter_any(&g, CORDON_SERVICE_WIPE);
  if (key == NULL) {
    return gate_leave_any(&g, SVC(CORDON_ERR_ARG));
  }
  ct_wipe(key, sizeof *key);
  return gate_leave_any(&g, SVC_OK);
}
