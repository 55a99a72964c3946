/* The ways a run of the bench can end early, and their exit codes. */
#ifndef CORDON_BENCH_ERRORS_H_
#define CORDON_BENCH_ERRORS_H_

#include <stdexcept>
#include <string>

namespace bench {

inline constexpr int exit_wrong_answer = 1;
inline constexpr int exit_usage = 2;
inline constexpr int exit_module = 3;

/* An error that carries the exit code of the process. */
class Error : public std::runtime_error {
 public:
  Error(int code, const std::string &what)
      : std::runtime_error(what), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

/* An implementation gave a wrong result: its time would mean nothing. */
class WrongAnswer : public Error {
 public:
  explicit WrongAnswer(const std::string &what)
      : Error(exit_wrong_answer, what) {}
};

/* The command line, or a library it names, cannot be used. */
class UsageError : public Error {
 public:
  explicit UsageError(const std::string &what) : Error(exit_usage, what) {}
};

/* The module refuses to serve, or a machine facility is missing. */
class ModuleError : public Error {
 public:
  explicit ModuleError(const std::string &what) : Error(exit_module, what) {}
};

}  // namespace bench

#endif
