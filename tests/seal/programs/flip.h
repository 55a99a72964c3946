/* What the flip runner, the flipped program and its trampoline share: the page
 * of results. It is mapped at a fixed address far from the module's data, and
 * every word of it starts as an error. */
#ifndef CORDON_TESTS_SEAL_FLIP_H_
#define CORDON_TESTS_SEAL_FLIP_H_

#define FLIP_PAGE 0x200000000000
#define FLIP_PAGE_LEN 4096
#define FLIP_SAVE (FLIP_PAGE + 2048) /* registers during a call */

/* The runner passes the page as this descriptor. */
#define FLIP_FD 3

/* An odd code, so that a jump into exit() does not look right. */
#define FLIP_EXIT 0x5b
#define FLIP_UNSET 0xdeadbee5
#define FLIP_KEY 0x5bd1e995 /* a status is stored as status ^ FLIP_KEY */
#define FLIP_DONE 0x600d1e57

#define FLIP_MAX_CALLS 24

#ifndef __ASSEMBLER__
#include <stdint.h>

struct flip_results {
  uint32_t done;      /* FLIP_DONE when all calls were made */
  uint32_t num_calls; /* in the table of the program */
  uint32_t absent;    /* bit i: call i does not exist in this build */
  uint32_t touched;   /* bit i: call i refused, and wrote its output */
  uint32_t right;     /* bit i: call i refused, and wrote the right output */
  uint32_t state[2];  /* what cordon_get_info says first and last */
  uint32_t status[FLIP_MAX_CALLS]; /* ^ FLIP_KEY: memory wiped by mistake
                                      reads as no success */
};

/* flip_call calls fn with up to six arguments and stores what it returns, by
 * way of FLIP_SAVE, so that whatever fn does to registers and stack matters
 * little. All registers but the arguments are 0 when fn is entered: EAX, so
 * that what stays there by mistake reads as success; the others, so that none
 * points to the results. */
void flip_call(volatile uint32_t *result, void (*fn)(void),
               const uint64_t args[6]);
#endif

#endif
