// The known-answer tests of the module: they pass, their expected values are
// what other implementations give, and every byte of those values decides.
#include <sys/mman.h>
#include <unistd.h>

#include "drbg_oracle.h"

extern "C" {
#include "selftest/kat.h"
}

namespace digest_test {
namespace {

struct Kat {
  const char *name;
  uint32_t (*run)(void);
  const uint8_t *expected;
  size_t len;
};

#define KAT(name)                                         \
  {                                                       \
#name, selftest_kat_##name, selftest_expected_##name, \
        sizeof selftest_expected_##name                   \
  }

const Kat kKats[] = {
    KAT(hmac_sha256), KAT(sha224),      KAT(sha256),      KAT(sha384),
    KAT(sha512),      KAT(sha512_224),  KAT(sha512_256),  KAT(sha3_224),
    KAT(sha3_256),    KAT(sha3_384),    KAT(sha3_512),    KAT(shake128),
    KAT(shake256),    KAT(drbg_sha256), KAT(drbg_sha512), KAT(drbg_errors),
};

TEST(SelftestKat, AllPass) {
  for (const Kat &kat : kKats) {
    EXPECT_EQ(0xffffffffu, kat.run()) << kat.name;
  }
}

// Writable lets the test write into constants.
void Writable(const uint8_t *p, size_t len) {
  uintptr_t page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  uintptr_t from = reinterpret_cast<uintptr_t>(p) & ~(page - 1);
  uintptr_t to = reinterpret_cast<uintptr_t>(p) + len;
  ASSERT_EQ(0, mprotect(reinterpret_cast<void *>(from), to - from,
                        PROT_READ | PROT_WRITE));
}

TEST(SelftestKat, EachFailsWhenAnyByteOfItsExpectedValueIsFlipped) {
  for (const Kat &kat : kKats) {
    Writable(kat.expected, kat.len);
    volatile uint8_t *expected = const_cast<volatile uint8_t *>(kat.expected);
    for (size_t i = 0; i < kat.len; i++) {
      expected[i] = expected[i] ^ static_cast<uint8_t>(1u << (i % 8));
      EXPECT_EQ(0u, kat.run()) << kat.name << " " << i;
      expected[i] = expected[i] ^ static_cast<uint8_t>(1u << (i % 8));
    }
    EXPECT_EQ(0xffffffffu, kat.run()) << kat.name;
  }
}

Bytes Expected(const uint8_t *p, size_t len) { return Bytes(p, p + len); }

Bytes Text(const char *s) { return Bytes(s, s + strlen(s)); }

TEST(SelftestKatData, DigestsAreWhatLibcryptoGives) {
  Bytes two_blocks =
      Text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq");
  Bytes two_long_blocks = Text(
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
      "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu");
  const uint8_t *expected[] = {
      selftest_expected_sha224,     selftest_expected_sha256,
      selftest_expected_sha384,     selftest_expected_sha512,
      selftest_expected_sha512_224, selftest_expected_sha512_256};
  for (size_t i = 0; i < Sha2Algs().size(); i++) {
    const Alg &alg = Sha2Algs()[i];
    EXPECT_EQ(
        OracleDigest(alg, alg.block_len == 64 ? two_blocks : two_long_blocks),
        Expected(expected[i], alg.digest_len))
        << alg.name;
  }
  Bytes blocks;
  for (int i = 0; i < 4; i++) {
    blocks.insert(blocks.end(), two_long_blocks.begin(), two_long_blocks.end());
  }
  EXPECT_EQ(OracleDigest(AlgByName("SHA-512"), blocks),
            Expected(selftest_sha512_blocks, 64));
}

TEST(SelftestKatData, Sha3IsWhatLibcryptoGives) {
  const uint8_t *expected[] = {
      selftest_expected_sha3_224, selftest_expected_sha3_256,
      selftest_expected_sha3_384, selftest_expected_sha3_512};
  const Bytes msg(200, 0xa3);
  for (size_t i = 0; i < Sha3Algs().size(); i++) {
    const Alg &alg = Sha3Algs()[i];
    EXPECT_EQ(OracleDigest(alg, msg), Expected(expected[i], alg.digest_len))
        << alg.name;
  }
  EXPECT_EQ(OracleXof(AlgByName("SHAKE128"), msg, KAT_SHAKE_LEN),
            Expected(selftest_expected_shake128, KAT_SHAKE_LEN));
  EXPECT_EQ(OracleXof(AlgByName("SHAKE256"), msg, KAT_SHAKE_LEN),
            Expected(selftest_expected_shake256, KAT_SHAKE_LEN));
}

TEST(SelftestKatData, HmacIsWhatLibcryptoGives) {
  EXPECT_EQ(OracleHmac(AlgByName("SHA-256"), Bytes(131, 0xaa),
                       Text("Test Using Larger Than Block-Size Key - Hash Key "
                            "First")),
            Expected(selftest_expected_hmac_sha256, 32));
}

Bytes Counting(size_t len, unsigned first) {
  Bytes out(len);
  for (size_t i = 0; i < len; i++) {
    out[i] = static_cast<uint8_t>(first + i);
  }
  return out;
}

TEST(SelftestKatData, DrbgOutputsAreWhatASecondImplementationGives) {
  const struct {
    const char *hash;
    const uint8_t *expected;
  } cases[] = {{"SHA-256", selftest_expected_drbg_sha256},
               {"SHA-512", selftest_expected_drbg_sha512}};
  for (const auto &c : cases) {
    DrbgOracle oracle(AlgByName(c.hash), Counting(32, 0x00), Counting(16, 0x20),
                      Counting(24, 0x40));
    Bytes first = oracle.Generate(KAT_DRBG_FIRST_LEN, {});
    oracle.Reseed(Counting(32, 0x80), Counting(20, 0xa0));
    Bytes second = oracle.Generate(KAT_DRBG_SECOND_LEN, Counting(12, 0xc0));
    EXPECT_EQ(Join({first, second}), Expected(c.expected, KAT_DRBG_OUT_LEN))
        << c.hash;
  }
}

}  // namespace
}  // namespace digest_test
