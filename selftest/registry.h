/* The one list of self-tests: ids, names, kinds, and which service needs
 * which. Everything that runs, reports, injects or documents tests reads it. */
#ifndef CORDON_SELFTEST_REGISTRY_H_
#define CORDON_SELFTEST_REGISTRY_H_

#include <cordon/module.h>
#include <stdint.h>

enum selftest_id {
  SELFTEST_NONE = 0,
#define SELFTEST(id, name, algorithm, kind) SELFTEST_##id,
#include "selftest/selftests.def"
#undef SELFTEST
  SELFTEST_END
};

#define SELFTEST_NUM (SELFTEST_END - 1)
/* A set of self-tests, a bit for each. */
typedef uint64_t selftest_set;
#define SELFTEST_BIT(id) ((selftest_set)1 << (id))

_Static_assert(SELFTEST_NUM <= 63, "one bit a test");

/* selftest_of_curve is the id of a test that each curve has, 0 for an unknown
 * curve; `first` is that of P-224. */
static inline uint32_t selftest_of_curve(uint32_t first, uint32_t curve) {
  return curve >= CORDON_P224 && curve <= CORDON_P521
             ? first + (curve - CORDON_P224)
             : SELFTEST_NONE;
}

struct module_state;
struct thread_state;

#pragma GCC visibility push(hidden)

uint32_t selftest_kind(uint32_t id);

/* selftest_name and selftest_algorithm copy a NUL-terminated name of at most
 * 31 characters to out[32]. */
void selftest_name(uint32_t id, char *out);
void selftest_algorithm(uint32_t id, char *out);

/* selftest_run runs a test of the registry but the integrity test, whose
 * result is not a verdict (module/integrity.h). Returns all ones if it passed,
 * else 0. */
uint32_t selftest_run(struct module_state *s, struct thread_state *t,
                      uint32_t id);

/* The tests that must have passed for a service. An unknown id of a hash or a
 * curve adds none; the service refuses it for itself. */
selftest_set selftest_needs_hash(uint32_t hash);
selftest_set selftest_needs_hmac(uint32_t hash);
selftest_set selftest_needs_drbg(uint32_t hash);
selftest_set selftest_needs_random(void);
selftest_set selftest_needs_keygen(uint32_t curve, uint32_t use);
selftest_set selftest_needs_private_key(uint32_t curve);
selftest_set selftest_needs_public_key(uint32_t curve);
selftest_set selftest_needs_sign(uint32_t curve, uint32_t hash, uint32_t nonce);
selftest_set selftest_needs_verify(uint32_t curve, uint32_t hash);
selftest_set selftest_needs_ecdh(uint32_t curve);
selftest_set selftest_needs_kdf(void);

/* selftest_pairwise_id is the pairwise test of a curve for one CORDON_USE_. */
uint32_t selftest_pairwise_id(uint32_t curve, uint32_t use);

/* selftest_uses is the set of tests whose functions the test itself works with:
 * while one of them is failed, it may not run. */
selftest_set selftest_uses(uint32_t id);

/* selftest_blocks is the set of services (1 << CORDON_SERVICE_X) of which some
 * call needs the test. */
uint32_t selftest_blocks(uint32_t id);

#pragma GCC visibility pop

#endif
