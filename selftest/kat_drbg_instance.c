/* The refusals that HMAC_DRBG makes together with its entropy source (SP
 * 800-90A, 11.3): a source that fails at each draw, prediction resistance that
 * was not asked for, requests beyond what was agreed, use after the end. */
#include "drbg/instance.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "selftest/kat.h"

/* What a probe gave: the magnitude of its status code. */
static uint8_t code_of(uint32_t st) { return (uint8_t)(0u - (st ^ SVC_OK)); }

/* Instantiates with `pieces` draws that succeed. */
static uint8_t probe_seed(struct drbg_instance *d, uint32_t strength,
                          uint32_t flags, size_t pers_len, int pieces) {
  static const uint8_t bytes[32] = {1};
  const cordon_drbg_params params = {CORDON_SHA256, strength, flags};
  struct entropy_source src;
  entropy_source_given(&src);
  for (int i = 0; i < pieces; i++) {
    entropy_source_add(&src, bytes, sizeof bytes);
  }
  return code_of(drbg_instantiate(d, &src, &params, bytes, pers_len));
}

/* Each refused length is above what is read, so that no buffer is. */
static uint8_t probe_generate(struct drbg_instance *d, size_t out_len,
                              uint32_t flags, size_t ad_len) {
  uint8_t out[16];
  struct entropy_source src;
  entropy_source_given(&src);
  return code_of(drbg_generate(d, &src, out, out_len, flags, out, ad_len));
}

static uint8_t probe_reseed(struct drbg_instance *d, size_t ad_len) {
  static const uint8_t ad[1] = {0};
  struct entropy_source src;
  entropy_source_given(&src);
  return code_of(drbg_reseed(d, &src, ad, ad_len));
}

uint32_t selftest_kat_drbg_failures(void) {
  const uint32_t pr = CORDON_DRBG_PREDICTION_RESISTANCE;
  struct drbg_instance d;
  uint8_t got[KAT_DRBG_NUM_FAILURES];
  uint8_t *p = got;
  memset(&d, 0, sizeof d);
  *p++ = probe_seed(&d, 257, 0, 0, 2);
  *p++ = probe_seed(&d, 256, 2, 0, 2);
  *p++ = probe_seed(&d, 256, 0, DRBG_MAX_INPUT_LEN + 1, 2);
  *p++ = probe_seed(&d, 256, 0, 0, 0);
  *p++ = probe_seed(&d, 256, 0, 0, 1);
  *p++ = probe_generate(&d, 16, 0, 0);
  *p++ = probe_seed(&d, 256, 0, 0, 2);
  *p++ = probe_generate(&d, 16, 0, 0);
  *p++ = probe_generate(&d, DRBG_MAX_REQUEST_LEN + 1, 0, 0);
  *p++ = probe_generate(&d, 16, 0, DRBG_MAX_INPUT_LEN + 1);
  *p++ = probe_generate(&d, 16, pr, 0);
  *p++ = probe_reseed(&d, 0);
  *p++ = probe_reseed(&d, DRBG_MAX_INPUT_LEN + 1);
  d.core.reseed_counter = DRBG_RESEED_INTERVAL + 1;
  *p++ = probe_generate(&d, 16, 0, 0);
  *p++ = probe_seed(&d, 256, pr, 0, 2);
  *p++ = probe_generate(&d, 16, pr, 0);
  drbg_uninstantiate(&d);
  *p++ = probe_generate(&d, 16, 0, 0);
  *p++ = probe_reseed(&d, 0);
  return ct_bytes_equal(got, selftest_expected_drbg_failures, sizeof got) &
         ct_eq_u32((uint32_t)(p - got), KAT_DRBG_NUM_FAILURES);
}
