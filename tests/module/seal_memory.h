// The sealed module as it lies in the memory of this process: where it is, and
// how to change a byte of it.
#ifndef CORDON_TESTS_MODULE_SEAL_MEMORY_H_
#define CORDON_TESTS_MODULE_SEAL_MEMORY_H_

#include <stddef.h>
#include <stdint.h>

namespace module_test {

// begin is null in a program without a sealed module.
struct SealMemory {
  uint8_t *begin;
  size_t range_len;
  size_t slot;
};

SealMemory FindSeal();

// Xors a byte of read-only or executable memory. Returns false if the kernel
// does not let it.
bool FlipByte(uint8_t *at, uint8_t mask);

}  // namespace module_test

#endif
