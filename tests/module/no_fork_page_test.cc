// The default host functions where the kernel has no page that it wipes in a
// child (Linux before 4.14).
#include <cordon/drbg.h>
#include <cordon/host.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" int NoMadvise(void *, size_t, int) { return -1; }

namespace {

// R39: every request reseeds, so that parent and child differ; and a lock that
// was taken before the fork is nobody's in the child.
TEST(NoForkPage, ForkIsSeenForLocksAndEveryRequestReseeds) {
  uint64_t memory = cordon_host_generation(CORDON_GENERATION_MEMORY);
  EXPECT_NE(0u, memory);
  EXPECT_EQ(memory, cordon_host_generation(CORDON_GENERATION_MEMORY));
  EXPECT_EQ(0u, cordon_host_generation(CORDON_GENERATION_SEEDS));
  uint8_t mine[32], childs[32];
  ASSERT_EQ(CORDON_OK, cordon_random(mine, sizeof mine));
  int ends[2];
  ASSERT_EQ(0, pipe(ends));
  pid_t pid = fork();
  if (pid == 0) {
    bool good = cordon_host_generation(CORDON_GENERATION_MEMORY) != memory &&
                cordon_host_generation(CORDON_GENERATION_SEEDS) == 0 &&
                cordon_random(childs, sizeof childs) == CORDON_OK &&
                write(ends[1], childs, sizeof childs) == sizeof childs;
    _exit(good ? 0 : 1);
  }
  ASSERT_EQ(CORDON_OK, cordon_random(mine, sizeof mine));
  int status = -1;
  ASSERT_EQ(pid, waitpid(pid, &status, 0));
  ASSERT_EQ(0, status);
  ASSERT_EQ(static_cast<ssize_t>(sizeof childs),
            read(ends[0], childs, sizeof childs));
  EXPECT_NE(0, memcmp(mine, childs, sizeof mine));
  EXPECT_EQ(memory, cordon_host_generation(CORDON_GENERATION_MEMORY));
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
