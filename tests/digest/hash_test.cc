// SHA-2, SHA-3 and the fixed digests of SHAKE against libcrypto, bits against
// paddings made bit by bit, the message limits of FIPS 180-4, and the life of a
// hash state.
#include "digest_test.h"

namespace digest_test {
namespace {

class HashAgainstLibcrypto : public PerHash {};
class HashBits : public PerHash {};
class HashLimit : public PerHash {};
class HashNest : public PerHash {};
class HashState : public PerHash {};

TEST(HashInfo, LengthsAreThoseOfFips180AndFips202) {
  for (const Alg &alg : AllAlgs()) {
    EXPECT_EQ(1, hash_is_known(alg.id)) << alg.name;
    EXPECT_EQ(alg.digest_len, hash_digest_len(alg.id)) << alg.name;
    EXPECT_EQ(alg.block_len, hash_block_len(alg.id)) << alg.name;
    EXPECT_EQ(alg.digest_len * 4, hash_strength_bits(alg.id)) << alg.name;
    EXPECT_EQ(IsSponge(alg), hash_is_sponge(alg.id) == 1) << alg.name;
    EXPECT_EQ(IsShake(alg), hash_is_xof(alg.id) == 1) << alg.name;
  }
}

TEST(HashInfo, UnknownIdsHaveNoLengths) {
  for (uint32_t id : {0u, 13u, 14u, 0x80000007u, 0xffffffffu}) {
    EXPECT_EQ(0, hash_is_known(id));
    EXPECT_EQ(0, hash_is_sponge(id));
    EXPECT_EQ(0, hash_is_xof(id));
    EXPECT_EQ(0u, hash_digest_len(id));
    EXPECT_EQ(0u, hash_block_len(id));
    EXPECT_EQ(0u, hash_strength_bits(id));
  }
}

TEST(HashInfo, StateFitsThePublicObject) {
  EXPECT_LE(sizeof(struct hash_state), 256u);
  EXPECT_LE(sizeof(struct hmac_state), 512u);
}

TEST(HashInfo, UnknownIdAcceptsNothingAndWritesNothing) {
  struct hash_state st;
  uint8_t out[64] = {0x5a};
  hash_init(&st, 13);
  EXPECT_EQ(0, hash_update(&st, out, 1));
  EXPECT_EQ(0, hash_end_bits(&st, 0, 0));
  EXPECT_EQ(0, hash_squeeze(&st, out, 1));
  EXPECT_EQ(0, hash_final_bits(&st, out, 0, 0));
  hash_final(&st, out);
  hash_digest(0, out, out, sizeof out);
  EXPECT_EQ(0x5a, out[0]);
  EXPECT_EQ(0, out[63]);
}

TEST_P(HashAgainstLibcrypto, OneShotMatchesForEveryLengthTo350) {
  for (size_t len = 0; len <= 350; len++) {
    Bytes msg = Random(len);
    ASSERT_EQ(OracleDigest(GetParam(), msg), Digest(GetParam(), msg)) << len;
  }
}

TEST_P(HashAgainstLibcrypto, AnyChunkingGivesTheSameDigest) {
  for (int round = 0; round < 300; round++) {
    Bytes msg = Random(Below(1200));
    Bytes out(GetParam().digest_len);
    struct hash_state st;
    hash_init(&st, GetParam().id);
    for (size_t at = 0; at < msg.size();) {
      size_t len = std::min(Below(round % 2 != 0 ? 20 : 300), msg.size() - at);
      ASSERT_EQ(1, hash_update(&st, msg.data() + at, len));
      at += len;
    }
    hash_final(&st, out.data());
    ASSERT_EQ(OracleDigest(GetParam(), msg), out) << msg.size();
  }
}

TEST_P(HashAgainstLibcrypto, UnalignedInputGivesTheSameDigest) {
  Bytes msg = Random(600);
  for (size_t at = 0; at < 16; at++) {
    Bytes part(msg.begin() + static_cast<long>(at), msg.end());
    Bytes out(GetParam().digest_len);
    hash_digest(GetParam().id, out.data(), msg.data() + at, part.size());
    EXPECT_EQ(OracleDigest(GetParam(), part), out);
  }
}

TEST_P(HashAgainstLibcrypto, OutputMayBeTheInput) {
  Bytes msg = Random(200);
  Bytes expected = OracleDigest(GetParam(), msg);
  hash_digest(GetParam().id, msg.data(), msg.data(), msg.size());
  msg.resize(expected.size());
  EXPECT_EQ(expected, msg);
}

TEST_P(HashBits, EveryBitLengthMatchesAPaddingMadeBitByBit) {
  for (size_t num_bits = 0; num_bits <= 16 * GetParam().block_len + 9;
       num_bits++) {
    Bytes msg = Random(num_bits / 8 + 1);
    Bytes out(GetParam().digest_len);
    struct hash_state st;
    hash_init(&st, GetParam().id);
    ASSERT_EQ(1, hash_update(&st, msg.data(), num_bits / 8));
    ASSERT_EQ(
        1, hash_final_bits(&st, out.data(), msg[num_bits / 8], num_bits % 8));
    ASSERT_EQ(OracleBits(GetParam(), msg, num_bits), out) << num_bits;
  }
}

TEST_P(HashBits, OtherBitsOfTheLastByteAreIgnored) {
  for (unsigned num_bits = 0; num_bits < 8; num_bits++) {
    Bytes a(GetParam().digest_len), b(GetParam().digest_len);
    struct hash_state st;
    hash_init(&st, GetParam().id);
    EXPECT_EQ(1, hash_final_bits(&st, a.data(), 0xff, num_bits));
    hash_init(&st, GetParam().id);
    unsigned last =
        IsSponge(GetParam()) ? (1u << num_bits) - 1 : 0xff00u >> num_bits;
    EXPECT_EQ(1, hash_final_bits(&st, b.data(), static_cast<uint8_t>(last),
                                 num_bits));
    EXPECT_EQ(a, b);
  }
}

TEST_P(HashBits, RejectsEightBits) {
  struct hash_state st;
  uint8_t out[64] = {0};
  hash_init(&st, GetParam().id);
  EXPECT_EQ(0, hash_final_bits(&st, out, 0xff, 8));
  EXPECT_TRUE(IsZero(out));
  EXPECT_TRUE(IsZero(st));
}

// A state that has taken all but `room` bytes of the longest message. The
// longest has 2^61 - 1 or 2^125 - 1 whole bytes.
struct hash_state NearlyFull(const Alg &alg, uint64_t room) {
  struct hash_state st;
  hash_init(&st, alg.id);
  // what would be waiting in the block
  memset(st.block, 0, sizeof st.block);
  if (alg.block_len == 64) {
    st.num_bytes[0] = (uint64_t{1} << 61) - 1 - room;
  } else {
    st.num_bytes[0] = ~uint64_t{0} - room;
    st.num_bytes[1] = (uint64_t{1} << 61) - 1;
  }
  return st;
}

TEST_P(HashLimit, TakesTheLastByteAndRefusesTheNext) {
  struct hash_state st = NearlyFull(GetParam(), 70);
  uint8_t in[71] = {1, 2, 3};
  struct hash_state before = st;
  EXPECT_EQ(0, hash_update(&st, in, 71));
  EXPECT_TRUE(SameBytes(before, st));
  EXPECT_EQ(1, hash_update(&st, in, 69));
  EXPECT_EQ(1, hash_update(&st, in, 1));
  before = st;
  EXPECT_EQ(0, hash_update(&st, in, 1));
  EXPECT_TRUE(SameBytes(before, st));
  EXPECT_EQ(1, hash_update(&st, nullptr, 0));
}

TEST_P(HashLimit, RefusesALengthThatWouldWrapTheCount) {
  struct hash_state st = NearlyFull(GetParam(), 3);
  struct hash_state before = st;
  uint8_t in = 0;
  EXPECT_EQ(0, hash_update(&st, &in, SIZE_MAX));
  EXPECT_EQ(0, hash_update(&st, &in, SIZE_MAX - 2));
  EXPECT_TRUE(SameBytes(before, st));
}

TEST_P(HashLimit, TheLongestMessageEndsWithALengthOfAllOnes) {
  const Alg &alg = GetParam();
  struct hash_state st = NearlyFull(alg, 0);
  const size_t len_len = alg.block_len / 8;
  union hash_words h = st.h;
  Bytes out(alg.digest_len);
  EXPECT_EQ(1, hash_final_bits(&st, out.data(), 0x00, 7));

  // fill = -1 mod block_len: seven bits and the one complete this block, and
  // the next has zeros and the length.
  struct hash_state first;
  hash_init(&first, alg.id);
  first.h = h;
  Bytes block(alg.block_len, 0);
  block.back() = 0x01;
  ASSERT_EQ(1, hash_update(&first, block.data(), block.size()));
  block.assign(alg.block_len, 0);
  std::fill(block.end() - static_cast<long>(len_len), block.end(), 0xff);
  EXPECT_EQ(OracleLastBlock(alg, first.h, block), out);
}

TEST_P(HashLimit, CountCarriesIntoTheHighWord) {
  const Alg &alg = GetParam();
  if (alg.block_len == 64) {
    return;
  }
  struct hash_state st;
  Bytes out(alg.digest_len), block(alg.block_len, 0);
  hash_init(&st, alg.id);
  st.num_bytes[0] = ~uint64_t{0} - 127;
  EXPECT_EQ(1, hash_update(&st, block.data(), block.size()));
  EXPECT_EQ(0u, st.num_bytes[0]);
  EXPECT_EQ(1u, st.num_bytes[1]);
  union hash_words h = st.h;
  hash_final(&st, out.data());
  block[0] = 0x80;
  block[119] = 0x08;  // 2^64 bytes = 2^67 bits: bit 3 of byte 8 from the end
  EXPECT_EQ(OracleLastBlock(alg, h, block), out);
}

TEST_P(HashState, IsZeroAfterFinal) {
  struct hash_state st;
  uint8_t msg[200], out[64];
  memset(msg, 0x77, sizeof msg);
  hash_init(&st, GetParam().id);
  EXPECT_EQ(1, hash_update(&st, msg, sizeof msg));
  hash_final(&st, out);
  EXPECT_TRUE(IsZero(st));
}

TEST_P(HashState, RefusesEverythingAfterFinal) {
  struct hash_state st;
  uint8_t out[64], untouched[64];
  hash_init(&st, GetParam().id);
  hash_final(&st, out);
  memset(untouched, 0x11, sizeof untouched);
  EXPECT_EQ(0, hash_update(&st, out, 1));
  EXPECT_EQ(0, hash_final_bits(&st, untouched, 0, 0));
  EXPECT_EQ(0x11, untouched[0]);
}

TEST_P(HashState, CopyGoesOnIndependently) {
  Bytes msg = Random(100), a(GetParam().digest_len), b(GetParam().digest_len);
  struct hash_state st, copy;
  hash_init(&st, GetParam().id);
  EXPECT_EQ(1, hash_update(&st, msg.data(), 70));
  copy = st;
  EXPECT_EQ(1, hash_update(&st, msg.data() + 70, 30));
  hash_final(&st, a.data());
  hash_final(&copy, b.data());
  EXPECT_EQ(Digest(GetParam(), msg), a);
  msg.resize(70);
  EXPECT_EQ(Digest(GetParam(), msg), b);
}

// hash_init clears no more than it must.
TEST_P(HashState, DoesNotReadWhatMemoryHeldBefore) {
  const Alg &alg = GetParam();
  for (size_t len = 0; len <= 2 * alg.block_len; len++) {
    struct hash_state st;
    Bytes msg = Random(len), out(alg.digest_len);
    memset(&st, 0xa5, sizeof st);
    hash_init(&st, alg.id);
    EXPECT_EQ(1, hash_update(&st, msg.data(), len));
    hash_final(&st, out.data());
    ASSERT_EQ(OracleDigest(alg, msg), out) << len;
  }
}

// The digest after the first bits of msg, then a digest of `first`, that one
// and `more`: what hash_nest does in one state.
TEST_P(HashNest, IsADigestWithinAMessage) {
  const Alg &alg = GetParam();
  Bytes first = Random(alg.block_len), more = Random(70);
  union hash_words midstate;
  hash_first_block(&midstate, alg.id, first.data());
  for (size_t bits = 0; bits <= 16 * alg.block_len; bits += 3) {
    struct hash_state st;
    Bytes msg = Random(bits / 8 + 1), out(alg.digest_len);
    memset(&st, 0xa5, sizeof st);
    hash_init(&st, alg.id);
    EXPECT_EQ(1, hash_update(&st, msg.data(), bits / 8));
    EXPECT_EQ(1, hash_nest(&st, msg.back(), bits % 8, &midstate));
    EXPECT_EQ(1, hash_update(&st, more.data(), more.size()));
    hash_final(&st, out.data());
    Bytes outer = first, inner = OracleBits(alg, msg, bits);
    outer.insert(outer.end(), inner.begin(), inner.end());
    outer.insert(outer.end(), more.begin(), more.end());
    ASSERT_EQ(OracleDigest(alg, outer), out) << bits;
  }
}

TEST_P(HashNest, RejectsTooManyBitsAndFinishedStates) {
  struct hash_state st, before;
  union hash_words midstate = {};
  uint8_t out[64];
  hash_init(&st, GetParam().id);
  EXPECT_EQ(1, hash_update(&st, reinterpret_cast<const uint8_t *>("abc"), 3));
  before = st;
  EXPECT_EQ(0, hash_nest(&st, 0, 8, &midstate));
  EXPECT_EQ(0, memcmp(&before, &st, sizeof st));
  hash_final(&st, out);
  EXPECT_EQ(0, hash_nest(&st, 0, 0, &midstate));
  EXPECT_TRUE(IsZero(st));
}

TEST(HashNestOfOthers, RejectsSponges) {
  struct hash_state st;
  union hash_words midstate = {};
  for (uint32_t id = CORDON_SHA3_224; id <= CORDON_SHAKE256; id++) {
    hash_init(&st, id);
    EXPECT_EQ(0, hash_nest(&st, 0, 0, &midstate));
    hash_first_block(&midstate, id, nullptr);
  }
  EXPECT_TRUE(IsZero(midstate));
}

INSTANTIATE_TEST_SUITE_P(All, HashAgainstLibcrypto,
                         testing::ValuesIn(AllAlgs()), CaseName);
INSTANTIATE_TEST_SUITE_P(All, HashBits, testing::ValuesIn(AllAlgs()), CaseName);
INSTANTIATE_TEST_SUITE_P(Sha2, HashLimit, testing::ValuesIn(Sha2Algs()),
                         CaseName);
INSTANTIATE_TEST_SUITE_P(Sha2, HashNest, testing::ValuesIn(Sha2Algs()),
                         CaseName);
INSTANTIATE_TEST_SUITE_P(All, HashState, testing::ValuesIn(AllAlgs()),
                         CaseName);

}  // namespace
}  // namespace digest_test
