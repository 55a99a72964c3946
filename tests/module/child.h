// Child programs of the tests, and what trial_program prints, taken apart.
#ifndef CORDON_TESTS_MODULE_CHILD_H_
#define CORDON_TESTS_MODULE_CHILD_H_

#include <map>
#include <string>
#include <vector>

#include "module_test.h"

namespace module_test {

// What a child printed on standard output, and its wait status: 0 for a clean
// exit. It has a limit of 30 seconds of processor time.
struct ChildResult {
  int status;
  std::string out;
};
ChildResult RunChild(const std::vector<std::string> &argv,
                     const std::vector<std::string> &environment = {});

struct TrialLine {
  std::string status;
  bool clean;
  bool approved;
};

struct SelfTestLine {
  std::string result;
  unsigned blocks;
};

// The output of one action.
struct Phase {
  std::string action;
  std::string state;
  std::string version;
  std::string integrity;
  std::string backend;   // in use, and the highest allowed
  std::string fill;      // the call that was refused, or ""
  std::string selftest;  // the status of a run on demand
  std::map<std::string, SelfTestLine> tests;
  std::vector<std::string> events;
  std::map<std::string, TrialLine> trials;
};

// Fails the current test if the program did not come to its end.
std::vector<Phase> RunTrials(const std::string &program,
                             const std::vector<std::string> &actions,
                             const std::vector<std::string> &environment = {});

Bytes ReadFile(const std::string &name);
void WriteProgram(const std::string &name, const Bytes &bytes);

// The sealed module in the bytes of a program: where it begins, and from there
// the length of the range and the place of the digest.
struct SealHeader {
  size_t offset;
  size_t range_len;
  size_t slot;
};
SealHeader ReadSealHeader(const Bytes &program);

}  // namespace module_test

#endif
