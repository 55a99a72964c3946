// NIST's and the RFCs' answers: byte and bit messages, SHAKE's variable output,
// Monte Carlo, HMAC.
#include "rsp.h"

namespace digest_test {
namespace {

// A file of CAVP's byte-oriented messages.
std::string CavpPath(const Alg &alg, const char *kind) {
  const char *folder = IsShake(alg)    ? "SHAKE/"
                       : IsSponge(alg) ? "SHA3/"
                                       : "SHA2/";
  return std::string(CORDON_CRYPTOGRAPHY_VECTORS) + "/hashes/" + folder +
         alg.cavp_file + kind + ".rsp";
}

class CavpHash : public PerHash {
 protected:
  void CheckMessages(const char *kind, size_t num_expected) {
    size_t num =
        ForEachRecord(CavpPath(GetParam(), kind), [](RspRecord *record) {
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

TEST_P(CavpHash, ShortMessages) {
  CheckMessages("ShortMsg", GetParam().block_len + 1);
}

TEST_P(CavpHash, LongMessages) {
  CheckMessages("LongMsg", IsSponge(GetParam()) ? 100 : GetParam().block_len);
}

Bytes Joined(const Bytes (&parts)[3]) {
  Bytes out;
  for (const Bytes &part : parts) {
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

// SHAVS 6.4: M = MD[i-3] || MD[i-2] || MD[i-1], 1000 times a count. SHA3VS
// 6.2.3: M = MD[i-1].
TEST_P(CavpHash, MonteCarlo) {
  Bytes seed;
  auto use = [&](RspRecord *record) {
    if (record->Has("Seed")) {
      seed = record->TakeBytes("Seed");
      return;
    }
    Bytes md[3] = {seed, seed, seed};
    for (int i = 0; i < 1000; i++) {
      Bytes msg = IsSponge(GetParam()) ? md[2] : Joined(md);
      md[0] = md[1];
      md[1] = md[2];
      md[2] = Digest(GetParam(), msg);
    }
    seed = md[2];
    record->Take("COUNT");
    EXPECT_EQ(record->TakeBytes("MD"), seed) << record->where;
  };
  EXPECT_EQ(101u, ForEachRecord(CavpPath(GetParam(), "Monte"), use));
}

INSTANTIATE_TEST_SUITE_P(Files, CavpHash, testing::ValuesIn(HmacAlgs()),
                         CaseName);

class CavpShake : public PerHash {
 protected:
  Bytes Output(const Bytes &msg, size_t len) {
    Bytes out(len);
    struct hash_state st;
    hash_init(&st, GetParam().id);
    EXPECT_EQ(1, hash_update(&st, msg.data(), msg.size()));
    EXPECT_EQ(1, hash_squeeze(&st, out.data(), len));
    return out;
  }

  void CheckMessages(const char *kind, size_t num_expected) {
    size_t num = ForEachRecord(CavpPath(GetParam(), kind), [&](RspRecord *r) {
      Bytes msg = r->TakeBytes("Msg"), expected = r->TakeBytes("Output");
      msg.resize(r->TakeNumber("Len") / 8);
      EXPECT_EQ(expected, Output(msg, expected.size())) << r->where;
    });
    EXPECT_EQ(num_expected, num);
  }
};

TEST_P(CavpShake, ShortMessages) {
  CheckMessages("ShortMsg", 2 * GetParam().block_len + 1);
}

TEST_P(CavpShake, LongMessages) { CheckMessages("LongMsg", 100); }

TEST_P(CavpShake, VariableOutput) {
  auto use = [&](RspRecord *record) {
    record->Take("COUNT");
    size_t len = record->TakeNumber("Outputlen") / 8;
    EXPECT_EQ(record->TakeBytes("Output"),
              Output(record->TakeBytes("Msg"), len))
        << record->where;
  };
  size_t num = ForEachRecord(CavpPath(GetParam(), "VariableOut"), use);
  EXPECT_EQ(GetParam().id == CORDON_SHAKE128 ? 1126u : 1246u, num);
}

// SHA3VS 6.3.3: the next message is the first 128 bits of the output, its next
// length is between the two of the file, chosen by the last 16 bits.
TEST_P(CavpShake, MonteCarlo) {
  // The lengths at the head of the files, in bits.
  const bool first = GetParam().id == CORDON_SHAKE128;
  const size_t min_len = (first ? 128 : 16) / 8;
  const size_t max_len = (first ? 1120 : 2000) / 8;
  Bytes output;
  size_t len = max_len;
  auto use = [&](RspRecord *record) {
    if (record->Has("Msg")) {
      output = record->TakeBytes("Msg");
      return;
    }
    for (int i = 0; i < 1000; i++) {
      output.resize(16);
      output = Output(output, len);
      size_t last = output[len - 2] * 256u + output[len - 1];
      len = min_len + last % (max_len - min_len + 1);
    }
    record->Take("COUNT");
    EXPECT_EQ(record->TakeNumber("Outputlen"), 8 * output.size());
    EXPECT_EQ(record->TakeBytes("Output"), output) << record->where;
  };
  EXPECT_EQ(101u, ForEachRecord(CavpPath(GetParam(), "Monte"), use));
}

INSTANTIATE_TEST_SUITE_P(Files, CavpShake, testing::ValuesIn(ShakeAlgs()),
                         CaseName);

void CheckBits(const char *file, size_t num_expected) {
  auto use = [](RspRecord *record) {
    const Alg &alg = AlgByName(record->section);
    size_t num_bits = record->TakeNumber("Len");
    Bytes msg = record->TakeBytes("Msg"), out(alg.digest_len);
    struct hash_state st;
    hash_init(&st, alg.id);
    ASSERT_EQ(1, hash_update(&st, msg.data(), num_bits / 8));
    ASSERT_EQ(
        1, hash_final_bits(&st, out.data(), msg[num_bits / 8], num_bits % 8));
    EXPECT_EQ(record->TakeBytes("MD"), out) << record->where;
  };
  EXPECT_EQ(num_expected,
            ForEachRecord(std::string(CORDON_TEST_VECTORS) + file, use));
}

TEST(Sha2Bits, MatchNistAnswers) { CheckBits("/sha2_bits.rsp", 17); }

TEST(Sha3Bits, MatchNistAnswers) { CheckBits("/sha3_bits.rsp", 24); }

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
