// Running child programs and reading what they print.
#include "child.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "module/seal_layout.h"

namespace module_test {

ChildResult RunChild(const std::vector<std::string> &argv,
                     const std::vector<std::string> &environment) {
  int fds[2];
  if (pipe(fds) != 0) {
    return {-1, ""};
  }
  std::vector<char *> args;
  for (const std::string &arg : argv) {
    args.push_back(const_cast<char *>(arg.c_str()));
  }
  args.push_back(nullptr);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(fds[1], STDOUT_FILENO);
    close(fds[0]);
    close(fds[1]);
    struct rlimit limit = {30, 30};
    setrlimit(RLIMIT_CPU, &limit);
    for (const std::string &setting : environment) {
      putenv(const_cast<char *>(setting.c_str()));
    }
    execv(args[0], args.data());
    _exit(127);
  }
  close(fds[1]);
  ChildResult result = {-1, ""};
  char buffer[4096];
  ssize_t n;
  while ((n = read(fds[0], buffer, sizeof buffer)) > 0) {
    result.out.append(buffer, static_cast<size_t>(n));
  }
  close(fds[0]);
  if (pid < 0 || waitpid(pid, &result.status, 0) != pid) {
    result.status = -1;
  }
  return result;
}

namespace {

void TakeLine(const std::string &line, std::vector<Phase> *phases) {
  std::istringstream in(line);
  std::string kind, a, b, c, d;
  in >> kind >> a >> b >> c >> d;
  if (kind == "action") {
    phases->emplace_back();
    phases->back().action = a;
    return;
  }
  ASSERT_FALSE(phases->empty()) << line;
  Phase &phase = phases->back();
  if (kind == "state") {
    phase.state = a;
  } else if (kind == "version") {
    phase.version = a + " " + b;
  } else if (kind == "integrity") {
    phase.integrity = a;
  } else if (kind == "backend") {
    phase.backend = a + " " + b;
  } else if (kind == "fill") {
    phase.fill = a;
  } else if (kind == "selftest") {
    phase.selftest = b;
  } else if (kind == "test") {
    phase.tests[a] = {b, static_cast<unsigned>(std::stoul(c))};
  } else if (kind == "event") {
    phase.events.push_back(a + " " + b);
  } else if (kind == "trial") {
    phase.trials[a] = {b, c == "clean", d == "approved"};
  } else {
    EXPECT_EQ("end", kind) << line;
  }
}

}  // namespace

std::vector<Phase> RunTrials(const std::string &program,
                             const std::vector<std::string> &actions,
                             const std::vector<std::string> &environment) {
  std::vector<std::string> argv = {program};
  argv.insert(argv.end(), actions.begin(), actions.end());
  ChildResult child = RunChild(argv, environment);
  EXPECT_EQ(0, child.status) << child.out;
  EXPECT_NE(std::string::npos, child.out.rfind("end\n"));
  std::vector<Phase> phases;
  std::istringstream lines(child.out);
  for (std::string line; std::getline(lines, line);) {
    TakeLine(line, &phases);
  }
  if (phases.size() != actions.size()) {
    ADD_FAILURE() << "the program stopped early";
    phases.resize(actions.size());
  }
  return phases;
}

Bytes ReadFile(const std::string &name) {
  std::ifstream in(name, std::ios::binary);
  EXPECT_TRUE(in.is_open()) << name;
  return Bytes(std::istreambuf_iterator<char>(in), {});
}

void WriteProgram(const std::string &name, const Bytes &bytes) {
  std::ofstream out(name, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char *>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  ASSERT_TRUE(out.good()) << name;
  ASSERT_EQ(0, chmod(name.c_str(), 0755));
}

SealHeader ReadSealHeader(const Bytes &program) {
  // Written so that this program does not hold the magic itself.
  Bytes magic = {'-', 'S', 'E', 'A', 'L', 0x0d, 0x0a, 0x1a, 0x00};
  const std::string name = "CORDON";
  magic.insert(magic.begin(), name.begin(), name.end());
  magic.insert(magic.begin(), 0x93);
  auto at =
      std::search(program.begin(), program.end(), magic.begin(), magic.end());
  EXPECT_NE(program.end(), at);
  SealHeader header = {static_cast<size_t>(at - program.begin()), 0, 0};
  uint32_t word;
  memcpy(&word, &program[header.offset + SEAL_OFF_RANGE_LEN], sizeof word);
  header.range_len = word;
  memcpy(&word, &program[header.offset + SEAL_OFF_SLOT], sizeof word);
  header.slot = word;
  return header;
}

}  // namespace module_test
