// The program that the tests of failures run: it does what its arguments say,
// and prints what the module says to it. Linked over the production object.
//
//   print          state, self-tests, events and every trial
//   events         the same without the trials
//   fill           make live objects
//   flip:OFFSET    change a byte of the sealed module, in memory
//   selftest:NAME  run a self-test (or all) on demand
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "seal_memory.h"
#include "trials.h"

namespace module_test {
namespace {

Stock stock;
uint64_t events_printed;

void PrintEvents() {
  uint64_t from = events_printed;
  for (const cordon_event &event : EventsSince(from)) {
    printf("event %s\n", EventText(event).c_str());
    events_printed = event.sequence;
  }
}

void PrintStatus() {
  cordon_info info = Info();
  const char *integrity = info.integrity == CORDON_INTEGRITY_VERIFIED
                              ? "verified"
                          : info.integrity == CORDON_INTEGRITY_FAILED ? "failed"
                                                                      : "none";
  printf("state %s\nversion %s %s\nintegrity %s\n",
         StateName(info.state).c_str(), info.name, info.version, integrity);
  printf("backend %" PRIu32 " %" PRIu32 "\n", info.backend, info.backend_limit);
  for (const cordon_selftest_record &record : SelfTests()) {
    const char *result = record.result == CORDON_TEST_PASSED   ? "passed"
                         : record.result == CORDON_TEST_FAILED ? "failed"
                                                               : "not-run";
    printf("test %s %s %" PRIu32 "\n", record.name, result, record.blocks);
  }
  PrintEvents();
}

void PrintTrials() {
  for (const Trial &trial : Trials()) {
    Outcome outcome = trial.call(stock);
    cordon_indicator indicator = Indicator();
    printf("trial %s %s %s %s\n", trial.name.c_str(),
           StatusName(outcome.status).c_str(),
           outcome.clean ? "clean" : "dirty",
           indicator.approved == CORDON_APPROVED ? "approved" : "no");
  }
}

bool Do(const std::string &action) {
  size_t colon = action.find(':');
  std::string verb = action.substr(0, colon);
  std::string rest = colon == std::string::npos ? "" : action.substr(colon + 1);
  if (verb == "print") {
    PrintStatus();
    PrintTrials();
  } else if (verb == "events") {
    PrintStatus();
  } else if (verb == "fill") {
    printf("fill %s\n", stock.Fill().c_str());
  } else if (verb == "flip") {
    SealMemory seal = FindSeal();
    size_t offset = strtoul(rest.c_str(), nullptr, 0);
    if (seal.begin == nullptr || !FlipByte(seal.begin + offset, 0xff)) {
      return false;
    }
  } else if (verb == "selftest") {
    uint32_t id = rest == "all" ? CORDON_SELFTEST_ALL : SelfTestId(rest);
    printf("selftest %s %s\n", rest.c_str(),
           StatusName(cordon_selftest(id)).c_str());
  } else {
    return false;
  }
  return true;
}

}  // namespace
}  // namespace module_test

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    printf("action %s\n", argv[i]);
    if (!module_test::Do(argv[i])) {
      fprintf(stderr, "cannot do \"%s\"\n", argv[i]);
      return 2;
    }
  }
  printf("end\n");
  return 0;
}
