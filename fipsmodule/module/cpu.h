/* The choice of a back end, made once at power-on. */
#ifndef CORDON_MODULE_CPU_H_
#define CORDON_MODULE_CPU_H_

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* cpu_choose_backend is the highest CORDON_BACKEND_ that this machine runs and
 * `limit` allows; limit 0 allows all. */
uint32_t cpu_choose_backend(uint32_t limit);

#pragma GCC visibility pop

#endif
