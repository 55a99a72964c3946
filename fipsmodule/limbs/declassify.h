/* CT_DECLASSIFY says that a value which was computed from a secret is public
 * from here on. In production the call ends in an empty host function; the
 * constant-time audit links one that tells Valgrind. Every use carries its
 * reason in a comment `declassify: ...` on the line above, and stands in
 * ctcheck/declassify.list. */
#ifndef CORDON_LIMBS_DECLASSIFY_H_
#define CORDON_LIMBS_DECLASSIFY_H_

#include <stddef.h>

#pragma GCC visibility push(hidden)
void tail_declassify(const void *p, size_t len);
#pragma GCC visibility pop

/* The memory clobber stands between the call and earlier copies of the value
 * that the compiler may still hold in registers. */
#define CT_DECLASSIFY(ptr, len)              \
  do {                                       \
    tail_declassify((ptr), (len));           \
    __asm__ __volatile__("" : : : "memory"); \
  } while (0)

#endif
