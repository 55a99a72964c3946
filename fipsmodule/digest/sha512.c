/* The SHA-512 compression function in portable C, and its dispatch. Step
 * numbers are those of FIPS 180-4, 6.4.2. */
#include "digest/sha512.h"

#include "limbs/bytes.h"
#include "limbs/ct.h"
#include "limbs/forms.h"
#if CORDON_ASM
#include "asm/sha512.h"
#endif

const uint64_t sha512_k[SHA512_NUM_ROUNDS] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f,
    0xe9b5dba58189dbbc, 0x3956c25bf348b538, 0x59f111f1b605d019,
    0x923f82a4af194f9b, 0xab1c5ed5da6d8118, 0xd807aa98a3030242,
    0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235,
    0xc19bf174cf692694, 0xe49b69c19ef14ad2, 0xefbe4786384f25e3,
    0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65, 0x2de92c6f592b0275,
    0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f,
    0xbf597fc7beef0ee4, 0xc6e00bf33da88fc2, 0xd5a79147930aa725,
    0x06ca6351e003826f, 0x142929670a0e6e70, 0x27b70a8546d22ffc,
    0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6,
    0x92722c851482353b, 0xa2bfe8a14cf10364, 0xa81a664bbc423001,
    0xc24b8b70d0f89791, 0xc76c51a30654be30, 0xd192e819d6ef5218,
    0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99,
    0x34b0bcb5e19b48a8, 0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb,
    0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3, 0x748f82ee5defb2fc,
    0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915,
    0xc67178f2e372532b, 0xca273eceea26619c, 0xd186b8c721c0c207,
    0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178, 0x06f067aa72176fba,
    0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc,
    0x431d67c49c100d4c, 0x4cc5d4becb3e42b6, 0x597f299cfc657e2a,
    0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

const uint64_t sha512_iv[8] = {
    0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
    0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
    0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
};

const uint64_t sha384_iv[8] = {
    0xcbbb9d5dc1059ed8, 0x629a292a367cd507, 0x9159015a3070dd17,
    0x152fecd8f70e5939, 0x67332667ffc00b31, 0x8eb44a8768581511,
    0xdb0c2e0d64f98fa7, 0x47b5481dbefa4fa4,
};

const uint64_t sha512_224_iv[8] = {
    0x8c3d37c819544da2, 0x73e1996689dcd4d6, 0x1dfab7ae32ff9c82,
    0x679dd514582f9fcf, 0x0f6d2b697bd44da8, 0x77e36f7304c48942,
    0x3f9d85a86a1d36c8, 0x1112e6ad91d692a1,
};

const uint64_t sha512_256_iv[8] = {
    0x22312194fc2bf72c, 0x9f555fa3c84c64c2, 0x2393b86b6f53b151,
    0x963877195940eabd, 0x96283ee2a88effe3, 0xbe5e1e2553863992,
    0x2b0199fc2c85b8aa, 0x0eb72ddc81c52ca2,
};

static inline uint64_t rotr64(uint64_t x, unsigned n) {
  return (x >> n) | (x << (64 - n));
}

static inline uint64_t big_sigma_0(uint64_t x) {
  return rotr64(x, 28) ^ rotr64(x, 34) ^ rotr64(x, 39);
}

static inline uint64_t big_sigma_1(uint64_t x) {
  return rotr64(x, 14) ^ rotr64(x, 18) ^ rotr64(x, 41);
}

static inline uint64_t small_sigma_0(uint64_t x) {
  return rotr64(x, 1) ^ rotr64(x, 8) ^ (x >> 7);
}

static inline uint64_t small_sigma_1(uint64_t x) {
  return rotr64(x, 19) ^ rotr64(x, 61) ^ (x >> 6);
}

/* ch = (e & f) ^ (~e & g): f where e has a one, else g. */
static inline uint64_t ch(uint64_t e, uint64_t f, uint64_t g) {
  return ((f ^ g) & e) ^ g;
}

/* maj = (a & b) ^ (a & c) ^ (b & c): b unless both others differ from it. b ^ c
 * is the a ^ b of the round before. */
static inline uint64_t maj(uint64_t a, uint64_t b, uint64_t c) {
  return ((a ^ b) & (b ^ c)) ^ b;
}

/* sha512_step is round t = i mod 8 of step 3. The names a to h turn by one
 * place each round: a is v[-t mod 8], and so on.
 * Pre: kw = K[t] + W[t]. */
static inline __attribute__((always_inline)) void sha512_step(uint64_t v[8],
                                                              unsigned i,
                                                              uint64_t kw) {
  uint64_t e = v[(4 - i) & 7], f = v[(5 - i) & 7], g = v[(6 - i) & 7];
  uint64_t a = v[(0 - i) & 7], b = v[(1 - i) & 7], c = v[(2 - i) & 7];
  uint64_t t1 = v[(7 - i) & 7] + big_sigma_1(e) + ch(e, f, g) + kw;
  v[(3 - i) & 7] += t1;
  v[(7 - i) & 7] = t1 + big_sigma_0(a) + maj(a, b, c);
}

static inline __attribute__((always_inline)) void sha512_steps(
    uint64_t v[8], const uint64_t w[16], const uint64_t k[16]) {
  sha512_step(v, 0, k[0] + w[0]);
  sha512_step(v, 1, k[1] + w[1]);
  sha512_step(v, 2, k[2] + w[2]);
  sha512_step(v, 3, k[3] + w[3]);
  sha512_step(v, 4, k[4] + w[4]);
  sha512_step(v, 5, k[5] + w[5]);
  sha512_step(v, 6, k[6] + w[6]);
  sha512_step(v, 7, k[7] + w[7]);
  sha512_step(v, 8, k[8] + w[8]);
  sha512_step(v, 9, k[9] + w[9]);
  sha512_step(v, 10, k[10] + w[10]);
  sha512_step(v, 11, k[11] + w[11]);
  sha512_step(v, 12, k[12] + w[12]);
  sha512_step(v, 13, k[13] + w[13]);
  sha512_step(v, 14, k[14] + w[14]);
  sha512_step(v, 15, k[15] + w[15]);
}

/* sha512_extend replaces W[t - 16] by W[t] of step 1, i = t mod 16. */
static inline __attribute__((always_inline)) void sha512_extend(uint64_t w[16],
                                                                unsigned i) {
  w[i] += small_sigma_0(w[(i + 1) & 15]) + w[(i + 9) & 15] +
          small_sigma_1(w[(i + 14) & 15]);
}

static inline __attribute__((always_inline)) void sha512_schedule(
    uint64_t w[16]) {
  sha512_extend(w, 0);
  sha512_extend(w, 1);
  sha512_extend(w, 2);
  sha512_extend(w, 3);
  sha512_extend(w, 4);
  sha512_extend(w, 5);
  sha512_extend(w, 6);
  sha512_extend(w, 7);
  sha512_extend(w, 8);
  sha512_extend(w, 9);
  sha512_extend(w, 10);
  sha512_extend(w, 11);
  sha512_extend(w, 12);
  sha512_extend(w, 13);
  sha512_extend(w, 14);
  sha512_extend(w, 15);
}

static inline __attribute__((always_inline)) void sha512_load(
    uint64_t w[16], const uint8_t *block) {
  w[0] = load_be64(block + 0);
  w[1] = load_be64(block + 8);
  w[2] = load_be64(block + 16);
  w[3] = load_be64(block + 24);
  w[4] = load_be64(block + 32);
  w[5] = load_be64(block + 40);
  w[6] = load_be64(block + 48);
  w[7] = load_be64(block + 56);
  w[8] = load_be64(block + 64);
  w[9] = load_be64(block + 72);
  w[10] = load_be64(block + 80);
  w[11] = load_be64(block + 88);
  w[12] = load_be64(block + 96);
  w[13] = load_be64(block + 104);
  w[14] = load_be64(block + 112);
  w[15] = load_be64(block + 120);
}

/* sha512_block is the body of 6.4.2 for one block. v does not leave the
 * function by address, so that it stays in registers; w is the caller's to
 * wipe. */
static inline __attribute__((always_inline)) void sha512_block(
    uint64_t state[8], uint64_t w[16], const uint8_t *block) {
  uint64_t v[8] = {state[0], state[1], state[2], state[3],
                   state[4], state[5], state[6], state[7]};
  sha512_load(w, block);
  sha512_steps(v, w, sha512_k);
  for (size_t t = 16; t < SHA512_NUM_ROUNDS; t += 16) {
    sha512_schedule(w);
    sha512_steps(v, w, sha512_k + t);
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

void sha512_compress_c(uint64_t state[8], const uint8_t *blocks,
                       size_t num_blocks) {
  uint64_t w[16];
  for (size_t i = 0; i < num_blocks; i++) {
    sha512_block(state, w, blocks + i * SHA512_BLOCK_LEN);
  }
  ct_wipe(w, sizeof w);
}

void sha512_compress(uint64_t state[8], const uint8_t *blocks,
                     size_t num_blocks) {
#if CORDON_ASM
  uint32_t forms = cpu_forms();
  if ((forms & FORM_AVX2) != 0) {
    sha512_compress_avx2(state, blocks, num_blocks);
    return;
  }
  if ((forms & FORM_X86_64) != 0) {
    sha512_compress_x86_64(state, blocks, num_blocks);
    return;
  }
#endif
  sha512_compress_c(state, blocks, num_blocks);
}
