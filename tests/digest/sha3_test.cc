// Keccak-f and the sponge against the definitions of FIPS 202, and SHAKE: any
// length of output, piece by piece, after messages of any number of bits.
#include "digest_test.h"

extern "C" {
#include "digest/keccak.h"
}

namespace digest_test {
namespace {

class Shake : public PerHash {};

Bytes Squeeze(struct hash_state *st, size_t len) {
  Bytes out(len);
  EXPECT_EQ(1, hash_squeeze(st, out.data(), len));
  return out;
}

struct hash_state Absorbed(const Alg &alg, const Bytes &msg) {
  struct hash_state st;
  hash_init(&st, alg.id);
  EXPECT_EQ(1, hash_update(&st, msg.data(), msg.size()));
  return st;
}

TEST(Keccak, IsThePermutationThatFips202Defines) {
  std::mt19937_64 rng(202);
  uint64_t mine[25] = {0}, oracle[25] = {0};
  for (int round = 0; round < 200; round++) {
    keccak_f1600(mine);
    OracleKeccak(oracle);
    ASSERT_TRUE(SameBytes(mine, oracle)) << round;
    for (int i = 0; i < 25 && round % 2 != 0; i++) {
      mine[i] = oracle[i] = rng();
    }
  }
}

// FIPS 202, 3.2.5: at the most seven bits, where 2^j - 1 says.
TEST(Keccak, RoundConstantsHaveBitsInSevenPlacesOnly) {
  const uint64_t places = 0x800000008000808b;
  for (uint64_t rc : keccak_rc) {
    EXPECT_EQ(0u, rc & ~places);
  }
}

TEST(Keccak, PadMayTakeABlockOfItsOwn) {
  const Alg &alg = AlgByName("SHA3-256");
  // The message fills the block but for 1, 2, ... bits, so that the end of the
  // padding is in the same byte, in another, and in another block.
  for (size_t missing = 1; missing <= 16; missing++) {
    const size_t num_bits = 8 * alg.block_len - missing;
    Bytes msg(alg.block_len, 0xa5), out(alg.digest_len);
    struct hash_state st;
    hash_init(&st, alg.id);
    EXPECT_EQ(1, hash_update(&st, msg.data(), num_bits / 8));
    EXPECT_EQ(
        1, hash_final_bits(&st, out.data(), msg[num_bits / 8], num_bits % 8));
    EXPECT_EQ(OracleBits(alg, msg, num_bits), out) << missing;
  }
}

TEST_P(Shake, EveryLengthOfOutputMatches) {
  Bytes msg = Random(50);
  for (size_t len = 0; len <= 3 * GetParam().block_len; len++) {
    struct hash_state st = Absorbed(GetParam(), msg);
    ASSERT_EQ(OracleXof(GetParam(), msg, len), Squeeze(&st, len)) << len;
  }
}

TEST_P(Shake, OutputComesInAnyPieces) {
  for (int round = 0; round < 200; round++) {
    Bytes msg = Random(Below(400));
    Bytes expected = OracleXof(GetParam(), msg, 1000), out;
    struct hash_state st = Absorbed(GetParam(), msg);
    while (out.size() < expected.size()) {
      size_t len = std::min(Below(round % 2 != 0 ? 12 : 400),
                            expected.size() - out.size());
      Bytes piece = Squeeze(&st, len);
      out.insert(out.end(), piece.begin(), piece.end());
    }
    ASSERT_EQ(expected, out);
  }
}

TEST_P(Shake, UnalignedOutputMatches) {
  Bytes expected = OracleXof(GetParam(), {}, 200);
  for (size_t at = 0; at < 16; at++) {
    Bytes out(220, 0x5a);
    struct hash_state st = Absorbed(GetParam(), {});
    EXPECT_EQ(1, hash_squeeze(&st, out.data() + at, 200));
    EXPECT_EQ(expected, Bytes(out.begin() + static_cast<long>(at),
                              out.begin() + static_cast<long>(at) + 200));
    EXPECT_EQ(Bytes(20 - at, 0x5a),
              Bytes(out.begin() + static_cast<long>(at) + 200, out.end()));
  }
}

TEST_P(Shake, EveryNumberOfBitsMatches) {
  const Alg &alg = GetParam();
  for (size_t num_bits = 0; num_bits <= 8 * alg.block_len + 20; num_bits++) {
    Bytes msg = Random(num_bits / 8 + 1);
    struct hash_state st;
    hash_init(&st, alg.id);
    ASSERT_EQ(1, hash_update(&st, msg.data(), num_bits / 8));
    ASSERT_EQ(1, hash_end_bits(&st, msg[num_bits / 8], num_bits % 8));
    ASSERT_EQ(OracleSponge(alg, msg, num_bits, 100), Squeeze(&st, 100))
        << num_bits;
  }
}

TEST_P(Shake, FixedDigestIsTheFirstOutput) {
  Bytes msg = Random(333);
  EXPECT_EQ(OracleXof(GetParam(), msg, GetParam().digest_len),
            Digest(GetParam(), msg));
}

TEST_P(Shake, RefusesTheMessageAfterTheFirstOutput) {
  uint8_t out[64] = {0};
  struct hash_state st = Absorbed(GetParam(), {1, 2, 3});
  EXPECT_EQ(1, hash_squeeze(&st, out, 0));
  struct hash_state before = st;
  EXPECT_EQ(0, hash_update(&st, out, 1));
  EXPECT_EQ(0, hash_update(&st, out, 0));
  EXPECT_EQ(0, hash_end_bits(&st, 0, 0));
  EXPECT_TRUE(SameBytes(before, st));
  EXPECT_EQ(OracleXof(GetParam(), {1, 2, 3}, 99), Squeeze(&st, 99));
  EXPECT_EQ(0, hash_final_bits(&st, out, 0, 0));
  EXPECT_TRUE(IsZero(out));
  EXPECT_TRUE(IsZero(st));
}

TEST_P(Shake, RefusesEightBitsAndGoesOn) {
  struct hash_state st = Absorbed(GetParam(), {7});
  struct hash_state before = st;
  EXPECT_EQ(0, hash_end_bits(&st, 0xff, 8));
  EXPECT_TRUE(SameBytes(before, st));
  EXPECT_EQ(OracleXof(GetParam(), {7}, 10), Squeeze(&st, 10));
}

TEST_P(Shake, CopyOfASqueezedStateGoesOnIndependently) {
  Bytes expected = OracleXof(GetParam(), {9}, 700);
  struct hash_state st = Absorbed(GetParam(), {9});
  Squeeze(&st, 77);
  struct hash_state copy = st;
  Bytes a = Squeeze(&st, 623), b = Squeeze(&copy, 300);
  EXPECT_EQ(Bytes(expected.begin() + 77, expected.end()), a);
  EXPECT_EQ(Bytes(expected.begin() + 77, expected.begin() + 377), b);
}

INSTANTIATE_TEST_SUITE_P(Shake, Shake, testing::ValuesIn(ShakeAlgs()),
                         CaseName);

TEST(NoShake, GivesNoOutputOfAnyLength) {
  for (const Alg &alg : HmacAlgs()) {
    struct hash_state st = Absorbed(alg, {1});
    struct hash_state before = st;
    uint8_t out[8] = {0};
    EXPECT_EQ(0, hash_end_bits(&st, 0, 0)) << alg.name;
    EXPECT_EQ(0, hash_squeeze(&st, out, sizeof out)) << alg.name;
    EXPECT_TRUE(IsZero(out)) << alg.name;
    EXPECT_TRUE(SameBytes(before, st)) << alg.name;
  }
}

}  // namespace
}  // namespace digest_test
