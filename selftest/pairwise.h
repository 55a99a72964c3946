/* Conditional self-tests: the pairwise consistency of a key pair and the health
 * of the entropy source. */
#ifndef CORDON_SELFTEST_PAIRWISE_H_
#define CORDON_SELFTEST_PAIRWISE_H_

#include <stdint.h>

#include "ec/ec.h"

struct module_state;
struct thread_state;

#pragma GCC visibility push(hidden)

/* pairwise_ecdsa signs a fixed digest with d under a fresh nonce and verifies
 * it with q. Returns SVC_OK, SVC(CORDON_ERR_PCT) or SVC(CORDON_ERR_ENTROPY).
 * CT: d does not leak; the signature is public */
uint32_t pairwise_ecdsa(struct module_state *s, struct thread_state *t,
                        uint32_t curve, const ec_scalar *d, const ec_affine *q);

/* selftest_pairwise makes a key pair, drops it, and returns its verdict. */
uint32_t selftest_pairwise(struct module_state *s, struct thread_state *t,
                           uint32_t curve);

/* selftest_entropy runs a fresh start-up test on this thread's entropy. */
uint32_t selftest_entropy(struct module_state *s, struct thread_state *t);

#pragma GCC visibility pop

#endif
