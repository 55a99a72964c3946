// A run of bench as a child process.
#ifndef CORDON_TESTS_BENCH_PROCESS_H_
#define CORDON_TESTS_BENCH_PROCESS_H_

#include <string>
#include <vector>

namespace bench_test {

struct Result {
  int code = -1;  // exit code, or -1 if it did not exit by itself
  std::string output;
  std::string message;  // standard error
};

// RunBench runs bench with the arguments and NAME=VALUE additions to the
// environment. Standard output goes to the file `output`, if it is named.
// `path` is the program.
Result RunBench(const std::vector<std::string> &arguments,
                const std::vector<std::string> &environment = {},
                const std::string &output = "",
                const std::string &path = BENCH_PATH);

}  // namespace bench_test

#endif  // CORDON_TESTS_BENCH_PROCESS_H_
