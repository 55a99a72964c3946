// The commands of key agreement and key derivation, with the keys of RFC 5903,
// 8.1. Expected keying material comes of a straightforward Python program over
// hashlib and hmac.
#include <gtest/gtest.h>

#include "wrapper_test.h"

namespace wrapper_test {
namespace {

class WrapperEcdh : public PerWrapper {};
class WrapperKdf : public PerWrapper {};

const std::string kD =
    FromHex("c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433");
const std::string kX =
    FromHex("dad0b65394221cf9b051e1feca5787d098dfe637fc90b9ef945d0c3772581180");
const std::string kY =
    FromHex("5271a0461cdb8252d61f1c456fa3e59ab1f45b33accf5f58389e0577b8990bb3");
const std::string kPeerX =
    FromHex("d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63");
const std::string kPeerY =
    FromHex("56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab");
const std::string kZ =
    FromHex("d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de");
const std::string kOrder =
    FromHex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
const std::string kPrime =
    FromHex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
const std::string kZero("\x00", 1);
const std::string kPoint = "\x04" + kPeerX + kPeerY;
const std::string kCompressed = "\x03" + kPeerX;

std::string Joined(const Strings &strings) {
  std::string text;
  for (const std::string &s : strings) {
    text += (text.empty() ? "" : " ") + Hex(s);
  }
  return text;
}

// Replies sends requests to one wrapper.
std::vector<Strings> Replies(const std::string &path,
                             const std::vector<Strings> &requests) {
  std::string input, rest;
  for (const Strings &request : requests) {
    input += Frame(request);
  }
  Result result = RunWrapper(path, input);
  EXPECT_EQ(0, result.code) << result.message;
  std::vector<Strings> replies = ParseFrames(result.output, &rest);
  replies.resize(requests.size());
  return replies;
}

TEST_P(WrapperEcdh, KnowsRfc5903) {
  const std::string want = Joined({kX, kY, kZ});
  EXPECT_EQ(want, Answer(Path(), {"ECDH/P-256", kPeerX, kPeerY, kD}));
  EXPECT_EQ(want, Answer(Path(), {"ECDH/P-256", kZero + kPeerX, kZero + kPeerY,
                                  kZero + kD}));
  EXPECT_EQ(Hex(kZ),
            Answer(Path(), {"ECDH/point", "P-256", kD, "P-256", kPoint}));
  EXPECT_EQ(Hex(kZ),
            Answer(Path(), {"ECDH/point", "P-256", kD, "P-256", kCompressed}));
}

TEST_P(WrapperEcdh, MakesKeysThatAgree) {
  const std::vector<std::pair<std::string, size_t>> curves = {
      {"P-224", 28}, {"P-256", 32}, {"P-384", 48}, {"P-521", 66}};
  for (const auto &[curve, width] : curves) {
    const std::string name = "ECDH/" + curve;
    std::vector<Strings> keys = Replies(
        Path(), {{"ECDSA/keyGen", curve}, {"ECDSA/keyGen/extraBits", curve}});
    ASSERT_EQ(3u, keys[0].size()) << curve;
    std::vector<Strings> made =
        Replies(Path(), {{name, keys[0][1], keys[0][2], ""},
                         {name, keys[0][1], keys[0][2], ""},
                         {name, keys[0][1], keys[0][2], keys[1][0]},
                         {name, keys[1][1], keys[1][2], keys[0][0]}});
    for (const Strings &reply : made) {
      ASSERT_EQ(3u, reply.size());
      for (const std::string &s : reply) {
        EXPECT_EQ(width, s.size()) << curve;
      }
    }
    EXPECT_NE(made[0], made[1]) << "the same key twice";
    EXPECT_EQ(made[2][2], made[3][2]);
    EXPECT_EQ(keys[1][1], made[2][0]);
    EXPECT_EQ(keys[1][2], made[2][1]);
    // The other side of the exchange that the wrapper made a key for.
    std::vector<Strings> back =
        Replies(Path(), {{name, made[0][0], made[0][1], keys[0][0]}});
    EXPECT_EQ(made[0][2], back[0][2]) << curve;
  }
}

TEST_P(WrapperEcdh, RefusesKeysWithEmptyStrings) {
  std::string off = kPeerY;
  off[31] ^= 1;
  const std::vector<Strings> keys = {
      {kPeerX, off, kD},
      {kPrime, kPeerY, kD},
      {kPeerX, kPrime, kD},
      {"", "", kD},
      {kPeerX, kPeerY, kZero},
      {kPeerX, kPeerY, kOrder},
      {kPeerX, kPeerY, "\x01" + std::string(32, 0)}};
  for (const Strings &k : keys) {
    const Strings empty = {"", "", ""};
    std::vector<Strings> replies =
        Replies(Path(), {{"ECDH/P-256", k[0], k[1], k[2]},
                         {"ECDH/OneStep", "P-256", k[2], k[0], k[1], "SHA2-256",
                          "", "info", U32(32)}});
    EXPECT_EQ(empty, replies[0]) << Joined(k);
    EXPECT_EQ(empty, replies[1]) << Joined(k);
  }
}

TEST_P(WrapperEcdh, RefusesPoints) {
  for (const std::string &point :
       {std::string(), kZero, kPoint + kZero, kPoint.substr(1),
        "\x06" + kPeerX + kPeerY, "\x02" + kPrime, "\x05" + kPeerX}) {
    std::vector<Strings> replies =
        Replies(Path(), {{"ECDH/point", "P-256", kD, "P-256", point}});
    EXPECT_EQ(Strings{""}, replies[0]) << Hex(point);
  }
  std::vector<Strings> key = Replies(Path(), {{"ECDSA/keyGen", "P-384"}});
  const std::string other = "\x04" + key[0].at(1) + key[0].at(2);
  EXPECT_EQ(Strings{""},
            Replies(Path(), {{"ECDH/point", "P-256", kD, "P-384", other}})[0]);
  EXPECT_EQ(
      Strings{""},
      Replies(Path(), {{"ECDH/point", "P-256", kOrder, "P-256", kPoint}})[0]);
}

TEST_P(WrapperEcdh, RejectsNamesAndCounts) {
  EXPECT_EQ("exit 2", Answer(Path(), {"ECDH/P-192", kPeerX, kPeerY, kD}));
  EXPECT_EQ("exit 2", Answer(Path(), {"ECDH/P-256", kPeerX, kPeerY}));
  EXPECT_EQ("exit 3",
            Answer(Path(), {"ECDH/point", "P-192", kD, "P-256", kPoint}));
  EXPECT_EQ("exit 3",
            Answer(Path(), {"ECDH/point", "P-256", kD, "K-233", kPoint}));
  EXPECT_EQ("exit 2", Answer(Path(), {"ECDH/point", "P-256", kD, "P-256"}));
}

const char kHash[] =
    "c3c8652135c00ed05eb56fa632ba3780ddc5b918e8807e3b31d9668fa4bc35b6"
    "e92c462a26245af1";
const char kHmac[] =
    "f7c70bff8644cb4b98d75ecfd5474250b619b5565671b4c00fef8c76de9fd93a"
    "fcd9498efae4eb21";
const char kSha3[] =
    "db49689c887609f48d210de7b3b24bdc9735a979c70fa4af51403c82e6470db2"
    "ac1b0a374d2a624a";

TEST_P(WrapperKdf, DerivesFromZ) {
  EXPECT_EQ(kHash, Answer(Path(), {"KDA/OneStep", "SHA2-256", kZ, "", "info",
                                   U32(40)}));
  EXPECT_EQ(kHmac, Answer(Path(), {"KDA/OneStep", "HMAC-SHA2-256", kZ, "salt",
                                   "info", U32(40)}));
  EXPECT_EQ(kSha3, Answer(Path(), {"KDA/OneStep", "SHA3-512", kZ, "", "info",
                                   U32(40)}));
}

TEST_P(WrapperKdf, TakesNoSaltForABlockOfZeros) {
  const std::string zeros(64, 0);
  EXPECT_EQ(Answer(Path(), {"KDA/OneStep", "HMAC-SHA2-256", kZ, zeros, "info",
                            U32(40)}),
            Answer(Path(),
                   {"KDA/OneStep", "HMAC-SHA2-256", kZ, "", "info", U32(40)}));
}

TEST_P(WrapperKdf, AgreesAndDerives) {
  const std::string pub = Joined({kX, kY}) + " ";
  EXPECT_EQ(pub + kHash,
            Answer(Path(), {"ECDH/OneStep", "P-256", kD, kPeerX, kPeerY,
                            "SHA2-256", "", "info", U32(40)}));
  EXPECT_EQ(pub + kHmac,
            Answer(Path(), {"ECDH/OneStep", "P-256", kD, kPeerX, kPeerY,
                            "HMAC-SHA2-256", "salt", "info", U32(40)}));
}

TEST_P(WrapperKdf, RejectsBadInput) {
  for (const std::string &aux :
       {std::string("SHA-1"), std::string("KMAC-128"), std::string("HMAC-"),
        std::string(), std::string("SHAKE-128"), std::string("sha2-256"),
        std::string("HMAC-SHAKE-256")}) {
    EXPECT_EQ("exit 3",
              Answer(Path(), {"KDA/OneStep", aux, kZ, "", "info", U32(40)}))
        << aux;
    EXPECT_EQ("exit 3", Answer(Path(), {"ECDH/OneStep", "P-256", kD, kPeerX,
                                        kPeerY, aux, "", "info", U32(40)}))
        << aux;
  }
  for (const std::string &length :
       {U32(0), U32(65537), U32(0xffffffff), U64(40), std::string()}) {
    EXPECT_EQ("exit 3", Answer(Path(), {"KDA/OneStep", "SHA2-256", kZ, "",
                                        "info", length}));
    EXPECT_EQ("exit 3", Answer(Path(), {"ECDH/OneStep", "P-256", kD, kPeerX,
                                        kPeerY, "SHA2-256", "", "", length}));
  }
  EXPECT_EQ("exit 3", Answer(Path(), {"KDA/OneStep", "SHA2-256", "", "", "info",
                                      U32(40)}));
  EXPECT_EQ("exit 3", Answer(Path(), {"KDA/OneStep", "SHA2-256", kZ, "",
                                      std::string(65537, 'x'), U32(40)}));
  EXPECT_EQ("exit 2", Answer(Path(), {"KDA/OneStep", "SHA2-256", kZ, "", ""}));
  EXPECT_EQ("exit 3", Answer(Path(), {"ECDH/OneStep", "P-1", kD, kPeerX, kPeerY,
                                      "SHA2-256", "", "", U32(1)}));
}

INSTANTIATE_WRAPPERS(WrapperEcdh);
INSTANTIATE_WRAPPERS(WrapperKdf);

}  // namespace
}  // namespace wrapper_test
