// Hosts that fail while the module serves: entropy that sticks, fails or is
// short; generations that change or do not exist. The object is the production
// one where there is one.
#include <gtest/gtest.h>

#include <thread>

#include "custom_host.h"
#include "trials.h"

namespace module_test {
namespace {

class HostTest : public testing::Test {
 protected:
  void SetUp() override {
    host.entropy = Entropy::kGood;
    host.good_draws = 0;
    host.generation = 1;
    ASSERT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
    ASSERT_EQ("", stock_.Fill());
    host.TakeDraws();
  }
  void TearDown() override { SetUp(); }

  static cordon_status Request(size_t len, uint32_t flags = 0) {
    Bytes out(len, kFill);
    cordon_status st = cordon_drbg_generate(
        out.data(), len, &stock_.drbg[CORDON_SHA256], flags, nullptr, 0);
    EXPECT_TRUE(st == CORDON_OK || AllBytesAre(out.data(), len, 0));
    return st;
  }
  static Stock stock_;
};

Stock HostTest::stock_;

struct Mode {
  const char *name;
  Entropy entropy;
  bool passes;
};

class BadEntropy : public HostTest, public testing::WithParamInterface<Mode> {};

// R18, R36: a thread that has no seed yet gets no output; everything that
// draws is blocked on every thread, the rest works, and a start-up test over
// good samples brings it back.
TEST_P(BadEntropy, AtStartUpIsFoundAndBlocksWhatDraws) {
  std::thread([] {
    host.entropy = GetParam().entropy;
    uint8_t out[32];
    memset(out, kFill, sizeof out);
    cordon_status st = cordon_random(out, sizeof out);
    if (GetParam().passes) {
      EXPECT_EQ(CORDON_OK, st);
      return;
    }
    EXPECT_EQ("ENTROPY", StatusName(st));
    EXPECT_TRUE(AllBytesAre(out, sizeof out, 0));
  }).join();
  if (GetParam().passes) {
    EXPECT_EQ("operational", StateName(State()));
    return;
  }
  EXPECT_EQ("degraded", StateName(State()));
  EXPECT_EQ(CORDON_TEST_FAILED, SelfTest("entropy-health").result);
  for (const Trial &trial : Trials()) {
    Outcome outcome = trial.call(stock_);
    EXPECT_EQ(trial.needs.count("entropy-health") ? "BLOCKED" : "OK",
              StatusName(outcome.status))
        << trial.name;
    EXPECT_TRUE(outcome.clean) << trial.name;
  }
  const uint32_t id = SelfTestId("entropy-health");
  EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_selftest(id));  // R19
  host.entropy = Entropy::kGood;
  EXPECT_EQ(CORDON_OK, cordon_selftest(id));
  EXPECT_EQ("operational", StateName(State()));
  std::thread([] { EXPECT_EQ(16u, Random(16).size()); }).join();
}

INSTANTIATE_TEST_SUITE_P(
    Host, BadEntropy,
    testing::Values(Mode{"ReturnsZero", Entropy::kReturnsZero, false},
                    Mode{"ReturnsOne", Entropy::kReturnsOne, false},
                    Mode{"WritesNothing", Entropy::kWritesNothing, false},
                    Mode{"WritesHalf", Entropy::kWritesHalf, false},
                    Mode{"AllZero", Entropy::kAllZero, false},
                    Mode{"NineInARow", Entropy::kRunOfNine, false},
                    Mode{"EightInARowPass", Entropy::kRunOfEight, true},
                    Mode{"TwentySevenOf512", Entropy::kProportion27, false},
                    Mode{"TwentySixOf512Pass", Entropy::kProportion26, true}),
    [](const testing::TestParamInfo<Mode> &info) { return info.param.name; });

class BadDraw : public HostTest, public testing::WithParamInterface<Mode> {};

// R36: the same on a thread whose start-up test passed: reseed, instantiate
// and prediction resistance get no entropy, give nothing and change nothing.
TEST_P(BadDraw, AfterStartUpIsFoundAtEachKindOfDraw) {
  const uint32_t id = SelfTestId("entropy-health");
  cordon_drbg_params params = {CORDON_SHA256, 256,
                               CORDON_DRBG_PREDICTION_RESISTANCE};
  cordon_drbg drbg, other;
  ASSERT_EQ(CORDON_OK, cordon_drbg_instantiate(&drbg, &params, nullptr, 0));
  const cordon_drbg before = drbg;
  uint8_t out[64];
  const std::vector<std::function<cordon_status()>> calls = {
      [&] { return cordon_drbg_reseed(&drbg, nullptr, 0); },
      [&] { return cordon_drbg_instantiate(&other, &params, nullptr, 0); },
      [&] {
        host.good_draws = 1;  // the entropy input, but not the nonce
        return cordon_drbg_instantiate(&other, &params, nullptr, 0);
      },
      [&] {
        memset(out, kFill, sizeof out);
        return cordon_drbg_generate(out, sizeof out, &drbg,
                                    CORDON_DRBG_PREDICTION_RESISTANCE, nullptr,
                                    0);
      },
  };
  for (const auto &call : calls) {
    host.entropy = GetParam().entropy;
    EXPECT_EQ("ENTROPY", StatusName(call()));
    EXPECT_EQ("degraded", StateName(State()));
    EXPECT_TRUE(SameBytes(before, drbg));
    host.entropy = Entropy::kGood;
    host.good_draws = 0;
    ASSERT_EQ(CORDON_OK, cordon_selftest(id));
  }
  EXPECT_TRUE(AllBytesAre(out, sizeof out, 0));
  EXPECT_EQ(CORDON_ERR_OBJECT,
            cordon_drbg_generate(out, 1, &other, 0, nullptr, 0));
  EXPECT_EQ(CORDON_OK, cordon_drbg_generate(out, 64, &drbg, 0, nullptr, 0));
}

INSTANTIATE_TEST_SUITE_P(
    Host, BadDraw,
    testing::Values(Mode{"ReturnsZero", Entropy::kReturnsZero, false},
                    Mode{"ReturnsOne", Entropy::kReturnsOne, false},
                    Mode{"WritesNothing", Entropy::kWritesNothing, false},
                    Mode{"WritesHalf", Entropy::kWritesHalf, false},
                    Mode{"AllZero", Entropy::kAllZero, false},
                    Mode{"NineInARow", Entropy::kRunOfNine, false}),
    [](const testing::TestParamInfo<Mode> &info) { return info.param.name; });

// R34, R37: entropy input of the strength, a nonce of half of it, and never
// less than the eight bytes that are looked at together.
TEST_F(HostTest, IsAskedForTheEntropyThatTheStrengthNeeds) {
  const std::vector<std::pair<uint32_t, std::vector<size_t>>> table = {
      {112, {14, 8}}, {128, {16, 8}}, {192, {24, 12}}, {256, {32, 16}}};
  for (const auto &[strength, lens] : table) {
    cordon_drbg_params params = {CORDON_SHA512, strength, 0};
    cordon_drbg drbg;
    ASSERT_EQ(CORDON_OK, cordon_drbg_instantiate(&drbg, &params, nullptr, 0));
    EXPECT_EQ(lens, host.TakeDraws()) << strength;
    ASSERT_EQ(CORDON_OK, cordon_drbg_reseed(&drbg, nullptr, 0));
    EXPECT_EQ(std::vector<size_t>{lens[0]}, host.TakeDraws()) << strength;
  }
}

// R39
TEST_F(HostTest, WithoutGenerationsIsAskedOnEveryRequest) {
  host.generation = 0;
  EXPECT_EQ(16u, Random(16).size());
  host.TakeDraws();
  for (int i = 0; i < 3; i++) {
    EXPECT_EQ(16u, Random(16).size());
    EXPECT_EQ(std::vector<size_t>{32}, host.TakeDraws());
    EXPECT_EQ(CORDON_OK, Request(16));
    EXPECT_EQ(std::vector<size_t>{14}, host.TakeDraws());
  }
}

// R39: a restored snapshot, for instance.
TEST_F(HostTest, IsAskedOnceWhenItsGenerationChanges) {
  EXPECT_EQ(16u, Random(16).size());
  EXPECT_EQ(CORDON_OK, Request(16));
  EXPECT_EQ(0u, host.TakeDraws().size());
  host.generation = 1000;
  EXPECT_EQ(CORDON_OK, Request(16));
  EXPECT_EQ(std::vector<size_t>{14}, host.TakeDraws());
  EXPECT_EQ(16u, Random(16).size());
  EXPECT_EQ((std::vector<size_t>{32}), host.TakeDraws());
  EXPECT_EQ(CORDON_OK, Request(16));
  EXPECT_EQ(16u, Random(16).size());
  EXPECT_EQ(0u, host.TakeDraws().size());
}

// R36, R39: no entropy for the new generation, no output.
TEST_F(HostTest, ThatHasNoEntropyAfterAChangeOfGenerationGetsNoOutput) {
  host.generation = 2000;
  host.entropy = Entropy::kAllZero;
  EXPECT_EQ(CORDON_ERR_ENTROPY, Request(16));
  uint8_t out[16];
  memset(out, kFill, sizeof out);
  EXPECT_EQ(CORDON_ERR_BLOCKED, cordon_random(out, sizeof out));
  EXPECT_TRUE(AllBytesAre(out, sizeof out, 0));
}

// R35
TEST_F(HostTest, IsAskedOnEachRequestWithPredictionResistanceOnly) {
  cordon_drbg_params params = {CORDON_SHA256, 192,
                               CORDON_DRBG_PREDICTION_RESISTANCE};
  cordon_drbg drbg;
  uint8_t out[16];
  ASSERT_EQ(CORDON_OK, cordon_drbg_instantiate(&drbg, &params, nullptr, 0));
  host.TakeDraws();
  for (uint32_t flags : {1u, 0u, 1u, 0u}) {
    ASSERT_EQ(CORDON_OK,
              cordon_drbg_generate(out, 16, &drbg, flags, nullptr, 0));
    EXPECT_EQ(flags ? std::vector<size_t>{24} : std::vector<size_t>{},
              host.TakeDraws());
  }
}

// R35: the counter of requests.
TEST_F(HostTest, IsAskedWhenTheReseedIntervalIsOver) {
  cordon_drbg_params params = CORDON_DRBG_DEFAULT;
  cordon_drbg drbg;
  ASSERT_EQ(CORDON_OK, cordon_drbg_instantiate(&drbg, &params, nullptr, 0));
  host.TakeDraws();
  for (int i = 0; i < CORDON_DRBG_RESEED_INTERVAL; i++) {
    ASSERT_EQ(CORDON_OK,
              cordon_drbg_generate(nullptr, 0, &drbg, 0, nullptr, 0));
  }
  EXPECT_EQ(0u, host.TakeDraws().size());
  ASSERT_EQ(CORDON_OK, cordon_drbg_generate(nullptr, 0, &drbg, 0, nullptr, 0));
  EXPECT_EQ(std::vector<size_t>{32}, host.TakeDraws());
}

// R6: a service without a thread state refuses; the status says so too.
TEST_F(HostTest, WithoutAThreadStateGetsNoOutput) {
  host.no_thread_state = true;
  std::vector<std::string> wrong;
  for (const Trial &trial : Trials()) {
    Outcome outcome = trial.call(stock_);
    if (trial.service != CORDON_SERVICE_NONE &&
        trial.service != CORDON_SERVICE_WIPE &&
        (outcome.status != CORDON_ERR_STATE || !outcome.clean)) {
      wrong.push_back(trial.name);
    }
    if (trial.service == CORDON_SERVICE_WIPE) {
      EXPECT_TRUE(outcome.clean) << trial.name;
    }
  }
  host.no_thread_state = false;
  EXPECT_EQ(std::vector<std::string>(), wrong);
}

}  // namespace
}  // namespace module_test
