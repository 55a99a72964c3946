/* The four memory functions that compilers call on their own. In a sealed
 * build they are the module's (mem.c), local to it; a development build takes
 * them from the host, where the sanitizers watch them. */
#ifndef CORDON_LIMBS_MEM_H_
#define CORDON_LIMBS_MEM_H_

#include <stddef.h>

#if defined(CORDON_SEALED)
#pragma GCC visibility push(hidden)
#endif
void *memcpy(void *restrict dst, const void *restrict src, size_t len);
void *memmove(void *dst, const void *src, size_t len);
void *memset(void *dst, int c, size_t len);
int memcmp(const void *a, const void *b, size_t len);
#if defined(CORDON_SEALED)
#pragma GCC visibility pop
#endif

#endif
