/* Each generated function on its own, in the bytes that ship: under Memcheck
 * with all of its memory and values secret, and by single steps over random
 * ones. Counts are public. Of a _vartime function everything is public; those
 * are the contrast, which must be reported. */
#include <cordon/host.h>
#include <cordon/module.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "audit.h"
#include "module/cpu.h"

#define MAX_ARGS 6
#define MAX_ARG_LEN 65536
#define NUM_STEPPED 4 /* inputs of one function in single steps */

enum arg_kind { ARG_OUT, ARG_INOUT, ARG_IN, ARG_VALUE, ARG_ODD, ARG_COUNT };

struct arg {
  enum arg_kind kind;
  uint64_t len; /* of memory; of a value, the least one */
  uint64_t most;
  int may_alias;
};

struct routine {
  const char *name;
  uint32_t forms;
  unsigned stack, result, num_args; /* result: bytes that it returns */
  struct arg args[MAX_ARGS];
};

#define ASM_ARG_OUT ARG_OUT
#define ASM_ARG_INOUT ARG_INOUT
#define ASM_ARG_IN ARG_IN
#define ASM_ARG_VALUE ARG_VALUE
#define ASM_ARG_ODD ARG_ODD
#define ASM_ARG_COUNT ARG_COUNT
#define ASM_FUNCTION(name, forms, stack, result, num, ...) \
  {#name, forms, stack, result, num, {__VA_ARGS__}},

static const struct routine routines[] = {
#include "asm_lists.inc"
};

#define NUM_ROUTINES (sizeof routines / sizeof routines[0])

typedef uint64_t call(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                      uint64_t);

static _Alignas(64) uint8_t memory[MAX_ARGS][MAX_ARG_LEN];

static int is_vartime(const struct routine *r) {
  static const char end[] = "_vartime";
  size_t len = strlen(r->name);
  return len >= sizeof end - 1 &&
         strcmp(r->name + len - (sizeof end - 1), end) == 0;
}

/* The forms of this machine, as far as CORDON_BACKEND allows. Valgrind runs
 * ADX, though it hides it. */
static uint32_t forms_here(void) {
  struct cpu_words words;
  cpu_read(&words);
  uint32_t forms = cpu_choose_forms(&words, cordon_host_backend_limit());
  if (audit_mode == AUDIT_ROUTINES && (forms & FORM_AVX2) != 0) {
    forms |= FORM_ADX;
  }
  return forms;
}

/* Words below 2^63, so that every integer made of them is below p and n. */
static void fill(uint8_t *p, size_t len) {
  audit_random(p, len);
  for (size_t i = 7; i < len; i += 8) {
    p[i] &= 0x7f;
  }
}

/* In counted runs the count is the same each time. */
static uint64_t value_of(const struct arg *a) {
  uint64_t random;
  if (a->kind == ARG_COUNT) {
    return a->most;
  }
  audit_random((uint8_t *)&random, sizeof random);
  random = a->len + random % (a->most - a->len + 1);
  random |= a->kind == ARG_ODD;
  secret(&random, sizeof random);
  return random;
}

static void prepare(const struct routine *r, uint64_t values[MAX_ARGS]) {
  for (unsigned i = 0; i < r->num_args; i++) {
    const struct arg *a = &r->args[i];
    if (a->kind >= ARG_VALUE) {
      values[i] = value_of(a);
      continue;
    }
    values[i] = (uint64_t)(uintptr_t)memory[i];
    publish(memory[i], a->len);
    memset(memory[i], 0, a->len);
    if (a->kind != ARG_OUT) {
      fill(memory[i], a->len);
      secret(memory[i], a->len);
    }
  }
}

static size_t secret_bytes(const void *p, size_t len) {
  size_t found = 0;
  for (size_t i = 0; i < len; i++) {
    uint8_t bits = 0;
    (void)VALGRIND_GET_VBITS((const uint8_t *)p + i, &bits, 1);
    found += bits != 0;
  }
  return found;
}

/* Outputs that depend on a secret: a function must have one, and so must what
 * it returns, if it returns anything. */
static size_t secret_output(const struct routine *r, uint64_t result) {
  size_t found = secret_bytes(&result, r->result);
  if (found == 0 && r->result != 0) {
    return 0;
  }
  for (unsigned i = 0; i < r->num_args; i++) {
    if (r->args[i].kind <= ARG_INOUT) {
      found += secret_bytes(memory[i], r->args[i].len);
    }
  }
  return found;
}

static void check_one(const struct routine *r, call *function) {
  uint64_t v[MAX_ARGS] = {0};
  unsigned long before = VALGRIND_COUNT_ERRORS;
  prepare(r, v);
  uint64_t result = function(v[0], v[1], v[2], v[3], v[4], v[5]);
  printf("routine name=%s vartime=%d errors=%lu secret_out=%lu\n", r->name,
         is_vartime(r), VALGRIND_COUNT_ERRORS - before,
         (unsigned long)secret_output(r, result));
}

static void step_one(const struct routine *r, call *function) {
  for (unsigned i = 0; i < NUM_STEPPED; i++) {
    char text[128];
    uint64_t v[MAX_ARGS] = {0};
    prepare(r, v);
    snprintf(text, sizeof text, "%s/random-%u", r->name, i);
    count_begin();
    (void)function(v[0], v[1], v[2], v[3], v[4], v[5]);
    count_end(text);
  }
}

/* Looks a name up in the file; 0 if it is not there. */
static int offset_of(FILE *f, const char *name, unsigned long *offset) {
  char text[128];
  rewind(f);
  while (fscanf(f, "%127s %lu", text, offset) == 2) {
    if (strcmp(text, name) == 0) {
      return 1;
    }
  }
  return 0;
}

int audit_routines(const char *file) {
  FILE *f = fopen(file, "r");
  unsigned long offset;
  uint32_t forms = forms_here();
  if (f == NULL || !offset_of(f, "cordon_get_info", &offset)) {
    return 0;
  }
  uintptr_t start = (uintptr_t)&cordon_get_info - offset;
  int ok = 1;
  for (size_t i = 0; i < NUM_ROUTINES; i++) {
    const struct routine *r = &routines[i];
    if (is_vartime(r) && audit_mode == AUDIT_STEPS) {
      continue;
    }
    if (!offset_of(f, r->name, &offset)) {
      ok = 0;
    } else if ((r->forms & forms) != r->forms) {
      printf("not_run name=%s\n", r->name);
    } else if (audit_mode == AUDIT_ROUTINES) {
      check_one(r, (call *)(start + offset));
    } else {
      step_one(r, (call *)(start + offset));
    }
  }
  fclose(f);
  fflush(stdout);
  return ok;
}
