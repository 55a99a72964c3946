// Many threads, and fork: no call disturbs another, and no nonce or key is ever
// made twice.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <set>
#include <thread>

#include "service_test.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};

TEST(Threads, SixteenSignVerifyAndGenerateAtOnce) {
  constexpr int kThreads = 16, kRounds = 24;
  Pair shared(Hex(kPrivate));
  std::vector<std::vector<Bytes>> made(kThreads);
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; t++) {
    threads.emplace_back([&, t] {
      auto expect = [&](bool ok) { failures += !ok; };
      for (int i = 0; i < kRounds; i++) {
        Bytes sig(64);
        size_t len = sig.size();
        expect(cordon_ecdsa_sign(sig.data(), &len, &shared.priv, &kRaw,
                                 kMsg.data(), kMsg.size()) == CORDON_OK);
        made[t].emplace_back(sig.begin(), sig.begin() + 32);
        expect(cordon_ecdsa_verify(&shared.pub, &kRaw, kMsg.data(), kMsg.size(),
                                   sig.data(), sig.size()) == CORDON_OK);
        sig[63] ^= 1;
        expect(cordon_ecdsa_verify(&shared.pub, &kRaw, kMsg.data(), kMsg.size(),
                                   sig.data(),
                                   sig.size()) == CORDON_ERR_SIGNATURE);
        // The indicator is this thread's own: the last call failed.
        cordon_indicator indicator;
        expect(cordon_last_indicator(&indicator) == CORDON_OK &&
               indicator.reason == CORDON_REASON_FAILED);
        if (i % 8 == 0) {
          cordon_private_key key;
          Bytes d(32);
          size_t d_len = d.size();
          expect(cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                               CORDON_USE_SIGN) == CORDON_OK);
          expect(cordon_private_export(d.data(), &d_len, &key) == CORDON_OK);
          made[t].push_back(d);
          expect(cordon_private_wipe(&key) == CORDON_OK);
        }
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(0, failures);
  std::set<Bytes> distinct;
  size_t total = 0;
  for (const auto &list : made) {
    total += list.size();
    distinct.insert(list.begin(), list.end());
  }
  EXPECT_EQ(kThreads * (kRounds + kRounds / 8), static_cast<int>(total));
  EXPECT_EQ(total, distinct.size());
}

// ForkAndSign forks a child that signs kMsg `count` times and writes the r of
// each into a pipe. Returns the reading end.
int ForkAndSign(const cordon_private_key &key, int count, pid_t *pid) {
  int ends[2];
  EXPECT_EQ(0, pipe(ends));
  *pid = fork();
  if (*pid == 0) {
    alarm(60);
    for (int i = 0; i < count; i++) {
      uint8_t sig[64];
      size_t len = sizeof sig;
      if (cordon_ecdsa_sign(sig, &len, &key, &kRaw, kMsg.data(), kMsg.size()) !=
              CORDON_OK ||
          write(ends[1], sig, 32) != 32) {
        _exit(1);
      }
    }
    _exit(0);
  }
  close(ends[1]);
  return ends[0];
}

// Collect reads what a child wrote, and expects that it ended well.
void Collect(int end, pid_t pid, std::vector<Bytes> *out) {
  Bytes r(32);
  while (read(end, r.data(), r.size()) == 32) {
    out->push_back(r);
  }
  close(end);
  int status = -1;
  EXPECT_EQ(pid, waitpid(pid, &status, 0));
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
}

void ExpectDistinct(const std::vector<Bytes> &all, size_t want) {
  EXPECT_EQ(want, all.size());
  EXPECT_EQ(all.size(), std::set<Bytes>(all.begin(), all.end()).size());
}

// R39: same message, same key, DRBG state copied by fork.
TEST(Fork, ParentAndChildNeverUseTheSameNonce_R39) {
  Pair pair(Hex(kPrivate));
  SignOrDie(pair.priv, kRaw, kMsg);  // the parent's DRBG is seeded
  std::vector<Bytes> all;
  for (int round = 0; round < 8; round++) {
    pid_t pid;
    int end = ForkAndSign(pair.priv, 4, &pid);
    for (int i = 0; i < 4; i++) {
      Bytes sig = SignOrDie(pair.priv, kRaw, kMsg);
      all.emplace_back(sig.begin(), sig.begin() + 32);
    }
    Collect(end, pid, &all);
  }
  ExpectDistinct(all, 64);
}

TEST(Fork, SixtyFourChildrenOfOneParentAreAllDistinct_R39) {
  Pair pair(Hex(kPrivate));
  SignOrDie(pair.priv, kRaw, kMsg);
  std::vector<Bytes> all;
  for (int batch = 0; batch < 8; batch++) {
    pid_t pids[8];
    int ends[8];
    for (int i = 0; i < 8; i++) {
      ends[i] = ForkAndSign(pair.priv, 1, &pids[i]);
    }
    for (int i = 0; i < 8; i++) {
      Collect(ends[i], pids[i], &all);
    }
  }
  ExpectDistinct(all, 64);
}

TEST(Fork, GrandchildrenAreDistinctToo_R39) {
  Pair pair(Hex(kPrivate));
  SignOrDie(pair.priv, kRaw, kMsg);
  std::vector<Bytes> all;
  int ends[2];
  ASSERT_EQ(0, pipe(ends));
  pid_t child = fork();
  if (child == 0) {
    alarm(60);
    fork();
    fork();  // four processes in all
    uint8_t sig[64];
    size_t len = sizeof sig;
    bool ok = cordon_ecdsa_sign(sig, &len, &pair.priv, &kRaw, kMsg.data(),
                                kMsg.size()) == CORDON_OK &&
              write(ends[1], sig, 32) == 32;
    while (wait(nullptr) > 0) {
    }
    _exit(!ok);
  }
  close(ends[1]);
  Collect(ends[0], child, &all);
  ExpectDistinct(all, 4);
}

TEST(Fork, WhileOtherThreadsSignLeavesBothSidesWorking) {
  Pair pair(Hex(kPrivate));
  std::atomic<bool> stop{false};
  std::atomic<int> failures{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([&] {
      while (!stop) {
        uint8_t sig[64];
        size_t len = sizeof sig;
        failures += cordon_ecdsa_sign(sig, &len, &pair.priv, &kRaw, kMsg.data(),
                                      kMsg.size()) != CORDON_OK;
      }
    });
  }
  std::vector<Bytes> all;
  for (int i = 0; i < 24; i++) {
    pid_t pid;
    int end = ForkAndSign(pair.priv, 2, &pid);
    Bytes sig = SignOrDie(pair.priv, kRaw, kMsg);
    all.emplace_back(sig.begin(), sig.begin() + 32);
    Collect(end, pid, &all);
  }
  stop = true;
  for (std::thread &thread : threads) {
    thread.join();
  }
  EXPECT_EQ(0, failures);
  ExpectDistinct(all, 72);
}

TEST(Fork, KeysAreDistinctToo) {
  Pair warm;
  std::set<Bytes> all;
  for (int i = 0; i < 8; i++) {
    int ends[2];
    ASSERT_EQ(0, pipe(ends));
    pid_t pid = fork();
    if (pid == 0) {
      alarm(60);
      cordon_private_key key;
      uint8_t d[32];
      size_t len = sizeof d;
      bool ok = cordon_keygen(&key, CORDON_P256, CORDON_KEYGEN_REJECTION,
                              CORDON_USE_SIGN) == CORDON_OK &&
                cordon_private_export(d, &len, &key) == CORDON_OK &&
                write(ends[1], d, 32) == 32;
      _exit(!ok);
    }
    close(ends[1]);
    std::vector<Bytes> one;
    Collect(ends[0], pid, &one);
    ASSERT_EQ(1u, one.size());
    all.insert(one[0]);
  }
  EXPECT_EQ(8u, all.size());
}

}  // namespace
}  // namespace service_test
