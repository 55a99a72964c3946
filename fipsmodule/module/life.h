/* The life of the module: power-on, first use, tests on demand, failure and
 * recovery (design: HMAC KAT, integrity, power-on KATs, operational; a soft
 * failure re-runs all other tests and leaves the module degraded). */
#ifndef CORDON_MODULE_LIFE_H_
#define CORDON_MODULE_LIFE_H_

#include <stdint.h>

struct module_state;
struct thread_state;

#pragma GCC visibility push(hidden)

/* life_power_on runs the power-on tests, or waits for the thread that does. In
 * the final error it is never called. */
void life_power_on(struct module_state *s, struct thread_state *t);

/* life_first_use runs those of the `missing` tests (a selftest_set) that were
 * never run.
 * Returns SVC_OK if all passed, SVC(CORDON_ERR_BLOCKED) if one has failed,
 * SVC(CORDON_ERR_STATE) from inside another test. */
uint32_t life_first_use(struct module_state *s, struct thread_state *t,
                        uint64_t missing);

/* life_event reports a conditional test that this thread runs: a
 * CORDON_EVENT_START, or its result, which on CORDON_EVENT_FAIL takes the
 * module through the soft error state. */
void life_event(struct module_state *s, struct thread_state *t, uint32_t kind,
                uint32_t id);

/* life_inject is all ones, but 0 if a failure of this test was injected into
 * cordon-test.o; it counts one run. */
uint32_t life_inject(struct module_state *s, uint32_t id);

/* life_on_demand runs one test or all. See cordon_selftest. */
uint32_t life_on_demand(struct module_state *s, struct thread_state *t,
                        uint32_t id);

#pragma GCC visibility pop

#endif
