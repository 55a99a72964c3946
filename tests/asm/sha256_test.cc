// The generated SHA-256 against its C twin and libcrypto; tests/digest has
// whole messages against libcrypto and published answers.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include "sha2_test.h"

extern "C" {
#include "digest/sha256.h"
}

namespace asm_test {
namespace {

void Oracle(uint32_t *state, const uint8_t *blocks, size_t num) {
  SHA256_CTX ctx;
  SHA256_Init(&ctx);
  std::memcpy(ctx.h, state, sizeof ctx.h);
  SHA256_Update(&ctx, blocks, num * SHA256_BLOCK_LEN);
  std::memcpy(state, ctx.h, sizeof ctx.h);
}

class Sha256Compress : public testing::TestWithParam<std::string> {};

TEST_P(Sha256Compress, MatchesItsTwinAndLibcrypto) {
  static_assert(sizeof(SHA_LONG) == sizeof(uint32_t), "the words of libcrypto");
  CompareForm<uint32_t>(GetParam(), sha256_compress_c, Oracle);
}

INSTANTIATE_TEST_SUITE_P(Every, Sha256Compress,
                         testing::ValuesIn(FormsOf("sha256_compress_")),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.param;
                         });

TEST(Sha256Forms, AreAllThatTheModuleChoosesFrom) {
  EXPECT_EQ(3u, FormsOf("sha256_compress_").size());
}

}  // namespace
}  // namespace asm_test
