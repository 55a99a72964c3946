// The host functions behind host.h. They leave no entropy on the stack.
#include "host.h"

#include <string.h>
#include <sys/random.h>

namespace secrets_test {
Host host;
}  // namespace secrets_test

using secrets_test::host;

extern "C" {

uint32_t cordon_host_entropy(uint8_t *out, size_t len) {
  for (size_t done = 0; done < len;) {
    const ssize_t n = getrandom(out + done, len - done, 0);
    done += n > 0 ? static_cast<size_t>(n) : 0;
  }
  host.draws.emplace_back(out, out + len);
  return CORDON_HOST_ENTROPY_OK;
}

void *cordon_host_thread_state(void) { return host.thread; }

uint64_t cordon_host_generation(uint32_t) { return secrets_test::kGeneration; }

uint64_t cordon_host_ticks(void) { return secrets_test::kTicks; }

uint32_t cordon_host_backend_limit(void) { return 0; }

void cordon_host_declassify(const void *, size_t) {}

void cordon_host_yield(void) {}

}  // extern "C"
