/* Constant-time building blocks: value barriers, masks, wiping. A mask is 0 or
 * all ones; a secret condition is never an int or a bool. */
#ifndef CORDON_LIMBS_CT_H_
#define CORDON_LIMBS_CT_H_

#include <stddef.h>
#include <stdint.h>

/* ct_barrier_u32 returns x, and hides from the compiler where it came from, so
 * that it cannot turn a mask back into a branch. */
static inline uint32_t ct_barrier_u32(uint32_t x) {
  __asm__("" : "+r"(x));
  return x;
}

static inline uint64_t ct_barrier_u64(uint64_t x) {
#if defined(__i386__)
  uint32_t lo = (uint32_t)x, hi = (uint32_t)(x >> 32);
  __asm__("" : "+r"(lo), "+r"(hi));
  return ((uint64_t)hi << 32) | lo;
#else
  __asm__("" : "+r"(x));
  return x;
#endif
}

/* ct_is_zero_u32 is all ones iff x is 0: the top bit of ~x & (x - 1) is set
 * for x = 0 alone. */
static inline uint32_t ct_is_zero_u32(uint32_t x) {
  return 0u - (ct_barrier_u32(~x & (x - 1u)) >> 31);
}

static inline uint32_t ct_eq_u32(uint32_t a, uint32_t b) {
  return ct_is_zero_u32(a ^ b);
}

/* ct_lt_u32 is all ones iff a < b (Hacker's Delight 2-12, unsigned). */
static inline uint32_t ct_lt_u32(uint32_t a, uint32_t b) {
  return 0u - (ct_barrier_u32((~a & b) | ((~a | b) & (a - b))) >> 31);
}

static inline uint32_t ct_select_u32(uint32_t mask, uint32_t a, uint32_t b) {
  mask = ct_barrier_u32(mask);
  return (a & mask) | (b & ~mask);
}

/* ct_bytes_equal is all ones iff the n bytes at a and b are the same.
 * CT: every byte is read whatever the contents. */
static inline uint32_t ct_bytes_equal(const void *a, const void *b, size_t n) {
  const volatile uint8_t *p = (const volatile uint8_t *)a;
  const volatile uint8_t *q = (const volatile uint8_t *)b;
  uint32_t diff = 0;
  for (size_t i = 0; i < n; i++) {
    diff |= (uint32_t)(p[i] ^ q[i]);
  }
  return ct_is_zero_u32(diff);
}

/* ct_zero zeroes n bytes; the barrier makes the stores visible, so that they
 * are not dropped as dead. */
static inline void ct_zero(void *p, size_t n) {
  __builtin_memset(p, 0, n);
  __asm__ __volatile__("" : : "r"(p) : "memory");
}

/* ct_wipe is ct_zero of secrets that are over. It does nothing in one object of
 * the tests, which shows what would be left. */
static inline void ct_wipe(void *p, size_t n) {
#if defined(CORDON_NO_WIPE)
  (void)n;
  __asm__ __volatile__("" : : "r"(p) : "memory");
#else
  ct_zero(p, n);
#endif
}

#if defined(CORDON_NO_WIPE) && !defined(CORDON_TEST_OBJECT)
#error "only a test object may leave wiping out"
#endif

#endif
