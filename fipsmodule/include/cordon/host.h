/* What the module asks of its host: seven functions, resolved when the
 * program is linked. The archive has a default for Linux (host_linux.o); a
 * program that defines all of them itself does not pull it in. They lie
 * outside the module's boundary and are not covered by its integrity test.
 * They must not call the module. */
#ifndef CORDON_HOST_H_
#define CORDON_HOST_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of one thread's state. */
#define CORDON_THREAD_STATE_BYTES 2048

/* What cordon_host_entropy returns on success. Not 0 or 1: a function that was
 * called by mistake must not look like an entropy source. */
#define CORDON_HOST_ENTROPY_OK 0x3e7209c5u

/** cordon_host_entropy fills out with len bytes of full entropy (8 bits each).
 *  The module checks them with the continuous tests of SP 800-90B 4.4.
 *  @retval CORDON_HOST_ENTROPY_OK, anything else is a failure */
uint32_t cordon_host_entropy(uint8_t *out, size_t len);

/** cordon_host_thread_state returns this thread's own block of
 *  CORDON_THREAD_STATE_BYTES bytes, 16-byte aligned, zero when the thread
 *  starts, untouched by the host after; or NULL, and the service refuses. */
void *cordon_host_thread_state(void);

/* What a generation is asked for: see cordon_host_generation. */
#define CORDON_GENERATION_MEMORY 1u
#define CORDON_GENERATION_SEEDS 2u

/** cordon_host_generation returns a number that is compared with an earlier
 *  one.
 *  For CORDON_GENERATION_MEMORY it differs in a process that works on a copy of
 *  the memory, a forked child: a lock that was taken before has no holder
 *  there. 0 if the host cannot tell; a child forked while another thread runs
 *  self-tests would then wait for ever.
 *  For CORDON_GENERATION_SEEDS it differs wherever the state of a random
 *  generator must not go on: in a forked child, in a child of clone or vfork
 *  that shares the memory, and after a restored snapshot of a virtual machine,
 *  where the host can tell. 0 if it cannot tell of forks; the module then
 *  reseeds on every request.
 *  @param[in] scope  one of the two */
uint64_t cordon_host_generation(uint32_t scope);

/** cordon_host_ticks returns a monotonic clock in nanoseconds: for the cost of
 *  self-tests, the event log, and, with the generation of seeds, to tell at
 *  power-on one process from another, so that none takes the prepared tables
 *  of another. */
uint64_t cordon_host_ticks(void);

/** cordon_host_backend_limit returns the highest CORDON_BACKEND_ the module
 *  may choose, or 0 for no limit. It is asked once, at power-on. The default
 *  reads the environment variable CORDON_BACKEND, unless the program runs with
 *  raised privileges (AT_SECURE); a name that it does not know is the lowest,
 *  CORDON_BACKEND_PORTABLE. */
uint32_t cordon_host_backend_limit(void);

/** cordon_host_declassify does nothing. The constant-time audit links one that
 *  marks the bytes as public for Valgrind. */
void cordon_host_declassify(const void *p, size_t len);

/** cordon_host_yield gives up the processor while another thread runs the
 *  power-on tests. */
void cordon_host_yield(void);

#ifdef __cplusplus
}
#endif

#endif
