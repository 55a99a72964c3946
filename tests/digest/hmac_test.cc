// HMAC against libcrypto, its restart, bits, limits and wiping.
#include "digest_test.h"

namespace digest_test {
namespace {

class HmacAgainstLibcrypto : public PerHash {};
class HmacState : public PerHash {};
class HmacLimit : public PerHash {};

TEST_P(HmacAgainstLibcrypto, MatchesForKeysAroundABlock) {
  const size_t block_len = GetParam().block_len;
  for (size_t key_len :
       {size_t{0}, size_t{1}, size_t{13}, size_t{14}, size_t{32},
        GetParam().digest_len, block_len - 1, block_len, block_len + 1,
        2 * block_len, 2 * block_len + 1, size_t{1000}}) {
    for (size_t len : {size_t{0}, size_t{1}, size_t{50}, block_len - 17,
                       block_len - 1, block_len, size_t{300}}) {
      Bytes key = Random(key_len), msg = Random(len);
      ASSERT_EQ(OracleHmac(GetParam(), key, msg), Hmac(GetParam(), key, msg))
          << key_len << " " << len;
    }
  }
}

TEST_P(HmacAgainstLibcrypto, MatchesForRandomLengthsAndChunks) {
  for (int round = 0; round < 300; round++) {
    Bytes key = Random(Below(300)), msg = Random(Below(600));
    Bytes out(GetParam().digest_len);
    struct hmac_state st;
    hmac_init(&st, GetParam().id, key.data(), key.size());
    for (size_t at = 0; at < msg.size();) {
      size_t len = std::min(Below(150), msg.size() - at);
      ASSERT_EQ(1, hmac_update(&st, msg.data() + at, len));
      at += len;
    }
    hmac_final(&st, out.data());
    ASSERT_EQ(OracleHmac(GetParam(), key, msg), out);
  }
}

TEST_P(HmacState, IsReadyForTheNextMessageAfterFinal) {
  Bytes key = Random(200), out(GetParam().digest_len);
  struct hmac_state st;
  hmac_init(&st, GetParam().id, key.data(), key.size());
  for (size_t len : {0u, 5u, 300u, 0u}) {
    Bytes msg = Random(len);
    EXPECT_EQ(1, hmac_update(&st, msg.data(), msg.size()));
    hmac_final(&st, out.data());
    EXPECT_EQ(OracleHmac(GetParam(), key, msg), out);
  }
}

TEST_P(HmacState, RestartDropsTheMessage) {
  Bytes key = Random(20), msg = Random(77), out(GetParam().digest_len);
  struct hmac_state st;
  hmac_init(&st, GetParam().id, key.data(), key.size());
  EXPECT_EQ(1, hmac_update(&st, key.data(), key.size()));
  hmac_restart(&st);
  EXPECT_EQ(1, hmac_update(&st, msg.data(), msg.size()));
  hmac_final(&st, out.data());
  EXPECT_EQ(OracleHmac(GetParam(), key, msg), out);
}

TEST_P(HmacState, FinalBitsAreTheBitsOfTheInnerHash) {
  const Alg &alg = GetParam();
  for (unsigned num_bits = 0; num_bits < 8; num_bits++) {
    Bytes key = Random(alg.block_len), msg = Random(40);
    Bytes out(alg.digest_len);
    struct hmac_state st;
    hmac_init(&st, alg.id, key.data(), key.size());
    EXPECT_EQ(1, hmac_update(&st, msg.data(), msg.size() - 1));
    EXPECT_EQ(1, hmac_final_bits(&st, out.data(), msg.back(), num_bits));

    Bytes inner = key, outer = key;
    for (uint8_t &b : inner) b = static_cast<uint8_t>(b ^ 0x36);
    for (uint8_t &b : outer) b = static_cast<uint8_t>(b ^ 0x5c);
    inner.insert(inner.end(), msg.begin(), msg.end());
    Bytes digest = OracleBits(alg, inner, 8 * (inner.size() - 1) + num_bits);
    outer.insert(outer.end(), digest.begin(), digest.end());
    EXPECT_EQ(OracleDigest(alg, outer), out) << num_bits;
  }
}

TEST_P(HmacState, RejectsEightBitsAndStaysUsable) {
  Bytes key = Random(20), out(GetParam().digest_len, 0);
  struct hmac_state st;
  hmac_init(&st, GetParam().id, key.data(), key.size());
  EXPECT_EQ(0, hmac_final_bits(&st, out.data(), 0xff, 8));
  EXPECT_EQ(Bytes(GetParam().digest_len, 0), out);
  hmac_final(&st, out.data());
  EXPECT_EQ(OracleHmac(GetParam(), key, {}), out);
}

TEST_P(HmacLimit, RefusesBeyondTheLimitOfTheHash) {
  struct hmac_state st;
  uint8_t in[2] = {0};
  hmac_init(&st, GetParam().id, in, 2);
  if (GetParam().block_len == 64) {
    st.hash.num_bytes[0] = (uint64_t{1} << 61) - 2;
  } else {
    st.hash.num_bytes[0] = ~uint64_t{0} - 1;
    st.hash.num_bytes[1] = (uint64_t{1} << 61) - 1;
  }
  EXPECT_EQ(0, hmac_update(&st, in, 2));
  EXPECT_EQ(1, hmac_update(&st, in, 1));
  EXPECT_EQ(0, hmac_update(&st, in, 1));
}

TEST_P(HmacState, IsZeroAndRefusesAfterWipe) {
  Bytes key = Random(200), out(GetParam().digest_len, 0x22);
  struct hmac_state st;
  hmac_init(&st, GetParam().id, key.data(), key.size());
  hmac_wipe(&st);
  EXPECT_TRUE(IsZero(st));
  EXPECT_EQ(0, hmac_update(&st, key.data(), 1));
  EXPECT_EQ(0, hmac_final_bits(&st, out.data(), 0, 0));
  EXPECT_EQ(Bytes(GetParam().digest_len, 0x22), out);
}

// SHAKE has no HMAC (FIPS 198-1 asks for an approved hash function).
TEST(HmacOfNoHashFunction, HasNoKey) {
  for (uint32_t id : {0u, 13u, CORDON_SHAKE128, CORDON_SHAKE256}) {
    struct hmac_state st;
    uint8_t key[16] = {1}, out[64] = {0};
    memset(&st, 0x33, sizeof st);
    hmac_init(&st, id, key, sizeof key);
    EXPECT_EQ(0, hmac_is_known(id));
    EXPECT_TRUE(IsZero(st.key));
    EXPECT_EQ(0, hmac_update(&st, key, 1));
    EXPECT_EQ(0, hmac_final_bits(&st, out, 0, 0));
    EXPECT_TRUE(IsZero(out));
  }
}

TEST_P(HmacState, KeyMayBeWhereItsOwnStateGoes) {
  Bytes key = Random(64), msg = Random(9), out(GetParam().digest_len);
  struct hmac_key k;
  struct hash_state st;
  memcpy(&k, key.data(), key.size());
  hmac_key_init(&k, GetParam().id, reinterpret_cast<uint8_t *>(&k), key.size());
  hmac_key_begin(&k, &st);
  EXPECT_EQ(1, hash_update(&st, msg.data(), msg.size()));
  hmac_key_end(&k, out.data(), &st);
  EXPECT_TRUE(IsZero(st));
  EXPECT_EQ(OracleHmac(GetParam(), key, msg), out);
}

INSTANTIATE_TEST_SUITE_P(All, HmacAgainstLibcrypto,
                         testing::ValuesIn(HmacAlgs()), CaseName);
INSTANTIATE_TEST_SUITE_P(All, HmacState, testing::ValuesIn(HmacAlgs()),
                         CaseName);
INSTANTIATE_TEST_SUITE_P(Sha2, HmacLimit, testing::ValuesIn(Sha2Algs()),
                         CaseName);

}  // namespace
}  // namespace digest_test
