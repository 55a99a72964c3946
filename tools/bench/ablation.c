/* Montgomery multiplication mod p of P-256 in four limb layouts.
 *
 * p = 2^256 - 2^224 + 2^192 + 2^96 - 1, so -1/p = 1 modulo any limb of up to
 * 96 bits: the quotient digit m of a step is the lowest limb itself. Every
 * layout uses the shape of p, hence the reduction takes one multiplication a
 * step in 4 x 64 and only shifts in the others. The saturated layouts end with
 * a conditional subtraction of p; the others, whose R is 2^261 or 2^260, keep
 * values below 2p without one, and are shared with limbs/: see there. */
#include "ablation.h"

#include <string.h>

#include "limbs/lazy_impl.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

static const uint32_t p32[8] = {0xffffffff, 0xffffffff, 0xffffffff, 0,
                                0,          0,          1,          0xffffffff};

/* ---- 4 x 64 ---- */

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 uint128_t;

/* Subtracts p unless the 257-bit value t is below it. */
ALWAYS_INLINE void reduce_once_4x64(uint64_t *r, const uint64_t *t) {
  static const uint64_t p[4] = {UINT64_MAX, 0xffffffff, 0, 0xffffffff00000001};
  uint64_t d[4], borrow = 0;
  for (int j = 0; j < 4; j++) {
    uint128_t diff = (uint128_t)t[j] - p[j] - borrow;
    d[j] = (uint64_t)diff;
    borrow = (uint64_t)(diff >> 64) & 1;
  }
  uint64_t keep = 0 - (borrow & (t[4] ^ 1));
  for (int j = 0; j < 4; j++) r[j] = (t[j] & keep) | (d[j] & ~keep);
}

ALWAYS_INLINE void mul_4x64(uint64_t *r, const uint64_t *a, const uint64_t *b) {
  uint64_t t[5] = {0, 0, 0, 0, 0};
  for (int i = 0; i < 4; i++) {
    uint128_t acc = 0;
    for (int j = 0; j < 4; j++) {
      acc += (uint128_t)a[j] * b[i] + t[j];
      t[j] = (uint64_t)acc;
      acc >>= 64;
    }
    uint128_t top = acc + t[4];
    /* Limbs 0 and 1 of m * p, plus m: m * 2^96 in all. */
    uint64_t m = t[0];
    acc = ((uint128_t)m << 32) + t[1];
    t[0] = (uint64_t)acc;
    acc = (acc >> 64) + t[2];
    t[1] = (uint64_t)acc;
    acc = (acc >> 64) + t[3] + (uint128_t)m * 0xffffffff00000001;
    t[2] = (uint64_t)acc;
    acc = (acc >> 64) + top;
    t[3] = (uint64_t)acc;
    t[4] = (uint64_t)(acc >> 64);
  }
  reduce_once_4x64(r, t);
}
#endif

/* ---- 8 x 32 ---- */

/* Subtracts p unless the 257-bit value t is below it. */
ALWAYS_INLINE void reduce_once_8x32(uint32_t *r, const uint32_t *t) {
  uint32_t d[8], borrow = 0;
  for (int j = 0; j < 8; j++) {
    uint64_t diff = (uint64_t)t[j] - p32[j] - borrow;
    d[j] = (uint32_t)diff;
    borrow = (uint32_t)(diff >> 32) & 1;
  }
  uint32_t keep = 0 - (borrow & (t[8] ^ 1));
  for (int j = 0; j < 8; j++) r[j] = (t[j] & keep) | (d[j] & ~keep);
}

/* (t + m * p) / 2^32 for m = t[0]; t has nine limbs and a carry above. */
ALWAYS_INLINE void reduce_step_8x32(uint32_t *t, uint64_t top) {
  uint64_t m = t[0];
  t[0] = t[1]; /* columns 0 to 2 of m * p only carry m upwards */
  t[1] = t[2];
  uint64_t acc = t[3] + m;
  t[2] = (uint32_t)acc;
  acc = (acc >> 32) + t[4];
  t[3] = (uint32_t)acc;
  acc = (acc >> 32) + t[5];
  t[4] = (uint32_t)acc;
  acc = (acc >> 32) + t[6] + m;
  t[5] = (uint32_t)acc;
  acc = (acc >> 32) + t[7] + ((m << 32) - m);
  t[6] = (uint32_t)acc;
  acc = (acc >> 32) + top;
  t[7] = (uint32_t)acc;
  t[8] = (uint32_t)(acc >> 32);
}

ALWAYS_INLINE void mul_8x32(uint32_t *r, const uint32_t *a, const uint32_t *b) {
  uint32_t t[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 8; i++) {
    uint64_t acc = 0;
    for (int j = 0; j < 8; j++) {
      acc += (uint64_t)a[j] * b[i] + t[j];
      t[j] = (uint32_t)acc;
      acc >>= 32;
    }
    reduce_step_8x32(t, acc + t[8]);
  }
  reduce_once_8x32(r, t);
}

/* ---- n x w with n * w > 256 ---- */

ALWAYS_INLINE void mul_9x29(uint32_t *r, const uint32_t *a, const uint32_t *b) {
  lazy_mul(9, 29, (int32_t *)r, (const int32_t *)a, (const int32_t *)b);
}

ALWAYS_INLINE void mul_10x26(uint32_t *r, const uint32_t *a,
                             const uint32_t *b) {
  lazy_mul(10, 26, (int32_t *)r, (const int32_t *)a, (const int32_t *)b);
}

/* ---- The judge, bit by bit over 8 x 32 ---- */

/* x = 2x + bit * y mod p. Pre, Post: x, y below p. */
static void double_and_add(uint32_t *x, const uint32_t *y, uint32_t bit) {
  uint32_t sum[9];
  uint64_t acc = 0;
  for (int j = 0; j < 8; j++) {
    acc += (uint64_t)x[j] << 1;
    sum[j] = (uint32_t)acc;
    acc >>= 32;
  }
  sum[8] = (uint32_t)acc;
  reduce_once_8x32(x, sum);
  acc = 0;
  for (int j = 0; j < 8; j++) {
    acc += (uint64_t)x[j] + (bit ? y[j] : 0);
    sum[j] = (uint32_t)acc;
    acc >>= 32;
  }
  sum[8] = (uint32_t)acc;
  reduce_once_8x32(x, sum);
}

static void words_from_bytes(uint32_t *out, const uint8_t *in) {
  for (int j = 0; j < 8; j++) {
    const uint8_t *at = in + 28 - 4 * j;
    out[j] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
             (uint32_t)at[2] << 8 | at[3];
  }
}

static void words_to_bytes(uint8_t *out, const uint32_t *in) {
  for (int j = 0; j < 32; j++) {
    out[31 - j] = (uint8_t)(in[j / 4] >> (8 * (j % 4)));
  }
}

void ablation_reference(uint8_t *out, const uint8_t *a, const uint8_t *b) {
  uint32_t x[8] = {0}, y[8], scalar[8];
  words_from_bytes(y, a);
  words_from_bytes(scalar, b);
  for (int i = 255; i >= 0; i--) {
    double_and_add(x, y, scalar[i / 32] >> (i % 32) & 1);
  }
  words_to_bytes(out, x);
}

/* ---- Conversion and dispatch ---- */

struct layout {
  int num_limbs;
  int limb_bits;
};

static struct layout layout_of(enum ablation_variant variant) {
  switch (variant) {
    case ABLATION_9X29:
      return (struct layout){9, 29};
    case ABLATION_10X26:
      return (struct layout){10, 26};
    default: /* two 32-bit words make a limb of 4 x 64 */
      return (struct layout){8, 32};
  }
}

int ablation_available(enum ablation_variant variant) {
#ifndef __SIZEOF_INT128__
  if (variant == ABLATION_4X64) return 0;
#endif
  return variant < ABLATION_NUM_VARIANTS;
}

void ablation_from_bytes(enum ablation_variant variant, ablation_element *out,
                         const uint8_t *in) {
  const struct layout layout = layout_of(variant);
  uint32_t x[8], limbs[10] = {0};
  words_from_bytes(x, in);
  /* x * R, where R = 2^(limbs * bits). */
  for (int i = 0; i < layout.num_limbs * layout.limb_bits; i++) {
    double_and_add(x, x, 0);
  }
  for (int i = 0; i < 256; i++) {
    const uint32_t bit = x[i / 32] >> (i % 32) & 1;
    limbs[i / layout.limb_bits] |= bit << (i % layout.limb_bits);
  }
  if (variant != ABLATION_4X64) {
    memcpy(out->limbs.w32, limbs, sizeof(limbs));
    return;
  }
  for (int j = 0; j < 4; j++) {
    out->limbs.w64[j] = (uint64_t)limbs[2 * j + 1] << 32 | limbs[2 * j];
  }
}

void ablation_to_bytes(enum ablation_variant variant, uint8_t *out,
                       const ablation_element *in) {
  const struct layout layout = layout_of(variant);
  ablation_element one, x = *in;
  uint32_t limbs[10] = {0}, words[9] = {0};
  /* The plain number 1, so that the product is x / R. */
  memset(&one, 0, sizeof(one));
  if (variant == ABLATION_4X64) {
    one.limbs.w64[0] = 1;
  } else {
    one.limbs.w32[0] = 1;
  }
  ablation_chain(variant, &x, &one, 1);
  for (int j = 0; j < layout.num_limbs; j++) {
    limbs[j] = variant == ABLATION_4X64
                   ? (uint32_t)(x.limbs.w64[j / 2] >> (32 * (j % 2)))
                   : x.limbs.w32[j];
  }
  for (int i = 0; i < layout.num_limbs * layout.limb_bits; i++) {
    const uint32_t bit =
        limbs[i / layout.limb_bits] >> (i % layout.limb_bits) & 1;
    words[i / 32] |= bit << (i % 32);
  }
  reduce_once_8x32(words, words);
  words_to_bytes(out, words);
}

/* One loop a variant, so that each is compiled with its multiplication
 * inlined. */
#define DEFINE_LOOPS(name, word, field)                                        \
  static void chain_##name(word *x, const word *y, size_t num) {               \
    for (size_t i = 0; i < num; i++) mul_##name(x, x, y);                      \
  }                                                                            \
  static void streams_##name(ablation_element *x, const word *y, size_t num) { \
    for (size_t i = 0; i < num; i++) {                                         \
      for (int s = 0; s < ABLATION_NUM_STREAMS; s++) {                         \
        mul_##name(x[s].limbs.field, x[s].limbs.field, y);                     \
      }                                                                        \
    }                                                                          \
  }

#ifdef __SIZEOF_INT128__
DEFINE_LOOPS(4x64, uint64_t, w64)
#endif
DEFINE_LOOPS(8x32, uint32_t, w32)
DEFINE_LOOPS(9x29, uint32_t, w32)
DEFINE_LOOPS(10x26, uint32_t, w32)

void ablation_chain(enum ablation_variant variant, ablation_element *x,
                    const ablation_element *y, size_t num) {
  switch (variant) {
#ifdef __SIZEOF_INT128__
    case ABLATION_4X64:
      chain_4x64(x->limbs.w64, y->limbs.w64, num);
      break;
#endif
    case ABLATION_8X32:
      chain_8x32(x->limbs.w32, y->limbs.w32, num);
      break;
    case ABLATION_9X29:
      chain_9x29(x->limbs.w32, y->limbs.w32, num);
      break;
    case ABLATION_10X26:
      chain_10x26(x->limbs.w32, y->limbs.w32, num);
      break;
    default:
      break;
  }
}

void ablation_streams(enum ablation_variant variant, ablation_element *x,
                      const ablation_element *y, size_t num) {
  switch (variant) {
#ifdef __SIZEOF_INT128__
    case ABLATION_4X64:
      streams_4x64(x, y->limbs.w64, num);
      break;
#endif
    case ABLATION_8X32:
      streams_8x32(x, y->limbs.w32, num);
      break;
    case ABLATION_9X29:
      streams_9x29(x, y->limbs.w32, num);
      break;
    case ABLATION_10X26:
      streams_10x26(x, y->limbs.w32, num);
      break;
    default:
      break;
  }
}
