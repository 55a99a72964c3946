// Self-tests on demand, the callback, and what other threads see meanwhile.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "stack_scan.h"
#include "trials.h"

namespace module_test {
namespace {

struct Seen {
  std::vector<cordon_event> events;
  std::vector<cordon_status> selftests;
  std::vector<uint32_t> states;
};

void Record(void *arg, const cordon_event *event) {
  Seen *seen = static_cast<Seen *>(arg);
  seen->events.push_back(*event);
  seen->selftests.push_back(cordon_selftest(1));
  seen->states.push_back(State());
}

// Without the record of when: a callback may cost time, not change events.
std::vector<std::string> Texts(const std::vector<cordon_event> &events) {
  std::vector<std::string> out;
  for (const cordon_event &event : events) {
    out.push_back(EventText(event));
  }
  return out;
}

// R20, R21: HMAC runs before integrity, alone or not.
TEST(OnDemand, RunsEachTestByItsIdAndReportsStartAndPass) {
  for (const cordon_selftest_record &record : SelfTests()) {
    Seen seen;
    uint64_t before = Info().num_events;
    ASSERT_EQ(CORDON_OK, cordon_set_callback(Record, &seen));
    EXPECT_EQ(CORDON_OK, cordon_selftest(record.id)) << record.name;
    ASSERT_EQ(CORDON_OK, cordon_set_callback(nullptr, nullptr));
    std::vector<std::string> expected;
    if (record.name == std::string("integrity")) {
      expected = {"start hmac-sha256", "pass hmac-sha256"};
    }
    expected.push_back(std::string("start ") + record.name);
    expected.push_back(std::string("pass ") + record.name);
    EXPECT_EQ(expected, Texts(seen.events));
    EXPECT_EQ(expected, Texts(EventsSince(before)));
    cordon_selftest_record after = SelfTest(record.name);
    EXPECT_EQ(CORDON_TEST_PASSED, after.result) << record.name;
    EXPECT_GT(after.runs, record.runs) << record.name;
    EXPECT_GT(after.ticks, 0u) << record.name;
  }
}

// R20, R21
TEST(OnDemand, RunsAllTestsInTheOrderOfTheRegistry) {
  Seen seen;
  ASSERT_EQ(CORDON_OK, cordon_set_callback(Record, &seen));
  EXPECT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
  ASSERT_EQ(CORDON_OK, cordon_set_callback(nullptr, nullptr));
  std::vector<std::string> expected;
  for (const cordon_selftest_record &record : SelfTests()) {
    expected.push_back(std::string("start ") + record.name);
    expected.push_back(std::string("pass ") + record.name);
  }
  EXPECT_EQ(expected, Texts(seen.events));
  EXPECT_EQ("operational", StateName(State()));
}

// R20: no test from inside a test, and the state is not touched by a run.
TEST(OnDemand, RefusesToRunFromTheCallbackAndStaysOperational) {
  Seen seen;
  ASSERT_EQ(CORDON_OK, cordon_set_callback(Record, &seen));
  EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId("sha512")));
  ASSERT_EQ(CORDON_OK, cordon_set_callback(nullptr, nullptr));
  ASSERT_EQ(2u, seen.events.size());
  for (size_t i = 0; i < seen.events.size(); i++) {
    EXPECT_EQ(CORDON_ERR_STATE, seen.selftests[i]);
    EXPECT_EQ(CORDON_STATE_OPERATIONAL, seen.states[i]);
  }
}

// R20: nor from the callback of a conditional test, which is no run.
TEST(OnDemand, RefusesToRunFromTheCallbackOfANewKey) {
  Seen seen;
  cordon_private_key key;
  ASSERT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
  ASSERT_EQ(CORDON_OK, cordon_set_callback(Record, &seen));
  EXPECT_EQ(CORDON_OK, cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                                     CORDON_USE_SIGN));
  ASSERT_EQ(CORDON_OK, cordon_set_callback(nullptr, nullptr));
  ASSERT_EQ(2u, seen.events.size());
  for (size_t i = 0; i < seen.events.size(); i++) {
    EXPECT_EQ(CORDON_ERR_STATE, seen.selftests[i]);
  }
  EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId("sha512")));
}

TEST(OnDemand, RefusesUnknownIds) {
  uint32_t past = Info().num_selftests + 1;
  for (uint32_t id : {0u, past, 64u, 0x80000000u, 0xfffffffeu}) {
    EXPECT_EQ(CORDON_ERR_ARG, cordon_selftest(id)) << id;
  }
}

// R17, R21: each new key logs the pairwise test of each of its uses, and no
// other; the registry counts it.
TEST(Pairwise, IsLoggedAndCountedForEachUseOfEachNewKey) {
  ASSERT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
  for (uint32_t curve = 1; curve <= kNumCurves; curve++) {
    const std::string sign = "pairwise-sign-" + CurveSuffix(curve);
    const std::string agree = "pairwise-agree-" + CurveSuffix(curve);
    for (uint32_t use = 1; use <= 3; use++) {
      cordon_private_key key;
      uint32_t signs = SelfTest(sign).runs, agrees = SelfTest(agree).runs;
      uint64_t before = Info().num_events;
      ASSERT_EQ(CORDON_OK,
                cordon_keygen(&key, curve, CORDON_KEYGEN_REJECTION, use));
      std::vector<std::string> expected;
      if (use & CORDON_USE_SIGN) {
        expected.insert(expected.end(), {"start " + sign, "pass " + sign});
      }
      if (use & CORDON_USE_AGREE) {
        expected.insert(expected.end(), {"start " + agree, "pass " + agree});
      }
      EXPECT_EQ(expected, Texts(EventsSince(before)));
      EXPECT_EQ(signs + (use & 1), SelfTest(sign).runs);
      EXPECT_EQ(agrees + (use >> 1), SelfTest(agree).runs);
      EXPECT_EQ(CORDON_TEST_PASSED, SelfTest(sign).result);
    }
  }
}

// R20: results are published at the end of a run, so that nobody is refused.
TEST(OnDemand, RefusesNoCallOfOtherThreadsMeanwhile) {
  const std::set<std::string> functions = {"digest",        "hmac_digest",
                                           "drbg_generate", "random",
                                           "ecdsa_sign",    "ecdsa_verify"};
  std::atomic<bool> stop{false};
  std::atomic<uint64_t> calls{0}, refused{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; i++) {
    threads.emplace_back([&] {
      Stock stock;
      if (stock.Fill() != "") {
        refused++;
      }
      while (!stop) {
        for (const Trial &trial : Trials()) {
          if (functions.count(trial.function) && !stop) {
            calls++;
            refused += trial.call(stock).status != CORDON_OK;
          }
        }
      }
    });
  }
  int runs = 0;
  for (; runs < 8 || calls < 2000; runs++) {
    ASSERT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
  }
  stop = true;
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(0u, refused) << "of " << calls << " in " << runs << " runs";
}

__attribute__((noinline)) void LeaveOnStack(const uint8_t *bytes) {
  volatile uint8_t below[4096];
  for (size_t i = 0; i < sizeof below; i++) {
    below[i] = bytes[i & 31];
  }
}

// R9: the MAC that was computed is on the stack neither as bytes nor as words
// of the chaining value, once the test is over.
TEST(Integrity, LeavesNoTemporaryValueOnTheStack) {
  if (!IsSealed()) {
    GTEST_SKIP() << "a development build has no integrity test";
  }
  const cordon_info info = Info();
  const Bytes mac(info.digest, info.digest + sizeof info.digest);
  std::vector<uint64_t> patterns;
  AddPatterns(&patterns, mac);
  const uint32_t id = SelfTestId("integrity");
  FillStack();
  LeaveOnStack(mac.data());
  ASSERT_NE(-1, FindOnStack(patterns.data(), patterns.size()))
      << "the scan itself does not work";
  FillStack();
  cordon_status st = CallDeeper([id] { return cordon_selftest(id); });
  int found = FindOnStack(patterns.data(), patterns.size());
  ASSERT_EQ(CORDON_OK, st);
  EXPECT_EQ(-1, found);
}

// R22: wiping clears every byte and says so, whatever the object held.
TEST(Wipe, ClearsEveryByteOfAnObjectAndReturnsOk) {
  static Stock stock;
  ASSERT_EQ("", stock.Fill());
  for (const Trial &trial : Trials()) {
    if (trial.service == CORDON_SERVICE_WIPE) {
      Outcome outcome = trial.call(stock);
      EXPECT_EQ(CORDON_OK, outcome.status) << trial.name;
      EXPECT_TRUE(outcome.clean) << trial.name;
    }
  }
  cordon_hash hash;
  memset(&hash, kFill, sizeof hash);
  EXPECT_EQ(CORDON_OK, cordon_hash_wipe(&hash));
  EXPECT_TRUE(IsZero(hash));
  EXPECT_EQ(CORDON_OK, cordon_hash_wipe(&hash));
  cordon_hmac hmac;
  memset(&hmac, kFill, sizeof hmac);
  EXPECT_EQ(CORDON_OK, cordon_hmac_wipe(&hmac));
  EXPECT_TRUE(IsZero(hmac));
}

}  // namespace
}  // namespace module_test
