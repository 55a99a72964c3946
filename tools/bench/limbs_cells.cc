// A program of limbs/ runs beside bench, on the same core, and times itself:
// it is asked over a pipe for one call at a time, so that its calls are
// interleaved with all others.
#include "limbs_cells.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>

#include "errors.h"

extern char **environ;

namespace bench {
namespace {

const char *const kLayouts[] = {"shipped", "8x32", "9x29", "10x26"};

const struct {
  const char *program;
  const char *suffix;  // of the operation
  bool is_built;
} kPrograms[] = {{"bench_limbs", "-limbs32", true},
                 {"bench_limbs_m32", "-m32", BENCH_HAS_M32}};

const struct {
  const char *name;
  char letter;
} kOperations[] = {{"sign", 's'}, {"keygen", 'k'}};

// The folder of this program, where the others are as well.
std::string OwnFolder() {
  char path[4096];
  const ssize_t len = readlink("/proc/self/exe", path, sizeof(path));
  if (len <= 0) throw ModuleError("/proc/self/exe cannot be read");
  const std::string file(path, static_cast<size_t>(len));
  return file.substr(0, file.rfind('/') + 1);
}

class Child {
 public:
  explicit Child(const std::string &path) : path_(path) {
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0) throw ModuleError("no pipe can be made");
    if (pipe2(from, O_CLOEXEC) != 0) throw ModuleError("no pipe can be made");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    std::string name = path;
    char *const argv[] = {name.data(), nullptr};
    const int error =
        posix_spawn(&pid_, path.c_str(), &actions, nullptr, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(to[0]);
    close(from[1]);
    requests_ = fdopen(to[1], "w");
    answers_ = fdopen(from[0], "r");
    if (error != 0) {
      throw ModuleError(path + " does not run: " + std::strerror(error));
    }
  }

  ~Child() {
    std::fclose(requests_);
    std::fclose(answers_);
    waitpid(pid_, nullptr, 0);
  }

  Child(const Child &) = delete;
  Child &operator=(const Child &) = delete;

  void WaitUntilReady() {
    char line[16] = "";
    if (std::fgets(line, sizeof(line), answers_) &&
        std::strcmp(line, "ready\n") == 0) {
      return;
    }
    int status = 0;
    waitpid(pid_, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == kExitWrongAnswer) {
      throw WrongAnswer(path_ + ": the layouts disagree");
    }
    throw ModuleError(path_ + " ended before it was ready");
  }

  // Nanoseconds of one call; 0 is a failure.
  uint64_t Ask(size_t layout, char operation) {
    unsigned long long ns = 0;
    std::fprintf(requests_, "%zu %c\n", layout, operation);
    if (std::fflush(requests_) != 0 ||
        std::fscanf(answers_, "%llu", &ns) != 1) {
      return 0;
    }
    return ns;
  }

 private:
  const std::string path_;
  pid_t pid_ = 0;
  std::FILE *requests_;
  std::FILE *answers_;
};

Cell MakeCell(const std::string &operation, const char *layout, size_t group) {
  Cell cell;
  cell.operation = operation;
  cell.curve = "P-256";
  cell.implementation = layout;
  cell.backend = "ablation";
  cell.group = group;
  cell.num_inputs = 1;
  return cell;
}

}  // namespace

void AddLimbsCells(std::vector<Cell> *cells,
                   std::vector<MissingCell> *missing) {
  size_t group = cells->empty() ? 0 : cells->back().group + 1;
  // A program that died is a failed call.
  std::signal(SIGPIPE, SIG_IGN);
  for (const auto &program : kPrograms) {
    const std::string path = OwnFolder() + program.program;
    std::shared_ptr<Child> child;
    if (program.is_built) {
      child = std::make_shared<Child>(path);
      child->WaitUntilReady();
    }
    for (const auto &operation : kOperations) {
      const std::string name = std::string(operation.name) + program.suffix;
      for (size_t layout = 0; layout < std::size(kLayouts); layout++) {
        Cell cell = MakeCell(name, kLayouts[layout], group);
        const char letter = operation.letter;
        cell.probe = [child, layout, letter] {
          return child->Ask(layout, letter);
        };
        if (program.is_built) {
          cells->push_back(cell);
        } else {
          missing->push_back(
              {cell, "the compiler of this build makes no such programs"});
        }
      }
      group++;
    }
  }
}

}  // namespace bench
