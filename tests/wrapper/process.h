// A module wrapper as a child process, and the frames to talk to it.
#ifndef CORDON_TESTS_WRAPPER_PROCESS_H_
#define CORDON_TESTS_WRAPPER_PROCESS_H_

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace wrapper_test {

using Strings = std::vector<std::string>;

std::string U32(uint32_t v);
std::string U64(uint64_t v);

// Frame encodes a request or a reply.
std::string Frame(const Strings &strings);

// Header is a frame without its bytes: the count and the lengths as they are.
std::string Header(uint32_t count, const std::vector<uint32_t> &lengths);

// ParseFrames decodes whole frames; *rest is what follows the last one.
std::vector<Strings> ParseFrames(const std::string &bytes, std::string *rest);

std::string Hex(const std::string &bytes);
std::string FromHex(const std::string &hex);

// Range is n bytes that count up from `first`.
std::string Range(uint8_t first, size_t n);

struct Options {
  Strings args;
  Strings environment;          // NAME=VALUE, added
  size_t chunk = SIZE_MAX;      // bytes of one write
  bool nonblocking = false;     // both pipes, as the wrapper sees them
  bool close_output = false;    // nobody reads the replies
  bool without_stdout = false;  // the wrapper is started without one
};

struct Result {
  int code = -1;  // exit code, or -1 if it did not exit by itself
  std::string output;
  std::string message;  // standard error
};

// RunWrapper feeds the input to a wrapper, ends it, and collects everything.
Result RunWrapper(const std::string &path, const std::string &input,
                  const Options &options = {});

// A wrapper that is talked to step by step.
class Session {
 public:
  explicit Session(const std::string &path, const Options &options = {});
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  // Write returns false if the pipe is broken.
  bool Write(const std::string &bytes, size_t chunk = SIZE_MAX);
  void CloseInput();
  // ReadFrame waits for one reply; false at the end of the output.
  bool ReadFrame(Strings *out);
  std::string ReadAll();
  // Finish waits for the end.
  Result Finish();

 private:
  bool ReadExactly(char *p, size_t n);

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1, messages_ = -1;
};

}  // namespace wrapper_test

#endif  // CORDON_TESTS_WRAPPER_PROCESS_H_
