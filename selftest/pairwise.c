/* The conditional self-tests: pairwise consistency and entropy health. */
#include "selftest/pairwise.h"

#include "ec/key.h"
#include "ecdsa/ecdsa_core.h"
#include "limbs/ct.h"
#include "limbs/declassify.h"
#include "module/gate.h"
#include "module/life.h"
#include "module/state.h"
#include "selftest/kat_ecdh.h"
#include "selftest/kat_ecdsa.h"

/* SHA-256 of "Cordon pairwise consistency test": any fixed digest will do. The
 * verification takes its own copy of it, one for each curve, so that the
 * failure tool can make this test fail as well. */
static const uint8_t pairwise_digest[32] = {
    0x14, 0xea, 0x71, 0x9c, 0x86, 0x6e, 0x69, 0xee, 0x56, 0xeb, 0x04,
    0x9c, 0x11, 0x8b, 0x9e, 0xef, 0x34, 0x3b, 0x08, 0x34, 0xd4, 0x79,
    0x4b, 0x91, 0x68, 0x45, 0xa7, 0xde, 0xfd, 0x99, 0xe4, 0x57,
};

static uint32_t pairwise_sign(struct module_state *s, struct thread_state *t,
                              uint32_t curve, const ec_scalar *d,
                              const ec_affine *q) {
  ec_scalar k;
  uint8_t sig_r[CORDON_MAX_FIELD_BYTES], sig_s[CORDON_MAX_FIELD_BYTES];
  limb_t made = 0;
  uint32_t st = SVC_OK;
  for (int i = 0; made == 0 && i < SCALAR_MAX_CANDIDATES; i++) {
    st = scalar_generate(s, t, curve, &k, NULL, 0);
    if (st != SVC_OK) {
      break;
    }
    made = ecdsa_sign_core(curve, sig_r, sig_s, d, &k, pairwise_digest,
                           sizeof pairwise_digest);
  }
  ct_wipe(&k, sizeof k);
  const volatile uint8_t *expected = selftest_pairwise_digest(curve);
  uint8_t digest[sizeof pairwise_digest];
  for (size_t i = 0; i < sizeof digest; i++) {
    digest[i] = expected[i];
  }
  if (st == SVC_OK &&
      (made == 0 || ecdsa_verify_core_vartime(curve, q, sig_r, sig_s, digest,
                                              sizeof digest) != 1)) {
    st = SVC(CORDON_ERR_PCT);
  }
  return st;
}

/* The base point is 1 * G by the fixed-base multiplication, which made q as
 * well; d * G then goes another way. */
static uint32_t pairwise_agree(uint32_t curve, const ec_scalar *d,
                               const ec_affine *q) {
  uint8_t one[CORDON_MAX_FIELD_BYTES] = {0};
  ec_scalar scalar;
  ec_affine p;
  one[ec_order_len(curve) - 1] = *selftest_agree_one(curve);
  limb_t ok = ec_scalar_from_bytes(curve, &scalar, one);
  ec_mul_base(curve, &p, &scalar);
  ok &= ec_mul(curve, &p, &p, d);
  ok &= ec_affine_equal(curve, &p, q);
  /* declassify: the pairwise verdict */
  CT_DECLASSIFY(&ok, sizeof ok);
  ct_wipe(&p, sizeof p);
  return ok ? SVC_OK : SVC(CORDON_ERR_PCT);
}

uint32_t pairwise_test(struct module_state *s, struct thread_state *t,
                       uint32_t id, uint32_t curve, const ec_scalar *d,
                       const ec_affine *q) {
  uint32_t st = id == selftest_pairwise_id(curve, CORDON_USE_SIGN)
                    ? pairwise_sign(s, t, curve, d, q)
                    : pairwise_agree(curve, d, q);
  if (st == SVC_OK && life_inject(s, id) == 0) {
    st = SVC(CORDON_ERR_PCT);
  }
  return st;
}

uint32_t selftest_pairwise(struct module_state *s, struct thread_state *t,
                           uint32_t id, uint32_t curve) {
  struct {
    ec_scalar d;
    ec_affine q;
  } w;
  uint32_t st =
      key_pair_generate(s, t, curve, CORDON_KEYGEN_REJECTION, &w.d, &w.q);
  if (st == SVC_OK) {
    st = pairwise_test(s, t, id, curve, &w.d, &w.q);
  }
  ct_wipe(&w, sizeof w);
  return ct_eq_u32(st, SVC_OK);
}

uint32_t selftest_entropy(struct module_state *s, struct thread_state *t) {
  return entropy_start_up(s, t);
}
