// Self-tests before first use, over a host without a constructor: none at
// power-on, each once before the first call that needs it, whatever the number
// of threads; and a build that leaves none for the first use.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <thread>

#include "custom_host.h"
#include "fresh_process.h"
#include "trials.h"

namespace module_test {
namespace {

#if defined(CORDON_EAGER_SELFTESTS)
constexpr bool kEager = true;
#else
constexpr bool kEager = false;
#endif

using FirstUse = FreshProcess;

int Count(const std::string &text) {
  int n = 0;
  for (const cordon_event &event : EventsSince(0)) {
    n += EventText(event) == text;
  }
  return n;
}

std::vector<std::string> FirstUseTests() {
  std::vector<std::string> names;
  for (const cordon_selftest_record &record : SelfTests()) {
    if (record.kind == CORDON_TEST_FIRST_USE) {
      names.push_back(record.name);
    }
  }
  return names;
}

// R11: lazy or, where the build says so, all of them at power-on.
TEST_F(FirstUse, RunsNoneAtPowerOnUnlessTheBuildIsEager) {
  InChild([] {
    EXPECT_EQ("operational", StateName(State()));
    std::vector<std::string> names = FirstUseTests();
    EXPECT_GE(names.size(), 20u);
    for (const std::string &name : names) {
      EXPECT_EQ(kEager ? CORDON_TEST_PASSED : CORDON_TEST_NOT_RUN,
                SelfTest(name).result)
          << name;
      EXPECT_EQ(kEager ? 1 : 0, Count("start " + name)) << name;
    }
    for (const cordon_selftest_record &record : SelfTests()) {
      if (record.kind == CORDON_TEST_CONDITIONAL) {
        EXPECT_EQ(0, Count(std::string("start ") + record.name));
      }
    }
  });
}

// R11, R12, R14: every trial, each in the order of the table: whatever it
// depends on has passed when it is served, and nothing ran that no call needed.
TEST_F(FirstUse, RunsEachTestBeforeTheFirstCallThatNeedsIt) {
  InChild([] {
    static Stock stock;
    std::set<std::string> needed;
    for (uint32_t curve = 1; curve <= kNumCurves; curve++) {
      cordon_private_key key;
      ASSERT_EQ(CORDON_OK, cordon_keygen(&key, curve, CORDON_KEYGEN_REJECTION,
                                         CORDON_USE_AGREE));
      for (const char *family : {"ecdsa-sign-", "ecdh-"}) {
        needed.insert(family + CurveSuffix(curve));
      }
    }
    needed.insert("entropy-health");
    for (const std::string &name : FirstUseTests()) {
      EXPECT_EQ(kEager || needed.count(name) ? CORDON_TEST_PASSED
                                             : CORDON_TEST_NOT_RUN,
                SelfTest(name).result)
          << name;
    }
    ASSERT_EQ("", stock.Fill());
    for (const Trial &trial : Trials()) {
      ASSERT_EQ(CORDON_OK, trial.call(stock).status) << trial.name;
      for (const std::string &test : trial.needs) {
        EXPECT_EQ(CORDON_TEST_PASSED, SelfTest(test).result)
            << test << " after " << trial.name;
      }
    }
    for (const std::string &name : FirstUseTests()) {
      EXPECT_EQ(1u, SelfTest(name).runs) << name;
    }
  });
}

// R11: run on demand, a test is not run again by its first use.
TEST_F(FirstUse, IsNotLeftOverByARunOfAllTests) {
  InChild([] {
    EXPECT_EQ(CORDON_OK, cordon_selftest(CORDON_SELFTEST_ALL));
    static Stock stock;
    ASSERT_EQ("", stock.Fill());
    for (const Trial &trial : Trials()) {
      ASSERT_EQ(CORDON_OK, trial.call(stock).status) << trial.name;
    }
    for (const std::string &name : FirstUseTests()) {
      EXPECT_EQ(kEager ? 2u : 1u, SelfTest(name).runs) << name;
    }
  });
}

// A table of a prepared key that comes from another process is refused: the
// first child makes it in memory that both have, at the same address.
TEST_F(FirstUse, OfATableOfAnotherProcessIsRefused) {
  constexpr size_t kLen = CORDON_P256_PREPARED_SMALL_BYTES;
  void *memory = mmap(nullptr, kLen, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(MAP_FAILED, memory);
  uint8_t *table = static_cast<uint8_t *>(memory);
  auto in_process = [&](uint64_t ticks, cordon_status want) {
    InChild([&] {
      host.ticks = ticks;
      static Stock stock;
      size_t len = kLen;
      const cordon_ecdsa_scheme scheme = {CORDON_SHA384, CORDON_RAW, 0};
      ASSERT_EQ("", stock.Fill());
      const Bytes &sig = stock.curve_sig[CORDON_P256];
      if (want == CORDON_OK) {
        ASSERT_EQ(CORDON_OK,
                  cordon_ecdsa_prepare(table, &len, &stock.pub[CORDON_P256],
                                       CORDON_PREPARED_SMALL));
      }
      EXPECT_EQ(want, cordon_ecdsa_verify_prepared(table, &scheme, nullptr, 0,
                                                   sig.data(), sig.size()));
    });
  };
  in_process(1000, CORDON_OK);
  in_process(2000, CORDON_ERR_OBJECT);
  in_process(2000, CORDON_OK);
  munmap(memory, kLen);
}

void Dawdle() { usleep(2000); }

// R11, R18: sixteen threads meet the first use at once: one of them runs the
// test, the others wait for it, and all are served.
TEST_F(FirstUse, RunsEachTestOnceForSixteenThreads) {
  InChild([] {
    // They meet in the test itself, not in power-on.
    EXPECT_EQ("operational", StateName(State()));
    host.on_ticks = Dawdle;
    pthread_barrier_t start;
    pthread_barrier_init(&start, nullptr, 16);
    std::atomic<int> served{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 16; i++) {
      threads.emplace_back([&, i] {
        cordon_private_key key;
        uint8_t out[32], digest[64];
        size_t len = sizeof digest;
        const uint32_t curve = i % 2 ? CORDON_P384 : CORDON_P521;
        const cordon_kdf kdf = {
            CORDON_KDF_HASH, CORDON_SHA3_256, nullptr, 0, nullptr, 0};
        pthread_barrier_wait(&start);
        served +=
            cordon_digest(digest, &len, CORDON_SHAKE256, nullptr, 0) ==
                CORDON_OK &&
            cordon_kdf_derive(out, sizeof out, &kdf, digest, 32) == CORDON_OK &&
            cordon_private_import(&key, curve, CORDON_USE_AGREE, nullptr,
                                  digest, 32) == CORDON_OK;
      });
    }
    for (std::thread &thread : threads) {
      thread.join();
    }
    pthread_barrier_destroy(&start);
    EXPECT_EQ(16, served);
    for (const char *name : {"shake256", "sha3-256", "kdf-onestep",
                             "ecdsa-sign-p384", "ecdsa-sign-p521"}) {
      EXPECT_EQ(1, Count(std::string("start ") + name)) << name;
      EXPECT_EQ(1, Count(std::string("pass ") + name)) << name;
      EXPECT_EQ(1u, SelfTest(name).runs) << name;
    }
    EXPECT_EQ("operational", StateName(State()));
  });
}

}  // namespace
}  // namespace module_test
