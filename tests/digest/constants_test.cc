// The constants of SHA-2 against the roots of primes that define them.
#include <openssl/bn.h>

#include <memory>

#include "digest_test.h"

extern "C" {
#include "digest/sha256.h"
#include "digest/sha512.h"
}

namespace digest_test {
namespace {

std::vector<unsigned> Primes(size_t count) {
  std::vector<unsigned> primes;
  for (unsigned n = 2; primes.size() < count; n++) {
    bool prime = true;
    for (unsigned p : primes) {
      prime = prime && n % p != 0;
    }
    if (prime) {
      primes.push_back(n);
    }
  }
  return primes;
}

using Bn = std::unique_ptr<BIGNUM, decltype(&BN_free)>;

Bn Power(const BIGNUM *x, unsigned n) {
  Bn out(BN_new(), BN_free);
  std::unique_ptr<BN_CTX, decltype(&BN_CTX_free)> ctx(BN_CTX_new(),
                                                      BN_CTX_free);
  BN_one(out.get());
  for (unsigned i = 0; i < n; i++) {
    BN_mul(out.get(), out.get(), x, ctx.get());
  }
  return out;
}

// IsRoot: is `frac` the first 64 bits after the point of the n-th root of p?
// It is, if x = floor(root) * 2^64 + frac has x^n <= p * 2^(64 n) < (x + 1)^n.
bool IsRoot(uint64_t frac, unsigned p, unsigned n) {
  unsigned whole = 1;
  while ((n == 2 ? 1 : whole + 1) * (whole + 1) * (whole + 1) <= p) {
    whole++;
  }
  Bn x(BN_new(), BN_free), target(BN_new(), BN_free);
  BN_set_word(x.get(), whole);
  BN_lshift(x.get(), x.get(), 64);
  Bn low(BN_new(), BN_free);
  BN_set_word(low.get(), frac);
  BN_add(x.get(), x.get(), low.get());
  BN_set_word(target.get(), p);
  BN_lshift(target.get(), target.get(), static_cast<int>(64 * n));
  bool at_least = BN_cmp(Power(x.get(), n).get(), target.get()) <= 0;
  BN_add_word(x.get(), 1);
  return at_least && BN_cmp(Power(x.get(), n).get(), target.get()) > 0;
}

TEST(Sha2Constants, RoundConstantsAreCubeRootsOfPrimes) {
  std::vector<unsigned> primes = Primes(SHA512_NUM_ROUNDS);
  for (size_t i = 0; i < SHA512_NUM_ROUNDS; i++) {
    EXPECT_TRUE(IsRoot(sha512_k[i], primes[i], 3)) << i;
  }
  for (size_t i = 0; i < SHA256_NUM_ROUNDS; i++) {
    EXPECT_EQ(sha512_k[i] >> 32, sha256_k[i]) << i;
  }
}

TEST(Sha2Constants, InitialValuesAreSquareRootsOfPrimes) {
  std::vector<unsigned> primes = Primes(16);
  for (size_t i = 0; i < 8; i++) {
    EXPECT_TRUE(IsRoot(sha512_iv[i], primes[i], 2)) << i;
    EXPECT_TRUE(IsRoot(sha384_iv[i], primes[i + 8], 2)) << i;
    EXPECT_EQ(sha512_iv[i] >> 32, sha256_iv[i]) << i;
    EXPECT_EQ(sha384_iv[i] & 0xffffffff, sha224_iv[i]) << i;
  }
}

TEST(Sha2Constants, TruncatedInitialValuesAreDigestsOfTheirNames) {
  const struct {
    const char *name;
    const uint64_t *iv;
  } variants[] = {{"SHA-512/224", sha512_224_iv},
                  {"SHA-512/256", sha512_256_iv}};
  for (const auto &variant : variants) {
    struct hash_state st;
    uint8_t digest[64];
    hash_init(&st, CORDON_SHA512);
    for (uint64_t &word : st.h.w64) {
      word ^= 0xa5a5a5a5a5a5a5a5;
    }
    hash_update(&st, reinterpret_cast<const uint8_t *>(variant.name),
                strlen(variant.name));
    hash_final(&st, digest);
    for (size_t i = 0; i < 64; i++) {
      EXPECT_EQ(static_cast<uint8_t>(variant.iv[i / 8] >> (56 - 8 * (i % 8))),
                digest[i])
          << variant.name << " " << i;
    }
  }
}

}  // namespace
}  // namespace digest_test
