/* memcpy, memmove, memset and memcmp of the sealed module. Where the machine
 * has them they use the string instructions, which take tens of cycles to
 * start, for what is long, and vectors for what is short: their time depends on
 * the length and on addresses, never on the bytes. memcmp stops at the first
 * difference; nothing inside the module compares secrets with it. */
#include "limbs/mem.h"

#include <stdint.h>

#if defined(__x86_64__)

/* Lengths from which the string instructions are faster. */
#define LONG_COPY 256
#define LONG_SET 1024

/* Words at any address. */
typedef uint64_t vec __attribute__((vector_size(16), aligned(1), may_alias));
typedef uint64_t u64 __attribute__((aligned(1), may_alias));
typedef uint32_t u32 __attribute__((aligned(1), may_alias));

static void copy_long(void *dst, const void *src, size_t len) {
  __asm__ __volatile__("rep movsb"
                       : "+D"(dst), "+S"(src), "+c"(len)
                       :
                       : "memory");
}

/* copy_short: the last word of each case may overlap the one before it. */
static void copy_short(uint8_t *d, const uint8_t *s, size_t len) {
  if (len >= 16) {
    vec last = *(const vec *)(s + len - 16);
    for (size_t i = 0; i + 16 < len; i += 16) {
      *(vec *)(d + i) = *(const vec *)(s + i);
    }
    *(vec *)(d + len - 16) = last;
  } else if (len >= 8) {
    u64 first = *(const u64 *)s, last = *(const u64 *)(s + len - 8);
    *(u64 *)d = first;
    *(u64 *)(d + len - 8) = last;
  } else if (len >= 4) {
    u32 first = *(const u32 *)s, last = *(const u32 *)(s + len - 4);
    *(u32 *)d = first;
    *(u32 *)(d + len - 4) = last;
  } else {
    for (size_t i = 0; i < len; i++) {
      d[i] = s[i];
    }
  }
}

/* copy copies from the lowest byte on: dst may overlap src from below. */
static void copy(void *dst, const void *src, size_t len) {
  if (len >= LONG_COPY) {
    copy_long(dst, src, len);
  } else {
    copy_short((uint8_t *)dst, (const uint8_t *)src, len);
  }
}

static void set_short(uint8_t *d, uint64_t word, size_t len) {
  if (len >= 16) {
    vec v = {word, word};
    for (size_t i = 0; i + 16 < len; i += 16) {
      *(vec *)(d + i) = v;
    }
    *(vec *)(d + len - 16) = v;
  } else if (len >= 8) {
    *(u64 *)d = word;
    *(u64 *)(d + len - 8) = word;
  } else if (len >= 4) {
    *(u32 *)d = (uint32_t)word;
    *(u32 *)(d + len - 4) = (uint32_t)word;
  } else {
    for (size_t i = 0; i < len; i++) {
      d[i] = (uint8_t)word;
    }
  }
}

void *memset(void *dst, int c, size_t len) {
  void *d = dst;
  if (len >= LONG_SET) {
    __asm__ __volatile__("rep stosb" : "+D"(d), "+c"(len) : "a"(c) : "memory");
  } else {
    set_short((uint8_t *)dst, (uint8_t)c * UINT64_C(0x0101010101010101), len);
  }
  return dst;
}

#else

static void copy(void *dst, const void *src, size_t len) {
  uint8_t *d = (uint8_t *)dst;
  const uint8_t *s = (const uint8_t *)src;
  for (size_t i = 0; i < len; i++) {
    d[i] = s[i];
  }
}

void *memset(void *dst, int c, size_t len) {
  uint8_t *d = (uint8_t *)dst;
  for (size_t i = 0; i < len; i++) {
    d[i] = (uint8_t)c;
  }
  return dst;
}

#endif

void *memcpy(void *restrict dst, const void *restrict src, size_t len) {
  copy(dst, src, len);
  return dst;
}

void *memmove(void *dst, const void *src, size_t len) {
  uint8_t *d = (uint8_t *)dst;
  const uint8_t *s = (const uint8_t *)src;
  if ((uintptr_t)d - (uintptr_t)s >= len) {
    copy(dst, src, len);
    return dst;
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
