/* Counted stretches: under Callgrind by its counters, and without Valgrind by
 * single steps of the processor, which runs what Valgrind does not. */
#include <signal.h>
#include <stdio.h>
#include <valgrind/callgrind.h>

#include "audit.h"

static volatile unsigned long num_steps;

static void on_step(int signal) {
  (void)signal;
  num_steps++;
}

int audit_prepare_steps(void) {
  static uint8_t stack[65536];
  const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = on_step, .sa_flags = SA_ONSTACK};
  return sigaltstack(&other, NULL) == 0 &&
         sigaction(SIGTRAP, &action, NULL) == 0;
}

/* set_trap_flag: with the flag set, a trap follows each instruction. Below the
 * red zone, where this function itself may have something. */
static inline __attribute__((always_inline)) void set_trap_flag(void) {
  __asm__ __volatile__(
      "lea -128(%%rsp), %%rsp\n\tpushfq\n\torq $0x100, (%%rsp)\n\tpopfq\n\t"
      "lea 128(%%rsp), %%rsp" ::
          : "memory", "cc");
}

static inline __attribute__((always_inline)) void clear_trap_flag(void) {
  __asm__ __volatile__(
      "lea -128(%%rsp), %%rsp\n\tpushfq\n\tandq $~0x100, (%%rsp)\n\tpopfq\n\t"
      "lea 128(%%rsp), %%rsp" ::
          : "memory", "cc");
}

void count_begin(void) {
  if (audit_mode == AUDIT_STEPS) {
    num_steps = 0;
    set_trap_flag();
    return;
  }
  CALLGRIND_ZERO_STATS;
}

void count_end(const char *name) {
  if (audit_mode == AUDIT_STEPS) {
    clear_trap_flag();
    printf("steps name=\"%s\" steps=%lu\n", name, num_steps);
    return;
  }
  CALLGRIND_DUMP_STATS_AT(name);
}
