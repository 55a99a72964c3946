/* The forms of code that this machine runs and the host allows: which of the
 * generated functions may be called. Where there is no assembly (another
 * machine, 32-bit limbs) all is portable C. */
#ifndef CORDON_LIMBS_FORMS_H_
#define CORDON_LIMBS_FORMS_H_

#include <stdint.h>

#include "limbs/limb.h"

#if !defined(CORDON_ASM)
#if defined(__x86_64__) && defined(__LP64__) && CORDON_LIMB_BITS == 64
#define CORDON_ASM 1
#else
#define CORDON_ASM 0
#endif
#endif

/* Bits of cpu_forms; each one says that functions of that form may be called.
 * FORM_ADX comes with FORM_AVX2. */
#define FORM_X86_64 1u /* any x86-64 */
#define FORM_AVX2 2u   /* AVX2, BMI1, BMI2 */
#define FORM_ADX 4u    /* ADX, and BMI2 */
#define FORM_SHA 8u    /* the SHA extensions, SSSE3, SSE4.1 */

#pragma GCC visibility push(hidden)

/* cpu_forms is the choice that was made at power-on; 0, portable C, before. */
uint32_t cpu_forms(void);

#pragma GCC visibility pop

#endif
