// Processes that share their past: children by fork, raw clone and vfork have
// other random bytes than their parents, and a working module.
#include <cordon/host.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>

#include "module_test.h"

namespace module_test {
namespace {

// What a child writes for its parent to see.
struct Report {
  uint8_t thread_bytes[32];
  uint8_t object_bytes[32];
  cordon_status thread_status;
  cordon_status object_status;
  uint32_t state;
};

class Fork : public testing::Test {
 protected:
  void SetUp() override {
    void *shared = mmap(nullptr, 16 * sizeof(Report), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(MAP_FAILED, shared);
    reports_ = static_cast<Report *>(shared);
    memset(reports_, kFill, 16 * sizeof(Report));
    cordon_drbg_params params = CORDON_DRBG_DEFAULT;
    ASSERT_EQ(CORDON_OK, cordon_drbg_instantiate(&drbg_, &params, nullptr, 0));
    Draw(&reports_[0]);  // both are seeded before any child
  }
  void TearDown() override { munmap(reports_, 16 * sizeof(Report)); }

  void Draw(Report *r) {
    r->thread_status = cordon_random(r->thread_bytes, 32);
    r->object_status =
        cordon_drbg_generate(r->object_bytes, 32, &drbg_, 0, nullptr, 0);
    static cordon_info info;
    r->state = cordon_get_info(&info) == CORDON_OK ? info.state : 0;
  }

  static void Wait(pid_t pid) {
    int status = -1;
    ASSERT_EQ(pid, waitpid(pid, &status, 0));
    ASSERT_EQ(0, status);
  }

  void ExpectAllDistinct(int num) {
    std::set<Bytes> seen;
    for (int i = 0; i < num; i++) {
      const Report &r = reports_[i];
      EXPECT_EQ(CORDON_OK, r.thread_status) << i;
      EXPECT_EQ(CORDON_OK, r.object_status) << i;
      EXPECT_EQ(CORDON_STATE_OPERATIONAL, r.state) << i;
      seen.insert(Bytes(r.thread_bytes, r.thread_bytes + 32));
      seen.insert(Bytes(r.object_bytes, r.object_bytes + 32));
    }
    EXPECT_EQ(2u * static_cast<unsigned>(num), seen.size());
  }

  Report *reports_ = nullptr;
  cordon_drbg drbg_;
};

// R39
TEST_F(Fork, GivesParentChildrenAndGrandchildOtherBytes) {
  for (int i = 1; i <= 3; i++) {
    pid_t pid = fork();
    if (pid == 0) {
      if (i == 3) {
        pid_t inner = fork();
        if (inner == 0) {
          Draw(&reports_[4]);
          _exit(0);
        }
        int status;
        waitpid(inner, &status, 0);
      }
      Draw(&reports_[i]);
      _exit(0);
    }
    Wait(pid);
  }
  Draw(&reports_[5]);
  Draw(&reports_[6]);
  ExpectAllDistinct(7);
}

// R39: the system call itself, which no handler of the C library sees.
TEST_F(Fork, IsNoticedWhenItIsARawClone) {
  for (int i = 1; i <= 2; i++) {
    long pid = syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr);
    if (pid == 0) {
      Draw(&reports_[i]);
      _exit(0);
    }
    Wait(static_cast<pid_t>(pid));
  }
  Draw(&reports_[3]);
  ExpectAllDistinct(4);
}

// R39: a child of vfork shares the memory, state and all; it reseeds, and so
// does its parent when it goes on.
TEST_F(Fork, IsNoticedWhenTheChildSharesTheMemory) {
  volatile uint64_t child_seeds = 0, child_memory = 0;
  uint64_t seeds = cordon_host_generation(CORDON_GENERATION_SEEDS);
  uint64_t memory = cordon_host_generation(CORDON_GENERATION_MEMORY);
  volatile pid_t pid = vfork();
  if (pid == 0) {
    child_seeds = cordon_host_generation(CORDON_GENERATION_SEEDS);
    child_memory = cordon_host_generation(CORDON_GENERATION_MEMORY);
    Draw(&reports_[1]);
    _exit(0);
  }
  Wait(pid);
  Draw(&reports_[2]);
  ExpectAllDistinct(3);
  EXPECT_NE(seeds, child_seeds);
  // A lock that its parent holds is still held.
  EXPECT_EQ(memory, child_memory);
  EXPECT_EQ(seeds, cordon_host_generation(CORDON_GENERATION_SEEDS));
}

// A nonce that repeats gives the key away: r repeats with it.
TEST_F(Fork, GivesParentAndChildOtherNonces) {
  static cordon_private_key key;
  ASSERT_EQ(CORDON_OK, cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                                     CORDON_USE_SIGN));
  const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;
  auto sign = [&](Report *r) {
    uint8_t sig[64];
    size_t len = sizeof sig;
    r->thread_status = cordon_ecdsa_sign(sig, &len, &key, &scheme, nullptr, 0);
    memcpy(r->thread_bytes, sig, 32);
  };
  pid_t pid = fork();
  if (pid == 0) {
    sign(&reports_[1]);
    _exit(0);
  }
  Wait(pid);
  sign(&reports_[2]);
  EXPECT_EQ(CORDON_OK, reports_[1].thread_status);
  EXPECT_EQ(CORDON_OK, reports_[2].thread_status);
  EXPECT_NE(0, memcmp(reports_[1].thread_bytes, reports_[2].thread_bytes, 32));
}

void ForkOnce(void *arg, const cordon_event *event) {
  pid_t *pid = static_cast<pid_t *>(arg);
  if (*pid < 0 && event->kind == CORDON_EVENT_START) {
    *pid = fork();
  }
}

// The lock of the self-tests is held in the parent when the child starts; the
// child is the very thread that holds it.
TEST_F(Fork, InsideASelfTestLeavesBothUsable) {
  pid_t pid = -1;
  ASSERT_EQ(CORDON_OK, cordon_set_callback(ForkOnce, &pid));
  cordon_status st = cordon_selftest(CORDON_SELFTEST_ALL);
  if (pid == 0) {
    bool good = st == CORDON_OK && cordon_selftest(1) == CORDON_OK;
    Draw(&reports_[1]);
    _exit(good ? 0 : 1);
  }
  ASSERT_EQ(CORDON_OK, cordon_set_callback(nullptr, nullptr));
  EXPECT_EQ(CORDON_OK, st);
  Wait(pid);
  Draw(&reports_[2]);
  ExpectAllDistinct(3);
}

}  // namespace
}  // namespace module_test
