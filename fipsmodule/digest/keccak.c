/* Keccak-f[1600] in portable C, its dispatch, and the sponge (FIPS 202, 3 and
 * 4). */
#include "digest/keccak.h"

#include "limbs/bytes.h"
#include "limbs/ct.h"
#include "limbs/verify.h"

const uint64_t keccak_rc[KECCAK_NUM_ROUNDS] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a,
    0x8000000080008000, 0x000000000000808b, 0x0000000080000001,
    0x8000000080008081, 0x8000000000008009, 0x000000000000008a,
    0x0000000000000088, 0x0000000080008009, 0x000000008000000a,
    0x000000008000808b, 0x800000000000008b, 0x8000000000008089,
    0x8000000000008003, 0x8000000000008002, 0x8000000000000080,
    0x000000000000800a, 0x800000008000000a, 0x8000000080008081,
    0x8000000000008080, 0x0000000080000001, 0x8000000080008008,
};

/* rotl64 rotates by 0 to 63. */
static inline uint64_t rotl64(uint64_t x, unsigned n) {
  return (x << n) | (x >> ((64 - n) & 63));
}

/* mod5 reduces x < 10. */
static inline unsigned mod5(unsigned x) { return x < 5 ? x : x - 5; }

/* column is C[x] of theta (3.2.1). */
static inline uint64_t column(const uint64_t a[25], unsigned x) {
  return a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
}

/* turned is the lane that rho and pi (3.2.2, 3.2.3) bring to place i of the row
 * whose first lane comes from column x: A'[x + i, i], after theta, rotated. */
static inline __attribute__((always_inline)) uint64_t turned(
    const uint64_t a[25], const uint64_t d[5], unsigned x, unsigned i,
    unsigned n) {
  unsigned from = mod5(x + i);
  return rotl64(a[from + 5 * i] ^ d[from], n);
}

/* keccak_row is one row of a round, but for iota. Row y takes lane i from
 * column x + i and row i with 2 (x + i) + 3 i = y mod 5, so x = 3 y mod 5; n
 * are the offsets of these lanes (table 2). Then chi (3.2.4). */
static inline __attribute__((always_inline)) void keccak_row(
    uint64_t out[5], const uint64_t a[25], const uint64_t d[5], unsigned x,
    unsigned n0, unsigned n1, unsigned n2, unsigned n3, unsigned n4) {
  uint64_t b0 = turned(a, d, x, 0, n0);
  uint64_t b1 = turned(a, d, x, 1, n1);
  uint64_t b2 = turned(a, d, x, 2, n2);
  uint64_t b3 = turned(a, d, x, 3, n3);
  uint64_t b4 = turned(a, d, x, 4, n4);
  out[0] = b0 ^ (~b1 & b2);
  out[1] = b1 ^ (~b2 & b3);
  out[2] = b2 ^ (~b3 & b4);
  out[3] = b3 ^ (~b4 & b0);
  out[4] = b4 ^ (~b0 & b1);
}

/* keccak_round is Rnd (3.3) from a to out.
 * Alias: none. */
static inline __attribute__((always_inline)) void keccak_round(
    uint64_t out[25], const uint64_t a[25], uint64_t rc) {
  uint64_t c0 = column(a, 0), c1 = column(a, 1), c2 = column(a, 2);
  uint64_t c3 = column(a, 3), c4 = column(a, 4);
  uint64_t d[5] = {c4 ^ rotl64(c1, 1), c0 ^ rotl64(c2, 1), c1 ^ rotl64(c3, 1),
                   c2 ^ rotl64(c4, 1), c3 ^ rotl64(c0, 1)};
  keccak_row(out, a, d, 0, 0, 44, 43, 21, 14);
  keccak_row(out + 5, a, d, 3, 28, 20, 3, 45, 61);
  keccak_row(out + 10, a, d, 1, 1, 6, 25, 8, 18);
  keccak_row(out + 15, a, d, 4, 27, 36, 10, 15, 56);
  keccak_row(out + 20, a, d, 2, 62, 55, 39, 41, 2);
  out[0] ^= rc;
}

void keccak_f1600_c(uint64_t a[KECCAK_NUM_LANES]) {
  uint64_t b[KECCAK_NUM_LANES];
  for (size_t i = 0; i < KECCAK_NUM_ROUNDS; i += 2) {
    keccak_round(b, a, keccak_rc[i]);
    keccak_round(a, b, keccak_rc[i + 1]);
  }
  ct_wipe(b, sizeof b);
}

/* The one back end so far. A further one gets an id, a case below and its
 * choice here. */
#define KECCAK_BACKEND_C 1u

static inline uint32_t keccak_backend(void) { return KECCAK_BACKEND_C; }

void keccak_f1600(uint64_t a[KECCAK_NUM_LANES]) {
  switch (keccak_backend()) {
    case KECCAK_BACKEND_C:
    default:
      keccak_f1600_c(a);
      break;
  }
}

/* xor_byte xors a byte into the state at byte i. */
static inline void xor_byte(uint64_t a[25], size_t i, uint32_t byte) {
  a[i >> 3] ^= (uint64_t)byte << (8 * (i & 7));
}

/* xor_bytes xors n bytes into the state at byte `at`, whole lanes at once. */
static void xor_bytes(uint64_t a[25], size_t at, const uint8_t *in, size_t n) {
  while (n != 0) {
    if ((at & 7) == 0 && n >= 8) {
      a[at >> 3] ^= load_le64(in);
      at += 8;
      in += 8;
      n -= 8;
    } else {
      xor_byte(a, at, *in);
      at++;
      in++;
      n--;
    }
  }
}

size_t keccak_absorb(uint64_t a[KECCAK_NUM_LANES], size_t rate, size_t at,
                     const uint8_t *in, size_t len) {
  VERIFY_CHECK(at < rate && (rate & 7) == 0 && rate < 200);
  while (len >= rate - at) {
    size_t n = rate - at;
    xor_bytes(a, at, in, n);
    keccak_f1600(a);
    in += n;
    len -= n;
    at = 0;
  }
  xor_bytes(a, at, in, len);
  return at + len;
}

void keccak_pad(uint64_t a[KECCAK_NUM_LANES], size_t rate, size_t at,
                uint32_t tail, unsigned num_bits) {
  VERIFY_CHECK(at < rate && num_bits < 16);
  if (num_bits >= 8) {
    uint8_t whole = (uint8_t)tail;
    at = keccak_absorb(a, rate, at, &whole, 1);
    tail >>= 8;
  }
  xor_byte(a, at, tail);
  xor_byte(a, rate - 1, 0x80);
  keccak_f1600(a);
}

size_t keccak_squeeze(uint64_t a[KECCAK_NUM_LANES], size_t rate, size_t at,
                      uint8_t *out, size_t len) {
  VERIFY_CHECK(at <= rate);
  while (len != 0) {
    if (at == rate) {
      keccak_f1600(a);
      at = 0;
    }
    if ((at & 7) == 0 && len >= 8) {
      store_le64(out, a[at >> 3]);
      at += 8;
      out += 8;
      len -= 8;
    } else {
      *out = (uint8_t)(a[at >> 3] >> (8 * (at & 7)));
      at++;
      out++;
      len--;
    }
  }
  return at;
}
