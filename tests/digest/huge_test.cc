// One update of more than 2^32 bytes: lengths are counted in size_t all the
// way. 16 MiB of memory are mapped over and over.
#include <sys/mman.h>
#include <unistd.h>

#include "digest_test.h"

namespace digest_test {
namespace {

const size_t kPiece = size_t{1} << 24;

const uint8_t *MapRepeated(size_t len) {
  int fd = memfd_create("pattern", 0);
  if (fd < 0 || ftruncate(fd, kPiece) != 0) {
    return nullptr;
  }
  void *base = mmap(nullptr, len, PROT_NONE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) {
    return nullptr;
  }
  uint8_t *bytes = static_cast<uint8_t *>(base);
  for (size_t at = 0; at < len; at += kPiece) {
    if (mmap(bytes + at, std::min(kPiece, len - at),
             at == 0 ? PROT_READ | PROT_WRITE : PROT_READ,
             MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
      return nullptr;
    }
  }
  close(fd);
  for (size_t i = 0; i < kPiece; i++) {
    bytes[i] = static_cast<uint8_t>((i * 0x9e3779b97f4a7c15u) >> 56);
  }
  return bytes;
}

TEST(HashHuge, OneUpdateBeyondFourGibibytesMatchesLibcrypto) {
  const size_t len = (size_t{1} << 32) + kPiece - 77;
  const uint8_t *in = MapRepeated(len);
  ASSERT_NE(nullptr, in);
  for (const char *name : {"SHA-256", "SHA-512"}) {
    const Alg &alg = AlgByName(name);
    Bytes out(alg.digest_len), expected(alg.digest_len);
    struct hash_state st;
    hash_init(&st, alg.id);
    // Five bytes first, so that every block straddles the caller's.
    ASSERT_EQ(1, hash_update(&st, in, 5));
    ASSERT_EQ(1, hash_update(&st, in + 5, len - 5));
    hash_final(&st, out.data());

    EVP_MD *md = EVP_MD_fetch(nullptr, alg.evp, nullptr);
    ASSERT_EQ(1, EVP_Digest(in, len, expected.data(), nullptr, md, nullptr));
    EVP_MD_free(md);
    EXPECT_EQ(expected, out) << name;
  }
}

}  // namespace
}  // namespace digest_test
