// Failures injected into the test object: each self-test fails as often as
// asked, in the final error or the degraded state, and what happens meanwhile.
#include <cordon/host.h>
#include <cordon/test.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "trials.h"

namespace module_test {
namespace {

bool IsFinal(const std::string &test) {
  return test == "hmac-sha256" || test == "integrity";
}

// Those that depend on a test, and a service of each kind that does not; all
// of them while none is failed.
void ExpectTrials(Stock *stock, const std::string &failed) {
  std::set<std::string> tried;
  for (const Trial &trial : Trials()) {
    bool depends = failed.empty() || trial.needs.count(failed) != 0;
    if (!depends && !tried.insert(trial.function).second) {
      continue;
    }
    Outcome outcome = trial.call(*stock);
    EXPECT_EQ(trial.needs.count(failed) ? "BLOCKED" : "OK",
              StatusName(outcome.status))
        << trial.name << " while " << failed << " is failed";
    EXPECT_TRUE(outcome.clean) << trial.name;
  }
}

std::vector<std::string> Texts(const std::vector<cordon_event> &events) {
  std::vector<std::string> out;
  for (const cordon_event &event : events) {
    out.push_back(EventText(event));
  }
  return out;
}

class Inject : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(IsTestObject());
    ASSERT_EQ("operational", StateName(State()));
    ASSERT_EQ("", stock_.Fill());
  }
  void TearDown() override {
    EXPECT_EQ(CORDON_OK, cordon_test_clear());
    EXPECT_EQ(CORDON_OK, cordon_set_callback(nullptr, nullptr));
    EXPECT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
  }
  static void FailNext(const std::string &test, uint32_t count) {
    ASSERT_EQ(CORDON_OK, cordon_test_inject(SelfTestId(test), count)) << test;
  }
  static Stock stock_;
};

Stock Inject::stock_;

// R18, R19: N runs fail, the next one passes and all is served again.
TEST_F(Inject, EachSoftTestFailsAsOftenAsAskedAndThenRecovers) {
  for (const cordon_selftest_record &record : SelfTests()) {
    if (IsFinal(record.name)) {
      continue;
    }
    FailNext(record.name, 2);
    for (int i = 0; i < 2; i++) {
      EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(record.id)) << record.name;
      EXPECT_EQ("degraded", StateName(State())) << record.name;
      EXPECT_EQ(CORDON_TEST_FAILED, SelfTest(record.name).result);
      ExpectTrials(&stock_, record.name);
    }
    EXPECT_EQ(CORDON_OK, cordon_selftest(record.id)) << record.name;
    EXPECT_EQ("operational", StateName(State())) << record.name;
    EXPECT_EQ(CORDON_TEST_PASSED, SelfTest(record.name).result);
  }
  ExpectTrials(&stock_, "");
}

// R18: two failed tests block the union; each pass gives back its own.
TEST_F(Inject, TwoFailedTestsBlockWhatDependsOnEither) {
  const uint32_t a = SelfTestId("sha384"), b = SelfTestId("ecdsa-verify-p256");
  FailNext("sha384", 1);
  ASSERT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(a));
  FailNext("ecdsa-verify-p256", 1);
  ASSERT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(b));
  // R46: the second failure ran sha384 again, which passed.
  ExpectTrials(&stock_, "ecdsa-verify-p256");
  FailNext("sha384", 2);
  ASSERT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(a));
  FailNext("sha384", 1);
  FailNext("ecdsa-verify-p256", 1);
  ASSERT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(CORDON_SELFTEST_ALL));
  for (const Trial &trial : Trials()) {
    bool blocked =
        trial.needs.count("sha384") || trial.needs.count("ecdsa-verify-p256");
    EXPECT_EQ(blocked ? "BLOCKED" : "OK", StatusName(trial.call(stock_).status))
        << trial.name;
  }
  EXPECT_EQ(CORDON_OK, cordon_selftest(a));
  EXPECT_EQ("degraded", StateName(State()));
  ExpectTrials(&stock_, "ecdsa-verify-p256");
  EXPECT_EQ(CORDON_OK, cordon_selftest(b));
  EXPECT_EQ("operational", StateName(State()));
}

// R6, R10, R19: in a child, since there is no way back.
TEST_F(Inject, HmacAndIntegrityEndInTheFinalErrorForGood) {
  for (const char *test : {"hmac-sha256", "integrity"}) {
    pid_t pid = fork();
    if (pid == 0) {
      bool good = cordon_test_inject(SelfTestId(test), 1) == CORDON_OK &&
                  cordon_selftest(SelfTestId(test)) == CORDON_ERR_STATE &&
                  State() == CORDON_STATE_ERROR;
      for (const Trial &trial : Trials()) {
        Outcome outcome = trial.call(stock_);
        bool lives = trial.service == CORDON_SERVICE_NONE ||
                     trial.service == CORDON_SERVICE_WIPE;
        if (outcome.status != (lives ? CORDON_OK : CORDON_ERR_STATE) ||
            !outcome.clean) {
          fprintf(stderr, "%s: %s\n", trial.name.c_str(),
                  StatusName(outcome.status).c_str());
          good = false;
        }
      }
      good &= cordon_selftest(CORDON_SELFTEST_ALL) == CORDON_ERR_STATE &&
              cordon_selftest(SelfTestId(test)) == CORDON_ERR_STATE &&
              State() == CORDON_STATE_ERROR;
      _exit(good ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(pid, waitpid(pid, &status, 0));
    EXPECT_EQ(0, status) << test;
  }
}

// R22: in the final error each thread loses its DRBG state at its next call;
// what stays of its block is the indicator.
TEST_F(Inject, TheFinalErrorWipesTheDrbgOfEveryThread) {
  pid_t pid = fork();
  if (pid == 0) {
    std::atomic<int> step{0};
    bool good = true;
    std::thread other([&] {
      const uint8_t *block =
          static_cast<const uint8_t *>(cordon_host_thread_state());
      // Behind the counters and the indicator.
      const size_t at = 24, rest = CORDON_THREAD_STATE_BYTES - at;
      good &= Random(8).size() == 8 && !AllBytesAre(block + at, rest, 0);
      step = 1;
      while (step != 2) {
        sched_yield();
      }
      good &= Random(8).empty() && AllBytesAre(block + at, rest, 0);
    });
    while (step != 1) {
      sched_yield();
    }
    good &= cordon_test_inject(SelfTestId("hmac-sha256"), 1) == CORDON_OK &&
            cordon_selftest(SelfTestId("hmac-sha256")) == CORDON_ERR_STATE;
    step = 2;
    other.join();
    _exit(good ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(pid, waitpid(pid, &status, 0));
  EXPECT_EQ(0, status);
}

// R6, R8, R18: a final failure while a soft one is handled wins.
TEST_F(Inject, AFinalFailureInTheSoftErrorStateIsFinal) {
  pid_t pid = fork();
  if (pid == 0) {
    uint64_t before = Info().num_events;
    bool good = cordon_test_inject(SelfTestId("hmac-sha256"), 1) == CORDON_OK &&
                cordon_test_inject(SelfTestId("sha512"), 1) == CORDON_OK &&
                cordon_selftest(SelfTestId("sha512")) == CORDON_ERR_STATE &&
                State() == CORDON_STATE_ERROR;
    std::vector<std::string> events = Texts(EventsSince(before));
    const std::vector<std::string> expected = {
        "start sha512",      "fail sha512",      "state soft-error",
        "start hmac-sha256", "fail hmac-sha256", "state error"};
    _exit(good && events == expected ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(pid, waitpid(pid, &status, 0));
  EXPECT_EQ(0, status);
}

// A batch of one signature of each of two keys, and what it says of them.
struct TwoCurves {
  TwoCurves(Stock *stock, uint32_t first, uint32_t second) {
    const uint32_t curves[] = {first, second};
    for (int i = 0; i < 2; i++) {
      const Bytes &sig = stock->curve_sig[curves[i]];
      items[i] = {&stock->pub[curves[i]], nullptr, 0, sig.data(), sig.size(),
                  CORDON_ERR_ARG,         0,       0};
    }
  }
  // The call's status, then those of the items.
  std::string Verify(size_t num_at_a_time) {
    const cordon_ecdsa_scheme scheme = {CORDON_SHA384, CORDON_RAW, 0};
    uint8_t workspace[CORDON_BATCH_WORKSPACE_BYTES(2)];
    const cordon_status st =
        cordon_ecdsa_verify_batch(items, 2, &scheme, workspace,
                                  CORDON_BATCH_WORKSPACE_BYTES(num_at_a_time));
    for (const cordon_ecdsa_verify_item &item : items) {
      EXPECT_EQ(item.status != CORDON_OK, item.reason == CORDON_REASON_FAILED);
    }
    return StatusName(st) + ": " + StatusName(items[0].status) + " " +
           StatusName(items[1].status);
  }
  cordon_ecdsa_verify_item items[2];
};

// R18, R46: what a failed test of one curve refuses in a batch is that curve's.
TEST_F(Inject, AFailedCurveRefusesItsOwnItemsOfABatchAlone) {
  for (const char *test : {"ecdsa-verify-p384", "ecdsa-verify-p256"}) {
    const uint32_t failed =
        test == std::string("ecdsa-verify-p384") ? CORDON_P384 : CORDON_P256;
    const uint32_t other = failed == CORDON_P384 ? CORDON_P256 : CORDON_P384;
    FailNext(test, 1);
    ASSERT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(SelfTestId(test)));
    for (size_t at_a_time : {1, 2}) {
      EXPECT_EQ("BLOCKED: OK BLOCKED",
                TwoCurves(&stock_, other, failed).Verify(at_a_time));
      EXPECT_EQ("BLOCKED: BLOCKED OK",
                TwoCurves(&stock_, failed, other).Verify(at_a_time));
      EXPECT_EQ("OK: OK OK",
                TwoCurves(&stock_, other, CORDON_P224).Verify(at_a_time));
      TwoCurves bad(&stock_, other, failed);
      bad.items[0].sig = stock_.curve_sig[failed].data();
      bad.items[0].sig_len = stock_.curve_sig[other].size() - 1;
      EXPECT_EQ("ENCODING: ENCODING BLOCKED", bad.Verify(at_a_time));
    }
    EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId(test)));
    EXPECT_EQ("OK: OK OK", TwoCurves(&stock_, failed, other).Verify(2));
  }
}

// R18: signing in batches needs the test of its own curve, and of no other.
TEST_F(Inject, AFailedCurveSignsNoBatchAndTheOthersDo) {
  for (const char *test : {"ecdsa-verify-p384", "ecdsa-sign-p384"}) {
    FailNext(test, 1);
    ASSERT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(SelfTestId(test)));
    int signed_batches = 0, refused = 0;
    for (const Trial &trial : Trials()) {
      if (trial.function == "ecdsa_sign_batch") {
        const Outcome outcome = trial.call(stock_);
        const bool blocked = trial.name == "ecdsa_sign_batch/P-384" &&
                             test == std::string("ecdsa-sign-p384");
        EXPECT_EQ(blocked ? "BLOCKED" : "OK", StatusName(outcome.status))
            << trial.name << " while " << test << " is failed";
        EXPECT_TRUE(outcome.clean) << trial.name;
        (blocked ? refused : signed_batches)++;
      }
    }
    EXPECT_LE(kNumHashes + kNumCurves - 1,
              static_cast<uint32_t>(signed_batches));
    EXPECT_EQ(test == std::string("ecdsa-sign-p384") ? 1 : 0, refused);
    EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId(test)));
  }
}

// R17, R18, R46: a new key that fails its pairwise test is not made.
TEST_F(Inject, APairwiseFailureMakesNoKeyAndBlocksKeyGeneration) {
  cordon_private_key key;
  memset(&key, kFill, sizeof key);
  uint32_t runs = SelfTest("pairwise-sign-p256").runs;
  uint64_t before = Info().num_events;
  FailNext("pairwise-sign-p256", 1);
  EXPECT_EQ(CORDON_ERR_PCT,
            cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                          CORDON_USE_SIGN));
  EXPECT_TRUE(IsZero(key));
  EXPECT_EQ("degraded", StateName(State()));
  EXPECT_EQ(runs + 1, SelfTest("pairwise-sign-p256").runs);
  EXPECT_EQ(CORDON_TEST_FAILED, SelfTest("pairwise-sign-p256").result);
  std::vector<std::string> events = Texts(EventsSince(before));
  ASSERT_GE(events.size(), 4u);
  EXPECT_EQ("start pairwise-sign-p256", events[0]);
  EXPECT_EQ("fail pairwise-sign-p256", events[1]);
  EXPECT_EQ("state soft-error", events[2]);
  EXPECT_EQ("start hmac-sha256", events[3]);
  EXPECT_EQ("state degraded", events.back());
  ExpectTrials(&stock_, "pairwise-sign-p256");
  EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId("pairwise-sign-p256")));
  ExpectTrials(&stock_, "");
}

// R36, R18: the draw fails, not only the test; every DRBG is blocked, on every
// thread, until a fresh start-up test passes.
TEST_F(Inject, AnEntropyFailureBlocksTheDrbgOfEveryThread) {
  cordon_drbg drbg;
  cordon_drbg_params params = CORDON_DRBG_DEFAULT;
  uint8_t out[32];
  memset(&drbg, kFill, sizeof drbg);
  FailNext("entropy-health", 1);
  EXPECT_EQ(CORDON_ERR_ENTROPY,
            cordon_drbg_instantiate(&drbg, &params, nullptr, 0));
  EXPECT_EQ("degraded", StateName(State()));
  ExpectTrials(&stock_, "entropy-health");
  std::thread([&] {
    EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_random(out, sizeof out));
  }).join();
  // Another thread may bring it back; this one tests its own entropy again.
  std::thread([&] {
    EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId("entropy-health")));
    EXPECT_EQ(CORDON_OK, cordon_random(out, sizeof out));
  }).join();
  ExpectTrials(&stock_, "");
}

// R36: a reseed that gets no entropy gives no output and keeps the state.
TEST_F(Inject, AReseedWithoutEntropyLeavesTheInstanceUnchanged) {
  cordon_drbg drbg;
  cordon_drbg_params params = {CORDON_SHA512, 256,
                               CORDON_DRBG_PREDICTION_RESISTANCE};
  ASSERT_EQ(CORDON_OK, cordon_drbg_instantiate(&drbg, &params, nullptr, 0));
  const cordon_drbg before = drbg;
  uint8_t out[32];
  memset(out, kFill, sizeof out);
  FailNext("entropy-health", 1);
  EXPECT_EQ(CORDON_ERR_ENTROPY, cordon_drbg_reseed(&drbg, nullptr, 0));
  EXPECT_TRUE(SameBytes(before, drbg));
  ASSERT_EQ(CORDON_OK, cordon_selftest(SelfTestId("entropy-health")));
  FailNext("entropy-health", 1);
  EXPECT_EQ(
      CORDON_ERR_ENTROPY,
      cordon_drbg_generate(out, sizeof out, &drbg,
                           CORDON_DRBG_PREDICTION_RESISTANCE, nullptr, 0));
  EXPECT_TRUE(AllBytesAre(out, sizeof out, 0));
  EXPECT_TRUE(SameBytes(before, drbg));
  ASSERT_EQ(CORDON_OK, cordon_selftest(SelfTestId("entropy-health")));
  EXPECT_EQ(CORDON_OK,
            cordon_drbg_generate(out, sizeof out, &drbg, 0, nullptr, 0));
}

// R21: a health failure inside another test is reported under its own name.
TEST_F(Inject, AnEntropyFailureInsideThePairwiseTestIsReported) {
  std::thread([] {  // a thread that has no seed yet
    uint64_t before = Info().num_events;
    FailNext("entropy-health", 1);
    EXPECT_EQ(CORDON_ERR_BLOCKED,
              cordon_selftest(SelfTestId("pairwise-sign-p256")));
    std::vector<std::string> events = Texts(EventsSince(before));
    EXPECT_EQ(1,
              std::count(events.begin(), events.end(), "fail entropy-health"));
    EXPECT_EQ(
        1, std::count(events.begin(), events.end(), "fail pairwise-sign-p256"));
    EXPECT_EQ("degraded", StateName(State()));
    EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId("entropy-health")));
    EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId("pairwise-sign-p256")));
    EXPECT_EQ("operational", StateName(State()));
  })
      .join();
}

// R18: the pairwise test draws from the DRBG: it does not run while that is
// failed, and keeps its own result.
TEST_F(Inject, ThePairwiseTestDoesNotRunOnAFailedDrbg) {
  const uint32_t drbg = SelfTestId("drbg-errors");
  FailNext("drbg-errors", 1);
  ASSERT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(drbg));
  const cordon_selftest_record record = SelfTest("pairwise-sign-p256");
  uint64_t before = Info().num_events;
  EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(record.id));
  EXPECT_EQ(before, Info().num_events);
  FailNext("drbg-errors", 1);
  EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(CORDON_SELFTEST_ALL));
  std::vector<std::string> events = Texts(EventsSince(before));
  EXPECT_EQ(
      0, std::count(events.begin(), events.end(), "start pairwise-sign-p256"));
  EXPECT_EQ(1, std::count(events.begin(), events.end(), "pass sha224"));
  EXPECT_EQ(record.result, SelfTest("pairwise-sign-p256").result);
  EXPECT_EQ(record.runs, SelfTest("pairwise-sign-p256").runs);
  EXPECT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
  EXPECT_EQ(record.runs + 1, SelfTest("pairwise-sign-p256").runs);
  ExpectTrials(&stock_, "");
}

// What the callback saw while the module was in the soft error state.
struct Soft {
  Stock *stock;
  int events = 0;
  std::vector<std::string> wrong;
};

void TryInSoftError(void *arg, const cordon_event *event) {
  Soft *soft = static_cast<Soft *>(arg);
  if (event->state != CORDON_STATE_SOFT_ERROR ||
      event->kind == CORDON_EVENT_PASS) {
    return;
  }
  soft->events++;
  if (State() != CORDON_STATE_SOFT_ERROR ||
      cordon_selftest(1) != CORDON_ERR_STATE) {
    soft->wrong.push_back("status");
  }
  for (const Trial &trial : Trials()) {
    Outcome outcome;
    if (trial.function == "set_callback") {
      continue;
    }
    outcome = trial.call(*soft->stock);
    bool lives = trial.service == CORDON_SERVICE_NONE ||
                 trial.service == CORDON_SERVICE_WIPE;
    if (outcome.status != (lives ? CORDON_OK : CORDON_ERR_STATE) ||
        !outcome.clean) {
      soft->wrong.push_back(trial.name + " " + StatusName(outcome.status));
    }
  }
}

// R1, R6: no output while the module is in its error state; status works.
TEST_F(Inject, TheSoftErrorStateGivesNoOutput) {
  Soft soft;
  soft.stock = &stock_;
  FailNext("sha224", 1);
  ASSERT_EQ(CORDON_OK, cordon_set_callback(TryInSoftError, &soft));
  EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(SelfTestId("sha224")));
  EXPECT_GE(soft.events, 10);
  EXPECT_EQ(std::vector<std::string>(), soft.wrong);
}

// What is called while another thread's self-test fails: calls that write a
// length of the caller's, which zeros would pass for, and calls that look at
// the mask more than once: batches and prepared keys.
bool IsCalledMeanwhile(const Trial &trial) {
  static const std::set<std::string> functions = {
      "digest",
      "hmac_digest",
      "xof",
      "random",
      "kdf_derive",
      "ecdsa_sign_batch",
      "ecdsa_sign_digest_batch",
      "ecdsa_verify_batch",
      "ecdsa_verify_digest_batch",
      "ecdsa_prepare",
      "ecdsa_verify_prepared",
      "ecdsa_verify_prepared_hash",
      "ecdsa_verify_prepared_digest"};
  return functions.count(trial.function) != 0;
}

// R6, R46: other threads wait until the module has left its error state; what
// depends on the failed test is refused, the rest is served.
TEST_F(Inject, OtherThreadsGetEitherTheirServiceOrARefusalThatIsClean) {
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0}, served{0}, ready{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) {
    threads.emplace_back([&] {
      Stock stock;
      wrong += stock.Fill() == "" ? 0 : 1;
      ready++;
      while (!stop) {
        for (const Trial &trial : Trials()) {
          if (stop || !IsCalledMeanwhile(trial)) {
            continue;
          }
          Outcome outcome = trial.call(stock);
          bool blocked = outcome.status == CORDON_ERR_BLOCKED &&
                         trial.needs.count("sha384") != 0;
          served += outcome.status == CORDON_OK;
          // STATE: the module failed while this call was inside.
          bool allowed = outcome.status == CORDON_OK ||
                         outcome.status == CORDON_ERR_STATE || blocked;
          if (!outcome.clean_meanwhile || !allowed) {
            wrong++;
            ADD_FAILURE() << trial.name << " " << StatusName(outcome.status)
                          << (outcome.clean_meanwhile ? "" : " with output");
          }
        }
      }
    });
  }
  while (ready < 4 || served < 100) {
    sched_yield();
  }
  for (int i = 0; i < 20; i++) {
    FailNext("sha384", 1);
    EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(SelfTestId("sha384")));
    EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId("sha384")));
  }
  stop = true;
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(0, wrong);
}

// A batch of long messages, one at a time, so that a self-test of another
// thread fails between two results. `reason` shows which items have one.
class LongBatch {
 public:
  static constexpr size_t kNum = 64;
  static constexpr uint32_t kNoResult = 0x7777;

  LongBatch(Stock *stock, bool sign)
      : stock_(stock), sign_(sign), message_(1 << 20, 0x61) {
    size_t len = sizeof sig_;
    EXPECT_EQ(CORDON_OK,
              cordon_ecdsa_sign(sig_, &len, &stock->key[CORDON_P256], &kScheme,
                                message_.data(), message_.size()));
    for (size_t i = 0; i < kNum; i++) {
      signed_[i] = {message_.data(), message_.size(),
                    out_[i].bytes,   64,
                    CORDON_ERR_ARG,  0,
                    kNoResult};
      verified_[i] = {&stock->pub[CORDON_P256],
                      message_.data(),
                      message_.size(),
                      sig_,
                      sizeof sig_,
                      CORDON_ERR_ARG,
                      0,
                      kNoResult};
    }
  }

  cordon_status Run() {
    uint8_t workspace[CORDON_BATCH_WORKSPACE_BYTES(1)];
    return sign_ ? cordon_ecdsa_sign_batch(signed_, kNum,
                                           &stock_->key[CORDON_P256], &kScheme,
                                           workspace, sizeof workspace)
                 : cordon_ecdsa_verify_batch(verified_, kNum, &kScheme,
                                             workspace, sizeof workspace);
  }

  // Of the items, which have results in their order.
  size_t NumResults() const {
    size_t n = 0;
    while (n < kNum &&
           __atomic_load_n(sign_ ? &signed_[n].reason : &verified_[n].reason,
                           __ATOMIC_ACQUIRE) != kNoResult) {
      n++;
    }
    return n;
  }

  // STATE and no signature, or OK and one.
  cordon_status Status(size_t i) const {
    const cordon_status st = sign_ ? signed_[i].status : verified_[i].status;
    const uint32_t reason = sign_ ? signed_[i].reason : verified_[i].reason;
    EXPECT_EQ(st != CORDON_OK, reason == CORDON_REASON_FAILED) << i;
    if (sign_) {
      EXPECT_EQ(st == CORDON_OK ? 64u : 0u, signed_[i].sig_len) << i;
      EXPECT_EQ(st != CORDON_OK, AllBytesAre(out_[i].bytes, 64, 0)) << i;
    }
    return st;
  }

 private:
  static constexpr cordon_ecdsa_scheme kScheme = {CORDON_SHA256, CORDON_RAW,
                                                  CORDON_NONCE_DETERMINISTIC};
  Stock *stock_;
  const bool sign_;
  const Bytes message_;
  uint8_t sig_[64];
  Output out_[kNum];
  cordon_ecdsa_sign_item signed_[kNum];
  cordon_ecdsa_verify_item verified_[kNum];
};
constexpr cordon_ecdsa_scheme LongBatch::kScheme;

// A thread that gets SIGUSR1 stands still until it is let go.
std::atomic<bool> g_stand_still{false}, g_stands_still{false};

void StandStill(int) {
  g_stands_still = true;
  while (g_stand_still) {
    sched_yield();
  }
}

// How long the module stays in its soft error state: to the end of the batch,
// or until it has given two more results, of which the first may have been
// decided before. Then the batch stands still, until the module serves again.
struct Hold {
  LongBatch *batch;
  bool to_the_end;
  pthread_t caller = {};
  std::atomic<bool> ended{false};
  size_t results = 0;
};

void HoldSoftError(void *arg, const cordon_event *event) {
  Hold *hold = static_cast<Hold *>(arg);
  if (event->state != CORDON_STATE_SOFT_ERROR ||
      event->kind != CORDON_EVENT_STATE) {
    return;
  }
  hold->results = hold->batch->NumResults();
  while (!hold->ended &&
         (hold->to_the_end || hold->batch->NumResults() < hold->results + 2)) {
    sched_yield();
  }
  g_stands_still = false;
  g_stand_still = !hold->to_the_end;
  if (g_stand_still && pthread_kill(hold->caller, SIGUSR1) == 0) {
    while (!hold->ended && !g_stands_still) {
      sched_yield();
    }
  }
}

// R6, R18: what a batch gave out before the failure is taken back, and nothing
// follows, whether the module still is in its error state at the end of the
// call or serves again by then.
TEST_F(Inject, ABatchGivesNothingWhileATestOfAnotherThreadIsFailed) {
  ASSERT_NE(SIG_ERR, signal(SIGUSR1, StandStill));
  for (bool sign : {false, true}) {
    for (bool to_the_end : {false, true}) {
      SCOPED_TRACE(sign ? "sign" : "verify");
      LongBatch batch(&stock_, sign);
      Hold hold;
      hold.batch = &batch;
      hold.to_the_end = to_the_end;
      cordon_status st = CORDON_OK;
      std::thread caller([&] {
        st = batch.Run();
        hold.ended = true;
      });
      while (batch.NumResults() == 0) {
        sched_yield();
      }
      hold.caller = caller.native_handle();
      FailNext("sha512", 1);
      EXPECT_EQ(CORDON_OK, cordon_set_callback(HoldSoftError, &hold));
      EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(SelfTestId("sha512")));
      g_stand_still = false;
      EXPECT_EQ(CORDON_OK, cordon_set_callback(nullptr, nullptr));
      caller.join();
      ASSERT_LT(hold.results + 2, LongBatch::kNum) << "the batch is too short";
      EXPECT_EQ(CORDON_ERR_STATE, st);
      for (size_t i = 0; i < LongBatch::kNum; i++) {
        EXPECT_EQ(CORDON_ERR_STATE, batch.Status(i)) << i;
      }
      EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId("sha512")));
    }
  }
  EXPECT_NE(SIG_ERR, signal(SIGUSR1, SIG_DFL));
}

TEST_F(Inject, ChecksItsArguments) {
  uint32_t past = Info().num_selftests + 1;
  EXPECT_EQ(CORDON_ERR_ARG, cordon_test_inject(0, 1));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_test_inject(past, 1));
  FailNext("sha512", 5);
  EXPECT_EQ(CORDON_OK, cordon_test_clear());
  EXPECT_EQ(CORDON_OK, cordon_selftest(SelfTestId("sha512")));
}

}  // namespace
}  // namespace module_test
