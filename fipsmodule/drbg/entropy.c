/* Entropy from the host under the health tests of SP 800-90B, 4.3 and 4.4. */
#include "drbg/instance.h"
#include "limbs/bytes.h"
#include "limbs/ct.h"
#include "limbs/declassify.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/life.h"
#include "module/state.h"
#include "module/tail.h"

#define PREFILL 0xa5

/* fetch asks the host. Returns all ones if it said it succeeded and no 8 bytes
 * in a row still hold what was there before (which true entropy would do with
 * probability 2^-64 at each place, the alpha of the health tests).
 * Pre: len >= 8 */
static uint32_t fetch(uint8_t *out, size_t len) {
  const uint64_t prefill = 0x0101010101010101u * PREFILL;
  memset(out, PREFILL, len);
  uint32_t ok = ct_eq_u32(tail_entropy(out, len), CORDON_HOST_ENTROPY_OK);
  for (size_t i = 0; i < len; i += 8) {
    size_t at = i + 8 <= len ? i : len - 8;
    uint64_t x = load_le64(out + at) ^ prefill;
    ok &= ~ct_is_zero_u32((uint32_t)x | (uint32_t)(x >> 32));
  }
  return ok;
}

static uint32_t start_up(struct module_state *s, struct thread_state *t) {
  uint8_t samples[HEALTH_STARTUP_LEN];
  uint32_t ok = fetch(samples, sizeof samples);
  health_init(&t->drbg.health);
  ok &= health_startup(&t->drbg.health, samples);
  ok &= life_inject(s, SELFTEST_ENTROPY);
  ct_wipe(samples, sizeof samples);
  /* declassify: the one verdict of the start-up health test */
  CT_DECLASSIFY(&ok, sizeof ok);
  /* declassify: whether the start-up test passed, the same verdict */
  CT_DECLASSIFY(&t->drbg.health.healthy, sizeof t->drbg.health.healthy);
  t->drbg.health.healthy &= ok;
  return ok;
}

uint32_t entropy_start_up(struct module_state *s, struct thread_state *t) {
  return start_up(s, t);
}

/* Failing at start-up or later, the thread must pass a start-up test again. */
static uint32_t fail(struct module_state *s, struct thread_state *t,
                     uint8_t *out, size_t len) {
  memset(out, 0, len);
  health_init(&t->drbg.health);
  life_event(s, t, CORDON_EVENT_FAIL, SELFTEST_ENTROPY);
  return SVC(CORDON_ERR_ENTROPY);
}

uint32_t entropy_draw(struct module_state *s, struct thread_state *t,
                      uint8_t *out, size_t len) {
  struct health_state *h = &t->drbg.health;
  if (h->healthy == 0 && start_up(s, t) == 0) {
    return fail(s, t, out, len);
  }
  uint32_t ok = fetch(out, len);
  ok &= health_update(h, out, len);
  ok &= life_inject(s, SELFTEST_ENTROPY);
  /* declassify: the one verdict of the continuous health tests */
  CT_DECLASSIFY(&ok, sizeof ok);
  /* declassify: whether the tests passed, the same verdict */
  CT_DECLASSIFY(&h->healthy, sizeof h->healthy);
  return ok ? SVC_OK : fail(s, t, out, len);
}
