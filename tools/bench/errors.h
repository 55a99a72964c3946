// The ways a run of the bench can end early, and their exit codes.
#ifndef CORDON_BENCH_ERRORS_H_
#define CORDON_BENCH_ERRORS_H_

#include <stdexcept>
#include <string>

namespace bench {

inline constexpr int kExitWrongAnswer = 1;
inline constexpr int kExitUsage = 2;
inline constexpr int kExitModule = 3;

// An error that carries the exit code of the process.
class Error : public std::runtime_error {
 public:
  Error(int code, const std::string &what)
      : std::runtime_error(what), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

// An implementation gave a wrong result: its time would mean nothing.
class WrongAnswer : public Error {
 public:
  explicit WrongAnswer(const std::string &what)
      : Error(kExitWrongAnswer, what) {}
};

// The command line, or a library it names, cannot be used.
class UsageError : public Error {
 public:
  explicit UsageError(const std::string &what) : Error(kExitUsage, what) {}
};

// The module refuses to serve, or a machine facility is missing.
class ModuleError : public Error {
 public:
  explicit ModuleError(const std::string &what) : Error(kExitModule, what) {}
};

}  // namespace bench

#endif
