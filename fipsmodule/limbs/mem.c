/* memcpy, memmove, memset and memcmp of the sealed module. They use the
 * string instructions where the machine has them: their time depends on the
 * length and on addresses, never on the bytes. memcmp stops at the first
 * difference; nothing inside the module compares secrets with it. */
#include "limbs/mem.h"

#include <stdint.h>

#if defined(__x86_64__)

void *memcpy(void *restrict dst, const void *restrict src, size_t len) {
  void *d = dst;
  __asm__ __volatile__("rep movsb"
                       : "+D"(d), "+S"(src), "+c"(len)
                       :
                       : "memory");
  return dst;
}

void *memset(void *dst, int c, size_t len) {
  void *d = dst;
  __asm__ __volatile__("rep stosb" : "+D"(d), "+c"(len) : "a"(c) : "memory");
  return dst;
}

#else

void *memcpy(void *restrict dst, const void *restrict src, size_t len) {
  uint8_t *d = (uint8_t *)dst;
  const uint8_t *s = (const uint8_t *)src;
  for (size_t i = 0; i < len; i++) {
    d[i] = s[i];
  }
  return dst;
}

void *memset(void *dst, int c, size_t len) {
  uint8_t *d = (uint8_t *)dst;
  for (size_t i = 0; i < len; i++) {
    d[i] = (uint8_t)c;
  }
  return dst;
}

#endif

void *memmove(void *dst, const void *src, size_t len) {
  uint8_t *d = (uint8_t *)dst;
  const uint8_t *s = (const uint8_t *)src;
  if ((uintptr_t)d - (uintptr_t)s >= len) {
    return memcpy(dst, src, len);
  }
  while (len > 0) {
    len--;
    d[len] = s[len];
  }
  return dst;
}

int memcmp(const void *a, const void *b, size_t len) {
  const uint8_t *p = (const uint8_t *)a;
  const uint8_t *q = (const uint8_t *)b;
  for (size_t i = 0; i < len; i++) {
    if (p[i] != q[i]) {
      return p[i] < q[i] ? -1 : 1;
    }
  }
  return 0;
}
