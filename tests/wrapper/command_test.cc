// The commands of SHA-2, HMAC and HMAC_DRBG, getConfig, and error replies.
// Expected values without another source come of a straightforward Python
// program over hashlib and hmac.
#include <gtest/gtest.h>

#include "wrapper_test.h"

namespace wrapper_test {
namespace {

class WrapperConfig : public PerWrapper {};
class WrapperHash : public PerWrapper {};
class WrapperHmac : public PerWrapper {};
class WrapperDrbg : public PerWrapper {};
class WrapperErrors : public PerWrapper {};

std::string Config(const std::string &path, const Strings &environment = {}) {
  Options options;
  options.environment = environment;
  std::string rest;
  std::vector<Strings> replies = ParseFrames(
      RunWrapper(path, Frame({"getConfig"}), options).output, &rest);
  return replies.size() == 1 && replies[0].size() == 1 ? replies[0][0] : "";
}

bool Has(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST_P(WrapperConfig, IsOneBalancedArray) {
  const std::string config = Config(Path());
  std::string open;
  bool quoted = false;
  for (char c : config) {
    if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      open.push_back(c == '[' ? ']' : '}');
    } else if (!quoted && (c == ']' || c == '}')) {
      ASSERT_FALSE(open.empty());
      ASSERT_EQ(open.back(), c);
      open.pop_back();
    }
  }
  EXPECT_EQ('[', config[0]);
  EXPECT_TRUE(open.empty());
  EXPECT_FALSE(quoted);
}

TEST_P(WrapperConfig, OffersWhatTheObjectDoes) {
  const std::string config = Config(Path());
  for (const char *mode : {"keyGen", "keyVer", "sigGen", "sigVer"}) {
    for (const char *revision : {"1.0", "FIPS186-5"}) {
      EXPECT_TRUE(Has(config, std::string("{\"algorithm\":\"ECDSA\",") +
                                  "\"mode\":\"" + mode + "\",\"revision\":\"" +
                                  revision + "\","));
    }
  }
  for (const char *hash :
       {"SHA2-224", "SHA2-256", "SHA2-384", "SHA2-512", "SHA2-512/224",
        "SHA2-512/256", "SHA3-224", "SHA3-256", "SHA3-384", "SHA3-512"}) {
    const std::string name = hash;
    const bool is_sha2 = name.rfind("SHA2-", 0) == 0;
    EXPECT_TRUE(Has(config, "{\"algorithm\":\"" + name + "\","));
    EXPECT_TRUE(Has(config, "{\"algorithm\":\"HMAC-" + name + "\","));
    EXPECT_EQ(IsTest() && is_sha2, Has(config, "{\"mode\":\"" + name + "\","));
  }
  for (const std::string name : {"SHAKE-128", "SHAKE-256"}) {
    EXPECT_TRUE(Has(config, "{\"algorithm\":\"" + name + "\","));
    EXPECT_FALSE(Has(config, "HMAC-" + name));
    EXPECT_FALSE(Has(config, "{\"mode\":\"" + name + "\","));
  }
  EXPECT_TRUE(Has(config, "\"P-256\""));
  EXPECT_EQ(IsTest(), Has(config, "hmacDRBG"));
  EXPECT_EQ(IsTest(), Has(config, "\"testk\""));
}

TEST_P(WrapperConfig, OffersExtraBitsOnlyIfItWorks) {
  const bool works =
      Answer(Path(), {"ECDSA/keyGen/extraBits", "P-256"}).size() == 3 * 64 + 2;
  EXPECT_EQ(works, Has(Config(Path()), "\"extrabits\""));
  EXPECT_EQ(works, Has(Config(Path()), "\"extra bits\""));
}

TEST_P(WrapperConfig, OffersErrorsOnlyToADriverThatTakesThem) {
  EXPECT_FALSE(Has(Config(Path()), "\"errors\""));
  EXPECT_FALSE(Has(Config(Path(), {"ACVP_WRAPPER_ERRORS=0"}), "\"errors\""));
  EXPECT_TRUE(Has(Config(Path(), {"ACVP_WRAPPER_ERRORS=1"}), "\"errors\""));
}

TEST_P(WrapperHash, KnowsAbc) {
  // FIPS 180-4 examples.
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"SHA2-224", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
      {"SHA2-256",
       "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"SHA2-384",
       "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
       "8086072ba1e7cc2358baeca134c825a7"},
      {"SHA2-512",
       "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
       "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"},
      {"SHA2-512/224",
       "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"},
      {"SHA2-512/256",
       "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"}};
  for (const auto &[name, digest] : cases) {
    EXPECT_EQ(digest, Answer(Path(), {name, "abc"})) << name;
    EXPECT_EQ(digest, Answer(Path(), {name + "/bits", "abc", U64(24)})) << name;
    EXPECT_EQ(digest, Answer(Path(), {name + "/LDT", "abc", U64(1)})) << name;
  }
}

TEST_P(WrapperHash, TakesBits) {
  EXPECT_EQ("d6d3e02a31a84a8caa9718ed6c2057be09db45e7823eb5079ce7a573a3760f95",
            Answer(Path(), {"SHA2-256/bits", "\x68", U64(5)}));
  EXPECT_EQ("b9debf7d52f36e6468a54817c1fa071166c3a63d384850e1575b42f702dc5aa1",
            Answer(Path(), {"SHA2-256/bits", "\x80", U64(1)}));
}

TEST_P(WrapperHash, RejectsABitCountThatDoesNotFit) {
  for (uint64_t bits : {uint64_t{0}, uint64_t{16}, uint64_t{25}, uint64_t{32},
                        uint64_t{1} << 63, UINT64_MAX}) {
    EXPECT_EQ("exit 3", Answer(Path(), {"SHA2-256/bits", "abc", U64(bits)}));
  }
  EXPECT_EQ("exit 3", Answer(Path(), {"SHA2-256/bits", "abc", U32(24)}));
  EXPECT_EQ("exit 3", Answer(Path(), {"SHA2-256/bits", "abc", ""}));
}

TEST_P(WrapperHash, RunsMonteCarlo) {
  EXPECT_EQ("0d0a4b6dc0ba9a5e7089a00eb0042f465641fa860944bcb074a88d76e8df7893",
            Answer(Path(), {"SHA2-256/MCT", Range(0, 32)}));
  EXPECT_EQ("a88f9a076b4576bcb3263167af1421c6e9ddbdd812352c8890524498",
            Answer(Path(), {"SHA2-512/224/MCT", Range(0, 28)}));
}

TEST_P(WrapperHash, RunsAlternateMonteCarlo) {
  const std::vector<std::pair<uint64_t, std::string>> cases = {
      {0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {16, "185bf16df7da0d00b7ec3203c64e612f132a4314226ce1d2ce9e367ccea6599c"},
      {32, "bfc7c716ae0b67ae5e1f821dd3b6186ddcf0f8967ddd95fe5941ba5ce5c83cbd"},
      {100, "520d6324c74acfd89255f5524b2de25f9e37edf0e7fbe7ca7bb02574056cbcfd"},
      {200,
       "9da67469d1ed93a472af6df8c7d00e88ac7adac509c3d46a660728b096c6bfa0"}};
  for (const auto &[len, digest] : cases) {
    EXPECT_EQ(digest, Answer(Path(), {"SHA2-256/MCT/alternate", Range(0, 32),
                                      U64(len)}))
        << len;
  }
  EXPECT_EQ("a38cb7e54607937d64f05dd4ad1d377aeabd45c11be845d17301919b3e710a27",
            Answer(Path(), {"SHA2-256/MCT/alternate", Range(0, 5), U64(5)}));
  EXPECT_EQ(
      "cb9b360a6357c8299ded341fbba476d60b99f5c5e12e8f60a4addd7d",
      Answer(Path(), {"SHA2-512/224/MCT/alternate", Range(0, 5), U64(5)}));
}

TEST_P(WrapperHash, RejectsMonteCarloOutOfBounds) {
  const std::string long_seed(65537, 'a');
  EXPECT_EQ("exit 3", Answer(Path(), {"SHA2-256/MCT", long_seed}));
  for (uint64_t len : {uint64_t{65537}, UINT64_MAX}) {
    EXPECT_EQ("exit 3",
              Answer(Path(), {"SHA2-256/MCT/alternate", "abc", U64(len)}));
  }
}

TEST_P(WrapperHash, RepeatsContentsOfAnyLength) {
  // 100 and 3 bytes: parts of pages; 4,096: whole ones.
  EXPECT_EQ("5aea9b0d68b14a7b0360a79a963649dffb8b2b2d6fb2466c3f1cad0c92441f8f",
            Answer(Path(), {"SHA2-256/LDT", Range(0, 100), U64(1001)}));
  EXPECT_EQ(
      "8221bc558f15fe77fac23aca53d1708aeaf7b618726820d1a0a3523bb25f2e7d"
      "1d6391d111abce4792f7bda47b83e821",
      Answer(Path(), {"SHA2-384/LDT", "\x01\x02\x03", U64(1000000)}));
  std::string page;
  for (size_t i = 0; i < 4096; i++) {
    page.push_back(static_cast<char>(i * 7));
  }
  EXPECT_EQ("8da0ea216c4bd57ba0151a1a19787876daf9bbb3b520d611ac831ebd2355faa6",
            Answer(Path(), {"SHA2-256/LDT", page, U64(257)}));
}

TEST_P(WrapperHash, RepeatsNothing) {
  const char kEmpty[] =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  EXPECT_EQ(kEmpty, Answer(Path(), {"SHA2-256/LDT", "", U64(UINT64_MAX)}));
  EXPECT_EQ(kEmpty, Answer(Path(), {"SHA2-256/LDT", "abc", U64(0)}));
}

TEST_P(WrapperHash, RejectsMoreThan8GiB) {
  EXPECT_EQ("exit 3",
            Answer(Path(), {"SHA2-256/LDT", "abc", U64((8ull << 30) / 3 + 1)}));
  EXPECT_EQ("exit 3", Answer(Path(), {"SHA2-256/LDT", "a", U64(UINT64_MAX)}));
  EXPECT_EQ("exit 3",
            Answer(Path(), {"SHA2-256/LDT", std::string(65537, 'a'), U64(2)}));
}

TEST(WrapperLarge, Hashes1GiBInOneUpdate) {
  EXPECT_EQ("060afcc361e43be6ee3859d40506774a1ebbf4324e69dc0b0b97bdc58cf01f10",
            Answer(CORDON_WRAPPER_PATH,
                   {"SHA2-256/LDT", Range(0, 64), U64(1 << 24)}));
}

TEST_P(WrapperHmac, KnowsJefe) {
  // RFC 4231, test case 2.
  EXPECT_EQ("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
            Answer(Path(),
                   {"HMAC-SHA2-256", "what do ya want for nothing?", "Jefe"}));
  EXPECT_EQ("4a530b31a79ebcce36916546317c45f247d83241dfb818fd37254bde",
            Answer(Path(), {"HMAC-SHA2-512/224", "what do ya want for nothing?",
                            "Jefe"}));
}

TEST_P(WrapperDrbg, AnswersOnlyWithTheTestObject) {
  const std::string answer = Answer(
      Path(), {"hmacDRBG/SHA2-256", U32(40), Range(0, 32), Range(0x60, 10),
               Range(0x70, 5), Range(0x80, 6), Range(0x40, 16)});
  EXPECT_EQ(IsTest() ? "7f746943d6d33fa864de111f2e7a060efb03df604316a94d7913030"
                       "d8c82b5d21a45e5d390aa45b1"
                     : "exit 2",
            answer);
}

struct DrbgCase {
  std::string hash, plain, empty, reseed, prediction;
};

TEST(WrapperTestDrbg, MatchesTheModel) {
  const std::string path = CORDON_WRAPPER_TEST_PATH;
  const std::string out_len = U32(40), entropy = Range(0, 32),
                    nonce = Range(0x40, 16), pers = Range(0x60, 10),
                    ad1 = Range(0x70, 5), ad2 = Range(0x80, 6),
                    e1 = Range(0xa0, 32), e2 = Range(0xc0, 33),
                    reseed_ad = Range(0xf0, 7);
  const DrbgCase cases[] = {
      {"SHA2-256",
       "7f746943d6d33fa864de111f2e7a060efb03df604316a94d7913030d8c82b5d2"
       "1a45e5d390aa45b1",
       "22e48fbab80aef799af194c3c24926ee0f4f4a85be06678f681f721c7a450a32"
       "6e821cd7a08a7243",
       "8fb4d1a8da812ec76cf111cf76b7e8f99ee14b20b577d77a55616b7d1d5b053a"
       "f4f612810d4609b1",
       "e25dde874e9dee6321e6a985b2d72e2f3c3b2328816293fdfca2e2ea08150326"
       "d7062badcad66081"},
      {"SHA2-512/224",
       "99683f228d864a8132198d44229d30b93cf7abe9c0cfd883245b736211d3a14a"
       "80d6d7bd15659c1b",
       "0d1d039fe7c194939e053ddd35cfcdccd62973f6efc659efdcc83c29208d194c"
       "f63b63e1ee017724",
       "19409fd7dc385317bd735a2bbebdcd6d2a5be16aa9d3a86cbef0a97891af93d9"
       "595edb94a23eb5e1",
       "71817ea2a91de8c640345658f81e373461b8b25b9c5902b70d24d85a4ca2c9e7"
       "2f718d785c9a46ba"}};
  for (const DrbgCase &c : cases) {
    EXPECT_EQ(c.plain, Answer(path, {"hmacDRBG/" + c.hash, out_len, entropy,
                                     pers, ad1, ad2, nonce}));
    EXPECT_EQ(c.empty, Answer(path, {"hmacDRBG/" + c.hash, out_len, entropy, "",
                                     "", "", nonce}));
    EXPECT_EQ(c.reseed,
              Answer(path, {"hmacDRBG-reseed/" + c.hash, out_len, entropy, pers,
                            reseed_ad, e1, ad1, ad2, nonce}));
    EXPECT_EQ(c.prediction,
              Answer(path, {"hmacDRBG-pr/" + c.hash, out_len, entropy, pers,
                            ad1, e1, ad2, e2, nonce}));
  }
}

TEST(WrapperTestDrbg, RejectsAnOutputThatIsTooLong) {
  for (const std::string &out_len :
       {U32(65537), U32(0xffffffff), std::string("\x01\x02"), U64(32)}) {
    EXPECT_EQ("exit 3", Answer(CORDON_WRAPPER_TEST_PATH,
                               {"hmacDRBG/SHA2-256", out_len, Range(0, 32), "",
                                "", "", Range(0, 16)}));
  }
}

TEST_P(WrapperErrors, ExitWithoutNegotiation) {
  Result result = RunWrapper(Path(), Frame({"SHA2-256", "abc"}) +
                                         Frame({"ECDSA/keyGen", "P-1"}) +
                                         Frame({"SHA2-256", "abc"}));
  EXPECT_EQ(3, result.code);
  EXPECT_EQ(40u, result.output.size());
  EXPECT_EQ("acvp-wrapper: ECDSA/keyGen: unknown curve\n", result.message);
}

TEST_P(WrapperErrors, AreRepliesAfterNegotiation) {
  Options options;
  options.environment = {"ACVP_WRAPPER_ERRORS=1"};
  Result result = RunWrapper(
      Path(), Frame({"ECDSA/keyGen", "P-1"}) + Frame({"SHA2-256", "abc"}),
      options);
  std::string rest;
  std::vector<Strings> replies = ParseFrames(result.output, &rest);
  EXPECT_EQ(0, result.code) << result.message;
  ASSERT_EQ(2u, replies.size());
  EXPECT_EQ(Strings{"error: unknown curve"}, replies[0]);
  EXPECT_EQ(1u, replies[1].size());
  EXPECT_EQ(32u, replies[1][0].size());
}

TEST_P(WrapperErrors, BrokenFramesEndEvenANegotiatedRun) {
  Options options;
  options.environment = {"ACVP_WRAPPER_ERRORS=1"};
  EXPECT_EQ(1, RunWrapper(Path(), Header(0, {}), options).code);
  EXPECT_EQ(2, RunWrapper(Path(), Frame({"nonsense"}), options).code);
  EXPECT_EQ(2, RunWrapper(Path(), Frame({"ECDSA/keyGen"}), options).code);
}

TEST_P(WrapperErrors, AMessageNamesCallAndStatus) {
  Options options;
  options.environment = {"ACVP_WRAPPER_ERRORS=1"};
  std::string rest;
  std::vector<Strings> replies = ParseFrames(
      RunWrapper(Path(), Frame({"ECDSA/keyPair", "P-256", ""}), options).output,
      &rest);
  ASSERT_EQ(1u, replies.size());
  EXPECT_EQ(Strings{"error: cordon_private_import: CORDON_ERR_KEY (-6)"},
            replies[0]);
}

INSTANTIATE_WRAPPERS(WrapperConfig);
INSTANTIATE_WRAPPERS(WrapperHash);
INSTANTIATE_WRAPPERS(WrapperHmac);
INSTANTIATE_WRAPPERS(WrapperDrbg);
INSTANTIATE_WRAPPERS(WrapperErrors);

}  // namespace
}  // namespace wrapper_test
