/* Calls the module before its own constructor ran: from .preinit_array (where
 * an executable has one) and from a constructor of higher priority. Prints
 * what each of them got, and what main gets. */
#include <cordon/cordon.h>
#include <stdio.h>
#include <string.h>

struct call {
  cordon_status status;
  uint32_t state;
  uint64_t events;
  uint8_t digest[32];
};

static struct call preinit, constructor;
static cordon_info info;

static void call_module(struct call *c) {
  size_t len = sizeof c->digest;
  c->status = cordon_digest(c->digest, &len, CORDON_SHA256, NULL, 0);
  if (cordon_get_info(&info) == CORDON_OK) {
    c->state = info.state;
    c->events = info.num_events;
  }
}

static void before_all(void) { call_module(&preinit); }

__attribute__((section(".preinit_array"),
               used)) static void (*const preinit_entry)(void) = before_all;

__attribute__((constructor(101))) static void before_others(void) {
  call_module(&constructor);
}

static void print(const char *name, const struct call *c) {
  printf("%s %d %08x %u %02x%02x\n", name, (int)c->status, (unsigned)c->state,
         (unsigned)c->events, c->digest[0], c->digest[31]);
}

int main(void) {
  struct call now;
  memset(&now, 0, sizeof now);
  call_module(&now);
  print("preinit", &preinit);
  print("constructor", &constructor);
  print("main", &now);
  return 0;
}
