/* The choice of a back end, made once at power-on. */
#ifndef CORDON_MODULE_CPU_H_
#define CORDON_MODULE_CPU_H_

#include <stdint.h>

#include "limbs/forms.h"

/* What CPUID and XGETBV say, as far as the module looks: the highest leaf,
 * ECX of leaf 1, EBX of leaf 7, and the low half of XCR0 (0 without XGETBV). */
struct cpu_words {
  uint32_t max_leaf;
  uint32_t leaf1_ecx;
  uint32_t leaf7_ebx;
  uint32_t xcr0;
};

#pragma GCC visibility push(hidden)

void cpu_read(struct cpu_words *out);

/* cpu_choose_forms is the FORM_ set (see limbs/forms.h) of a machine, as far as
 * the CORDON_BACKEND_ `limit` allows; limit 0 allows all. */
uint32_t cpu_choose_forms(const struct cpu_words *words, uint32_t limit);

/* cpu_backend is the highest CORDON_BACKEND_ of which a form is in the set. */
uint32_t cpu_backend(uint32_t forms);

#pragma GCC visibility pop

#endif
