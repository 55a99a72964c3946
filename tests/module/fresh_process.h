// Tests whose body runs in a child of this process, in which power-on never
// ran.
#ifndef CORDON_TESTS_MODULE_FRESH_PROCESS_H_
#define CORDON_TESTS_MODULE_FRESH_PROCESS_H_

#include <gtest/gtest.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "custom_host.h"

namespace module_test {

class FreshProcess : public testing::Test {
 protected:
  // Runs the body in a child, with a limit of 60 seconds; what the body expects
  // and does not get is printed and fails the test.
  void InChild(const std::function<void()> &body) {
    fflush(nullptr);
    pid_t pid = fork();
    if (pid == 0) {
      alarm(60);
      body();
      fflush(nullptr);
      _exit(HasFailure() ? 1 : 0);
    }
    int status = -1;
    ASSERT_EQ(pid, waitpid(pid, &status, 0));
    EXPECT_EQ(0, status);
    EXPECT_EQ(0u, host.ticks) << "the parent ran it after all";
  }
};

}  // namespace module_test

#endif  // CORDON_TESTS_MODULE_FRESH_PROCESS_H_
