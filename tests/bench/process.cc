// Starts bench and collects what it says, through temporary files: a pipe
// could fill up while the other one is read.
#include "process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace bench_test {
namespace {

using File = std::FILE *;

std::string ReadAll(File file) {
  std::string text;
  char buffer[4096];
  std::rewind(file);
  size_t n;
  while ((n = std::fread(buffer, 1, sizeof(buffer), file)) > 0) {
    text.append(buffer, n);
  }
  return text;
}

[[noreturn]] void Execute(const std::vector<std::string> &arguments,
                          const std::vector<std::string> &environment,
                          const std::string &path) {
  std::vector<char *> argv = {const_cast<char *>("bench")};
  for (const std::string &argument : arguments) {
    argv.push_back(const_cast<char *>(argument.c_str()));
  }
  argv.push_back(nullptr);
  for (const std::string &variable : environment) {
    putenv(const_cast<char *>(variable.c_str()));
  }
  execv(path.c_str(), argv.data());
  _exit(126);
}

}  // namespace

Result RunBench(const std::vector<std::string> &arguments,
                const std::vector<std::string> &environment,
                const std::string &output, const std::string &path) {
  File out = output.empty() ? std::tmpfile() : std::fopen(output.c_str(), "w");
  File err = std::tmpfile();
  Result result;
  if (!out || !err) return result;
  const pid_t child = fork();
  if (child == 0) {
    dup2(fileno(out), STDOUT_FILENO);
    dup2(fileno(err), STDERR_FILENO);
    Execute(arguments, environment, path);
  }
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status)) {
    result.code = WEXITSTATUS(status);
  }
  if (output.empty()) result.output = ReadAll(out);
  result.message = ReadAll(err);
  std::fclose(out);
  std::fclose(err);
  return result;
}

}  // namespace bench_test
