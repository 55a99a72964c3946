/* The memory functions of the sealed module under other names, so that a test
 * can call them beside those of the C library: first as this machine gets
 * them, then as a machine without string instructions does. */
#include <stddef.h>
#include <stdint.h>

#define memcpy sealed_memcpy
#define memmove sealed_memmove
#define memset sealed_memset
#define memcmp sealed_memcmp
#include "limbs/mem.c"
#undef memcpy
#undef memmove
#undef memset
#undef memcmp

#undef CORDON_LIMBS_MEM_H_
#undef __x86_64__
#define copy plain_copy
#define memcpy plain_memcpy
#define memmove plain_memmove
#define memset plain_memset
#define memcmp plain_memcmp
#include "limbs/mem.c"
