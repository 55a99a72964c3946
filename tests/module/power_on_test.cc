// Power-on over a host without a constructor: the first call runs it. Each test
// runs in a child of a process in which it never ran.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <functional>
#include <thread>

#include "custom_host.h"
#include "fresh_process.h"
#include "machine.h"
#include "seal_memory.h"
#include "trials.h"

namespace module_test {
namespace {

using PowerOn = FreshProcess;

cordon_status Digest() {
  Output out;
  return cordon_digest(out.bytes, &out.len, CORDON_SHA256, nullptr, 0);
}

int Count(const std::string &text) {
  int n = 0;
  for (const cordon_event &event : EventsSince(0)) {
    n += EventText(event) == text;
  }
  return n;
}

// R11: whatever the first call is.
TEST_F(PowerOn, IsRunByTheFirstServiceOrStatusCall) {
  InChild([] {
    EXPECT_EQ(CORDON_OK, Digest());
    EXPECT_EQ(1, Count("start hmac-sha256"));
  });
  InChild([] {
    EXPECT_EQ("operational", StateName(State()));
    EXPECT_EQ(1, Count("start hmac-sha256"));
  });
  InChild([] {
    EXPECT_EQ(16u, Random(16).size());
    EXPECT_EQ(1, Count("start hmac-sha256"));
  });
  InChild([] {
    EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId("sha384")));
    EXPECT_EQ(1, Count("start hmac-sha256"));
    EXPECT_EQ(2, Count("start sha384"));
  });
}

TEST_F(PowerOn, IsNotRunByCallsThatDoNotNeedIt) {
  InChild([] {
    cordon_hash hash;
    cordon_indicator indicator;
    EXPECT_EQ(CORDON_OK, cordon_hash_wipe(&hash));
    EXPECT_EQ(CORDON_OK, cordon_set_callback(nullptr, nullptr));
    EXPECT_EQ(CORDON_OK, cordon_last_indicator(&indicator));
    for (const cordon_selftest_record &record : SelfTests()) {
      EXPECT_EQ(CORDON_TEST_NOT_RUN, record.result) << record.name;
    }
    EXPECT_EQ(0u, host.ticks);
  });
}

// R11: entropy is tested once before its first use, by whoever needs it.
TEST_F(PowerOn, LeavesEntropyToItsFirstUse) {
  InChild([] {
    EXPECT_EQ(CORDON_OK, Digest());
    EXPECT_EQ(0u, host.TakeDraws().size());
    EXPECT_EQ(CORDON_TEST_NOT_RUN, SelfTest("entropy-health").result);
    EXPECT_EQ(16u, Random(16).size());
    EXPECT_EQ(16u, Random(16).size());
    EXPECT_EQ(1, Count("start entropy-health"));
    EXPECT_EQ(CORDON_TEST_PASSED, SelfTest("entropy-health").result);
    // SP 800-90B 4.3: 1,024 samples; 9.1: 256 bits and a nonce of 128.
    EXPECT_EQ((std::vector<size_t>{1024, 32, 16}), host.TakeDraws());
  });
}

struct Seen {
  Stock stock = {};
  std::vector<std::string> events;
  std::vector<std::string> wrong;
};

void TryDuringPowerOn(void *arg, const cordon_event *event) {
  Seen *seen = static_cast<Seen *>(arg);
  seen->events.push_back(EventText(*event));
  if (event->state != CORDON_STATE_SELF_TEST) {
    return;
  }
  if (State() != CORDON_STATE_SELF_TEST ||
      Info().name != std::string("Cordon") ||
      cordon_selftest(1) != CORDON_ERR_STATE) {
    seen->wrong.push_back("status");
  }
  for (const Trial &trial : Trials()) {
    if (trial.service == CORDON_SERVICE_NONE ||
        trial.service == CORDON_SERVICE_WIPE) {
      continue;
    }
    Outcome outcome = trial.call(seen->stock);
    if (outcome.status != CORDON_ERR_STATE || !outcome.clean) {
      seen->wrong.push_back(trial.name + " " + StatusName(outcome.status));
    }
  }
}

// R1, R6, R8, R21
TEST_F(PowerOn, ReportsEachTestAndGivesNoOutputMeanwhile) {
  InChild([] {
    static Seen seen;
    EXPECT_EQ(CORDON_OK, cordon_set_callback(TryDuringPowerOn, &seen));
    EXPECT_EQ(CORDON_OK, Digest());
    std::vector<std::string> expected = {"state self-test"};
    for (const cordon_selftest_record &record : SelfTests()) {
      if (record.kind == CORDON_TEST_POWER_ON) {
        expected.push_back(std::string("start ") + record.name);
        expected.push_back(std::string("pass ") + record.name);
      }
    }
    expected.push_back("state operational");
    EXPECT_EQ(expected, seen.events);
    EXPECT_EQ("start hmac-sha256", expected[1]);
    EXPECT_EQ("start integrity", expected[3]);
    EXPECT_EQ(std::vector<std::string>(), seen.wrong);
    // R3: what was called from the callback does not count.
    EXPECT_EQ(CORDON_SERVICE_HASH, Indicator().service);
    EXPECT_NE(CORDON_REASON_FAILED, Indicator().reason);
  });
}

void Dawdle() { usleep(300); }

// R11: sixteen threads at once; one runs it, the others wait.
TEST_F(PowerOn, RunsOnceForSixteenThreads) {
  InChild([] {
    host.on_ticks = Dawdle;
    std::atomic<int> ok{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; i++) {
      threads.emplace_back([&, i] {
        ok += (i % 2                   ? Digest()
               : Random(8).size() == 8 ? CORDON_OK
                                       : 1) == CORDON_OK;
      });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
    EXPECT_EQ(16, ok);
    EXPECT_EQ(1, Count("start hmac-sha256"));
    EXPECT_EQ(1, Count("start entropy-health"));
    EXPECT_GT(host.yields, 0u);
  });
}

std::mutex gate_mutex;
std::condition_variable gate_changed;
bool reached, released;

// Stops the thread that runs power-on in the middle of it.
void StopAtTenthReading() {
  if (host.ticks != 9) {
    return;
  }
  std::unique_lock<std::mutex> lock(gate_mutex);
  reached = true;
  gate_changed.notify_all();
  gate_changed.wait(lock, [] { return released; });
}

// R39: the child has the half-run power-on of a thread that is not there.
TEST_F(PowerOn, OfAThreadThatDidNotComeAlongDoesNotHangAForkedChild) {
  InChild([] {
    host.on_ticks = StopAtTenthReading;
    cordon_status in_thread = 1;
    std::thread runner([&] { in_thread = Digest(); });
    {
      std::unique_lock<std::mutex> lock(gate_mutex);
      gate_changed.wait(lock, [] { return reached; });
    }
    pid_t pid = fork();
    if (pid == 0) {
      host.on_ticks = nullptr;
      alarm(10);
      bool good = Digest() == CORDON_OK &&
                  State() == CORDON_STATE_OPERATIONAL && Random(8).size() == 8;
      _exit(good ? 0 : 1);
    }
    int status = -1;
    EXPECT_EQ(pid, waitpid(pid, &status, 0));
    EXPECT_EQ(0, status);
    {
      std::lock_guard<std::mutex> lock(gate_mutex);
      released = true;
      gate_changed.notify_all();
    }
    runner.join();
    EXPECT_EQ(CORDON_OK, in_thread);
    EXPECT_EQ("operational", StateName(State()));
    EXPECT_EQ(1, Count("start hmac-sha256"));
  });
}

TEST_F(PowerOn, WaitsForAHostThatHasAThreadState) {
  InChild([] {
    host.no_thread_state = true;
    cordon_info info;
    memset(&info, kFill, sizeof info);
    EXPECT_EQ(CORDON_ERR_STATE, Digest());
    EXPECT_EQ(CORDON_ERR_STATE, cordon_get_info(&info));
    EXPECT_TRUE(AllBytesAre(&info, sizeof info, kFill));
    EXPECT_EQ(CORDON_ERR_STATE, cordon_selftest(1));
    EXPECT_EQ(0u, host.ticks);
    host.no_thread_state = false;
    EXPECT_EQ(CORDON_OK, Digest());
  });
}

// R5: the host's limit is asked once, lowers the choice and is shown.
TEST_F(PowerOn, AsksTheHostForTheBackEndOnceAndShowsIt) {
  for (uint32_t limit : {0u, 1u, 2u, 3u, 4u, 5u, 0xffffffffu}) {
    InChild([limit] {
      host.backend_limit = limit;
      EXPECT_EQ(CORDON_OK, Digest());
      host.backend_limit = 1;
      EXPECT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
      cordon_info info = Info();
      EXPECT_EQ(limit, info.backend_limit);
      EXPECT_EQ(BackEndUnder(limit), info.backend);
    });
  }
}

TEST_F(PowerOn, WorksOnAHostThatCannotSeeForks) {
  InChild([] {
    host.generation = 0;
    EXPECT_EQ(CORDON_OK, Digest());
    EXPECT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
    EXPECT_EQ("operational", StateName(State()));
  });
}

// R6, R7, R19: a byte of the module changed before power-on; sixteen threads
// are all refused, integrity fails once, and nothing repairs it.
TEST_F(PowerOn, EndsInTheFinalErrorForAllThreadsIfAByteChanged) {
  if (FindSeal().begin == nullptr) {
    GTEST_SKIP() << "a development build has no integrity test";
  }
  InChild([] {
    host.on_ticks = Dawdle;
    uint8_t *version = FindSeal().begin + 80;
    EXPECT_TRUE(FlipByte(version, 1));
    std::atomic<int> refused{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; i++) {
      threads.emplace_back([&] { refused += Digest() == CORDON_ERR_STATE; });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
    EXPECT_EQ(16, refused);
    EXPECT_EQ(1, Count("pass hmac-sha256"));
    EXPECT_EQ(1, Count("fail integrity"));
    EXPECT_EQ(0, Count("start sha224"));
    EXPECT_EQ("error", StateName(State()));
    EXPECT_TRUE(FlipByte(version, 1));
    EXPECT_EQ(CORDON_ERR_STATE, cordon_selftest(CORDON_SELFTEST_ALL));
    EXPECT_EQ(CORDON_ERR_STATE, Digest());
    EXPECT_EQ("error", StateName(State()));
    EXPECT_EQ(0u, host.TakeDraws().size());
  });
}

}  // namespace
}  // namespace module_test
