/* The repetition count test and the adaptive proportion test, side by side and
 * without a branch on a sample. */
#include "drbg/health.h"

#include "limbs/ct.h"

/* Above every sample, so that the first one starts a run. */
#define HEALTH_NO_SAMPLE 0x100u

void health_init(struct health_state *st) {
  st->last = HEALTH_NO_SAMPLE;
  st->run = 0;
  st->first = HEALTH_NO_SAMPLE;
  st->matches = 0;
  st->window_pos = 0;
  st->healthy = 0;
}

/* health_repetition is 4.4.1 for one sample: all ones iff it fails. */
static uint32_t health_repetition(struct health_state *st, uint32_t sample) {
  uint32_t same = ct_eq_u32(sample, st->last);
  st->run = (st->run & same) + 1;
  st->last = sample;
  return ~ct_lt_u32(st->run, HEALTH_REPETITION_CUTOFF);
}

/* health_proportion is 4.4.2 for one sample: all ones iff it fails. */
static uint32_t health_proportion(struct health_state *st, uint32_t sample) {
  if (st->window_pos == 0) {
    st->first = sample;
    st->matches = 0;
  }
  st->matches += ct_eq_u32(sample, st->first) & 1u;
  st->window_pos = (st->window_pos + 1) & (HEALTH_PROPORTION_WINDOW - 1);
  return ~ct_lt_u32(st->matches, HEALTH_PROPORTION_CUTOFF);
}

uint32_t health_update(struct health_state *st, const uint8_t *samples,
                       size_t len) {
  uint32_t failed = 0;
  for (size_t i = 0; i < len; i++) {
    failed |= health_repetition(st, samples[i]);
    failed |= health_proportion(st, samples[i]);
  }
  st->healthy &= ~failed;
  return st->healthy;
}

uint32_t health_startup(struct health_state *st,
                        const uint8_t samples[HEALTH_STARTUP_LEN]) {
  health_init(st);
  st->healthy = ~0u;
  return health_update(st, samples, HEALTH_STARTUP_LEN);
}
