// Looking for secrets that a call left on the stack below its caller.
#ifndef CORDON_TESTS_MODULE_STACK_SCAN_H_
#define CORDON_TESTS_MODULE_STACK_SCAN_H_

#include "module_test.h"

namespace module_test {

constexpr size_t kScanDepth = 48 * 1024;

// Overwrites the stack below the caller.
__attribute__((noinline)) inline void FillStack() {
  volatile uint8_t below[kScanDepth];
  for (size_t i = 0; i < sizeof below; i++) {
    below[i] = kFill;
  }
}

// Calls f with a gap below the caller's frame, so that what f leaves lies
// deeper than the frame of the scan.
template <typename F>
__attribute__((noinline)) auto CallDeeper(const F &f) {
  uint8_t gap[1024];
  __asm__ __volatile__("" : : "r"(gap) : "memory");
  auto result = f();
  __asm__ __volatile__("" : : "r"(gap) : "memory");
  return result;
}

// The first of the patterns that lies below the caller, or -1.
__attribute__((noinline, no_sanitize("address"))) inline int FindOnStack(
    const uint64_t *patterns, size_t num) {
  const uint8_t *here =
      static_cast<const uint8_t *>(__builtin_frame_address(0));
  for (const uint8_t *p = here - kScanDepth + 4096; p < here - 512; p++) {
    uint64_t x;
    __builtin_memcpy(&x, p, sizeof x);
    for (size_t i = 0; i < num; i++) {
      if (x == patterns[i]) {
        return static_cast<int>(i);
      }
    }
  }
  return -1;
}

// The ways in which 8 bytes of a secret can lie in memory: as they are, as two
// words of 32 bits, as one word (or limb) of 64 bits.
inline void AddPatterns(std::vector<uint64_t> *patterns, const Bytes &secret) {
  for (size_t i = 0; i + 8 <= secret.size(); i += 8) {
    uint64_t x;
    memcpy(&x, &secret[i], sizeof x);
    uint64_t word = __builtin_bswap64(x);
    patterns->push_back(x);
    patterns->push_back(word << 32 | word >> 32);
    patterns->push_back(word);
  }
}

}  // namespace module_test

#endif
