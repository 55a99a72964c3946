/* The way out of a service: integrity again, by arithmetic, and the mask that
 * all output passes. */
#include "limbs/ct.h"
#include "module/gate.h"
#include "module/state.h"

/* bad = or(m[i] xor d[i]) | (count xor 4) | missing tests | wrong state; the
 * count shows that all words were looked at. */
__attribute__((noinline)) uint32_t gate_mask(const struct module_state *s,
                                             uint64_t needs) {
  if (s == NULL) {
    return 0;
  }
  const uint8_t *slot = module_slot();
  uint64_t differs = 0;
  uint32_t count = 0;
  for (size_t i = 0; i < MODULE_MAC_WORDS; i++) {
    differs |= measured_word(s, i) ^ slot_word(slot, i);
    count = ct_barrier_u32(count + 1);
  }
  uint32_t word = state_word(s);
  uint32_t bad = (uint32_t)(differs | differs >> 32);
  bad |= count ^ MODULE_MAC_WORDS;
  bad |= __atomic_load_n(&s->measured_len, __ATOMIC_RELAXED) ^ MODULE_MAC_LEN;
  uint64_t missing = needs & ~__atomic_load_n(&s->passed, __ATOMIC_ACQUIRE);
  bad |= (uint32_t)(missing | missing >> 32);
  bad |= ~(ct_eq_u32(word, CORDON_STATE_OPERATIONAL) |
           ct_eq_u32(word, CORDON_STATE_DEGRADED));
  bad = ct_barrier_u32(bad);
  return ct_barrier_u32(ct_is_zero_u32(bad));
}

uint32_t gate_look(struct gate *g) {
  g->closed |= ~gate_mask(g->state, g->needs);
  return ~g->closed;
}

__attribute__((noinline)) size_t gate_copy(struct gate *g, uint8_t *out,
                                           const uint8_t *in, size_t n) {
  typedef uint64_t word __attribute__((aligned(1), may_alias));
  uint64_t mask = (uint64_t)(int32_t)gate_look(g);
  size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    *(word *)(out + i) = *(const word *)(in + i) & mask;
  }
  for (; i < n; i++) {
    out[i] = in[i] & (uint8_t)mask;
  }
  g->out = out;
  g->capacity = n;
  return n & (size_t)mask;
}

size_t gate_copy_size(struct gate *g, size_t n) {
  return n & (size_t)(int64_t)(int32_t)gate_look(g);
}

uint32_t gate_reason(uint32_t reason) {
  if (reason != CORDON_REASON_NONE) {
    return reason;
  }
#if !defined(CORDON_SEALED)
  return CORDON_REASON_NOT_VERIFIED;
#elif defined(CORDON_TEST_OBJECT)
  return CORDON_REASON_TEST_OBJECT;
#else
  return CORDON_REASON_NONE;
#endif
}

static void set_indicator(struct gate *g, uint32_t st) {
  struct thread_state *t = g->thread;
  if (t == NULL || --t->depth != 0) {
    return;
  }
  t->indicator.service = g->service;
  t->indicator.reason =
      st == SVC_OK ? gate_reason(g->reason) : CORDON_REASON_FAILED;
  t->indicator.approved = t->indicator.reason == CORDON_REASON_NONE
                              ? CORDON_APPROVED
                              : CORDON_NOT_APPROVED;
}

/* What was computed last stays in registers that nobody has to keep: words of a
 * key in its first block, a chaining value, an entry of a table. The generated
 * functions leave the upper halves of the vectors zero. */
static inline void wipe_registers(void) {
#if defined(__x86_64__) && !defined(CORDON_NO_WIPE)
  __asm__ __volatile__(
      "pxor %%xmm0, %%xmm0\n\tpxor %%xmm1, %%xmm1\n\t"
      "pxor %%xmm2, %%xmm2\n\tpxor %%xmm3, %%xmm3\n\t"
      "pxor %%xmm4, %%xmm4\n\tpxor %%xmm5, %%xmm5\n\t"
      "pxor %%xmm6, %%xmm6\n\tpxor %%xmm7, %%xmm7\n\t"
      "pxor %%xmm8, %%xmm8\n\tpxor %%xmm9, %%xmm9\n\t"
      "pxor %%xmm10, %%xmm10\n\tpxor %%xmm11, %%xmm11\n\t"
      "pxor %%xmm12, %%xmm12\n\tpxor %%xmm13, %%xmm13\n\t"
      "pxor %%xmm14, %%xmm14\n\tpxor %%xmm15, %%xmm15\n\t"
      "xor %%edx, %%edx\n\txor %%esi, %%esi\n\t"
      "xor %%r8d, %%r8d\n\txor %%r9d, %%r9d\n\t"
      "xor %%r10d, %%r10d\n\txor %%r11d, %%r11d"
      :
      :
      : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",
        "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "rdx",
        "rsi", "r8", "r9", "r10", "r11", "cc");
#endif
}

/* Registers that the compiler spilled lie below the frame of the service that
 * is about to end; no variable names them, so they are overwritten blindly.
 * Measured at the flags of the sealed object by tests/secrets, on the curve
 * that reaches deepest: hashes and MACs 2,350 bytes below their caller,
 * signatures 4,750, key agreement 9,250, key generation with its pairwise tests
 * 11,450. */
#define SHALLOW_STACK 3072
#define MIDDLE_STACK 6144
#define DEEP_STACK 12288

static __attribute__((noinline)) void wipe_shallow_stack(void) {
  uint8_t below[SHALLOW_STACK];
  ct_wipe(below, sizeof below);
  wipe_registers();
}

static __attribute__((noinline)) void wipe_middle_stack(void) {
  uint8_t below[MIDDLE_STACK];
  ct_wipe(below, sizeof below);
  wipe_registers();
}

__attribute__((noinline)) void gate_wipe_stack(void) {
  uint8_t below[DEEP_STACK];
  ct_wipe(below, sizeof below);
  wipe_registers();
}

static void wipe_stack(uint32_t service) {
  switch (service) {
    case CORDON_SERVICE_PUBLIC_KEY:
    case CORDON_SERVICE_VERIFY:
      return; /* nothing secret */
    case CORDON_SERVICE_HASH:
    case CORDON_SERVICE_HMAC:
      wipe_shallow_stack();
      return;
    case CORDON_SERVICE_DRBG:
    case CORDON_SERVICE_KDF:
    case CORDON_SERVICE_PRIVATE_KEY:
    case CORDON_SERVICE_SIGN:
      wipe_middle_stack();
      return;
    default:
      gate_wipe_stack();
  }
}

/* Another thread's self-test failed after this call copied its output. */
static void take_back(const struct gate *g) {
  if (g->out != NULL) {
    ct_wipe(g->out, g->capacity);
  }
  if (g->len != NULL) {
    *g->len = 0;
  }
}

uint32_t gate_leave(struct gate *g, uint32_t st) {
  uint32_t closed = ~gate_look(g);
  uint32_t ok = ct_eq_u32(st, SVC_OK);
  if (closed & ok) {
    take_back(g);
  }
  st = ct_select_u32(closed & ok, SVC(CORDON_ERR_STATE), st);
  set_indicator(g, st);
  wipe_stack(g->service);
  return st;
}

uint32_t gate_leave_any(struct gate *g, uint32_t st) {
  if (g->reason == CORDON_REASON_NONE) {
    g->reason = CORDON_REASON_NOT_SECURITY;
  }
  set_indicator(g, st);
  return st ^ (uint32_t)GATE_MAGIC ^ (uint32_t)GATE_ANY_MAGIC;
}
