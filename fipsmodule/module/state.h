/* The module state (one per process) and the thread state (one per thread):
 * everything that the module writes besides its callers' objects. */
#ifndef CORDON_MODULE_STATE_H_
#define CORDON_MODULE_STATE_H_

#include <cordon/host.h>
#include <cordon/module.h>
#include <cordon/test.h>
#include <stdint.h>

#include "drbg/instance.h"
#include "module/seal_layout.h"
#include "selftest/registry.h"

#define MODULE_MAC_LEN 32
#define MODULE_MAC_WORDS (MODULE_MAC_LEN / 8)

/* A lock that survives fork: its word is 0 or the generation (see
 * cordon_host_generation) of the process that holds it, so that a child can
 * tell that the holder did not come along. */
struct module_lock {
  uint64_t word;
  const void *owner;
};

/* Read and written by atomic accesses, outside the lock too. */
struct test_record {
  uint32_t result;
  uint32_t runs;
  uint64_t ticks;
};

/* `word` is 0 before power-on, then a CORDON_STATE_. `passed` has a bit for
 * each test that does not stand in the way: passed, or conditional and not
 * failed. Integrity has no verdict flag: `measured` is the MAC that was
 * computed, and gate.c and gate_leave.c compare it with the slot each time. It
 * is written under the lock and read without, by relaxed atomic accesses. */
struct module_state {
  uint64_t magic_begin;
  uint64_t process; /* tells this process and its children from others */
  selftest_set passed;
  selftest_set failed;  /* tests whose last run failed */
  selftest_set pending; /* conditional tests that failed while a run held
                         * `lock` */
  uint32_t word;
  uint32_t measured_len;
  uint64_t measured[MODULE_MAC_WORDS];
  uint32_t backend;
  uint32_t forms; /* FORM_ of limbs/forms.h */
  uint32_t backend_limit;
  uint32_t next_event;     /* index in events */
  struct module_lock lock; /* of the tests */
  struct module_lock event_lock;
  cordon_event_fn callback;
  void *callback_arg;
  uint64_t num_events;
  struct test_record tests[SELFTEST_NUM + 1]; /* by id */
  uint32_t inject[SELFTEST_NUM + 1];          /* cordon-test.o */
  cordon_event events[CORDON_NUM_EVENTS];
};

struct module_storage {
  struct module_state state;
  uint8_t pad[SEAL_STATE_LEN - 8 - sizeof(struct module_state)];
  uint64_t magic_end;
};

_Static_assert(sizeof(struct module_storage) == SEAL_STATE_LEN,
               "the storage that tail.S reserves");

/* `depth` counts the services that this thread is inside of (a callback may
 * call one), so that only the outermost sets the indicator. */
struct thread_state {
  uint32_t depth;
  uint32_t callbacks; /* how many event callbacks this thread is inside of */
  cordon_indicator indicator;
  struct drbg_thread drbg;
#if defined(CORDON_TEST_OBJECT)
  uint32_t nonce_len;
  uint8_t nonce[CORDON_MAX_FIELD_BYTES];
  uint32_t num_given;
  const uint8_t *given[CORDON_TEST_MAX_ENTROPY];
  size_t given_len[CORDON_TEST_MAX_ENTROPY];
#endif
};

_Static_assert(sizeof(struct thread_state) <= CORDON_THREAD_STATE_BYTES,
               "what the host reserves for a thread");

#pragma GCC visibility push(hidden)

/* module_state is the state object, or NULL if the memory that the tail
 * points at is not it. */
struct module_state *module_state(void);

/* module_slot is the sealed MAC; of a development build, a constant. */
const uint8_t *module_slot(void);

/* measured_word and slot_word read word i of the MAC that was measured, and of
 * a MAC in bytes: once, and as it is in memory now. */
static inline uint64_t measured_word(const struct module_state *s, size_t i) {
  return __atomic_load_n(&s->measured[i], __ATOMIC_RELAXED);
}

static inline uint64_t slot_word(const uint8_t *mac, size_t i) {
  typedef uint64_t word __attribute__((aligned(1), may_alias));
  return ((const volatile word *)mac)[i];
}

/* thread_state is this thread's block, or NULL if the host has none. */
struct thread_state *thread_state(void);

/* state_word reads the state's word with the order of an acquire. */
uint32_t state_word(const struct module_state *s);

/* state_enter publishes a new state and logs it. */
void state_enter(struct module_state *s, uint32_t word);

/* lock_take waits for the lock. Returns 1; or 0 if this thread has it already
 * (it came back through a callback). `self` is the thread's state. */
int lock_take(struct module_lock *lock, const void *self);
void lock_release(struct module_lock *lock);

/* event_log appends to the log and calls the callback, if one is set.
 * Pre: the caller does not hold event_lock. */
void event_log(struct module_state *s, uint32_t kind, uint32_t selftest);

#pragma GCC visibility pop

#endif
