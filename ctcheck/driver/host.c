/* The host functions of the audit: deterministic, so that every run takes the
 * same path, with Valgrind requests where secrets enter and leave. The module
 * is linked with this file in place of the default host. */
#include <cordon/host.h>
#include <cordon/module.h>
#include <cordon/names.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>
#include <valgrind/memcheck.h>

#include "audit.h"
#include "limbs/forms.h"
#include "module/state.h"

enum audit_entropy audit_entropy = ENTROPY_GOOD;
uint64_t audit_generation = 1;

/* splitmix64: far from random, but the module's health tests pass it, and the
 * audit wants repeatable paths, not security. */
static uint64_t next_word(void) {
  static uint64_t state = 0x636f72646f6e6374u;
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void audit_random(void *p, size_t n) {
  uint8_t *out = p;
  for (size_t i = 0; i < n; i++) {
    out[i] = (uint8_t)(next_word() >> 32);
  }
}

uint32_t cordon_host_entropy(uint8_t *out, size_t len) {
  if (audit_entropy == ENTROPY_ABSENT) {
    return 0;
  }
  if (audit_entropy == ENTROPY_STUCK) {
    memset(out, 0x5c, len);
  } else {
    audit_random(out, len);
  }
  secret(out, len);
  return CORDON_HOST_ENTROPY_OK;
}

void *cordon_host_thread_state(void) {
  static _Alignas(16) uint8_t block[CORDON_THREAD_STATE_BYTES];
  return block;
}

uint64_t cordon_host_generation(uint32_t scope) {
  (void)scope;
  return audit_generation;
}

uint64_t cordon_host_ticks(void) {
  static uint64_t ticks;
  return ticks += 1000;
}

/* The back end that CORDON_BACKEND names; as in the default host, a name that
 * is not known is the lowest, and no name is 0. */
uint32_t cordon_host_backend_limit(void) {
  const char *name = getenv("CORDON_BACKEND");
  if (name == NULL) {
    return 0;
  }
  for (uint32_t id = CORDON_BACKEND_SHA; id > CORDON_BACKEND_PORTABLE; id--) {
    if (strcmp(name, cordon_backend_name(id)) == 0) {
      return id;
    }
  }
  return CORDON_BACKEND_PORTABLE;
}

/* Valgrind runs ADCX and ADOX, but its CPUID says that there are none. So that
 * form is forced from outside: the state of the module is the one place in the
 * data of this program that begins with its magic. */
extern char __data_start[], _end[];

int audit_force_backend(void) {
  if (cordon_host_backend_limit() != CORDON_BACKEND_ADX) {
    return 1;
  }
  for (char *p = __data_start; p + sizeof(struct module_state) <= _end;
       p += SEAL_STATE_ALIGN) {
    struct module_state *s = (struct module_state *)(void *)p;
    if (s->magic_begin == SEAL_STATE_MAGIC_BEGIN) {
      s->forms = FORM_X86_64 | FORM_AVX2 | FORM_ADX;
      s->backend = CORDON_BACKEND_ADX;
      /* what ran before, at power-on, does not count */
      CALLGRIND_ZERO_STATS;
      return 1;
    }
  }
  return 0;
}

void cordon_host_yield(void) {}

/* Where the module declassifies: return addresses inside the seal. */
#define MAX_SITES 64
static struct site {
  void *address;
  unsigned long calls, bytes, secret_bytes;
} sites[MAX_SITES];
static unsigned long num_declassified;

static unsigned long count_secret(const void *p, size_t len) {
  unsigned long found = 0;
  for (size_t i = 0; i < len; i++) {
    uint8_t bits = 0;
    if (VALGRIND_GET_VBITS((const uint8_t *)p + i, &bits, 1) == 1) {
      found += bits != 0;
    }
  }
  return found;
}

void cordon_host_declassify(const void *p, size_t len) {
  void *address = __builtin_return_address(0);
  num_declassified++;
  if (audit_mode == AUDIT_COUNT || audit_mode == AUDIT_STEPS) {
    return; /* nothing of the audit's own may differ between two calls */
  }
  for (size_t i = 0; i < MAX_SITES; i++) {
    struct site *s = &sites[i];
    if (s->address == NULL) {
      s->address = address;
    }
    if (s->address == address) {
      s->calls++;
      s->bytes += len;
      s->secret_bytes += count_secret(p, len);
      break;
    }
  }
  if (audit_mode == AUDIT_CHECK || audit_mode == AUDIT_VERIFY) {
    (void)VALGRIND_MAKE_MEM_DEFINED(p, len);
  }
}

unsigned long audit_num_declassified(void) { return num_declassified; }

void audit_print_sites(void) {
  for (size_t i = 0; i < MAX_SITES && sites[i].address != NULL; i++) {
    printf("site address=%p calls=%lu bytes=%lu secret=%lu\n", sites[i].address,
           sites[i].calls, sites[i].bytes, sites[i].secret_bytes);
  }
}
