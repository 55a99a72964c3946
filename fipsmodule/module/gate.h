/* The gate: every service body begins with gate_enter and ends with
 * gate_leave, and what it gives out passes gate_copy.
 *
 * Inside the module a status travels as `status ^ GATE_MAGIC`, written
 * SVC(code); the generated stub of each public function undoes it. So a
 * register that happens to be zero is never success. No single flipped bit may
 * leave a module that serves: gate_enter (gate.c) and gate_leave
 * (gate_leave.c) each compare the measured MAC with the sealed one, in
 * different ways, and there is no verdict between them to flip. */
#ifndef CORDON_MODULE_GATE_H_
#define CORDON_MODULE_GATE_H_

#include <cordon/types.h>
#include <stddef.h>
#include <stdint.h>

#include "module/seal_layout.h"

#define SVC(code) ((uint32_t)(code) ^ (uint32_t)GATE_MAGIC)
#define SVC_OK SVC(CORDON_OK)

/* What a service returns that works in every state: see seal_layout.h. */
#define ANY(code) ((uint32_t)(code) ^ (uint32_t)GATE_ANY_MAGIC)
#define ANY_OK ANY(CORDON_OK)

struct thread_state;
struct module_state;

/* One call of a service. `reason` is why it is not approved, or 0. */
struct gate {
  struct module_state *state;
  struct thread_state *thread;
  uint32_t service; /* CORDON_SERVICE_ */
  uint32_t reason;  /* CORDON_REASON_ */
  uint32_t closed;  /* all ones once a look found the mask closed, else 0 */
  uint64_t needs;   /* a selftest_set: the tests it depends on */
  uint8_t *out;     /* what was given out, for gate_leave to take back */
  size_t capacity;
  size_t *len;
};

/* An output buffer of a service, with the capacity that *len had. */
struct output {
  uint8_t *out;
  size_t *len;
  size_t capacity;
};

#pragma GCC visibility push(hidden)

/* gate_enter starts a service: it performs power-on if nobody has, runs
 * first-use tests that are due, and says SVC_OK, or SVC(CORDON_ERR_STATE) or
 * SVC(CORDON_ERR_BLOCKED). gate_leave must follow in either case. */
uint32_t gate_enter(struct gate *g, uint32_t service, uint64_t needs);

/* gate_need adds self-tests to what the service depends on, and runs those that
 * are due. Returns SVC_OK; or, as gate_enter does, what stands in the way, and
 * then the service depends on what it did before. */
uint32_t gate_need(struct gate *g, uint64_t needs);

/* gate_enter_any is for services that work in every state: wiping. */
void gate_enter_any(struct gate *g, uint32_t service);

/* gate_mask is all ones if a service with these needs may give out data now,
 * else 0. */
uint32_t gate_mask(const struct module_state *s, uint64_t needs);

/* gate_look is gate_mask for a service in progress, and 0 for good once it was
 * 0: a module that serves again behind a failed self-test does not make a
 * success of a call whose output was withheld in between. */
uint32_t gate_look(struct gate *g);

/* gate_reason is why a call that succeeded is not approved in this build, for
 * the reason that it has by itself. */
uint32_t gate_reason(uint32_t reason);

/* gate_copy copies n bytes to the caller through the mask, and returns n
 * through it. out may be in. */
size_t gate_copy(struct gate *g, uint8_t *out, const uint8_t *in, size_t n);

/* gate_copy_size is n through the mask, for output that is longer than what
 * was copied. */
size_t gate_copy_size(struct gate *g, size_t n);

/* gate_leave ends a service, sets the indicator and returns st; but instead of
 * SVC_OK, SVC(CORDON_ERR_STATE) where a look of this call found the mask
 * closed, the last one here: then what was given out is zeroed again. */
uint32_t gate_leave(struct gate *g, uint32_t st);

/* gate_leave_any is for gate_enter_any: it does not ask for the mask. It takes
 * SVC(code) and returns ANY(code). */
uint32_t gate_leave_any(struct gate *g, uint32_t st);

/* gate_wipe_stack overwrites the stack below its caller, as far down as any
 * service or self-test has secrets. gate_leave does it, or less where a service
 * reaches less; runs of self-tests, which are outside of it, call it. */
void gate_wipe_stack(void);

/* gate_power_on runs the power-on tests unless they have been run, and waits
 * for another thread that does. */
void gate_power_on(struct module_state *s, struct thread_state *t);

/* output_begin takes over out and *len, where *len becomes 0, and continues
 * status st: SVC(CORDON_ERR_ARG) for a NULL, SVC(CORDON_ERR_BUFFER) with *len
 * = need if the capacity is below `need`. */
uint32_t output_begin(struct output *o, uint32_t st, uint8_t *out, size_t *len,
                      size_t need);

/* output_end gives out n bytes of `in` if st is SVC_OK; else it zeroes the
 * buffer over its capacity, unless st is SVC(CORDON_ERR_BUFFER). Returns
 * st. */
uint32_t output_end(struct gate *g, struct output *o, uint32_t st,
                    const uint8_t *in, size_t n);

/* bytes_ok is 1 unless p is NULL and n is not 0. */
static inline int bytes_ok(const void *p, size_t n) {
  return p != NULL || n == 0;
}

/* bytes_overlap is 1 iff n bytes at p and m bytes at q have one in common. At
 * NULL there are none, whatever the length says. */
static inline int bytes_overlap(const void *p, size_t n, const void *q,
                                size_t m) {
  uintptr_t a = (uintptr_t)p, b = (uintptr_t)q;
  return a != 0 && b != 0 && n != 0 && m != 0 &&
         (a <= b ? b - a < n : a - b < m);
}

/* output_apart sets *out to NULL if the buffer overlaps the n bytes at p, and
 * *len if the length itself does: output_begin refuses both, and not even an
 * error writes there. */
static inline void output_apart(uint8_t **out, size_t **len, const void *p,
                                size_t n) {
  if (*len == NULL) {
    return;
  }
  if (bytes_overlap(*out, **len, p, n)) {
    *out = NULL;
  }
  if (bytes_overlap(*len, sizeof **len, p, n)) {
    *len = NULL;
  }
}

#pragma GCC visibility pop

#endif
