// The generated SHA-256 against its C twin; tests/digest has it against
// libcrypto and published answers.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "functions.h"

extern "C" {
#include "digest/sha256.h"
}

namespace asm_test {
namespace {

TEST(Sha256Compress, MatchesItsTwinOnRandomBlocks) {
  const Function &f = Find("sha256_compress_sha");
  if (!Runs(f)) {
    GTEST_SKIP() << "this machine does not run it";
  }
  auto call =
      reinterpret_cast<void (*)(uint32_t *, const uint8_t *, size_t)>(f.call);
  std::mt19937_64 random(1);
  for (int i = 0; i < 3000; i++) {
    uint32_t want[8], got[8];
    uint8_t blocks[8 * 64];
    for (uint32_t &word : want) {
      word = uint32_t(random());
    }
    for (uint8_t &byte : blocks) {
      byte = i == 0 ? 0 : i == 1 ? 0xff : uint8_t(random());
    }
    std::memcpy(got, want, sizeof got);
    size_t num = size_t(i) % 9;
    call(got, blocks, num);
    sha256_compress_c(want, blocks, num);
    ASSERT_EQ(0, std::memcmp(want, got, sizeof got)) << i;
  }
}

}  // namespace
}  // namespace asm_test
