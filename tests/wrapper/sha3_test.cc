// The commands of SHA-3, SHAKE and HMAC over SHA-3. Expected values without
// another source come of a straightforward Python program over hashlib.
#include <gtest/gtest.h>

#include "wrapper_test.h"

namespace wrapper_test {
namespace {

class WrapperSha3 : public PerWrapper {};
class WrapperShake : public PerWrapper {};

TEST_P(WrapperSha3, KnowsAbc) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"SHA3-224", "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"},
      {"SHA3-256",
       "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
      {"SHA3-384",
       "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b2"
       "98d88cea927ac7f539f1edf228376d25"},
      {"SHA3-512",
       "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e"
       "10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0"}};
  for (const auto &[name, digest] : cases) {
    EXPECT_EQ(digest, Answer(Path(), {name, "abc"})) << name;
    EXPECT_EQ(digest, Answer(Path(), {name + "/bits", "abc", U64(24)})) << name;
    EXPECT_EQ(digest, Answer(Path(), {name + "/LDT", "abc", U64(1)})) << name;
  }
}

// NIST's examples Msg5 and Msg30: the first bit is the lowest.
TEST_P(WrapperSha3, TakesLowBits) {
  EXPECT_EQ("7b0047cf5a456882363cbf0fb05322cf65f4b7059a46365e830132e3b5d957af",
            Answer(Path(), {"SHA3-256/bits", "\x13", U64(5)}));
  EXPECT_EQ("d666a514cc9dba25ac1ba69ed3930460deaac9851b5f0baab007df3b",
            Answer(Path(), {"SHA3-224/bits", "\x53\x58\x7b\x19", U64(30)}));
}

TEST_P(WrapperSha3, RunsMonteCarlo) {
  EXPECT_EQ("31e7e4baf824fe7f6337913f5442f33accf166a182500fd7e254e9b9e8244a04",
            Answer(Path(), {"SHA3-256/MCT", Range(0, 32)}));
  EXPECT_EQ("054de880c2148878bdbf86ffab0be47bedd129bd358ed40a9e882ccb",
            Answer(Path(), {"SHA3-224/MCT", Range(0, 5)}));
}

TEST_P(WrapperSha3, RunsAlternateMonteCarlo) {
  const std::vector<std::pair<uint64_t, std::string>> cases = {
      {0, "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"},
      {16, "e3320e3938fe0061dbae1df43da06a2128cbf885b382a7a2b6fbf774c5758603"},
      {100,
       "388a30ba49ab1f248cdb9bc95b0f26f0a320794be4160917d4f2495b6dedc2f6"}};
  for (const auto &[len, digest] : cases) {
    EXPECT_EQ(digest, Answer(Path(), {"SHA3-256/MCT/alternate", Range(0, 32),
                                      U64(len)}))
        << len;
  }
}

TEST_P(WrapperSha3, RepeatsContents) {
  EXPECT_EQ("b1c1419f1ff5bc454658404c66de74e8452cb6d1d7201c8b6f94dad83c9a93a1",
            Answer(Path(), {"SHA3-256/LDT", Range(0, 100), U64(1001)}));
}

TEST_P(WrapperSha3, HasHmac) {
  EXPECT_EQ("c7d4072e788877ae3596bbb0da73b887c9171f93095b294ae857fbe2645e1ba5",
            Answer(Path(),
                   {"HMAC-SHA3-256", "what do ya want for nothing?", "Jefe"}));
  EXPECT_EQ("b5063b0870862d7292a9e227666dd00dcebcbe6f702b8b18c7d6d0eb",
            Answer(Path(), {"HMAC-SHA3-224", "abc", Range(0, 145)}));
}

TEST_P(WrapperShake, GivesAnyLength) {
  const std::string output =
      "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8"
      "44c50af32acd3f2c";
  for (uint32_t len : {0u, 1u, 32u, 40u}) {
    const std::string expected = output.substr(0, 2 * len);
    EXPECT_EQ(expected, Answer(Path(), {"SHAKE-128", "abc", U32(len)}));
    EXPECT_EQ(expected, Answer(Path(), {"SHAKE-128/VOT", "abc", U32(len)}));
    EXPECT_EQ(expected,
              Answer(Path(), {"SHAKE-128/bits", "abc", U64(24), U32(len)}));
  }
  EXPECT_EQ("4833666013", Answer(Path(), {"SHAKE-256", "abc", U32(5)}));
}

TEST_P(WrapperShake, TakesLowBits) {
  EXPECT_EQ("2e0abfba83e6720bfbc225ff6b7ab9ff",
            Answer(Path(), {"SHAKE-128/bits", "\x13", U64(5), U32(16)}));
  EXPECT_EQ(
      "465d081dff875e396200e4481a3e9dcd",
      Answer(Path(), {"SHAKE-256/bits", "\x53\x58\x7b\x19", U64(30), U32(16)}));
}

TEST_P(WrapperShake, RunsMonteCarlo) {
  EXPECT_EQ(
      "e91cd947e9de14047e7ddec7fc7b399d5513d7fcaa2a0688d8cc5005a9752e94"
      "24063917c78fa8 11000000",
      Answer(Path(),
             {"SHAKE-128/MCT", Range(0, 16), U32(16), U32(40), U32(40)}));
  EXPECT_EQ("6014870f74 06000000", Answer(Path(), {"SHAKE-256/MCT", Range(0, 5),
                                                   U32(2), U32(9), U32(2)}));
}

TEST_P(WrapperShake, RejectsWhatDoesNotFit) {
  for (uint64_t bits : {uint64_t{0}, uint64_t{16}, uint64_t{25}, UINT64_MAX}) {
    EXPECT_EQ("exit 3",
              Answer(Path(), {"SHAKE-128/bits", "abc", U64(bits), U32(1)}));
  }
  for (const std::string &len :
       {std::string(), U64(1), U32(0x80000000), U32(UINT32_MAX)}) {
    EXPECT_EQ("exit 3", Answer(Path(), {"SHAKE-128", "abc", len}));
    EXPECT_EQ("exit 3", Answer(Path(), {"SHAKE-256/VOT", "abc", len}));
    EXPECT_EQ("exit 3",
              Answer(Path(), {"SHAKE-256/bits", "abc", U64(24), len}));
    EXPECT_EQ("exit 3",
              Answer(Path(), {"SHAKE-128/MCT", "abc", U32(2), len, U32(2)}));
  }
  // Of least, most and first bytes of output, what is out of order.
  const std::vector<std::vector<uint32_t>> bad = {
      {0, 9, 9}, {1, 9, 9}, {9, 8, 9}, {2, 9, 10}, {3, 9, 2}, {2, 65537, 9}};
  for (const auto &b : bad) {
    EXPECT_EQ("exit 3", Answer(Path(), {"SHAKE-128/MCT", "abc", U32(b[0]),
                                        U32(b[1]), U32(b[2])}))
        << b[0] << " " << b[1] << " " << b[2];
  }
}

INSTANTIATE_WRAPPERS(WrapperSha3);
INSTANTIATE_WRAPPERS(WrapperShake);

}  // namespace
}  // namespace wrapper_test
