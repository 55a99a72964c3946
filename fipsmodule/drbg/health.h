/* The continuous health tests of SP 800-90B, 4.4, over samples of 8 bits that
 * claim H = 8 bits of min-entropy, with a false positive rate of at most
 * alpha = 2^-64 each.
 *
 * Repetition count (4.4.1): C = 1 + ceil(-log2(alpha) / H) = 1 + 64 / 8 = 9
 * equal samples in a row fail.
 *
 * Adaptive proportion (4.4.2): B counts the first of W = 512 samples and all
 * later ones in the window that equal it, so B = 1 + X with X ~ Bin(511, 2^-8),
 * and C is the least number with P(B >= C) <= alpha:
 *     P(X >= 25) = 3.37 * 2^-64, P(X >= 26) = 0.246 * 2^-64, hence C = 27,
 * which is 2 + CRITBINOM(W - 1, 2^-H, 1 - alpha). The standard's own formula,
 * 1 + CRITBINOM(W, 2^-H, 1 - alpha) = 26, counts the first sample as if it were
 * free, and would exceed alpha.
 *
 * CT: samples are secret, and so is everything counted from them; the number of
 * samples is public. Only the verdict that health_startup and health_update
 * return may be declassified, by their caller. */
#ifndef CORDON_DRBG_HEALTH_H_
#define CORDON_DRBG_HEALTH_H_

#include <stddef.h>
#include <stdint.h>

#define HEALTH_REPETITION_CUTOFF 9u
#define HEALTH_PROPORTION_WINDOW 512u
#define HEALTH_PROPORTION_CUTOFF 27u

/* 4.3, requirement 4: at least 1,024 consecutive samples at start-up. */
#define HEALTH_STARTUP_LEN 1024

struct health_state {
  uint32_t last;       /* the sample before; above 255 before the first */
  uint32_t run;        /* how often it came in a row */
  uint32_t first;      /* the first sample of the window */
  uint32_t matches;    /* B of 4.4.2 */
  uint32_t window_pos; /* samples of the window so far; public */
  uint32_t healthy;    /* mask: start-up passed, and no failure since */
};

#pragma GCC visibility push(hidden)

/* health_init forgets all samples; st is not healthy until a start-up test. */
void health_init(struct health_state *st);

/* health_startup runs both tests over the first samples of a fresh state.
 * Returns the verdict: all ones if they passed, else 0. */
uint32_t health_startup(struct health_state *st,
                        const uint8_t samples[HEALTH_STARTUP_LEN]);

/* health_update goes on with len samples. Returns all ones if no sample has
 * failed since a start-up test that passed, else 0; a failure lasts until the
 * next start-up test. */
uint32_t health_update(struct health_state *st, const uint8_t *samples,
                       size_t len);

#pragma GCC visibility pop

#endif
