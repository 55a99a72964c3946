/* Generation of scalars and key pairs: by rejection sampling, or from extra
 * random bits. */
#include "drbg/instance.h"
#include "ec/key.h"
#include "limbs/ct.h"
#include "limbs/declassify.h"
#include "limbs/plant.h"
#include "module/gate.h"
#include "module/life.h"
#include "module/state.h"

/* Reads a candidate from the DRBG, of which N = order_bits bits were wanted: in
 * whole bytes, with the bits above N cleared. Whether it is in range becomes
 * public. */
static limb_t accept_candidate(struct module_state *s, uint32_t curve,
                               ec_scalar *out, uint8_t *bytes) {
  size_t len = ec_order_len(curve);
  unsigned spare = (unsigned)(len * 8) - ec_order_bits(curve);
  CT_PLANT(candidate, if (life_inject(s, SELFTEST_ENTROPY) == 0)
                          ct_plant_ones(bytes, len));
  bytes[0] &= (uint8_t)(0xff >> spare);
  limb_t ok = ec_scalar_from_candidate(curve, out, bytes);
  CT_PLANT(division, CT_LEAK_USE(0xffffu / (bytes[0] + 1u)));
  CT_PLANT(rejection, if (ok == 0) CT_LEAK_HERE);
  /* declassify: one accept bit a candidate; a rejected one is not used */
  CT_DECLASSIFY(&ok, sizeof ok);
  (void)s;
  return ok;
}

static uint32_t candidate(struct module_state *s, struct thread_state *t,
                          uint32_t curve, ec_scalar *out, limb_t *ok,
                          const uint8_t *ad, size_t ad_len) {
  uint8_t bytes[CORDON_MAX_FIELD_BYTES];
  uint32_t st =
      drbg_thread_generate(s, t, bytes, ec_order_len(curve), ad, ad_len);
  if (st == SVC_OK) {
    *ok = accept_candidate(s, curve, out, bytes);
  }
  ct_wipe(bytes, sizeof bytes);
  return st;
}

uint32_t scalar_generate(struct module_state *s, struct thread_state *t,
                         uint32_t curve, ec_scalar *out, const uint8_t *ad,
                         size_t ad_len) {
  uint32_t st = SVC_OK;
  for (int i = 0; st == SVC_OK && i < SCALAR_MAX_CANDIDATES; i++) {
    limb_t ok = 0;
    st = candidate(s, t, curve, out, &ok, ad, ad_len);
    if (st == SVC_OK && ok != 0) {
      return st;
    }
  }
  ct_wipe(out, sizeof *out);
  return st == SVC_OK ? SVC(CORDON_ERR_ENTROPY) : st;
}

uint32_t scalar_generate_batch(struct module_state *s, struct thread_state *t,
                               uint32_t curve, ec_scalar *out, size_t num,
                               uint8_t *bytes, const uint8_t *ad,
                               size_t ad_len) {
  size_t len = ec_order_len(curve);
  uint32_t st = drbg_thread_generate(s, t, bytes, num * len, ad, ad_len);
  for (size_t i = 0; st == SVC_OK && i < num; i++) {
    if (accept_candidate(s, curve, &out[i], bytes + i * len) == 0) {
      st = scalar_generate(s, t, curve, &out[i], ad, ad_len);
    }
  }
  if (st != SVC_OK) {
    ct_wipe(out, num * sizeof *out);
  }
  ct_wipe(bytes, num * len);
  return st;
}

/* FIPS 186-5, A.2.1: N + 64 bits, so many bits above the order that the
 * remainder modulo n - 1 is uniform but for 2^-64. */
#define EXTRA_BYTES 8

static uint32_t generate_wide(struct module_state *s, struct thread_state *t,
                              uint32_t curve, ec_scalar *out) {
  uint8_t bytes[CORDON_MAX_FIELD_BYTES + EXTRA_BYTES];
  size_t len = ec_order_len(curve);
  unsigned spare = (unsigned)(len * 8) - ec_order_bits(curve);
  uint32_t st = drbg_thread_generate(s, t, bytes, len + EXTRA_BYTES, NULL, 0);
  if (st == SVC_OK) {
    bytes[0] &= (uint8_t)(0xff >> spare);
    (void)ec_scalar_from_wide(curve, out, bytes, len + EXTRA_BYTES);
  } else {
    ct_wipe(out, sizeof *out);
  }
  ct_wipe(bytes, sizeof bytes);
  return st;
}

uint32_t key_pair_generate(struct module_state *s, struct thread_state *t,
                           uint32_t curve, uint32_t method, ec_scalar *d,
                           ec_affine *q) {
  uint32_t st = method == CORDON_KEYGEN_EXTRA_BITS
                    ? generate_wide(s, t, curve, d)
                    : scalar_generate(s, t, curve, d, NULL, 0);
  if (st == SVC_OK) {
    ec_mul_base(curve, q, d);
    /* declassify: the public key, once affine */
    CT_DECLASSIFY(q, sizeof *q);
  }
  return st;
}
