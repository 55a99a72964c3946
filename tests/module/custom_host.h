// A host of our own for the module: it has no constructor, and tests script
// its entropy, clock and generation.
#ifndef CORDON_TESTS_MODULE_CUSTOM_HOST_H_
#define CORDON_TESTS_MODULE_CUSTOM_HOST_H_

#include <stdint.h>

#include <atomic>
#include <mutex>
#include <vector>

namespace module_test {

enum class Entropy {
  kGood,
  kReturnsZero,    // good bytes, but the code of a failure
  kReturnsOne,     // good bytes, and what C calls true
  kWritesNothing,  // says that all is well
  kWritesHalf,     // says that all is well
  kAllZero,        // stuck at a value
  kRunOfNine,      // nine equal samples in a row
  kRunOfEight,     // one less: passes
  kProportion27,   // 27 of the first 512 samples equal the first
  kProportion26,   // one less: passes
};

struct Host {
  std::atomic<Entropy> entropy{Entropy::kGood};
  // Draws that are still good before `entropy` holds.
  std::atomic<int> good_draws{0};
  std::mutex mutex;
  std::vector<size_t> draws;  // lengths that were asked for

  // 0: none; else this number plus the process id, so that a fork is seen.
  std::atomic<uint64_t> generation{1};
  std::atomic<bool> no_thread_state{false};
  std::atomic<uint32_t> backend_limit{0};
  std::atomic<uint64_t> yields{0};
  std::atomic<uint64_t> ticks{0};
  // Called at each reading of the clock, which is around each self-test.
  std::atomic<void (*)()> on_ticks{nullptr};

  std::vector<size_t> TakeDraws();
};

extern Host host;

}  // namespace module_test

#endif
