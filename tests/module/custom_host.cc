// The scripted host functions of custom_host.h.
#include "custom_host.h"

#include <cordon/host.h>
#include <sched.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

namespace module_test {

Host host;

std::vector<size_t> Host::TakeDraws() {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<size_t> taken;
  taken.swap(draws);
  return taken;
}

namespace {

void FillGood(uint8_t *out, size_t len) {
  for (size_t done = 0; done < len;) {
    ssize_t n = getrandom(out + done, len - done, 0);
    done += n > 0 ? static_cast<size_t>(n) : 0;
  }
}

// Good bytes of which `run` from the second on are equal, and no longer run.
void FillRun(uint8_t *out, size_t len, size_t run) {
  FillGood(out, len);
  for (size_t i = 0; i < len; i++) {
    out[i] = static_cast<uint8_t>((out[i] & 0x7e) | (i & 1));
  }
  memset(out + 1, 0x80, run < len ? run : len - 1);
}

// Of the first 512 bytes `matches` equal the first one, never two in a row.
void FillProportion(uint8_t *out, size_t len, size_t matches) {
  FillGood(out, len);
  for (size_t i = 0; i < len; i++) {
    out[i] &= 0x7f;
    if (i % 2 == 0 && i / 2 < matches) {
      out[i] = 0x80;
    }
  }
}

uint32_t Draw(Entropy entropy, uint8_t *out, size_t len) {
  switch (entropy) {
    case Entropy::kGood:
      FillGood(out, len);
      break;
    case Entropy::kReturnsZero:
      FillGood(out, len);
      return 0;
    case Entropy::kReturnsOne:
      FillGood(out, len);
      return 1;
    case Entropy::kWritesNothing:
      break;
    case Entropy::kWritesHalf:
      FillGood(out, len / 2);
      break;
    case Entropy::kAllZero:
      memset(out, 0, len);
      break;
    case Entropy::kRunOfNine:
      FillRun(out, len, 9);
      break;
    case Entropy::kRunOfEight:
      FillRun(out, len, 8);
      break;
    case Entropy::kProportion27:
      FillProportion(out, len, 27);
      break;
    case Entropy::kProportion26:
      FillProportion(out, len, 26);
      break;
  }
  return CORDON_HOST_ENTROPY_OK;
}

struct Block {
  alignas(16) uint8_t bytes[CORDON_THREAD_STATE_BYTES];
};
thread_local Block block;

}  // namespace
}  // namespace module_test

using module_test::host;

extern "C" {

uint32_t cordon_host_entropy(uint8_t *out, size_t len) {
  {
    std::lock_guard<std::mutex> lock(host.mutex);
    host.draws.push_back(len);
  }
  bool good = host.good_draws > 0;
  if (good) {
    host.good_draws--;
  }
  return module_test::Draw(
      good ? module_test::Entropy::kGood : host.entropy.load(), out, len);
}

void *cordon_host_thread_state(void) {
  return host.no_thread_state ? nullptr : module_test::block.bytes;
}

uint64_t cordon_host_generation(uint32_t) {
  uint64_t base = host.generation;
  return base == 0 ? 0 : base + static_cast<uint64_t>(getpid());
}

uint64_t cordon_host_ticks(void) {
  void (*hook)() = host.on_ticks;
  if (hook != nullptr) {
    hook();
  }
  return ++host.ticks;
}

uint32_t cordon_host_backend_limit(void) { return host.backend_limit; }

void cordon_host_declassify(const void *, size_t) {}

void cordon_host_yield(void) {
  host.yields++;
  sched_yield();
}

}  // extern "C"
