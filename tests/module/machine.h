// What the module ought to choose on this machine: its own cpu.c, compiled into
// the test, because the sealed object shows no internal function.
#ifndef CORDON_TESTS_MODULE_MACHINE_H_
#define CORDON_TESTS_MODULE_MACHINE_H_

#include <cstdint>

extern "C" {
#include "module/cpu.h"
}

namespace module_test {

// BackEndUnder is the back end of this machine under a limit of the host.
inline uint32_t BackEndUnder(uint32_t limit) {
  cpu_words words;
  cpu_read(&words);
  return cpu_backend(cpu_choose_forms(&words, limit));
}

}  // namespace module_test

#endif
