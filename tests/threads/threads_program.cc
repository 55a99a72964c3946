// Sixteen threads on every service at once, from before power-on. Run by ctest
// over a development library under ThreadSanitizer, which ends it with another
// exit code at the first race; and over cordon.o with `fork`, where children
// are forked meanwhile and everything that they and the threads draw is
// compared.
//
//   threads_program [fork]
#include <cordon/cordon.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace {

using Drawn = std::array<uint8_t, 28>;

constexpr int kThreads = 16, kRounds = 2, kChildren = 12;
constexpr uint32_t kCurves[] = {CORDON_P224, CORDON_P256, CORDON_P384,
                                CORDON_P521};
const uint8_t kMessage[] = "a message";

std::atomic<int> failures{0};
std::atomic<int> events{0};

void Expect(bool ok, const char *what) {
  if (!ok && failures++ == 0) {
    fprintf(stderr, "threads: %s\n", what);
  }
}

void CountEvent(void *, const cordon_event *) { events++; }

// What a thread, or a child, drew from its DRBG.
using Draws = std::vector<Drawn>;

void AddDraw(Draws *draws, const uint8_t *bytes) {
  Drawn drawn;
  memcpy(drawn.data(), bytes, drawn.size());
  draws->push_back(drawn);
}

void DrawRandom(Draws *draws) {
  uint8_t out[sizeof(Drawn)];
  Expect(cordon_random(out, sizeof out) == CORDON_OK, "random");
  AddDraw(draws, out);
}

// Both kinds of signatures; r of a hedged one depends on the DRBG.
void Sign(const cordon_private_key &key, const cordon_public_key &pub,
          Draws *draws) {
  for (uint32_t nonce : {CORDON_NONCE_HEDGED, CORDON_NONCE_DETERMINISTIC}) {
    const cordon_ecdsa_scheme scheme = {CORDON_SHA256, CORDON_RAW, nonce};
    uint8_t sig[CORDON_MAX_RAW_SIG_BYTES];
    size_t len = sizeof sig;
    Expect(cordon_ecdsa_sign(sig, &len, &key, &scheme, kMessage,
                             sizeof kMessage) == CORDON_OK,
           "sign");
    Expect(cordon_ecdsa_verify(&pub, &scheme, kMessage, sizeof kMessage, sig,
                               len) == CORDON_OK,
           "verify");
    if (nonce == CORDON_NONCE_HEDGED) {
      AddDraw(draws, sig);
    }
    sig[len - 1] ^= 1;
    Expect(cordon_ecdsa_verify(&pub, &scheme, kMessage, sizeof kMessage, sig,
                               len) == CORDON_ERR_SIGNATURE,
           "refusal of a changed signature");
  }
}

void Agree(const cordon_private_key &key, const cordon_public_key &pub) {
  static const cordon_kdf kdf = {
      CORDON_KDF_HMAC, CORDON_SHA3_256, nullptr, 0, nullptr, 0};
  uint8_t z[CORDON_MAX_FIELD_BYTES], out[40];
  size_t len = sizeof z;
  Expect(cordon_ecdh(z, &len, &key, &pub) == CORDON_OK, "ecdh");
  Expect(cordon_ecdh_kdf(out, sizeof out, &key, &pub, &kdf) == CORDON_OK,
         "ecdh_kdf");
}

void Generate(uint32_t curve, uint32_t method, Draws *draws) {
  cordon_private_key key;
  uint8_t d[CORDON_MAX_FIELD_BYTES];
  size_t len = sizeof d;
  Expect(cordon_keygen(&key, curve, method,
                       CORDON_USE_SIGN | CORDON_USE_AGREE) == CORDON_OK,
         "keygen");
  Expect(cordon_private_export(d, &len, &key) == CORDON_OK, "export");
  AddDraw(draws, d + len - sizeof(Drawn));
  Expect(cordon_private_wipe(&key) == CORDON_OK, "wipe");
}

// Status calls, some of which write.
void LookAround() {
  cordon_info info;
  cordon_selftest_record record;
  cordon_indicator indicator;
  Expect(cordon_last_indicator(&indicator) == CORDON_OK, "last_indicator");
  Expect(cordon_get_info(&info) == CORDON_OK, "get_info");
  Expect(info.state == CORDON_STATE_OPERATIONAL, "the state");
  for (uint32_t i = 0; i < info.num_selftests; i++) {
    Expect(cordon_selftest_info(i, &record) == CORDON_OK, "selftest_info");
    Expect(record.result != CORDON_TEST_FAILED, "the result of a self-test");
  }
  Expect(cordon_set_callback(CountEvent, nullptr) == CORDON_OK, "set_callback");
}

// Keys of each curve, shared by all threads.
struct Shared {
  cordon_private_key key[4];
  cordon_public_key pub[4];
};

void MakeKeys(Shared *shared) {
  for (size_t i = 0; i < 4; i++) {
    Expect(cordon_keygen(&shared->key[i], kCurves[i], CORDON_KEYGEN_EXTRA_BITS,
                         CORDON_USE_SIGN | CORDON_USE_AGREE) == CORDON_OK,
           "keygen");
    Expect(cordon_private_public(&shared->pub[i], &shared->key[i]) == CORDON_OK,
           "private_public");
  }
}

// The one thread begins where the other is half through the curves, so that
// first uses meet.
void Work(int number, const Shared *shared, Draws *draws) {
  for (int round = 0; round < kRounds; round++) {
    for (int step = 0; step < 4; step++) {
      const int i = (number + step) % 4;
      DrawRandom(draws);
      Sign(shared->key[i], shared->pub[i], draws);
      Agree(shared->key[i], shared->pub[i]);
      Generate(kCurves[i],
               number % 2 ? CORDON_KEYGEN_REJECTION : CORDON_KEYGEN_EXTRA_BITS,
               draws);
      LookAround();
    }
    if (number % 4 == 0) {
      Expect(cordon_selftest(CORDON_SELFTEST_ALL) == CORDON_OK, "selftest");
    }
  }
}

// A child draws, and sends what it drew through a pipe.
void BeChild(const Shared *shared, int out) {
  Draws draws;
  for (int i = 0; i < 4; i++) {
    DrawRandom(&draws);
    Sign(shared->key[i], shared->pub[i], &draws);
  }
  Generate(CORDON_P256, CORDON_KEYGEN_REJECTION, &draws);
  const size_t len = draws.size() * sizeof(Drawn);
  const bool sent = write(out, draws.data(), len) == static_cast<ssize_t>(len);
  _exit(sent && failures == 0 ? 0 : 1);
}

void ForkOnce(const Shared *shared, Draws *draws) {
  int ends[2];
  Expect(pipe(ends) == 0, "pipe");
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(60);
    BeChild(shared, ends[1]);
  }
  close(ends[1]);
  Drawn drawn;
  while (read(ends[0], drawn.data(), drawn.size()) == sizeof(Drawn)) {
    draws->push_back(drawn);
  }
  close(ends[0]);
  int status = -1;
  Expect(waitpid(pid, &status, 0) == pid && status == 0, "a child");
}

}  // namespace

int main(int argc, char **argv) {
  const bool forks = argc == 2 && strcmp(argv[1], "fork") == 0;
  Shared *shared = new Shared;
  std::vector<Draws> draws(kThreads + 1);
  std::vector<std::thread> threads;
  // All of these meet at power-on; one of them makes the keys.
  for (int t = 0; t < kThreads; t++) {
    threads.emplace_back([t, shared, &draws] {
      if (t == 0) {
        MakeKeys(shared);
      } else {
        DrawRandom(&draws[t]);
        LookAround();
      }
    });
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  threads.clear();
  for (int t = 0; t < kThreads; t++) {
    threads.emplace_back(Work, t, shared, &draws[t]);
  }
  for (int i = 0; forks && i < kChildren; i++) {
    ForkOnce(shared, &draws[kThreads]);
  }
  for (std::thread &thread : threads) {
    thread.join();
  }
  std::set<Drawn> distinct;
  size_t total = 0;
  for (const Draws &list : draws) {
    total += list.size();
    distinct.insert(list.begin(), list.end());
  }
  Expect(distinct.size() == total, "two outputs are equal");
  Expect(!forks || draws[kThreads].size() == kChildren * 9u,
         "draws of children");
  Expect(events > 0, "no event was reported");
  printf("%zu outputs, all different: %s\n", total,
         failures == 0 ? "passed" : "FAILED");
  delete shared;
  return failures == 0 ? 0 : 1;
}
