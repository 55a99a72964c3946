/* A program that defines names which the module uses inside, with another
 * meaning each, and counts their calls: the module must call its own. */
#include <cordon/cordon.h>
#include <stddef.h>
#include <stdio.h>

static int module_called_us;
static int inside_module;

void sha256_init(int a);
void sha256_init(int a) { module_called_us += inside_module + 0 * a; }

int p256_add(int a, int b);
int p256_add(int a, int b) {
  module_called_us += inside_module;
  return a + b;
}

int power_on(void);
int power_on(void) { return module_called_us += inside_module; }

int seal_header = 5;
int module_state_storage = 6;

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  module_called_us += inside_module;
  while (n-- != 0) {
    *t++ = *f++;
  }
  return to;
}

int main(void) {
  static cordon_info info;
  uint8_t out[64];
  size_t len = sizeof out;
  sha256_init(1);
  inside_module = 1;
  cordon_status a = cordon_get_info(&info);
  cordon_status b =
      cordon_digest(out, &len, CORDON_SHA256, (const uint8_t *)"abc", 3);
  inside_module = 0;
  if (a != CORDON_OK || b != CORDON_OK || module_called_us != 0 ||
      p256_add(seal_header, module_state_storage) != 11 ||
      info.state != CORDON_STATE_OPERATIONAL) {
    printf("state %08x, %d calls from the module\n", (unsigned)info.state,
           module_called_us);
    return 1;
  }
  printf("operational ");
  for (size_t i = 0; i < sizeof info.digest; i++) {
    printf("%02x", info.digest[i]);
  }
  printf("\n");
  return 0;
}
