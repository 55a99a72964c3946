/* The audit driver: checks that it runs under the right Valgrind tool, powers
 * the module on, says what it audits, runs the parts, and prints one line for
 * each scenario. Exit status: 0 clean, 1 errors or a wrong status, 2 usage,
 * 3 not under Valgrind, or the module is not operational. */
#include <cordon/module.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/memcheck.h>

#include "audit.h"

enum { EXIT_CLEAN, EXIT_ERRORS, EXIT_USAGE, EXIT_ENVIRONMENT };

enum audit_mode audit_mode = AUDIT_CHECK;

static unsigned long num_failed;
static unsigned long num_secret_out;
static const char *current;
static unsigned long errors_before, declassified_before;

static int marks(void) {
  return audit_mode == AUDIT_CHECK || audit_mode == AUDIT_VERIFY ||
         audit_mode == AUDIT_ROUTINES;
}

void secret(void *p, size_t n) {
  if (marks() && n != 0) {
    (void)VALGRIND_MAKE_MEM_UNDEFINED(p, n);
  }
}

void secret_random(void *p, size_t n) {
  audit_random(p, n);
  secret(p, n);
}

void publish(void *p, size_t n) {
  if (marks() && n != 0) {
    (void)VALGRIND_MAKE_MEM_DEFINED(p, n);
  }
}

void expect(int condition, const char *what) {
  if (!condition) {
    printf("failed scenario=\"%s\" expected=\"%s\"\n", current, what);
    num_failed++;
  }
}

void keeps_secret(const void *p, size_t n, const char *what) {
  for (size_t i = 0; marks() && i < n; i++) {
    uint8_t bits = 0;
    if (VALGRIND_GET_VBITS((const uint8_t *)p + i, &bits, 1) != 1 ||
        bits == 0) {
      expect(0, what);
      return;
    }
  }
  num_secret_out += n;
}

void is_public(const void *p, size_t n, const char *what) {
  for (size_t i = 0; marks() && i < n; i++) {
    uint8_t bits = 0xff;
    if (VALGRIND_GET_VBITS((const uint8_t *)p + i, &bits, 1) != 1 ||
        bits != 0) {
      expect(0, what);
      return;
    }
  }
}

void scenario(const char *name) {
  current = name;
  errors_before = VALGRIND_COUNT_ERRORS;
  declassified_before = audit_num_declassified();
}

void scenario_on(const struct audit_curve *c, const char *name) {
  static char text[128];
  snprintf(text, sizeof text, "%s: %s", c->name, name);
  scenario(text);
}

void scenario_end(void) {
  printf("scenario name=\"%s\" errors=%lu declassified=%lu\n", current,
         VALGRIND_COUNT_ERRORS - errors_before,
         audit_num_declassified() - declassified_before);
  fflush(stdout);
}

/* Memcheck alone answers for validity bits. */
static int under_memcheck(void) {
  uint8_t canary = 0, bits = 0;
  (void)VALGRIND_MAKE_MEM_UNDEFINED(&canary, 1);
  return VALGRIND_GET_VBITS(&canary, &bits, 1) == 1 && bits == 0xff;
}

static int right_environment(void) {
  if (audit_mode == AUDIT_STEPS) {
    if (RUNNING_ON_VALGRIND) {
      fprintf(stderr,
              "ctcheck: this mode steps the processor itself, and not "
              "Valgrind's.\n");
    }
    return !RUNNING_ON_VALGRIND;
  }
  if (!RUNNING_ON_VALGRIND) {
    fprintf(stderr,
            "ctcheck: not running under Valgrind, so nothing was "
            "audited; start it through ctcheck/run.\n");
    return 0;
  }
  if (marks() != under_memcheck()) {
    fprintf(stderr, "ctcheck: %s.\n",
            marks() ? "not running under Memcheck, so no secret was followed"
                    : "this mode counts under Callgrind, not Memcheck");
    return 0;
  }
  return 1;
}

static void print_hex(const char *name, const uint8_t *p, size_t n) {
  printf(" %s=", name);
  for (size_t i = 0; i < n; i++) {
    printf("%02x", p[i]);
  }
}

static cordon_info info;

/* power_on is the module's first call; then the back end can be forced. */
static int power_on(void) {
  scenario("power-on self-tests and integrity");
  cordon_status st = cordon_get_info(&info);
  scenario_end();
  return st == CORDON_OK && audit_force_backend();
}

static int print_info(void) {
  if (cordon_get_info(&info) != CORDON_OK) {
    return 0;
  }
  printf("info version=%s", info.version);
  print_hex("digest", info.digest, sizeof info.digest);
  print_hex("identity", info.build_identity, sizeof info.build_identity);
  printf(" object=%s backend=%u state=%08x integrity=%08x\n",
         info.test_object ? "test" : "production", info.backend, info.state,
         info.integrity);
  return info.state == CORDON_STATE_OPERATIONAL &&
         info.integrity == CORDON_INTEGRITY_VERIFIED;
}

/* The routines are in the production object alone. */
static void run_parts(const char *routines) {
  if (routines != NULL) {
    expect(audit_routines(routines), "the file of routines");
  }
  if (audit_mode == AUDIT_ROUTINES) {
    return;
  }
  if (audit_mode == AUDIT_VERIFY) {
    audit_verification();
    return;
  }
  if (audit_mode == AUDIT_COUNT || audit_mode == AUDIT_STEPS) {
    audit_counts();
    return;
  }
  audit_selftests();
  audit_hashes();
  audit_macs();
  audit_drbgs();
  audit_keys();
  audit_signatures();
  audit_agreement();
#if defined(CORDON_AUDIT_TEST_OBJECT)
  audit_nonces();
#endif
#if defined(CORDON_AUDIT_LEAKS)
  audit_rejection();
#endif
}

static int parse_mode(int argc, char **argv) {
  static const char *const names[] = {"check",   "verify",   "count",
                                      "profile", "routines", "steps"};
  for (int i = 0; (argc == 2 || argc == 3) && i < 6; i++) {
    if (strcmp(argv[1], names[i]) == 0) {
      audit_mode = (enum audit_mode)i;
      if (argc == 2 ? i != AUDIT_ROUTINES : i >= AUDIT_ROUTINES) {
        return 1;
      }
    }
  }
  fprintf(stderr,
          "usage: valgrind ... %s check|verify|count|profile|routines FILE\n"
          "       %s steps [FILE]\n",
          argv[0], argv[0]);
  return 0;
}

int main(int argc, char **argv) {
  if (!parse_mode(argc, argv)) {
    return EXIT_USAGE;
  }
  if (!right_environment()) {
    return EXIT_ENVIRONMENT;
  }
  if (audit_mode == AUDIT_STEPS && !audit_prepare_steps()) {
    fprintf(stderr, "ctcheck: this system does not let a program step.\n");
    return EXIT_ENVIRONMENT;
  }
  if (!power_on()) {
    fprintf(stderr, "ctcheck: the state of the module was not found.\n");
    return EXIT_ENVIRONMENT;
  }
  if (!print_info()) {
    fprintf(stderr, "ctcheck: the module is not operational.\n");
    return EXIT_ENVIRONMENT;
  }
  run_parts(argc == 3 ? argv[2] : NULL);
  audit_print_sites();
  unsigned long errors = VALGRIND_COUNT_ERRORS;
  printf("total errors=%lu failed=%lu declassified=%lu secret_out=%lu\n",
         errors, num_failed, audit_num_declassified(), num_secret_out);
  return errors == 0 && num_failed == 0 ? EXIT_CLEAN : EXIT_ERRORS;
}
