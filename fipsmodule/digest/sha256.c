/* The SHA-256 compression function in portable C, and its dispatch. Step
 * numbers are those of FIPS 180-4, 6.2.2. */
#include "digest/sha256.h"

#include "limbs/bytes.h"
#include "limbs/ct.h"
#include "limbs/forms.h"
#if CORDON_ASM
#include "asm/sha256.h"
#endif

const uint32_t sha256_k[SHA256_NUM_ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

const uint32_t sha256_iv[8] = {
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

const uint32_t sha224_iv[8] = {
    0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
    0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
};

static inline uint32_t rotr32(uint32_t x, unsigned n) {
  return (x >> n) | (x << (32 - n));
}

static inline uint32_t big_sigma_0(uint32_t x) {
  return rotr32(x, 2) ^ rotr32(x, 13) ^ rotr32(x, 22);
}

static inline uint32_t big_sigma_1(uint32_t x) {
  return rotr32(x, 6) ^ rotr32(x, 11) ^ rotr32(x, 25);
}

static inline uint32_t small_sigma_0(uint32_t x) {
  return rotr32(x, 7) ^ rotr32(x, 18) ^ (x >> 3);
}

static inline uint32_t small_sigma_1(uint32_t x) {
  return rotr32(x, 17) ^ rotr32(x, 19) ^ (x >> 10);
}

/* ch = (e & f) ^ (~e & g): f where e has a one, else g. */
static inline uint32_t ch(uint32_t e, uint32_t f, uint32_t g) {
  return ((f ^ g) & e) ^ g;
}

/* maj = (a & b) ^ (a & c) ^ (b & c): b unless both others differ from it. b ^ c
 * is the a ^ b of the round before. */
static inline uint32_t maj(uint32_t a, uint32_t b, uint32_t c) {
  return ((a ^ b) & (b ^ c)) ^ b;
}

/* sha256_step is round t = i mod 8 of step 3. The names a to h turn by one
 * place each round: a is v[-t mod 8], and so on.
 * Pre: kw = K[t] + W[t]. */
static inline __attribute__((always_inline)) void sha256_step(uint32_t v[8],
                                                              unsigned i,
                                                              uint32_t kw) {
  uint32_t e = v[(4 - i) & 7], f = v[(5 - i) & 7], g = v[(6 - i) & 7];
  uint32_t a = v[(0 - i) & 7], b = v[(1 - i) & 7], c = v[(2 - i) & 7];
  uint32_t t1 = v[(7 - i) & 7] + big_sigma_1(e) + ch(e, f, g) + kw;
  v[(3 - i) & 7] += t1;
  v[(7 - i) & 7] = t1 + big_sigma_0(a) + maj(a, b, c);
}

static inline __attribute__((always_inline)) void sha256_steps(
    uint32_t v[8], const uint32_t w[16], const uint32_t k[16]) {
  sha256_step(v, 0, k[0] + w[0]);
  sha256_step(v, 1, k[1] + w[1]);
  sha256_step(v, 2, k[2] + w[2]);
  sha256_step(v, 3, k[3] + w[3]);
  sha256_step(v, 4, k[4] + w[4]);
  sha256_step(v, 5, k[5] + w[5]);
  sha256_step(v, 6, k[6] + w[6]);
  sha256_step(v, 7, k[7] + w[7]);
  sha256_step(v, 8, k[8] + w[8]);
  sha256_step(v, 9, k[9] + w[9]);
  sha256_step(v, 10, k[10] + w[10]);
  sha256_step(v, 11, k[11] + w[11]);
  sha256_step(v, 12, k[12] + w[12]);
  sha256_step(v, 13, k[13] + w[13]);
  sha256_step(v, 14, k[14] + w[14]);
  sha256_step(v, 15, k[15] + w[15]);
}

/* sha256_extend replaces W[t - 16] by W[t] of step 1, i = t mod 16. */
static inline __attribute__((always_inline)) void sha256_extend(uint32_t w[16],
                                                                unsigned i) {
  w[i] += small_sigma_0(w[(i + 1) & 15]) + w[(i + 9) & 15] +
          small_sigma_1(w[(i + 14) & 15]);
}

static inline __attribute__((always_inline)) void sha256_schedule(
    uint32_t w[16]) {
  sha256_extend(w, 0);
  sha256_extend(w, 1);
  sha256_extend(w, 2);
  sha256_extend(w, 3);
  sha256_extend(w, 4);
  sha256_extend(w, 5);
  sha256_extend(w, 6);
  sha256_extend(w, 7);
  sha256_extend(w, 8);
  sha256_extend(w, 9);
  sha256_extend(w, 10);
  sha256_extend(w, 11);
  sha256_extend(w, 12);
  sha256_extend(w, 13);
  sha256_extend(w, 14);
  sha256_extend(w, 15);
}

static inline __attribute__((always_inline)) void sha256_load(
    uint32_t w[16], const uint8_t *block) {
  w[0] = load_be32(block + 0);
  w[1] = load_be32(block + 4);
  w[2] = load_be32(block + 8);
  w[3] = load_be32(block + 12);
  w[4] = load_be32(block + 16);
  w[5] = load_be32(block + 20);
  w[6] = load_be32(block + 24);
  w[7] = load_be32(block + 28);
  w[8] = load_be32(block + 32);
  w[9] = load_be32(block + 36);
  w[10] = load_be32(block + 40);
  w[11] = load_be32(block + 44);
  w[12] = load_be32(block + 48);
  w[13] = load_be32(block + 52);
  w[14] = load_be32(block + 56);
  w[15] = load_be32(block + 60);
}

/* sha256_block is the body of 6.2.2 for one block. v does not leave the
 * function by address, so that it stays in registers; w is the caller's to
 * wipe. */
static inline __attribute__((always_inline)) void sha256_block(
    uint32_t state[8], uint32_t w[16], const uint8_t *block) {
  uint32_t v[8] = {state[0], state[1], state[2], state[3],
                   state[4], state[5], state[6], state[7]};
  sha256_load(w, block);
  sha256_steps(v, w, sha256_k);
  for (size_t t = 16; t < SHA256_NUM_ROUNDS; t += 16) {
    sha256_schedule(w);
    sha256_steps(v, w, sha256_k + t);
  }
  state[0] += v[0];
  state[1] += v[1];
  state[2] += v[2];
  state[3] += v[3];
  state[4] += v[4];
  state[5] += v[5];
  state[6] += v[6];
  state[7] += v[7];
}

void sha256_compress_c(uint32_t state[8], const uint8_t *blocks,
                       size_t num_blocks) {
  uint32_t w[16];
  for (size_t i = 0; i < num_blocks; i++) {
    sha256_block(state, w, blocks + i * SHA256_BLOCK_LEN);
  }
  ct_wipe(w, sizeof w);
}

void sha256_compress(uint32_t state[8], const uint8_t *blocks,
                     size_t num_blocks) {
#if CORDON_ASM
  uint32_t forms = cpu_forms();
  if ((forms & FORM_SHA) != 0) {
    sha256_compress_sha(state, blocks, num_blocks);
    return;
  }
  if ((forms & FORM_AVX2) != 0) {
    sha256_compress_avx2(state, blocks, num_blocks);
    return;
  }
  if ((forms & FORM_X86_64) != 0) {
    sha256_compress_x86_64(state, blocks, num_blocks);
    return;
  }
#endif
  sha256_compress_c(state, blocks, num_blocks);
}
