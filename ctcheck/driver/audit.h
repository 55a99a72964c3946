/* What the parts of the audit driver share: marking, expectations, scenarios.
 * The driver plays the caller of the module: it marks what the caller knows to
 * be secret, calls public functions, and looks at nothing but status codes,
 * lengths and outputs that the policy calls public. */
#ifndef CORDON_CTCHECK_AUDIT_H_
#define CORDON_CTCHECK_AUDIT_H_

#include <stddef.h>
#include <stdint.h>

/* How the program was started. */
enum audit_mode {
  AUDIT_CHECK,  /* under Memcheck, secrets marked */
  AUDIT_VERIFY, /* the same for verification, where errors are expected */
  AUDIT_COUNT,  /* under Callgrind: one count for each input */
  AUDIT_PROFILE /* under Callgrind: AUDIT_CHECK again, unmarked */
};

/* Memory is marked in the first two modes only. */
extern enum audit_mode audit_mode;

/* What the audit's entropy function does. */
enum audit_entropy { ENTROPY_GOOD, ENTROPY_STUCK, ENTROPY_ABSENT };
extern enum audit_entropy audit_entropy;

/* The number that stands for the process generation. */
extern uint64_t audit_generation;

/* audit_random fills p from a fixed sequence, the same in every run. */
void audit_random(void *p, size_t n);

/* audit_print_sites prints where the module declassified, how often, how many
 * bytes, and how many of them were secret until then. */
void audit_print_sites(void);
unsigned long audit_num_declassified(void);

/* Marking. secret_random is audit_random and secret. */
void secret(void *p, size_t n);
void secret_random(void *p, size_t n);
void publish(void *p, size_t n);

/* Expectations; each failure is printed and fails the run. keeps_secret: every
 * byte still depends on a secret. is_public: no bit does. */
void expect(int condition, const char *what);
void keeps_secret(const void *p, size_t n, const char *what);
void is_public(const void *p, size_t n, const char *what);

/* A scenario is a named group of calls whose errors are counted together. */
void scenario(const char *name);
void scenario_end(void);

/* The parts. */
void audit_selftests(void);
void audit_hashes(void);
void audit_macs(void);
void audit_drbgs(void);
void audit_keys(void);
void audit_signatures(void);
void audit_nonces(void); /* of cordon-test.o alone */
void audit_verification(void);
void audit_counts(void);

/* For the parts that need a key: d in big-endian, order length. */
#define SCALAR_LEN 32
void power_of_two(uint8_t *d, unsigned i);
void order_minus(uint8_t *d, const uint8_t *less);

#endif
