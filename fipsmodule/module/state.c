/* Access to the module and thread state, the fork-safe lock, the event log. */
#include "module/state.h"

#include "limbs/forms.h"
#include "module/tail.h"

struct module_state *module_state(void) {
  struct module_storage *m = (struct module_storage *)tail_state();
  if (m == NULL || m->state.magic_begin != SEAL_STATE_MAGIC_BEGIN ||
      m->magic_end != SEAL_STATE_MAGIC_END) {
    return NULL;
  }
  return &m->state;
}

struct thread_state *thread_state(void) {
  return (struct thread_state *)tail_thread_state();
}

uint32_t cpu_forms(void) {
  const struct module_state *s = module_state();
  return s == NULL ? 0 : __atomic_load_n(&s->forms, __ATOMIC_RELAXED);
}

uint32_t state_word(const struct module_state *s) {
  return __atomic_load_n(&s->word, __ATOMIC_ACQUIRE);
}

void state_enter(struct module_state *s, uint32_t word) {
  __atomic_store_n(&s->word, word, __ATOMIC_RELEASE);
  event_log(s, CORDON_EVENT_STATE, 0);
}

/* The word of a host that cannot tell generations apart. */
#define LOCK_NO_GENERATION ((uint64_t)1 << 63)

int lock_take(struct module_lock *lock, const void *self) {
  uint64_t mine = tail_generation(CORDON_GENERATION_MEMORY);
  if (mine == 0) {
    mine = LOCK_NO_GENERATION;
  }
  for (;;) {
    uint64_t seen = 0;
    if (__atomic_compare_exchange_n(&lock->word, &seen, mine, 0,
                                    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      break;
    }
    /* Held in another generation: its holder is not in this process. */
    if (seen != mine &&
        __atomic_compare_exchange_n(&lock->word, &seen, mine, 0,
                                    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      break;
    }
    if (seen == mine &&
        __atomic_load_n(&lock->owner, __ATOMIC_RELAXED) == self) {
      return 0;
    }
    tail_yield();
  }
  __atomic_store_n(&lock->owner, self, __ATOMIC_RELAXED);
  return 1;
}

void lock_release(struct module_lock *lock) {
  __atomic_store_n(&lock->owner, NULL, __ATOMIC_RELAXED);
  __atomic_store_n(&lock->word, 0, __ATOMIC_RELEASE);
}

/* The first half of the log keeps the first events, the second half is a
 * ring. */
static void store_event(struct module_state *s, const cordon_event *e) {
  s->events[s->next_event] = *e;
  s->next_event++;
  if (s->next_event == CORDON_NUM_EVENTS) {
    s->next_event = CORDON_NUM_EVENTS / 2;
  }
}

void event_log(struct module_state *s, uint32_t kind, uint32_t selftest) {
  cordon_event e = {0};
  e.ticks = tail_ticks();
  e.kind = kind;
  e.selftest = selftest;
  e.state = state_word(s);
  struct thread_state *t = thread_state();
  if (!lock_take(&s->event_lock, t)) {
    return;
  }
  e.sequence = ++s->num_events;
  store_event(s, &e);
  cordon_event_fn fn = s->callback;
  void *arg = s->callback_arg;
  lock_release(&s->event_lock);
  if (fn != NULL && t != NULL) {
    t->callbacks++;
    fn(arg, &e);
    t->callbacks--;
  }
}
