// The DRBG service: limits, strengths, prediction resistance, objects, threads.
#include <cordon/host.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>

#include <mutex>
#include <set>
#include <thread>

#include "module_test.h"

namespace module_test {
namespace {

constexpr size_t kMaxRequest = CORDON_DRBG_MAX_REQUEST_BYTES;
constexpr size_t kMaxInput = CORDON_DRBG_MAX_INPUT_BYTES;

cordon_status Generate(cordon_drbg *drbg, Bytes *out, uint32_t flags = 0,
                       const Bytes &ad = {}) {
  return cordon_drbg_generate(out->data(), out->size(), drbg, flags, ad.data(),
                              ad.size());
}

class Drbg : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(CORDON_OK, cordon_drbg_instantiate(&drbg_, &params_, nullptr, 0));
  }
  cordon_drbg_params params_ = CORDON_DRBG_DEFAULT;
  cordon_drbg drbg_;
};

// R35
TEST_F(Drbg, ServesTheLongestRequestAndRefusesOneByteMore) {
  Bytes out(kMaxRequest, kFill);
  EXPECT_EQ(CORDON_OK, Generate(&drbg_, &out));
  EXPECT_FALSE(AllBytesAre(out.data() + out.size() - 32, 32, kFill));
  const cordon_drbg before = drbg_;
  out.assign(kMaxRequest + 1, kFill);
  EXPECT_EQ(CORDON_ERR_LIMIT, Generate(&drbg_, &out));
  EXPECT_TRUE(AllBytesAre(out.data(), out.size(), 0));
  EXPECT_TRUE(SameBytes(before, drbg_));
}

// R34, R35
TEST_F(Drbg, BoundsPersonalisationAndAdditionalInput) {
  const Bytes longest(kMaxInput, 3), too_long(kMaxInput + 1, 3);
  Bytes out(32, kFill);
  EXPECT_EQ(CORDON_OK, Generate(&drbg_, &out, 0, longest));
  EXPECT_EQ(CORDON_OK,
            cordon_drbg_reseed(&drbg_, longest.data(), longest.size()));
  const cordon_drbg before = drbg_;
  EXPECT_EQ(CORDON_ERR_LENGTH, Generate(&drbg_, &out, 0, too_long));
  EXPECT_TRUE(AllBytesAre(out.data(), out.size(), 0));
  EXPECT_EQ(CORDON_ERR_LENGTH,
            cordon_drbg_reseed(&drbg_, too_long.data(), too_long.size()));
  EXPECT_TRUE(SameBytes(before, drbg_));
  cordon_drbg other;
  EXPECT_EQ(CORDON_OK, cordon_drbg_instantiate(&other, &params_, longest.data(),
                                               longest.size()));
  EXPECT_EQ(CORDON_ERR_LENGTH,
            cordon_drbg_instantiate(&other, &params_, too_long.data(),
                                    too_long.size()));
  EXPECT_EQ(CORDON_ERR_OBJECT, Generate(&other, &out));
}

// R34: SP 800-57, table 3: 192 bits with digests of 224 bits.
TEST_F(Drbg, RefusesAStrengthAboveThatOfItsHash) {
  for (uint32_t hash = 1; hash <= kNumSha2; hash++) {
    for (uint32_t strength :
         {112u, 128u, 192u, 193u, 256u, 257u, 0xffffffffu}) {
      uint32_t most = DigestLen(hash) == 28 ? 192 : 256;
      cordon_drbg_params params = {hash, strength, 0};
      cordon_drbg drbg;
      cordon_status st = cordon_drbg_instantiate(&drbg, &params, nullptr, 0);
      EXPECT_EQ(strength <= most ? CORDON_OK : CORDON_ERR_UNSUPPORTED, st)
          << HashName(hash) << " " << strength;
      Bytes out(16);
      EXPECT_EQ(strength <= most ? CORDON_OK : CORDON_ERR_OBJECT,
                Generate(&drbg, &out));
    }
  }
}

// R38
TEST_F(Drbg, RefusesHashesThatAreNotSha2) {
  for (uint32_t hash = kNumSha2 + 1; hash <= kNumHashes; hash++) {
    cordon_drbg_params params = {hash, 112, 0};
    cordon_drbg drbg;
    Bytes out(16);
    EXPECT_EQ(CORDON_ERR_UNSUPPORTED,
              cordon_drbg_instantiate(&drbg, &params, nullptr, 0));
    EXPECT_EQ(CORDON_ERR_OBJECT, Generate(&drbg, &out));
  }
}

// R35
TEST_F(Drbg, GivesPredictionResistanceOnlyIfItWasAskedFor) {
  const uint32_t pr = CORDON_DRBG_PREDICTION_RESISTANCE;
  Bytes out(32, kFill);
  const cordon_drbg before = drbg_;
  EXPECT_EQ(CORDON_ERR_UNSUPPORTED, Generate(&drbg_, &out, pr));
  EXPECT_TRUE(AllBytesAre(out.data(), out.size(), 0));
  EXPECT_TRUE(SameBytes(before, drbg_));
  params_.flags = pr;
  ASSERT_EQ(CORDON_OK, cordon_drbg_instantiate(&drbg_, &params_, nullptr, 0));
  EXPECT_EQ(CORDON_OK, Generate(&drbg_, &out, pr));
  EXPECT_EQ(CORDON_OK, Generate(&drbg_, &out, 0));
}

// R22, R36
TEST_F(Drbg, IsZeroAndUnusableOnceUninstantiated) {
  Bytes out(32, kFill);
  EXPECT_EQ(CORDON_OK, cordon_drbg_uninstantiate(&drbg_));
  EXPECT_TRUE(IsZero(drbg_));
  EXPECT_EQ(CORDON_ERR_OBJECT, Generate(&drbg_, &out));
  EXPECT_TRUE(AllBytesAre(out.data(), out.size(), 0));
  EXPECT_EQ(CORDON_ERR_OBJECT, cordon_drbg_reseed(&drbg_, nullptr, 0));
  EXPECT_EQ(CORDON_ERR_OBJECT, cordon_drbg_uninstantiate(&drbg_));
}

// Two copies of one state would give the same output.
TEST_F(Drbg, NoticesThatItWasCopied) {
  cordon_drbg copy = drbg_;
  Bytes out(32, kFill);
  EXPECT_EQ(CORDON_ERR_OBJECT, Generate(&copy, &out));
  EXPECT_TRUE(AllBytesAre(out.data(), out.size(), 0));
  EXPECT_EQ(CORDON_ERR_OBJECT, cordon_drbg_reseed(&copy, nullptr, 0));
  EXPECT_EQ(CORDON_ERR_OBJECT, cordon_drbg_uninstantiate(&copy));
  EXPECT_TRUE(IsZero(copy)) << "but its memory is cleared all the same";
  EXPECT_EQ(CORDON_OK, Generate(&drbg_, &out));
}

TEST_F(Drbg, DiffersFromOtherInstancesAndFromCallToCall) {
  std::set<Bytes> seen;
  cordon_drbg others[4];
  for (cordon_drbg &other : others) {
    ASSERT_EQ(CORDON_OK, cordon_drbg_instantiate(&other, &params_, nullptr, 0));
    for (int i = 0; i < 8; i++) {
      Bytes out(32);
      ASSERT_EQ(CORDON_OK, Generate(&other, &out));
      EXPECT_TRUE(seen.insert(out).second);
      EXPECT_TRUE(seen.insert(Random(32)).second);
    }
  }
}

// Requests of more than 2^19 bits inside.
TEST(RandomBytes, MayBeAsLongAsOneLikes) {
  for (size_t len :
       {size_t{1}, kMaxRequest, kMaxRequest + 1, 3 * kMaxRequest + 7}) {
    Bytes out(len + 64, kFill);
    ASSERT_EQ(CORDON_OK, cordon_random(out.data(), len));
    EXPECT_TRUE(AllBytesAre(out.data() + len, 64, kFill)) << len;
    for (size_t at = 0; at + 32 <= len; at += 32) {
      ASSERT_FALSE(AllBytesAre(&out[at], 32, kFill)) << at << " of " << len;
    }
  }
}

// R39: each thread has its own state.
TEST(RandomBytes, AreAllDistinctOverSixteenThreads) {
  std::mutex mutex;
  std::set<Bytes> seen;
  std::vector<std::thread> threads;
  for (int i = 0; i < 16; i++) {
    threads.emplace_back([&] {
      std::vector<Bytes> mine;
      for (int j = 0; j < 100; j++) {
        mine.push_back(Random(16));
      }
      std::lock_guard<std::mutex> lock(mutex);
      seen.insert(mine.begin(), mine.end());
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(1600u, seen.size());
  EXPECT_EQ(0u, seen.count(Bytes()));
}

void *UseDrbgAndTellBlock(void *) {
  uint8_t out[32];
  void *block = cordon_host_thread_state();
  return cordon_random(out, sizeof out) == CORDON_OK && block != nullptr &&
                 !AllBytesAre(block, CORDON_THREAD_STATE_BYTES, 0)
             ? block
             : nullptr;
}

// R22: the thread's block lies on a stack of ours, so that it can be read when
// the thread has ended.
TEST(ThreadState, IsWipedWhenTheThreadEnds) {
  const size_t size = 1 << 20;
  void *stack = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(MAP_FAILED, stack);
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  ASSERT_EQ(0, pthread_attr_setstack(&attr, stack, size));
  pthread_t thread;
  void *block = nullptr;
  ASSERT_EQ(0, pthread_create(&thread, &attr, UseDrbgAndTellBlock, nullptr));
  ASSERT_EQ(0, pthread_join(thread, &block));
  pthread_attr_destroy(&attr);
  ASSERT_NE(nullptr, block);
  ASSERT_GE(block, stack);
  ASSERT_LT(block, static_cast<uint8_t *>(stack) + size);
  EXPECT_TRUE(AllBytesAre(block, CORDON_THREAD_STATE_BYTES, 0));
  munmap(stack, size);
}

}  // namespace
}  // namespace module_test
