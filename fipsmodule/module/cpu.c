/* The choice of a back end. Portable C is the only one yet. */
#include "module/cpu.h"

#include <cordon/module.h>

static uint32_t best_backend(void) { return CORDON_BACKEND_PORTABLE; }

uint32_t cpu_choose_backend(uint32_t limit) {
  uint32_t best = best_backend();
  return limit == 0 || limit > best ? best : limit;
}
