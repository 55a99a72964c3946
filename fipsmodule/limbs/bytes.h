/* Loads and stores of integers at byte addresses, big- and little-endian. */
#ifndef CORDON_LIMBS_BYTES_H_
#define CORDON_LIMBS_BYTES_H_

#include <stdint.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Cordon is written for little-endian machines"
#endif

static inline uint32_t load_le32(const uint8_t *p) {
  uint32_t x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
}

static inline uint64_t load_le64(const uint8_t *p) {
  uint64_t x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
}

static inline uint32_t load_be32(const uint8_t *p) {
  return __builtin_bswap32(load_le32(p));
}

static inline uint64_t load_be64(const uint8_t *p) {
  return __builtin_bswap64(load_le64(p));
}

static inline void store_le32(uint8_t *p, uint32_t x) {
  __builtin_memcpy(p, &x, sizeof x);
}

static inline void store_le64(uint8_t *p, uint64_t x) {
  __builtin_memcpy(p, &x, sizeof x);
}

static inline void store_be32(uint8_t *p, uint32_t x) {
  store_le32(p, __builtin_bswap32(x));
}

static inline void store_be64(uint8_t *p, uint64_t x) {
  store_le64(p, __builtin_bswap64(x));
}

#endif
