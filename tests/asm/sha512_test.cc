// The generated SHA-512 against its C twin and libcrypto; tests/digest has
// whole messages against libcrypto and published answers.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include "sha2_test.h"

extern "C" {
#include "digest/sha512.h"
}

namespace asm_test {
namespace {

void Oracle(uint64_t *state, const uint8_t *blocks, size_t num) {
  SHA512_CTX ctx;
  SHA512_Init(&ctx);
  std::memcpy(ctx.h, state, sizeof ctx.h);
  SHA512_Update(&ctx, blocks, num * SHA512_BLOCK_LEN);
  std::memcpy(state, ctx.h, sizeof ctx.h);
}

class Sha512Compress : public testing::TestWithParam<std::string> {};

TEST_P(Sha512Compress, MatchesItsTwinAndLibcrypto) {
  static_assert(sizeof(SHA_LONG64) == sizeof(uint64_t),
                "the words of libcrypto");
  CompareForm<uint64_t>(GetParam(), sha512_compress_c, Oracle);
}

INSTANTIATE_TEST_SUITE_P(Every, Sha512Compress,
                         testing::ValuesIn(FormsOf("sha512_compress_")),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.param;
                         });

TEST(Sha512Forms, AreAllThatTheModuleChoosesFrom) {
  EXPECT_EQ(2u, FormsOf("sha512_compress_").size());
}

}  // namespace
}  // namespace asm_test
