/* The way out of the seal: one stub for each host function of <cordon/host.h>,
 * and the address of the module state, the only writable memory. */
#ifndef CORDON_MODULE_TAIL_H_
#define CORDON_MODULE_TAIL_H_

#include <cordon/host.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

void *tail_state(void);
uint32_t tail_entropy(uint8_t *out, size_t len);
void *tail_thread_state(void);
uint64_t tail_generation(uint32_t scope);
uint64_t tail_ticks(void);
uint32_t tail_backend_limit(void);
void tail_yield(void);

#pragma GCC visibility pop

#endif
