// The host of the test: it logs the entropy it gave, and has one block for the
// state of the thread, which the test can replace by a fresh one.
#ifndef CORDON_TESTS_SECRETS_HOST_H_
#define CORDON_TESTS_SECRETS_HOST_H_

#include <cordon/host.h>

#include "needles.h"

namespace secrets_test {

// Constant, because they are part of a thread's personalisation string.
constexpr uint64_t kGeneration = 11, kTicks = 1234;

struct Host {
  std::vector<Bytes> draws;
  alignas(16) uint8_t thread[CORDON_THREAD_STATE_BYTES];
};

extern Host host;

}  // namespace secrets_test

#endif
