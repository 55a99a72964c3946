// The ECDSA commands, with the P-256 key and signatures of RFC 6979, A.2.5.
#include <gtest/gtest.h>

#include "wrapper_test.h"

namespace wrapper_test {
namespace {

class WrapperKeys : public PerWrapper {};
class WrapperSigGen : public PerWrapper {};
class WrapperSigVer : public PerWrapper {};

const std::string kD =
    FromHex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
const std::string kX =
    FromHex("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6");
const std::string kY =
    FromHex("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299");
const std::string kK =
    FromHex("a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60");
const std::string kR =
    FromHex("efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716");
const std::string kS =
    FromHex("f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8");
const std::string kDigest = FromHex(  // SHA-256("sample")
    "af2bdbe1aa9b6ec1e2ade1d694f41fc71a831d0268e9891562113d8a62add1bf");
const std::string kOrder =
    FromHex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
const std::string kPrime =
    FromHex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
const std::string kYes("\x01"), kNo("\x00", 1);

// Ask sends requests to one wrapper; a reply that is missing is empty.
std::vector<Strings> Ask(const std::string &path,
                         const std::vector<Strings> &requests) {
  std::string input, rest;
  for (const Strings &request : requests) {
    input += Frame(request);
  }
  Result result = RunWrapper(path, input);
  std::vector<Strings> replies = ParseFrames(result.output, &rest);
  EXPECT_EQ(replies.size() == requests.size() ? 0 : 3, result.code)
      << result.message;
  replies.resize(requests.size());
  return replies;
}

Strings AskOne(const std::string &path, const Strings &request) {
  return Ask(path, {request})[0];
}

TEST_P(WrapperKeys, KeyPairGivesThePublicKey) {
  const std::string zeros(40, 0);
  const Strings expected = {kX, kY};
  EXPECT_EQ(expected, AskOne(Path(), {"ECDSA/keyPair", "P-256", kD}));
  EXPECT_EQ(expected, AskOne(Path(), {"ECDSA/keyPair", "P-256", zeros + kD}));
}

TEST_P(WrapperKeys, KeyPairTakesShortIntegers) {
  const Strings one = {FromHex("6b17d1f2e12c4247f8bce6e563a440f2"
                               "77037d812deb33a0f4a13945d898c296"),
                       FromHex("4fe342e2fe1a7f9b8ee7eb4a7c0f9e16"
                               "2bce33576b315ececbb6406837bf51f5")};
  EXPECT_EQ(one, AskOne(Path(), {"ECDSA/keyPair", "P-256", kYes}));
}

TEST_P(WrapperKeys, KeyPairRejectsBadScalars) {
  for (const std::string &d : {std::string(), kNo, std::string(32, 0), kOrder,
                               "\x01" + std::string(32, 0)}) {
    EXPECT_EQ(Strings{}, AskOne(Path(), {"ECDSA/keyPair", "P-256", d}));
  }
}

TEST_P(WrapperKeys, KeyGenGivesDifferentPairs) {
  std::vector<Strings> pairs =
      Ask(Path(), {{"ECDSA/keyGen", "P-256"}, {"ECDSA/keyGen", "P-256"}});
  ASSERT_EQ(3u, pairs[0].size());
  ASSERT_EQ(3u, pairs[1].size());
  EXPECT_NE(pairs[0][0], pairs[1][0]);
  for (const Strings &pair : pairs) {
    const std::string &d = pair[0], &x = pair[1], &y = pair[2];
    EXPECT_EQ(32u, d.size());
    EXPECT_EQ((Strings{x, y}), AskOne(Path(), {"ECDSA/keyPair", "P-256", d}));
    EXPECT_EQ(Strings{kYes}, AskOne(Path(), {"ECDSA/keyVer", "P-256", x, y}));
  }
}

TEST_P(WrapperKeys, RejectsUnknownCurves) {
  for (const std::string &curve :
       {std::string("P-192"), std::string("p-256"), std::string("K-233"),
        std::string(), std::string("P-256\0", 6)}) {
    EXPECT_EQ(Strings{}, AskOne(Path(), {"ECDSA/keyGen", curve}));
    EXPECT_EQ(Strings{}, AskOne(Path(), {"ECDSA/keyVer", curve, kX, kY}));
  }
}

TEST_P(WrapperKeys, KeyVerTakesAnyWidth) {
  const std::string zeros(100, 0);
  EXPECT_EQ(Strings{kYes},
            AskOne(Path(), {"ECDSA/keyVer", "P-256", zeros + kX, kNo + kY}));
}

TEST_P(WrapperKeys, KeyVerSaysNoToWhatIsNoPoint) {
  std::string off_curve = kY;
  off_curve[31] ^= 1;
  const std::string wide = kYes + kX;
  const std::vector<std::pair<std::string, std::string>> points = {
      {kX, off_curve}, {kX, kX},     {kX, ""},     {"", kY}, {"", ""},
      {wide, kY},      {kPrime, kY}, {kX, kPrime}, {kY, kX}};
  for (const auto &[x, y] : points) {
    EXPECT_EQ(Strings{kNo}, AskOne(Path(), {"ECDSA/keyVer", "P-256", x, y}))
        << Hex(x) << " " << Hex(y);
  }
}

// Verifies asks whether (r, s) signs the message with the key of RFC 6979.
Strings Verifies(const std::string &path, const Strings &sig,
                 const std::string &message = "sample") {
  return AskOne(path, {"ECDSA/sigVer", "P-256", "SHA2-256", message, kX, kY,
                       sig.at(0), sig.at(1)});
}

TEST_P(WrapperSigGen, SignaturesVerify) {
  std::vector<Strings> sigs =
      Ask(Path(),
          {{"ECDSA/sigGen", "P-256", kD, "SHA2-256", "sample"},
           {"ECDSA/sigGen", "P-256", kNo + kD, "SHA2-256", "sample"},
           {"ECDSA/sigGen/componentTest", "P-256", kD, "SHA2-256", kDigest},
           {"ECDSA/sigGen/bits", "P-256", kD, "SHA2-256", "sample", U64(48)}});
  for (const Strings &sig : sigs) {
    ASSERT_EQ(2u, sig.size());
    EXPECT_EQ(32u, sig[0].size());
    EXPECT_EQ(32u, sig[1].size());
    EXPECT_EQ(Strings{kYes}, Verifies(Path(), sig));
    EXPECT_EQ(Strings{kNo}, Verifies(Path(), sig, "Sample"));
  }
}

TEST_P(WrapperSigGen, EveryHashSigns) {
  for (const char *hash : {"SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512",
                           "SHA2-512/224", "SHA2-512/256"}) {
    Strings sig = AskOne(Path(), {"ECDSA/sigGen", "P-256", kD, hash, ""});
    ASSERT_EQ(2u, sig.size()) << hash;
    EXPECT_EQ(Strings{kYes}, AskOne(Path(), {"ECDSA/sigVer", "P-256", hash, "",
                                             kX, kY, sig[0], sig[1]}))
        << hash;
  }
}

TEST_P(WrapperSigGen, BitMessagesSignAndVerify) {
  const std::string message = "sampl\xa0";  // of the last byte 3 bits count
  Strings sig = AskOne(
      Path(), {"ECDSA/sigGen/bits", "P-256", kD, "SHA2-256", message, U64(43)});
  ASSERT_EQ(2u, sig.size());
  const auto verify = [&](uint64_t bits) {
    return AskOne(Path(), {"ECDSA/sigVer/bits", "P-256", "SHA2-256", message,
                           U64(bits), kX, kY, sig[0], sig[1]});
  };
  EXPECT_EQ(Strings{kYes}, verify(43));
  EXPECT_EQ(Strings{kNo}, verify(44));
  EXPECT_EQ(Strings{}, verify(49));
  EXPECT_EQ(Strings{kNo}, Verifies(Path(), sig, message));
}

TEST_P(WrapperSigGen, RejectsBadInput) {
  const std::string path = Path();
  EXPECT_EQ(Strings{},
            AskOne(path, {"ECDSA/sigGen", "P-256", "", "SHA2-256", "sample"}));
  EXPECT_EQ(Strings{}, AskOne(path, {"ECDSA/sigGen", "P-256", kOrder,
                                     "SHA2-256", "sample"}));
  EXPECT_EQ(Strings{},
            AskOne(path, {"ECDSA/sigGen", "P-256", kD, "SHA-1", "sample"}));
  EXPECT_EQ(Strings{}, AskOne(path, {"ECDSA/sigGen/componentTest", "P-256", kD,
                                     "SHA2-256", "sample"}));
  EXPECT_EQ(Strings{}, AskOne(path, {"ECDSA/sigGen/bits", "P-256", kD,
                                     "SHA2-256", "sample", U64(49)}));
}

TEST_P(WrapperSigGen, OnlyTheTestObjectTakesANonce) {
  if (IsTest()) {
    const Strings expected = {kR, kS};
    std::vector<Strings> sigs =
        Ask(Path(),
            {{"ECDSA/sigGen/k", "P-256", kD, "SHA2-256", "sample", kK},
             {"ECDSA/sigGen/k", "P-256", kD, "SHA2-256", "sample", kNo + kK},
             {"ECDSA/sigGen/k/bits", "P-256", kD, "SHA2-256", "sample", U64(48),
              kK},
             {"ECDSA/sigGen", "P-256", kD, "SHA2-256", "sample"}});
    EXPECT_EQ(expected, sigs[0]);
    EXPECT_EQ(expected, sigs[1]);
    EXPECT_EQ(expected, sigs[2]);
    EXPECT_NE(expected, sigs[3]);
  } else {
    Result result = RunWrapper(Path(), Frame({"ECDSA/sigGen/k", "P-256", kD,
                                              "SHA2-256", "sample", kK}));
    EXPECT_EQ(2, result.code);
  }
}

TEST_P(WrapperSigGen, DeterministicIsRfc6979) {
  const Strings expected = {kR, kS};
  std::vector<Strings> sigs =
      Ask(Path(),
          {{"DetECDSA/sigGen", "P-256", kD, "SHA2-256", "sample"},
           {"DetECDSA/sigGen", "P-256", kNo + kD, "SHA2-256", "sample"},
           {"DetECDSA/sigGen/bits", "P-256", kD, "SHA2-256", "sample", U64(48)},
           {"DetECDSA/sigGen", "P-256", kD, "SHA3-256", "sample"},
           {"DetECDSA/sigGen", "P-256", kD, "SHA3-256", "sample"}});
  EXPECT_EQ(expected, sigs[0]);
  EXPECT_EQ(expected, sigs[1]);
  EXPECT_EQ(expected, sigs[2]);
  ASSERT_EQ(2u, sigs[3].size());
  EXPECT_EQ(sigs[3], sigs[4]);
  EXPECT_EQ(Strings{kYes},
            AskOne(Path(), {"ECDSA/sigVer", "P-256", "SHA3-256", "sample", kX,
                            kY, sigs[3][0], sigs[3][1]}));
}

TEST_P(WrapperSigGen, DeterministicRejectsBadInput) {
  EXPECT_EQ(Strings{}, AskOne(Path(), {"DetECDSA/sigGen", "P-256", kD,
                                       "SHAKE-128", "sample"}));
  EXPECT_EQ(Strings{}, AskOne(Path(), {"DetECDSA/sigGen", "P-256", kOrder,
                                       "SHA2-256", "sample"}));
  EXPECT_EQ(Strings{}, AskOne(Path(), {"DetECDSA/sigGen/bits", "P-256", kD,
                                       "SHA2-256", "sample", U64(49)}));
  EXPECT_EQ(2, RunWrapper(Path(), Frame({"DetECDSA/sigGen/k", "P-256", kD,
                                         "SHA2-256", "sample", kK}))
                   .code);
}

// SignsOn signs and verifies on a curve with a hash function.
void SignsOn(const std::string &path, const std::string &curve,
             const std::string &hash) {
  std::vector<Strings> key = Ask(path, {{"ECDSA/keyGen/extraBits", curve}});
  ASSERT_EQ(3u, key[0].size()) << curve;
  const std::string &d = key[0][0], &x = key[0][1], &y = key[0][2];
  Strings sig = AskOne(path, {"ECDSA/sigGen", curve, d, hash, "sample"});
  ASSERT_EQ(2u, sig.size()) << curve << " " << hash;
  EXPECT_EQ(x.size(), sig[0].size());
  EXPECT_EQ(Strings{kYes}, AskOne(path, {"ECDSA/sigVer", curve, hash, "sample",
                                         x, y, sig[0], sig[1]}));
  EXPECT_EQ(Strings{kNo}, AskOne(path, {"ECDSA/sigVer", curve, hash, "sampl", x,
                                        y, sig[0], sig[1]}));
}

TEST_P(WrapperSigGen, EveryCurveSigns) {
  for (const char *curve : {"P-224", "P-256", "P-384", "P-521"}) {
    for (const char *hash : {"SHA2-512", "SHA3-384", "SHAKE-128"}) {
      SignsOn(Path(), curve, hash);
    }
  }
}

TEST_P(WrapperSigVer, KnowsRfc6979) {
  const std::string zeros(40, 0);
  for (const Strings &reply :
       Ask(Path(),
           {{"ECDSA/sigVer", "P-256", "SHA2-256", "sample", kX, kY, kR, kS},
            {"ECDSA/sigVer", "P-256", "SHA2-256", "sample", zeros + kX,
             kNo + kY, kNo + kR, zeros + kS},
            {"ECDSA/sigVer/componentTest", "P-256", "SHA2-256", kDigest, kX, kY,
             kR, kS},
            {"ECDSA/sigVer/bits", "P-256", "SHA2-256", "sample", U64(48), kX,
             kY, kR, kS},
            {"ECDSA/sigVer/raw", "P-256", "SHA2-256", "sample", kX, kY,
             kR + kS}})) {
    EXPECT_EQ(Strings{kYes}, reply);
  }
}

TEST_P(WrapperSigVer, SaysNoToBadValues) {
  std::string off_curve = kY;
  off_curve[0] ^= 1;
  const std::string wide = kYes + kR;
  const std::vector<Strings> cases = {
      {"sampl", kX, kY, kR, kS},         {"sample", kX, kY, kS, kR},
      {"sample", kX, kY, "", kS},        {"sample", kX, kY, kR, ""},
      {"sample", kX, kY, kOrder, kS},    {"sample", kX, kY, kR, kOrder},
      {"sample", kX, kY, wide, kS},      {"sample", kX, kY, kR, wide},
      {"sample", kX, off_curve, kR, kS}, {"sample", kPrime, kY, kR, kS},
      {"sample", wide, kY, kR, kS},      {"sample", "", "", kR, kS}};
  for (const Strings &c : cases) {
    EXPECT_EQ(Strings{kNo}, AskOne(Path(), {"ECDSA/sigVer", "P-256", "SHA2-256",
                                            c[0], c[1], c[2], c[3], c[4]}));
  }
}

TEST_P(WrapperSigVer, JudgesTheWholeSignature) {
  // Both integers have their high bit set, hence 00 before them.
  const std::string r = "\x02\x21" + kNo + kR, s = "\x02\x21" + kNo + kS;
  const std::string der = "\x30\x46" + r + s;
  const std::string lax = "\x30\x81\x46" + r + s;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {der, kYes},   {der + kNo, kNo},         {lax, kNo},    {"", kNo},
      {"\x30", kNo}, {der.substr(0, 71), kNo}, {kR + kS, kNo}};
  for (const auto &[sig, verdict] : cases) {
    EXPECT_EQ(Strings{verdict},
              AskOne(Path(), {"ECDSA/sigVer/der", "P-256", "SHA2-256", "sample",
                              kX, kY, sig}))
        << Hex(sig);
  }
  for (const std::string &sig : {kR + kS + kNo, kNo + kR + kS, std::string(),
                                 (kR + kS).substr(1), der}) {
    EXPECT_EQ(Strings{kNo}, AskOne(Path(), {"ECDSA/sigVer/raw", "P-256",
                                            "SHA2-256", "sample", kX, kY, sig}))
        << Hex(sig);
  }
}

TEST_P(WrapperSigVer, RejectsWhatIsNoQuestion) {
  EXPECT_EQ(Strings{}, AskOne(Path(), {"ECDSA/sigVer", "P-256", "SHA2-1",
                                       "sample", kX, kY, kR, kS}));
  EXPECT_EQ(Strings{}, AskOne(Path(), {"ECDSA/sigVer/componentTest", "P-256",
                                       "SHA2-256", "sample", kX, kY, kR, kS}));
}

INSTANTIATE_WRAPPERS(WrapperKeys);
INSTANTIATE_WRAPPERS(WrapperSigGen);
INSTANTIATE_WRAPPERS(WrapperSigVer);

}  // namespace
}  // namespace wrapper_test
