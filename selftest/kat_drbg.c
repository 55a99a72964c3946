/* The known-answer tests of HMAC_DRBG and of the refusals that the algorithm
 * makes by itself (SP 800-90A, 11.3). The refusals of the service around it,
 * an entropy source that fails among them, are tested with the service. */
#include "drbg/hmac_drbg.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "selftest/kat.h"

/* kat_fill writes first, first + 1, ... mod 256. */
static void kat_fill(uint8_t *out, size_t len, unsigned first) {
  for (size_t i = 0; i < len; i++) {
    out[i] = (uint8_t)(first + i);
  }
}

/* The inputs are bytes that count up: entropy 32 from 0x00, nonce 16 from 0x20,
 * personalisation 24 from 0x40, entropy 32 from 0x80 and additional input 20
 * from 0xa0 for the reseed, additional input 12 from 0xc0 for the second
 * request. */
struct kat_drbg_inputs {
  uint8_t entropy[32];
  uint8_t nonce[16];
  uint8_t pers[24];
  uint8_t entropy_reseed[32];
  uint8_t ad_reseed[20];
  uint8_t ad[12];
};

static void kat_drbg_fill(struct kat_drbg_inputs *in) {
  kat_fill(in->entropy, sizeof in->entropy, 0x00);
  kat_fill(in->nonce, sizeof in->nonce, 0x20);
  kat_fill(in->pers, sizeof in->pers, 0x40);
  kat_fill(in->entropy_reseed, sizeof in->entropy_reseed, 0x80);
  kat_fill(in->ad_reseed, sizeof in->ad_reseed, 0xa0);
  kat_fill(in->ad, sizeof in->ad, 0xc0);
}

static int kat_drbg_instantiate(struct drbg_state *st, uint32_t hash,
                                const struct kat_drbg_inputs *in) {
  return hmac_drbg_instantiate(st, hash, in->entropy, sizeof in->entropy,
                               in->nonce, sizeof in->nonce, in->pers,
                               sizeof in->pers);
}

static int kat_drbg_reseed(struct drbg_state *st,
                           const struct kat_drbg_inputs *in) {
  return hmac_drbg_reseed(st, in->entropy_reseed, sizeof in->entropy_reseed,
                          in->ad_reseed, sizeof in->ad_reseed);
}

static uint32_t kat_drbg(uint32_t hash, const uint8_t *expected) {
  struct kat_drbg_inputs in;
  struct drbg_state st;
  uint8_t out[KAT_DRBG_OUT_LEN];
  int ok;
  kat_drbg_fill(&in);
  memset(out, 0, sizeof out);
  ok = kat_drbg_instantiate(&st, hash, &in);
  ok &= hmac_drbg_generate(&st, out, KAT_DRBG_FIRST_LEN, in.ad, 0);
  ok &= kat_drbg_reseed(&st, &in);
  ok &= hmac_drbg_generate(&st, out + KAT_DRBG_FIRST_LEN, KAT_DRBG_SECOND_LEN,
                           in.ad, sizeof in.ad);
  hmac_drbg_uninstantiate(&st);
  return ct_bytes_equal(out, expected, sizeof out) & ct_eq_u32((uint32_t)ok, 1);
}

uint32_t selftest_kat_drbg_sha256(void) {
  return kat_drbg(CORDON_SHA256, selftest_expected_drbg_sha256);
}

uint32_t selftest_kat_drbg_sha512(void) {
  return kat_drbg(CORDON_SHA512, selftest_expected_drbg_sha512);
}

/* kat_drbg_is_zero is 1 iff all bytes of the state are 0. */
static int kat_drbg_is_zero(const struct drbg_state *st) {
  const volatile uint8_t *p = (const volatile uint8_t *)st;
  uint32_t any = 0;
  for (size_t i = 0; i < sizeof *st; i++) {
    any |= p[i];
  }
  return any == 0;
}

/* kat_drbg_lengths probes an instantiated state at and above its length
 * limits. A refused call reads no input and writes no output, so that the
 * buffers may be short. */
static uint8_t *kat_drbg_lengths(uint8_t *got, struct drbg_state *st,
                                 const struct kat_drbg_inputs *in) {
  uint8_t out[16];
  *got++ = (uint8_t)hmac_drbg_generate(st, out, DRBG_MAX_REQUEST_LEN + 1,
                                       in->ad, sizeof in->ad);
  *got++ = (uint8_t)hmac_drbg_generate(st, out, sizeof out, in->ad,
                                       DRBG_MAX_INPUT_LEN + 1);
  *got++ = (uint8_t)hmac_drbg_reseed(st, in->entropy, DRBG_MAX_INPUT_LEN + 1,
                                     in->ad, 0);
  *got++ = (uint8_t)hmac_drbg_reseed(st, in->entropy, sizeof in->entropy,
                                     in->ad, DRBG_MAX_INPUT_LEN + 1);
  /* None of the four took the state. */
  *got++ = (uint8_t)hmac_drbg_generate(st, out, sizeof out, in->ad, 0);
  return got;
}

/* kat_drbg_counter probes the last request before a reseed, the first one
 * after it, and the one after the reseed. */
static uint8_t *kat_drbg_counter(uint8_t *got, struct drbg_state *st,
                                 const struct kat_drbg_inputs *in) {
  uint8_t out[16];
  st->reseed_counter = DRBG_RESEED_INTERVAL;
  *got++ = (uint8_t)hmac_drbg_generate(st, out, sizeof out, in->ad, 0);
  *got++ = (uint8_t)hmac_drbg_generate(st, out, sizeof out, in->ad, 0);
  *got++ = (uint8_t)kat_drbg_reseed(st, in);
  *got++ = (uint8_t)hmac_drbg_generate(st, out, sizeof out, in->ad, 0);
  return got;
}

/* kat_drbg_dead probes uninstantiate and a state without a seed. */
static uint8_t *kat_drbg_dead(uint8_t *got, struct drbg_state *st,
                              const struct kat_drbg_inputs *in) {
  uint8_t out[16];
  hmac_drbg_uninstantiate(st);
  *got++ = (uint8_t)kat_drbg_is_zero(st);
  *got++ = (uint8_t)hmac_drbg_generate(st, out, sizeof out, in->ad, 0);
  *got++ = (uint8_t)kat_drbg_reseed(st, in);
  *got++ = (uint8_t)kat_drbg_instantiate(st, 0, in);
  return got;
}

uint32_t selftest_kat_drbg_errors(void) {
  struct kat_drbg_inputs in;
  struct drbg_state st;
  uint8_t got[KAT_DRBG_NUM_ERRORS];
  uint8_t *next = got;
  memset(got, 0, sizeof got);
  kat_drbg_fill(&in);
  /* The strength: at the limit of a hash function, and above it. */
  *next++ = (uint8_t)hmac_drbg_strength(CORDON_SHA224, 192);
  *next++ = (uint8_t)hmac_drbg_strength(CORDON_SHA224, 193);
  *next++ = (uint8_t)kat_drbg_instantiate(&st, CORDON_SHA256, &in);
  next = kat_drbg_lengths(next, &st, &in);
  next = kat_drbg_counter(next, &st, &in);
  next = kat_drbg_dead(next, &st, &in);
  return ct_bytes_equal(got, selftest_expected_drbg_errors, sizeof got) &
         ct_eq_u32((uint32_t)(next - got), KAT_DRBG_NUM_ERRORS);
}
