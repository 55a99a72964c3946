/* The choice of a back end: every bit of CPUID and XCR0 that the code of a form
 * relies on is looked at. */
#include "module/cpu.h"

#include <cordon/module.h>

/* Bits of leaf 1, ECX. */
#define LEAF1_SSSE3 (1u << 9)
#define LEAF1_SSE41 (1u << 19)
#define LEAF1_OSXSAVE (1u << 27)
#define LEAF1_AVX (1u << 28)
/* Bits of leaf 7, EBX. */
#define LEAF7_BMI1 (1u << 3)
#define LEAF7_AVX2 (1u << 5)
#define LEAF7_BMI2 (1u << 8)
#define LEAF7_ADX (1u << 19)
#define LEAF7_SHA (1u << 29)
/* The states of SSE and AVX are kept by the system. */
#define XCR0_AVX 6u

#if CORDON_ASM
struct leaf {
  uint32_t eax, ebx, ecx, edx;
};

static void cpuid(struct leaf *out, uint32_t leaf) {
  __asm__ __volatile__("cpuid"
                       : "=a"(out->eax), "=b"(out->ebx), "=c"(out->ecx),
                         "=d"(out->edx)
                       : "0"(leaf), "2"(0));
}

static uint32_t xgetbv(void) {
  uint32_t low, high;
  __asm__ __volatile__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}
#endif

void cpu_read(struct cpu_words *out) {
  *out = (struct cpu_words){0, 0, 0, 0};
#if CORDON_ASM
  struct leaf leaf;
  cpuid(&leaf, 0);
  out->max_leaf = leaf.eax;
  cpuid(&leaf, 1);
  out->leaf1_ecx = leaf.ecx;
  if (out->max_leaf >= 7) {
    cpuid(&leaf, 7);
    out->leaf7_ebx = leaf.ebx;
  }
  if ((out->leaf1_ecx & LEAF1_OSXSAVE) != 0) {
    out->xcr0 = xgetbv();
  }
#endif
}

static int has(uint32_t word, uint32_t bits) { return (word & bits) == bits; }

/* The forms that a machine runs. */
static uint32_t forms_of(const struct cpu_words *w) {
  uint32_t leaf7 = w->max_leaf >= 7 ? w->leaf7_ebx : 0;
  uint32_t forms = FORM_X86_64;
  if (!CORDON_ASM) {
    return 0;
  }
  if (has(w->leaf1_ecx, LEAF1_OSXSAVE | LEAF1_AVX) && has(w->xcr0, XCR0_AVX) &&
      has(leaf7, LEAF7_AVX2 | LEAF7_BMI1 | LEAF7_BMI2)) {
    forms |= FORM_AVX2;
    forms |= has(leaf7, LEAF7_ADX) ? FORM_ADX : 0;
  }
  if (has(w->leaf1_ecx, LEAF1_SSSE3 | LEAF1_SSE41) && has(leaf7, LEAF7_SHA)) {
    forms |= FORM_SHA;
  }
  return forms;
}

/* The forms that a back end may use. */
static uint32_t allowed(uint32_t limit) {
  switch (limit) {
    case CORDON_BACKEND_PORTABLE:
      return 0;
    case CORDON_BACKEND_X86_64:
      return FORM_X86_64;
    case CORDON_BACKEND_AVX2:
      return FORM_X86_64 | FORM_AVX2;
    case CORDON_BACKEND_ADX:
      return FORM_X86_64 | FORM_AVX2 | FORM_ADX;
    default:
      return FORM_X86_64 | FORM_AVX2 | FORM_ADX | FORM_SHA;
  }
}

uint32_t cpu_choose_forms(const struct cpu_words *words, uint32_t limit) {
  return forms_of(words) & allowed(limit);
}

uint32_t cpu_backend(uint32_t forms) {
  if ((forms & FORM_SHA) != 0) {
    return CORDON_BACKEND_SHA;
  }
  if ((forms & FORM_ADX) != 0) {
    return CORDON_BACKEND_ADX;
  }
  if ((forms & FORM_AVX2) != 0) {
    return CORDON_BACKEND_AVX2;
  }
  return (forms & FORM_X86_64) != 0 ? CORDON_BACKEND_X86_64
                                    : CORDON_BACKEND_PORTABLE;
}
