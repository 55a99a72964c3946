/* selftest: prints name, version, digest and state of the module that it is
 * linked with, runs every self-test once more on demand, and prints the
 * results. Exit codes: 0 all passed, 3 the module is not operational. */
#include <cordon/module.h>
#include <cordon/names.h>
#include <stdio.h>

static void print_hex(const char *label, const uint8_t *p, size_t n) {
  printf("%s", label);
  for (size_t i = 0; i < n; i++) {
    printf("%02x", p[i]);
  }
  printf("\n");
}

/* Returns the nanoseconds of the power-on set, or -1. */
static long long print_tests(uint32_t num) {
  long long total = 0;
  printf("%-20s %-24s %-12s %-8s %10s\n", "self-test", "algorithm", "kind",
         "result", "time");
  for (uint32_t i = 0; i < num; i++) {
    cordon_selftest_record r;
    if (cordon_selftest_info(i, &r) != CORDON_OK) {
      return -1;
    }
    printf("%-20s %-24s %-12s %-8s %7.1f us\n", r.name, r.algorithm,
           cordon_test_kind_name(r.kind), cordon_test_result_name(r.result),
           (double)r.ticks / 1000);
    if (r.kind == CORDON_TEST_POWER_ON) {
      total += (long long)r.ticks;
    }
  }
  return total;
}

int main(void) {
  static cordon_info info;
  if (cordon_get_info(&info) != CORDON_OK) {
    fprintf(stderr, "selftest: the module does not answer\n");
    return 3;
  }
  long long power_on = 0;
  for (uint32_t i = 0; i < info.num_selftests; i++) {
    cordon_selftest_record r;
    if (cordon_selftest_info(i, &r) == CORDON_OK &&
        r.kind == CORDON_TEST_POWER_ON) {
      power_on += (long long)r.ticks;
    }
  }
  cordon_status all = cordon_selftest(CORDON_SELFTEST_ALL);
  if (cordon_get_info(&info) != CORDON_OK) {
    return 3;
  }
  printf("%s %s, %s\n", info.name, info.version,
         info.test_object ? "cordon-test.o" : "cordon.o");
  printf("state:     %s\n", cordon_state_name(info.state));
  printf("integrity: %s\n", cordon_integrity_name(info.integrity));
  print_hex("digest:    ", info.digest, sizeof info.digest);
  print_hex("identity:  ", info.build_identity, sizeof info.build_identity);
  long long again = print_tests(info.num_selftests);
  printf("power-on set: %.2f ms at start, %.2f ms on demand\n",
         (double)power_on / 1e6, (double)again / 1e6);
  if (all != CORDON_OK || info.state != CORDON_STATE_OPERATIONAL) {
    fprintf(stderr, "selftest: the module is not operational (status %d)\n",
            (int)all);
    return 3;
  }
  return 0;
}
