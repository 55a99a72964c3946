/* Conditional self-tests: the pairwise consistency of a key pair and the health
 * of the entropy source. */
#ifndef CORDON_SELFTEST_PAIRWISE_H_
#define CORDON_SELFTEST_PAIRWISE_H_

#include <stdint.h>

#include "ec/ec.h"

struct module_state;
struct thread_state;

#pragma GCC visibility push(hidden)

/* pairwise_test runs the test `id` (see selftest_pairwise_id) on a pair. For
 * signatures it signs a fixed digest with d under a fresh nonce and verifies it
 * with q; for agreement it computes d * G by the multiplication of ECDH and
 * compares it with q (SP 800-56A rev 3, 5.6.2.1.4). Returns SVC_OK,
 * SVC(CORDON_ERR_PCT) or SVC(CORDON_ERR_ENTROPY).
 * CT: d does not leak; the signature and the verdict are public */
uint32_t pairwise_test(struct module_state *s, struct thread_state *t,
                       uint32_t id, uint32_t curve, const ec_scalar *d,
                       const ec_affine *q);

/* selftest_pairwise makes a key pair, drops it, and returns the verdict of the
 * test `id`. */
uint32_t selftest_pairwise(struct module_state *s, struct thread_state *t,
                           uint32_t id, uint32_t curve);

/* selftest_entropy runs a fresh start-up test on this thread's entropy. */
uint32_t selftest_entropy(struct module_state *s, struct thread_state *t);

#pragma GCC visibility pop

#endif
