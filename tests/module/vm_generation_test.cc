// The default host functions over a file in place of the kernel's page that
// counts restored snapshots.
#include <cordon/host.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>

namespace {

class VmGeneration : public testing::Test {
 protected:
  void SetUp() override {
    int fd = open(CORDON_VM_GENERATION_FILE, O_RDWR);
    ASSERT_GE(fd, 0);
    void *page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    ASSERT_NE(MAP_FAILED, page);
    word_ = static_cast<std::atomic<uint32_t> *>(page);
  }
  void TearDown() override { munmap(word_, 4096); }

  std::atomic<uint32_t> *word_ = nullptr;
};

// R39
TEST_F(VmGeneration, ChangesTheGenerationOfSeedsAlone) {
  uint64_t seeds = cordon_host_generation(CORDON_GENERATION_SEEDS);
  uint64_t memory = cordon_host_generation(CORDON_GENERATION_MEMORY);
  EXPECT_NE(0u, seeds);
  EXPECT_EQ(seeds, cordon_host_generation(CORDON_GENERATION_SEEDS));
  ++*word_;
  EXPECT_NE(seeds, cordon_host_generation(CORDON_GENERATION_SEEDS));
  EXPECT_EQ(memory, cordon_host_generation(CORDON_GENERATION_MEMORY));
  --*word_;
  EXPECT_EQ(seeds, cordon_host_generation(CORDON_GENERATION_SEEDS));
}

}  // namespace
