/* What the parts of the audit driver share: marking, expectations, scenarios.
 * The driver plays the caller of the module: it marks what the caller knows to
 * be secret, calls public functions, and looks at nothing but status codes,
 * lengths and outputs that the policy calls public. */
#ifndef CORDON_CTCHECK_AUDIT_H_
#define CORDON_CTCHECK_AUDIT_H_

#include <cordon/key.h>
#include <stddef.h>
#include <stdint.h>

/* How the program was started. */
enum audit_mode {
  AUDIT_CHECK,    /* under Memcheck, secrets marked */
  AUDIT_VERIFY,   /* the same for verification, where errors are expected */
  AUDIT_COUNT,    /* under Callgrind: one count for each input */
  AUDIT_PROFILE,  /* under Callgrind: AUDIT_CHECK again, unmarked */
  AUDIT_ROUTINES, /* under Memcheck: each generated function on its own */
  AUDIT_STEPS     /* without Valgrind, on the back end that the machine has: one
                     number of steps for each input */
};

/* Memory is marked in the modes under Memcheck only. */
extern enum audit_mode audit_mode;

/* What the audit's entropy function does. */
enum audit_entropy { ENTROPY_GOOD, ENTROPY_STUCK, ENTROPY_ABSENT };
extern enum audit_entropy audit_entropy;

/* The number that stands for the process generation. */
extern uint64_t audit_generation;

/* audit_random fills p from a fixed sequence, the same in every run. */
void audit_random(void *p, size_t n);

/* audit_force_backend gives the module the back end that CORDON_BACKEND names,
 * where Valgrind hides what it needs; 0 if the module's state was not found. */
int audit_force_backend(void);

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

/* A scenario is a named group of calls whose errors are counted together;
 * scenario_on has the name of a curve in front. */
void scenario(const char *name);
void scenario_end(void);

/* A curve that is audited: scalars in big-endian, at order length. */
#define NUM_CURVES 4
#define MAX_SCALAR_LEN 66
struct audit_curve {
  uint32_t id; /* CORDON_P224, ... */
  const char *name;
  size_t len;
  unsigned bits; /* of the order */
  uint8_t order[MAX_SCALAR_LEN];
  uint8_t zero_d[MAX_SCALAR_LEN]; /* see curves.c */
};
extern const struct audit_curve audit_curves[NUM_CURVES];

void scenario_on(const struct audit_curve *c, const char *name);
void power_of_two(const struct audit_curve *c, uint8_t *d, unsigned i);
void order_minus(const struct audit_curve *c, uint8_t *d, const uint8_t *less);
void random_scalar(const struct audit_curve *c, uint8_t *d);

/* The ids of hashes count from 1: SHA-2, then SHA-3, then SHAKE. */
#define LAST_SHA2 CORDON_SHA512_256
#define LAST_SHA3 CORDON_SHA3_512
#define LAST_HASH CORDON_SHAKE256

/* The parts. */
void audit_selftests(void);
void audit_hashes(void);
void audit_macs(void);
void audit_drbgs(void);
void audit_keys(void);
void audit_signatures(void);
void audit_agreement(void);
void audit_nonces(void);    /* of cordon-test.o alone */
void audit_rejection(void); /* of cordon-leaks.o alone */
void audit_verification(void);
void audit_counts(void);

/* audit_routines calls the generated functions, each on its own, in the sealed
 * bytes: the file has their names and offsets, one a line. 0 if the file cannot
 * be read or lacks a function. */
int audit_routines(const char *file);

/* A counted stretch, between these two, where nothing may depend on a secret;
 * its name is SERIES/INPUT. */
void count_begin(void);
void count_end(const char *name);

/* audit_prepare_steps makes ready for stretches that are counted by single
 * steps; 0 if the system does not let it. */
int audit_prepare_steps(void);

/* audit_sign_batch signs `num` (at most AUDIT_BATCH) times a digest of 32 bytes
 * by one call, in a workspace for two; the signatures must be public, and the
 * workspace as well when the call is over. */
#define AUDIT_BATCH 3
void audit_sign_batch(const cordon_private_key *key, uint32_t nonce,
                      const uint8_t *digest, size_t num);

/* import_secret makes a private key for every use from a scalar of which the
 * module sees a secret copy; random_key does it with a random one. */
cordon_status import_secret(cordon_private_key *key,
                            const struct audit_curve *c,
                            const cordon_public_key *pub, const uint8_t *d,
                            size_t len);
void random_key(cordon_private_key *key, const struct audit_curve *c);

#endif
