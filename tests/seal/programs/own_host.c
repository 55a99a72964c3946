/* A program with host functions of its own: no constructor, so the first call
 * performs power-on; host_linux.o stays in the archive. */
#include <cordon/cordon.h>
#include <cordon/host.h>
#include <stdio.h>
#include <sys/random.h>

static int num_entropy, num_generation, num_ticks;
static _Alignas(16) uint8_t block[CORDON_THREAD_STATE_BYTES];

uint32_t cordon_host_entropy(uint8_t *out, size_t len) {
  num_entropy++;
  for (size_t done = 0; done < len;) {
    size_t n = len - done < 256 ? len - done : 256;
    if (getentropy(out + done, n) != 0) {
      return 0;
    }
    done += n;
  }
  return CORDON_HOST_ENTROPY_OK;
}
void *cordon_host_thread_state(void) { return block; }
uint64_t cordon_host_generation(uint32_t scope) {
  (void)scope;
  return (uint64_t)++num_generation > 0;
}
uint64_t cordon_host_ticks(void) { return (uint64_t)++num_ticks; }
uint32_t cordon_host_backend_limit(void) { return CORDON_BACKEND_PORTABLE; }
void cordon_host_declassify(const void *p, size_t len) {
  (void)p;
  (void)len;
}
void cordon_host_yield(void) {}

int main(void) {
  static cordon_info info;
  uint8_t out[32];
  if (num_ticks != 0) {
    printf("the module ran before main\n");
    return 1;
  }
  if (cordon_random(out, sizeof out) != CORDON_OK || num_entropy == 0 ||
      num_generation == 0 || num_ticks == 0) {
    printf("the module does not use this host\n");
    return 1;
  }
  if (cordon_get_info(&info) != CORDON_OK ||
      info.state != CORDON_STATE_OPERATIONAL) {
    printf("state %08x\n", (unsigned)info.state);
    return 1;
  }
  printf("operational ");
  for (size_t i = 0; i < sizeof info.digest; i++) {
    printf("%02x", info.digest[i]);
  }
  printf("\n");
  return 0;
}
