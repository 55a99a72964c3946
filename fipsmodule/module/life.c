/* The state machine of the module. A run of tests measures into a local
 * `struct run` and is published at its end, so that calls of other threads are
 * served meanwhile. */
#include "module/life.h"

#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/cpu.h"
#include "module/gate.h"
#include "module/integrity.h"
#include "module/state.h"
#include "module/tail.h"

/* Tests that failed and that ran; the MAC, if the integrity test ran. */
struct run {
  selftest_set ran;
  selftest_set failed;
  uint64_t ticks[SELFTEST_NUM + 1];
  uint8_t measured[MODULE_MAC_LEN];
};

#define FINAL_TESTS \
  (SELFTEST_BIT(SELFTEST_HMAC_SHA256) | SELFTEST_BIT(SELFTEST_INTEGRITY))

uint32_t life_inject(struct module_state *s, uint32_t id) {
#if defined(CORDON_TEST_OBJECT)
  uint32_t left = __atomic_load_n(&s->inject[id], __ATOMIC_RELAXED);
  while (left != 0) {
    if (__atomic_compare_exchange_n(&s->inject[id], &left, left - 1, 0,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      return 0;
    }
  }
#else
  (void)s;
  (void)id;
#endif
  return ~(uint32_t)0;
}

/* Conditional tests and the entropy test count their injections where they
 * run. */
static uint32_t verdict_of(struct module_state *s, struct thread_state *t,
                           struct run *run, uint32_t id) {
  if (id == SELFTEST_INTEGRITY) {
    integrity_measure(run->measured);
    return ct_bytes_equal(run->measured, module_slot(), MODULE_MAC_LEN) &
           life_inject(s, id);
  }
  if (id == SELFTEST_ENTROPY || selftest_kind(id) == CORDON_TEST_CONDITIONAL) {
    return selftest_run(s, t, id);
  }
  return selftest_run(s, t, id) & life_inject(s, id);
}

/* collect_pending takes over conditional tests that failed inside this run,
 * and logs those that are not the test `id` itself. */
static void collect_pending(struct module_state *s, struct run *run,
                            uint32_t id) {
  selftest_set pending = __atomic_exchange_n(&s->pending, 0, __ATOMIC_RELAXED);
  run->failed |= pending;
  for (uint32_t other = 1; other <= SELFTEST_NUM; other++) {
    if (other != id && (pending & SELFTEST_BIT(other))) {
      event_log(s, CORDON_EVENT_FAIL, other);
    }
  }
}

static void run_one(struct module_state *s, struct thread_state *t,
                    struct run *run, uint32_t id) {
  event_log(s, CORDON_EVENT_START, id);
  uint64_t start = tail_ticks();
  uint32_t pass = verdict_of(s, t, run, id);
  run->ticks[id] = tail_ticks() - start;
  run->ran |= SELFTEST_BIT(id);
  if (pass != ~(uint32_t)0) {
    run->failed |= SELFTEST_BIT(id);
  }
  collect_pending(s, run, id);
  event_log(
      s,
      (run->failed & SELFTEST_BIT(id)) ? CORDON_EVENT_FAIL : CORDON_EVENT_PASS,
      id);
}

/* The records and the MAC are read without a lock. The MAC goes out word by
 * word: where it is unchanged, concurrent readers see no difference. */
static void publish(struct module_state *s, const struct run *run) {
  for (uint32_t id = 1; id <= SELFTEST_NUM; id++) {
    selftest_set bit = SELFTEST_BIT(id);
    struct test_record *r = &s->tests[id];
    if (run->ran & bit) {
      __atomic_fetch_add(&r->runs, 1, __ATOMIC_RELAXED);
      __atomic_store_n(&r->ticks, run->ticks[id], __ATOMIC_RELAXED);
    }
    if ((run->ran | run->failed) & bit) {
      uint32_t result =
          (run->failed & bit) ? CORDON_TEST_FAILED : CORDON_TEST_PASSED;
      __atomic_store_n(&r->result, result, __ATOMIC_RELAXED);
    }
  }
  if (run->ran & SELFTEST_BIT(SELFTEST_INTEGRITY)) {
    for (size_t i = 0; i < MODULE_MAC_WORDS; i++) {
      __atomic_store_n(&s->measured[i], slot_word(run->measured, i),
                       __ATOMIC_RELAXED);
    }
    __atomic_store_n(&s->measured_len, MODULE_MAC_LEN, __ATOMIC_RELAXED);
  }
  s->failed = (s->failed & ~run->ran) | run->failed;
  __atomic_store_n(&s->passed, (s->passed | run->ran) & ~s->failed,
                   __ATOMIC_RELEASE);
}

/* after_failure re-runs all tests that this run did not: what was never run
 * and conditional tests have nothing to repeat. */
static void after_failure(struct module_state *s, struct thread_state *t,
                          struct run *run) {
  state_enter(s, CORDON_STATE_SOFT_ERROR);
  for (uint32_t id = 1; id <= SELFTEST_NUM; id++) {
    selftest_set known = (run->ran | run->failed) & SELFTEST_BIT(id);
    uint32_t kind = selftest_kind(id);
    if (known || kind == CORDON_TEST_CONDITIONAL ||
        (kind == CORDON_TEST_FIRST_USE &&
         s->tests[id].result == CORDON_TEST_NOT_RUN)) {
      continue;
    }
    if (run->failed & FINAL_TESTS) {
      return;
    }
    run_one(s, t, run, id);
  }
}

/* settle publishes a run and enters the state that follows from it. */
static void settle(struct module_state *s, struct thread_state *t,
                   struct run *run) {
  if (run->failed != 0 && !(run->failed & FINAL_TESTS)) {
    after_failure(s, t, run);
  }
  publish(s, run);
  /* A temporary value of the integrity test (ISO/IEC 19790, 7.5). */
  ct_wipe(run->measured, sizeof run->measured);
  if (run->failed & FINAL_TESTS) {
    ct_wipe(&t->drbg, sizeof t->drbg);
    state_enter(s, CORDON_STATE_ERROR);
    return;
  }
  uint32_t word = s->failed ? CORDON_STATE_DEGRADED : CORDON_STATE_OPERATIONAL;
  if (state_word(s) != word) {
    state_enter(s, word);
  }
}

/* With CORDON_EAGER_SELFTESTS nothing is left for the first use. */
static int runs_at_power_on(uint32_t kind) {
#if defined(CORDON_EAGER_SELFTESTS)
  return kind != CORDON_TEST_CONDITIONAL;
#else
  return kind == CORDON_TEST_POWER_ON;
#endif
}

/* Before the first self-test, so that they test the forms that will run. */
static void choose_backend(struct module_state *s) {
  struct cpu_words words;
  cpu_read(&words);
  uint32_t forms = cpu_choose_forms(&words, s->backend_limit);
  s->backend = cpu_backend(forms);
  __atomic_store_n(&s->forms, forms, __ATOMIC_RELAXED);
}

/* A number that another process is not likely to have: of what lies in memory
 * it tells what was made here. It stays the same in a forked child, which has a
 * copy of that memory. */
static uint64_t process_number(void) {
  return tail_generation(CORDON_GENERATION_SEEDS) ^
         tail_ticks() * 0x9e3779b97f4a7c15u;
}

static void power_on_locked(struct module_state *s, struct thread_state *t) {
  struct run run = {0};
  __atomic_store_n(&s->process, process_number(), __ATOMIC_RELAXED);
  s->passed = 0;
  s->failed = 0;
  s->measured_len = 0;
  memset(s->measured, 0, sizeof s->measured);
  memset(s->tests, 0, sizeof s->tests);
  s->backend_limit = tail_backend_limit();
  choose_backend(s);
  state_enter(s, CORDON_STATE_SELF_TEST);
  for (uint32_t id = 1; id <= SELFTEST_NUM; id++) {
    if (selftest_kind(id) == CORDON_TEST_CONDITIONAL) {
      s->passed |= SELFTEST_BIT(id);
    }
    if (runs_at_power_on(selftest_kind(id)) && !(run.failed & FINAL_TESTS)) {
      run_one(s, t, &run, id);
    }
  }
  settle(s, t, &run);
}

void life_power_on(struct module_state *s, struct thread_state *t) {
  if (!lock_take(&s->lock, t)) {
    return;
  }
  uint32_t word = state_word(s);
  if (word == 0 || word == CORDON_STATE_SELF_TEST ||
      word == CORDON_STATE_SOFT_ERROR) {
    power_on_locked(s, t);
    gate_wipe_stack();
  }
  lock_release(&s->lock);
}

uint32_t life_first_use(struct module_state *s, struct thread_state *t,
                        uint64_t missing) {
  if (!lock_take(&s->lock, t)) {
    return SVC(CORDON_ERR_STATE);
  }
  struct run run = {0};
  for (uint32_t id = 1; id <= SELFTEST_NUM; id++) {
    if ((missing & SELFTEST_BIT(id)) &&
        s->tests[id].result == CORDON_TEST_NOT_RUN &&
        state_word(s) != CORDON_STATE_ERROR) {
      run_one(s, t, &run, id);
    }
  }
  if (run.ran != 0) {
    settle(s, t, &run);
    gate_wipe_stack();
  }
  selftest_set left = missing & ~s->passed;
  uint32_t word = state_word(s);
  lock_release(&s->lock);
  if (word == CORDON_STATE_ERROR) {
    return SVC(CORDON_ERR_STATE);
  }
  return left == 0 ? SVC_OK : SVC(CORDON_ERR_BLOCKED);
}

/* record_pass counts a conditional test without the lock, so that new keys do
 * not wait for a run. A failure that another thread had stays on record until
 * the test is run on demand. */
static void record_pass(struct test_record *r) {
  uint32_t before = CORDON_TEST_NOT_RUN;
  __atomic_fetch_add(&r->runs, 1, __ATOMIC_RELAXED);
  __atomic_compare_exchange_n(&r->result, &before, CORDON_TEST_PASSED, 0,
                              __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

void life_event(struct module_state *s, struct thread_state *t, uint32_t kind,
                uint32_t id) {
  if (kind == CORDON_EVENT_FAIL && !lock_take(&s->lock, t)) {
    /* Inside a run, which reports the failure and settles it. */
    __atomic_or_fetch(&s->pending, SELFTEST_BIT(id), __ATOMIC_RELAXED);
    return;
  }
  if (kind == CORDON_EVENT_PASS) {
    record_pass(&s->tests[id]);
  }
  event_log(s, kind, id);
  if (kind == CORDON_EVENT_FAIL) {
    struct run run = {0};
    __atomic_fetch_add(&s->tests[id].runs, 1, __ATOMIC_RELAXED);
    run.failed = SELFTEST_BIT(id);
    if (state_word(s) != CORDON_STATE_ERROR) {
      settle(s, t, &run);
    }
    lock_release(&s->lock);
  }
}

uint32_t life_on_demand(struct module_state *s, struct thread_state *t,
                        uint32_t id) {
  if (!lock_take(&s->lock, t)) {
    return SVC(CORDON_ERR_STATE);
  }
  struct run run = {0};
  selftest_set wanted =
      id == CORDON_SELFTEST_ALL ? ~(selftest_set)0 : SELFTEST_BIT(id);
  if (wanted & SELFTEST_BIT(SELFTEST_INTEGRITY)) {
    wanted |= SELFTEST_BIT(SELFTEST_HMAC_SHA256); /* IG 10.2.A */
  }
  uint32_t skipped = 0;
  if (state_word(s) != CORDON_STATE_ERROR) {
    for (uint32_t i = 1; i <= SELFTEST_NUM; i++) {
      if (!(wanted & SELFTEST_BIT(i)) || (run.failed & FINAL_TESTS)) {
        continue;
      }
      if (selftest_uses(i) & ((s->failed & ~run.ran) | run.failed)) {
        skipped = 1;
        continue;
      }
      run_one(s, t, &run, i);
    }
    settle(s, t, &run);
    gate_wipe_stack();
  }
  uint32_t open = gate_mask(s, 0);
  lock_release(&s->lock);
  uint32_t st = (run.failed != 0 || skipped) ? SVC(CORDON_ERR_BLOCKED) : SVC_OK;
  return ct_select_u32(open, st, SVC(CORDON_ERR_STATE));
}
