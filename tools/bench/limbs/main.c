/* A program that signs and makes keys on P-256 with 32-bit limbs, in the layout
 * that it is asked for, and tells how long that took. bench runs it: built for
 * the same ABI as bench, and for the 32-bit one.
 *
 * It writes "ready" once all layouts agree. Then, for each line "LAYOUT s" or
 * "LAYOUT k" (LAYOUT is a number of layouts.h; s signs a digest with a given
 * nonce, k computes the public key of a scalar, as bytes), it writes a line
 * with the nanoseconds of one such call. The arithmetic is that of the module's
 * own sources, below its services. */
#define _GNU_SOURCE
#include <cordon/types.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "ec/call.h"
#include "ec/curves.h"
#include "ecdsa/ecdsa_core.h"
#include "layouts.h"

#define NUM_INPUTS 32
#define NUM_CHECKS 200

struct input {
  ec_scalar d, k;
  uint8_t digest[32];
};

static enum layout chosen = LAYOUT_SHIPPED;

/* In place of ec/curves.c: P-256 only, with a detour for k G. */
limb_t ec_run(uint32_t curve, const struct ec_call *call) {
  if (curve != CORDON_P256) {
    return 0;
  }
  if (chosen != LAYOUT_SHIPPED && call->op == EC_MUL_BASE) {
    layouts_mul_base(chosen, call->point, call->a);
    return 0;
  }
  return p256_run(call);
}

int ec_run_vartime(uint32_t curve, const struct ec_call *call) {
  return curve == CORDON_P256 ? p256_run_vartime(call) : 0;
}

/* Nothing is secret here. */
void tail_declassify(const void *p, size_t len) {
  (void)p;
  (void)len;
}

static int random_scalar(ec_scalar *out) {
  uint8_t bytes[32];
  do {
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
      return 0;
    }
  } while (ec_scalar_from_bytes(CORDON_P256, out, bytes) == 0);
  return 1;
}

static int make_key(const struct input *input, uint8_t out[64]) {
  ec_affine q;
  ec_mul_base(CORDON_P256, &q, &input->d);
  ec_affine_to_bytes(CORDON_P256, out, out + 32, &q);
  return 1;
}

static int make_signature(const struct input *input, uint8_t out[64]) {
  return ecdsa_sign_core(CORDON_P256, out, out + 32, &input->d, &input->k,
                         input->digest, sizeof input->digest) != 0;
}

/* What all layouts make of the same key and nonce is the same. */
static int layouts_agree(void) {
  struct input input;
  memset(&input, 7, sizeof input);
  for (int i = 0; i < NUM_CHECKS; i++) {
    uint8_t expected[128], out[128];
    if (!random_scalar(&input.d) || !random_scalar(&input.k)) {
      return 0;
    }
    for (int layout = 0; layout < NUM_LAYOUTS; layout++) {
      chosen = (enum layout)layout;
      if (!make_key(&input, out) || !make_signature(&input, out + 64)) {
        return 0;
      }
      if (layout == LAYOUT_SHIPPED) {
        memcpy(expected, out, sizeof out);
      } else if (memcmp(expected, out, sizeof out) != 0) {
        fprintf(stderr, "layout %d gives another result\n", layout);
        return 0;
      }
    }
  }
  return 1;
}

static long long now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

int main(void) {
  static struct input inputs[NUM_INPUTS];
  unsigned layout, next = 0;
  char what;
  for (int i = 0; i < NUM_INPUTS; i++) {
    if (!random_scalar(&inputs[i].d) || !random_scalar(&inputs[i].k) ||
        getrandom(inputs[i].digest, 32, 0) != 32) {
      return 3;
    }
  }
  if (!layouts_init()) {
    fprintf(stderr, "the module's table is of an unknown form\n");
    return 3;
  }
  if (!layouts_agree()) {
    return 1;
  }
  printf("ready\n");
  fflush(stdout);
  while (scanf("%u %c", &layout, &what) == 2) {
    const struct input *input = &inputs[next++ % NUM_INPUTS];
    uint8_t out[64];
    long long begin;
    int ok;
    if (layout >= NUM_LAYOUTS || (what != 's' && what != 'k')) {
      return 2;
    }
    chosen = (enum layout)layout;
    begin = now_ns();
    ok = what == 's' ? make_signature(input, out) : make_key(input, out);
    printf("%lld\n", ok ? now_ns() - begin : 0);
    fflush(stdout);
  }
  return 0;
}
