// Power-on happens once in a process and no call repeats it, so each sample
// comes from a fresh process of this program, which reads the times of the
// module's event log. cordon_selftest(ALL) would be another set of tests.
#include "power_on.h"

#include <cordon/module.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

extern char **environ;

namespace bench {
namespace {

std::string ReadAll(int fd) {
  std::string text;
  char buffer[64];
  for (;;) {
    const ssize_t n = read(fd, buffer, sizeof(buffer));
    if (n <= 0) return text;
    text.append(buffer, static_cast<size_t>(n));
  }
}

// The child's standard output becomes the pipe's writing end.
bool SpawnProbe(int write_end, pid_t *child) {
  char program[] = "bench";
  std::string option = kPowerOnProbeOption;
  char *const argv[] = {program, option.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, write_end, STDOUT_FILENO);
  const int error =
      posix_spawn(child, "/proc/self/exe", &actions, nullptr, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  return error == 0;
}

// Sequence numbers count from 1; 0 marks an unused entry.
const cordon_event *FirstEvent(const cordon_info &info) {
  for (const cordon_event &event : info.events) {
    if (event.sequence == 1) return &event;
  }
  return nullptr;
}

const cordon_event *FirstOperational(const cordon_info &info) {
  const cordon_event *found = nullptr;
  for (const cordon_event &event : info.events) {
    if (event.sequence == 0 || event.kind != CORDON_EVENT_STATE ||
        event.state != CORDON_STATE_OPERATIONAL) {
      continue;
    }
    if (!found || event.sequence < found->sequence) found = &event;
  }
  return found;
}

}  // namespace

uint64_t OwnPowerOnNs() {
  static cordon_info info;
  if (cordon_get_info(&info) != CORDON_OK) return 0;
  const cordon_event *first = FirstEvent(info);
  const cordon_event *last = FirstOperational(info);
  if (!first || !last || last->ticks <= first->ticks) return 0;
  return last->ticks - first->ticks;
}

uint64_t FreshPowerOnNs() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return 0;
  pid_t child;
  const bool started = SpawnProbe(ends[1], &child);
  close(ends[1]);
  const std::string text = started ? ReadAll(ends[0]) : "";
  close(ends[0]);
  if (!started) return 0;
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0) return 0;
  return std::strtoull(text.c_str(), nullptr, 10);
}

}  // namespace bench
