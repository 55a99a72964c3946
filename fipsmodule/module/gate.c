/* The way into a service: state, integrity (by branches) and self-tests. */
#include "module/gate.h"

#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/life.h"
#include "module/state.h"

/* None of the parts of gate_enter is inline: it stays so short that its
 * conditional jumps have displacements of 8 bits, and no flipped bit of one
 * lands in another function. */
static __attribute__((noinline)) uint32_t check_integrity(
    const struct module_state *s) {
  const uint8_t *slot = module_slot();
  uint32_t seen = 0;
  while (seen < MODULE_MAC_WORDS) {
    if (measured_word(s, seen) != slot_word(slot, seen)) {
      return SVC(CORDON_ERR_STATE);
    }
    seen++;
  }
  if (8 * seen != __atomic_load_n(&s->measured_len, __ATOMIC_RELAXED)) {
    return SVC(CORDON_ERR_STATE);
  }
  return SVC_OK;
}

static __attribute__((noinline)) uint32_t check_tests(struct gate *g) {
  selftest_set missing =
      g->needs & ~__atomic_load_n(&g->state->passed, __ATOMIC_ACQUIRE);
  if (missing == 0) {
    return SVC_OK;
  }
  return life_first_use(g->state, g->thread, missing);
}

static __attribute__((noinline)) void wipe_drbg(struct thread_state *t) {
  ct_wipe(&t->drbg, sizeof t->drbg);
}

uint32_t gate_enter(struct gate *g, uint32_t service, uint64_t needs) {
  gate_enter_any(g, service);
  g->needs = needs;
  if (g->state == NULL || g->thread == NULL) {
    return SVC(CORDON_ERR_STATE);
  }
  gate_power_on(g->state, g->thread);
  uint32_t word = state_word(g->state);
  if (word == CORDON_STATE_ERROR) {
    /* Of the thread that met the error this was done at once. */
    wipe_drbg(g->thread);
  }
  if (word != CORDON_STATE_OPERATIONAL && word != CORDON_STATE_DEGRADED) {
    return SVC(CORDON_ERR_STATE);
  }
  uint32_t st = check_integrity(g->state);
  if (st == SVC_OK) {
    st = check_tests(g);
  }
  return st;
}

uint32_t gate_need(struct gate *g, uint64_t needs) {
  uint64_t before = g->needs;
  g->needs |= needs;
  uint32_t st = check_tests(g);
  if (st != SVC_OK) {
    g->needs = before;
  }
  return st;
}

__attribute__((noinline)) void gate_enter_any(struct gate *g,
                                              uint32_t service) {
  g->state = module_state();
  g->thread = thread_state();
  g->service = service;
  g->needs = 0;
  g->reason = CORDON_REASON_NONE;
  g->closed = 0;
  g->out = NULL;
  g->capacity = 0;
  g->len = NULL;
  if (g->thread != NULL) {
    g->thread->depth++;
  }
}

__attribute__((noinline)) void gate_power_on(struct module_state *s,
                                             struct thread_state *t) {
  uint32_t word = state_word(s);
  if (word == CORDON_STATE_OPERATIONAL || word == CORDON_STATE_DEGRADED ||
      word == CORDON_STATE_ERROR) {
    return;
  }
  life_power_on(s, t);
}

uint32_t output_begin(struct output *o, uint32_t st, uint8_t *out, size_t *len,
                      size_t need) {
  o->out = out;
  o->len = len;
  o->capacity = 0;
  if (len == NULL) {
    return st == SVC_OK ? SVC(CORDON_ERR_ARG) : st;
  }
  o->capacity = *len;
  *len = 0;
  if (st != SVC_OK) {
    return st;
  }
  if (o->capacity < need) {
    *len = need;
    return SVC(CORDON_ERR_BUFFER);
  }
  return out == NULL ? SVC(CORDON_ERR_ARG) : st;
}

uint32_t output_end(struct gate *g, struct output *o, uint32_t st,
                    const uint8_t *in, size_t n) {
  if (st == SVC_OK) {
    *o->len = gate_copy(g, o->out, in, n);
    g->capacity = o->capacity;
    g->len = o->len;
  } else if (st != SVC(CORDON_ERR_BUFFER) && o->out != NULL) {
    memset(o->out, 0, o->capacity);
  }
  return st;
}
