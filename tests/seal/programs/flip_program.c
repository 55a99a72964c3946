/* The program whose module has a flipped bit: calls one service of each family
 * and leaves what they return in the page of results. It asks for nothing from
 * libc after the first call. */
#define _GNU_SOURCE
#include <cordon/cordon.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "flip.h"

/* The key pair and signature of RFC 6979, A.2.5: P-256, SHA-256, "sample". */
static const uint8_t private_d[32] = {
    0xc9, 0xaf, 0xa9, 0xd8, 0x45, 0xba, 0x75, 0x16, 0x6b, 0x5c, 0x21,
    0x57, 0x67, 0xb1, 0xd6, 0x93, 0x4e, 0x50, 0xc3, 0xdb, 0x36, 0xe8,
    0x9b, 0x12, 0x7b, 0x8a, 0x62, 0x2b, 0x12, 0x0f, 0x67, 0x21};
static const uint8_t public_q[65] = {
    0x04, 0x60, 0xfe, 0xd4, 0xba, 0x25, 0x5a, 0x9d, 0x31, 0xc9, 0x61,
    0xeb, 0x74, 0xc6, 0x35, 0x6d, 0x68, 0xc0, 0x49, 0xb8, 0x92, 0x3b,
    0x61, 0xfa, 0x6c, 0xe6, 0x69, 0x62, 0x2e, 0x60, 0xf2, 0x9f, 0xb6,
    0x79, 0x03, 0xfe, 0x10, 0x08, 0xb8, 0xbc, 0x99, 0xa4, 0x1a, 0xe9,
    0xe9, 0x56, 0x28, 0xbc, 0x64, 0xf2, 0xf1, 0xb2, 0x0c, 0x2d, 0x7e,
    0x9f, 0x51, 0x77, 0xa3, 0xc2, 0x94, 0xd4, 0x46, 0x22, 0x99};
static const uint8_t signature[64] = {
    0xef, 0xd4, 0x8b, 0x2a, 0xac, 0xb6, 0xa8, 0xfd, 0x11, 0x40, 0xdd,
    0x9c, 0xd4, 0x5e, 0x81, 0xd6, 0x9d, 0x2c, 0x87, 0x7b, 0x56, 0xaa,
    0xf9, 0x91, 0xc3, 0x4d, 0x0e, 0xa8, 0x4e, 0xaf, 0x37, 0x16, 0xf7,
    0xcb, 0x1c, 0x94, 0x2d, 0x65, 0x7c, 0x41, 0xd4, 0x36, 0xc7, 0xa1,
    0xb6, 0xe2, 0x9f, 0x65, 0xf3, 0xe9, 0x00, 0xdb, 0xb9, 0xaf, 0xf4,
    0x06, 0x4d, 0xc4, 0xab, 0x2f, 0x84, 0x3a, 0xcd, 0xa8};
static const uint8_t sample[6] = "sample";
/* SHA-256 of "sample", first bytes. */
static const uint8_t sample_digest[8] = {0xaf, 0x2b, 0xdb, 0xe1,
                                         0xaa, 0x9b, 0x6e, 0xc1};

static cordon_info info;
static cordon_hash hash;
static cordon_hmac hmac;
static cordon_drbg drbg;
static cordon_private_key made_key, imported_key;
static cordon_public_key public_key;
static const cordon_drbg_params drbg_params = CORDON_DRBG_DEFAULT;
static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_RAW;

#define OUT_LEN 192
#define FILL 0xa5
static uint8_t out[OUT_LEN];
static size_t out_len;

#define P(x) ((uint64_t)(uintptr_t)(x))
#define CALL(name, output, ...)                             \
  {                                                         \
    (void (*)(void)) cordon_##name, output, { __VA_ARGS__ } \
  }

/* One service of each family: `output` tells that it writes `out`. A service
 * that this build does not have is absent. */
struct call {
  void (*fn)(void);
  int output;
  uint64_t args[6];
};

#pragma weak cordon_keygen
#pragma weak cordon_private_import
#pragma weak cordon_public_import
#pragma weak cordon_ecdsa_sign
#pragma weak cordon_ecdsa_verify

static volatile struct flip_results *const results =
    (volatile struct flip_results *)FLIP_PAGE;

static uint32_t ask_state(void) {
  const uint64_t args[6] = {P(&info)};
  info.state = 0;
  flip_call(&results->status[FLIP_MAX_CALLS - 1],
            (void (*)(void))cordon_get_info, args);
  return info.state;
}

/* untouched tells whether each byte of `out` is what it was, or zero. */
static int untouched(void) {
  int kept = 1;
  for (size_t i = 0; i < OUT_LEN; i++) {
    kept &= out[i] == FILL || out[i] == 0;
  }
  return kept;
}

static void make_call(const struct call *c, uint32_t i) {
  if (c->fn == NULL) {
    results->absent |= 1u << i;
    return;
  }
  for (size_t j = 0; j < OUT_LEN; j++) {
    out[j] = FILL;
  }
  out_len = OUT_LEN;
  flip_call(&results->status[i], c->fn, c->args);
  if (results->status[i] == (CORDON_OK ^ FLIP_KEY) || !c->output) {
    return;
  }
  if (!untouched()) {
    results->touched |= 1u << i;
  }
  uint8_t differs = 0;
  for (size_t j = 0; j < sizeof sample_digest; j++) {
    differs |= out[j] ^ sample_digest[j];
  }
  if (differs == 0) {
    results->right |= 1u << i;
  }
}

int main(void) {
  const struct call calls[] = {
      CALL(digest, 1, P(out), P(&out_len), CORDON_SHA256, P(sample), 6),
      CALL(hash_init, 0, P(&hash), CORDON_SHA512),
      CALL(hmac_init, 0, P(&hmac), CORDON_SHA256, P(private_d), 32),
      CALL(hmac_digest, 1, P(out), P(&out_len), P(&hmac), P(sample), 6),
      CALL(random, 1, P(out), 32),
      CALL(drbg_instantiate, 0, P(&drbg), P(&drbg_params), 0, 0),
      CALL(drbg_generate, 1, P(out), 32, P(&drbg), 0, 0, 0),
      CALL(keygen, 0, P(&made_key), CORDON_P256, CORDON_KEYGEN_REJECTION,
           CORDON_USE_SIGN),
      CALL(private_import, 0, P(&imported_key), CORDON_P256, CORDON_USE_SIGN, 0,
           P(private_d), 32),
      CALL(public_import, 0, P(&public_key), CORDON_P256, P(public_q), 65),
      CALL(ecdsa_sign, 1, P(out), P(&out_len), P(&imported_key), P(&scheme),
           P(sample), 6),
      CALL(ecdsa_verify, 0, P(&public_key), P(&scheme), P(sample), 6,
           P(signature), 64),
  };
  const uint32_t num_calls = sizeof calls / sizeof calls[0];
  void *page = mmap((void *)FLIP_PAGE, FLIP_PAGE_LEN, PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_FIXED, FLIP_FD, 0);
  if (page == MAP_FAILED) {
    _exit(1);
  }
  close(FLIP_FD);
  results->num_calls = num_calls;
  results->state[0] = ask_state();
  for (uint32_t i = 0; i < num_calls; i++) {
    make_call(&calls[i], i);
  }
  results->state[1] = ask_state();
  results->done = FLIP_DONE;
  _exit(FLIP_EXIT);
}
