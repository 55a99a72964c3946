// The entropy health tests: their cutoffs, and what happens at them.
#include <gtest/gtest.h>
#include <math.h>
#include <string.h>

#include <random>
#include <vector>

extern "C" {
#include "drbg/health.h"
}

namespace {

const uint32_t kHealthy = 0xffffffff;
const long double kAlpha = ldexpl(1, -64);

// P(Bin(n, 2^-8) >= k), all terms positive.
long double BinomialTail(unsigned n, unsigned k) {
  long double p = ldexpl(1, -8), term = powl(1 - p, n), sum = 0;
  for (unsigned i = 0; i <= n; i++) {
    sum += i >= k ? term : 0;
    term *= (n - i) * p / ((i + 1) * (1 - p));
  }
  return sum;
}

// Samples without any repetition nearby and without excess: 0, 1, ..., 255, 0.
std::vector<uint8_t> Counting(size_t len, unsigned first = 0) {
  std::vector<uint8_t> out(len);
  for (size_t i = 0; i < len; i++) {
    out[i] = static_cast<uint8_t>(first + i);
  }
  return out;
}

// A state that is healthy and at the begin of a window.
struct health_state Healthy() {
  struct health_state st;
  EXPECT_EQ(kHealthy, health_startup(&st, Counting(HEALTH_STARTUP_LEN).data()));
  return st;
}

uint32_t Update(struct health_state *st, const std::vector<uint8_t> &samples) {
  return health_update(st, samples.data(), samples.size());
}

// A window that begins with 0 and has 0 `count` times in all, never twice in a
// row.
std::vector<uint8_t> WindowWith(unsigned count) {
  std::vector<uint8_t> out = Counting(512);
  for (uint8_t &sample : out) {
    sample = static_cast<uint8_t>(1 + sample % 255);
  }
  for (unsigned i = 0; i < count; i++) {
    out[2 * i] = 0;
  }
  return out;
}

TEST(HealthCutoffs, RepetitionIsOnePlusAlphaOverH) {
  // P(C equal samples in a row) = 2^(-8 (C - 1)).
  unsigned cutoff = 1;
  while (ldexpl(1, -8 * static_cast<int>(cutoff - 1)) > kAlpha) {
    cutoff++;
  }
  EXPECT_EQ(cutoff, HEALTH_REPETITION_CUTOFF);
}

TEST(HealthCutoffs, ProportionIsTheLeastWithinAlpha) {
  // B = 1 + Bin(511, 2^-8): the first sample always counts.
  unsigned cutoff = 1;
  while (BinomialTail(HEALTH_PROPORTION_WINDOW - 1, cutoff - 1) > kAlpha) {
    cutoff++;
  }
  EXPECT_EQ(cutoff, HEALTH_PROPORTION_CUTOFF);
}

TEST(HealthCutoffs, ProportionIsOneAboveTheFormulaThatIgnoresTheFirstSample) {
  // 1 + CRITBINOM(512, 2^-8, 1 - alpha) of SP 800-90B 4.4.2, and why it is not
  // used: a window would fail by chance more often than alpha.
  unsigned critbinom = 0;
  while (BinomialTail(HEALTH_PROPORTION_WINDOW, critbinom + 1) > kAlpha) {
    critbinom++;
  }
  EXPECT_EQ(1 + critbinom + 1, HEALTH_PROPORTION_CUTOFF);
  EXPECT_GT(BinomialTail(HEALTH_PROPORTION_WINDOW - 1, critbinom), kAlpha);
}

TEST(HealthStartup, NothingIsHealthyBeforeIt) {
  struct health_state st;
  health_init(&st);
  EXPECT_EQ(0u, Update(&st, Counting(2000)));
}

TEST(HealthStartup, PassesOnRandomSamples) {
  std::mt19937 rng(7);
  for (int round = 0; round < 50; round++) {
    std::vector<uint8_t> samples(HEALTH_STARTUP_LEN);
    for (uint8_t &sample : samples) {
      sample = static_cast<uint8_t>(rng());
    }
    struct health_state st;
    ASSERT_EQ(kHealthy, health_startup(&st, samples.data()));
    ASSERT_EQ(kHealthy, Update(&st, samples));
  }
}

TEST(HealthStartup, FailsOnAStuckSourceAndOnAFaultInItsLastSamples) {
  struct health_state st;
  std::vector<uint8_t> samples(HEALTH_STARTUP_LEN, 0);
  EXPECT_EQ(0u, health_startup(&st, samples.data()));
  EXPECT_EQ(0u, Update(&st, Counting(10)));
  samples = Counting(HEALTH_STARTUP_LEN);
  memset(&samples[HEALTH_STARTUP_LEN - 9], 0x99, 9);
  EXPECT_EQ(0u, health_startup(&st, samples.data()));
}

TEST(HealthStartup, RecoversAfterAFailure) {
  struct health_state st = Healthy();
  EXPECT_EQ(0u, Update(&st, std::vector<uint8_t>(20, 1)));
  EXPECT_EQ(0u, Update(&st, Counting(600)));
  EXPECT_EQ(kHealthy, health_startup(&st, Counting(HEALTH_STARTUP_LEN).data()));
  EXPECT_EQ(kHealthy, Update(&st, Counting(600)));
}

TEST(HealthRepetition, EightInARowPassAndNineFail) {
  for (unsigned value = 0; value < 256; value++) {
    std::vector<uint8_t> samples(8, static_cast<uint8_t>(value));
    struct health_state st = Healthy();
    // Another value first, so that neither the run nor the window has it.
    EXPECT_EQ(kHealthy, Update(&st, {static_cast<uint8_t>(value ^ 0x80)}));
    EXPECT_EQ(kHealthy, Update(&st, samples));
    struct health_state other = st;
    EXPECT_EQ(0u, Update(&st, {static_cast<uint8_t>(value)}));
    EXPECT_EQ(kHealthy, Update(&other, {static_cast<uint8_t>(value + 1)}));
    EXPECT_EQ(kHealthy, Update(&other, samples));
  }
}

TEST(HealthRepetition, RunsGoOnAcrossCalls) {
  struct health_state st = Healthy();
  for (int i = 0; i < 8; i++) {
    EXPECT_EQ(kHealthy, Update(&st, {7}));
  }
  EXPECT_EQ(0u, Update(&st, {7}));
}

TEST(HealthRepetition, NineZerosFailAtTheVeryBegin) {
  struct health_state st;
  std::vector<uint8_t> samples = Counting(HEALTH_STARTUP_LEN, 1);
  memset(samples.data(), 0, 8);
  EXPECT_EQ(kHealthy, health_startup(&st, samples.data()));
  samples[8] = 0;
  EXPECT_EQ(0u, health_startup(&st, samples.data()));
}

TEST(HealthProportion, TwentySixInAWindowPassAndTwentySevenFail) {
  struct health_state st = Healthy();
  EXPECT_EQ(kHealthy, Update(&st, WindowWith(26)));
  st = Healthy();
  EXPECT_EQ(0u, Update(&st, WindowWith(27)));
}

TEST(HealthProportion, TheLastSampleOfAWindowCounts) {
  struct health_state st = Healthy();
  std::vector<uint8_t> window = WindowWith(26);
  window[511] = 0;
  EXPECT_EQ(0u, Update(&st, window));
}

TEST(HealthProportion, WindowsDoNotOverlap) {
  // 26 at the end of one window and 26 at the begin of the next.
  struct health_state st = Healthy();
  std::vector<uint8_t> first = WindowWith(0), second = WindowWith(26);
  first[0] = 0;
  for (unsigned i = 0; i < 25; i++) {
    first[511 - 2 * i] = 0;
  }
  second[0] = 0;
  second[1] = 3;
  EXPECT_EQ(kHealthy, Update(&st, first));
  EXPECT_EQ(kHealthy, Update(&st, second));
}

TEST(HealthProportion, OnlyTheFirstValueOfAWindowIsCounted) {
  struct health_state st = Healthy();
  std::vector<uint8_t> window = WindowWith(200);
  window[0] = 255;
  EXPECT_EQ(kHealthy, Update(&st, window));
}

TEST(HealthUpdate, AnyChunkingGivesTheSameVerdictAndState) {
  std::mt19937 rng(11);
  for (int round = 0; round < 40; round++) {
    std::vector<uint8_t> samples(1500);
    for (uint8_t &sample : samples) {
      sample = static_cast<uint8_t>(rng() % (round < 20 ? 256 : 12));
    }
    struct health_state whole = Healthy(), parts = whole;
    uint32_t verdict = Update(&whole, samples), last = kHealthy;
    for (size_t at = 0; at < samples.size();) {
      size_t len = std::min<size_t>(rng() % 100, samples.size() - at);
      last = health_update(&parts, samples.data() + at, len);
      at += len;
    }
    EXPECT_EQ(verdict, last);
    EXPECT_EQ(0, memcmp(&whole, &parts, sizeof whole));
  }
}

TEST(HealthUpdate, NoSamplesKeepTheVerdict) {
  struct health_state st = Healthy();
  EXPECT_EQ(kHealthy, health_update(&st, nullptr, 0));
}

}  // namespace
