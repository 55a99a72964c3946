// NIST's and the RFCs' answers: SHA-2 byte and bit messages, Monte Carlo, HMAC.
#include "rsp.h"

namespace digest_test {
namespace {

class CavpSha2 : public PerHash {
 protected:
  std::string Path(const char *kind) {
    return std::string(CORDON_CRYPTOGRAPHY_VECTORS) + "/hashes/SHA2/" +
           GetParam().cavp_file + kind + ".rsp";
  }

  void CheckMessages(const char *kind, size_t num_expected) {
    size_t num = ForEachRecord(Path(kind), [](RspRecord *record) {
      size_t num_bits = record->TakeNumber("Len");
      Bytes msg = record->TakeBytes("Msg");
      ASSERT_EQ(0u, num_bits % 8) << record->where;
      msg.resize(num_bits / 8);
      EXPECT_EQ(record->TakeBytes("MD"), Digest(GetParam(), msg))
          << record->where;
    });
    EXPECT_EQ(num_expected, num);
  }
};

TEST_P(CavpSha2, ShortMessages) {
  CheckMessages("ShortMsg", GetParam().block_len + 1);
}

TEST_P(CavpSha2, LongMessages) {
  CheckMessages("LongMsg", GetParam().block_len);
}

// SHAVS 6.4: M = MD[i-3] || MD[i-2] || MD[i-1], 1000 times a count.
TEST_P(CavpSha2, MonteCarlo) {
  Bytes seed;
  size_t num = ForEachRecord(Path("Monte"), [&](RspRecord *record) {
    if (record->Has("Seed")) {
      seed = record->TakeBytes("Seed");
      return;
    }
    Bytes md[3] = {seed, seed, seed};
    for (int i = 0; i < 1000; i++) {
      Bytes msg = md[0];
      msg.insert(msg.end(), md[1].begin(), md[1].end());
      msg.insert(msg.end(), md[2].begin(), md[2].end());
      md[0] = md[1];
      md[1] = md[2];
      md[2] = Digest(GetParam(), msg);
    }
    seed = md[2];
    record->Take("COUNT");
    EXPECT_EQ(record->TakeBytes("MD"), seed) << record->where;
  });
  EXPECT_EQ(101u, num);
}

INSTANTIATE_TEST_SUITE_P(Files, CavpSha2, testing::ValuesIn(Algs()), CaseName);

TEST(Sha2Bits, MatchNistAnswers) {
  size_t num = ForEachRecord(
      std::string(CORDON_TEST_VECTORS) + "/sha2_bits.rsp",
      [](RspRecord *record) {
        const Alg &alg = AlgByName(record->section);
        size_t num_bits = record->TakeNumber("Len");
        Bytes msg = record->TakeBytes("Msg"), out(alg.digest_len);
        struct hash_state st;
        hash_init(&st, alg.id);
        ASSERT_EQ(1, hash_update(&st, msg.data(), num_bits / 8));
        ASSERT_EQ(1, hash_final_bits(&st, out.data(), msg[num_bits / 8],
                                     num_bits % 8));
        EXPECT_EQ(record->TakeBytes("MD"), out) << record->where;
      });
  EXPECT_EQ(17u, num);
}

class Rfc4231 : public PerHash {};

TEST_P(Rfc4231, HmacMatches) {
  std::string name = GetParam().evp;
  size_t num = ForEachRecord(
      std::string(CORDON_CRYPTOGRAPHY_VECTORS) + "/HMAC/rfc-4231-sha" +
          name.substr(3) + ".txt",
      [](RspRecord *record) {
        size_t num_bits = record->TakeNumber("Len");
        Bytes key = record->TakeBytes("Key"), msg = record->TakeBytes("Msg");
        ASSERT_EQ(num_bits, 8 * msg.size()) << record->where;
        EXPECT_EQ(record->TakeBytes("MD"), Hmac(GetParam(), key, msg))
            << record->where;
      });
  EXPECT_LE(6u, num);
}

INSTANTIATE_TEST_SUITE_P(Files, Rfc4231,
                         testing::Values(AlgByName("SHA-224"),
                                         AlgByName("SHA-256"),
                                         AlgByName("SHA-384"),
                                         AlgByName("SHA-512")),
                         CaseName);

}  // namespace
}  // namespace digest_test
