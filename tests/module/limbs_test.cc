// The memory functions that the sealed module brings along, and the masks of
// ct.h, against the C library and plain C++.
#include <gtest/gtest.h>

#include <random>

#include "limbs/bytes.h"
#include "limbs/ct.h"
#include "module_test.h"

extern "C" {
void *sealed_memcpy(void *dst, const void *src, size_t len);
void *sealed_memmove(void *dst, const void *src, size_t len);
void *sealed_memset(void *dst, int c, size_t len);
int sealed_memcmp(const void *a, const void *b, size_t len);
void *plain_memcpy(void *dst, const void *src, size_t len);
void *plain_memmove(void *dst, const void *src, size_t len);
void *plain_memset(void *dst, int c, size_t len);
int plain_memcmp(const void *a, const void *b, size_t len);
}

namespace module_test {
namespace {

struct Functions {
  const char *name;
  void *(*copy)(void *, const void *, size_t);
  void *(*move)(void *, const void *, size_t);
  void *(*set)(void *, int, size_t);
  int (*compare)(const void *, const void *, size_t);
};

class Memory : public testing::TestWithParam<Functions> {};

Bytes Numbered(size_t len) {
  Bytes out(len);
  for (size_t i = 0; i < len; i++) {
    out[i] = static_cast<uint8_t>(i * 7 + 1);
  }
  return out;
}

TEST_P(Memory, CopiesAndMovesAsTheCLibraryDoesAtEveryOverlap) {
  const size_t size = 48;
  for (size_t from = 0; from < size; from += 3) {
    for (size_t to = 0; to < size; to++) {
      for (size_t len = 0; len <= size - std::max(from, to); len++) {
        Bytes ours = Numbered(size), theirs = ours;
        memmove(&theirs[0] + to, &theirs[0] + from, len);
        EXPECT_EQ(&ours[0] + to,
                  GetParam().move(&ours[0] + to, &ours[0] + from, len));
        ASSERT_EQ(theirs, ours) << from << " " << to << " " << len;
        if (from + len <= to || to + len <= from) {
          ours = Numbered(size);
          EXPECT_EQ(&ours[0] + to,
                    GetParam().copy(&ours[0] + to, &ours[0] + from, len));
          ASSERT_EQ(theirs, ours) << from << " " << to << " " << len;
        }
      }
    }
  }
}

TEST_P(Memory, SetsTheLowByteOfItsArgument) {
  for (int value : {0, 1, 0x5a, 0xff, 0x1a5, -1}) {
    for (size_t at = 0; at < 9; at++) {
      for (size_t len = 0; len < 40; len++) {
        Bytes ours = Numbered(64), theirs = ours;
        memset(&theirs[at], value, len);
        EXPECT_EQ(&ours[at], GetParam().set(&ours[at], value, len));
        ASSERT_EQ(theirs, ours) << value << " " << at << " " << len;
      }
    }
  }
}

// Around the lengths from which other instructions are used.
std::vector<size_t> LongLengths() {
  std::vector<size_t> out;
  for (size_t len = 0; len <= 300; len++) {
    out.push_back(len);
  }
  for (size_t len = 1000; len <= 1100; len++) {
    out.push_back(len);
  }
  return out;
}

constexpr size_t kOffsets[] = {0, 1, 7, 8, 15, 31};
constexpr size_t kGuard = 48;

TEST_P(Memory, CopiesAndSetsLongLengthsBetweenGuards) {
  for (size_t len : LongLengths()) {
    const Bytes source = Numbered(len + 32);
    for (size_t to : kOffsets) {
      const Bytes before(len + 2 * kGuard, kFill);
      for (size_t from : kOffsets) {
        Bytes ours = before, theirs = before;
        memcpy(&theirs[to], &source[from], len);
        EXPECT_EQ(&ours[to], GetParam().copy(&ours[to], &source[from], len));
        ASSERT_EQ(theirs, ours) << from << " " << to << " " << len;
        ours = before;
        EXPECT_EQ(&ours[to], GetParam().move(&ours[to], &source[from], len));
        ASSERT_EQ(theirs, ours) << from << " " << to << " " << len;
      }
      Bytes ours = before, theirs = before;
      memset(&theirs[to], 0x1c3, len);
      EXPECT_EQ(&ours[to], GetParam().set(&ours[to], 0x1c3, len));
      ASSERT_EQ(theirs, ours) << to << " " << len;
    }
  }
}

// Upwards and downwards, by less than a word up to more than the length.
TEST_P(Memory, MovesLongLengthsOverThemselvesBothWays) {
  for (size_t len : LongLengths()) {
    for (size_t by : {size_t{0}, size_t{1}, size_t{7}, size_t{8}, size_t{15},
                      size_t{16}, size_t{17}, size_t{64}, size_t{255}, len / 2,
                      len == 0 ? 0 : len - 1, len, len + 1}) {
      for (size_t at : {size_t{0}, size_t{1}, size_t{13}}) {
        const Bytes before = Numbered(at + len + by + kGuard);
        for (bool up : {false, true}) {
          const size_t from = at + (up ? 0 : by), to = at + (up ? by : 0);
          Bytes ours = before, theirs = before;
          memmove(&theirs[to], &theirs[from], len);
          EXPECT_EQ(&ours[to], GetParam().move(&ours[to], &ours[from], len));
          ASSERT_EQ(theirs, ours) << from << " " << to << " " << len;
        }
      }
    }
  }
}

TEST_P(Memory, ComparesUnsignedBytesInOrder) {
  const Bytes a = Numbered(33);
  EXPECT_EQ(0, GetParam().compare(a.data(), a.data() + 1, 0));
  for (size_t at = 0; at < a.size(); at++) {
    for (uint8_t other : {0, 1, 0x7f, 0x80, 0xff}) {
      Bytes b = a;
      b[at] = other;
      int expected = a[at] < other ? -1 : a[at] > other;
      EXPECT_EQ(expected, GetParam().compare(a.data(), b.data(), a.size()));
      EXPECT_EQ(0, GetParam().compare(a.data(), b.data(), at));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Limbs, Memory,
    testing::Values(Functions{"Sealed", sealed_memcpy, sealed_memmove,
                              sealed_memset, sealed_memcmp},
                    Functions{"Plain", plain_memcpy, plain_memmove,
                              plain_memset, plain_memcmp}),
    [](const testing::TestParamInfo<Functions> &info) {
      return info.param.name;
    });

// Edges and random values, in pairs.
std::vector<uint32_t> Values() {
  std::vector<uint32_t> out = {0,          1,          2,
                               0x7ffffffe, 0x7fffffff, 0x80000000,
                               0x80000001, 0xfffffffe, 0xffffffff};
  std::mt19937 rng(7);
  for (int i = 0; i < 50; i++) {
    out.push_back(static_cast<uint32_t>(rng()));
  }
  for (int bit = 0; bit < 32; bit++) {
    out.push_back(1u << bit);
  }
  return out;
}

TEST(Masks, AgreeWithComparisons) {
  for (uint32_t a : Values()) {
    EXPECT_EQ(a, ct_barrier_u32(a));
    EXPECT_EQ(a == 0 ? ~0u : 0u, ct_is_zero_u32(a)) << a;
    uint64_t wide = static_cast<uint64_t>(a) << 32 | ~a;
    EXPECT_EQ(wide, ct_barrier_u64(wide));
    for (uint32_t b : Values()) {
      EXPECT_EQ(a == b ? ~0u : 0u, ct_eq_u32(a, b)) << a << " " << b;
      EXPECT_EQ(a < b ? ~0u : 0u, ct_lt_u32(a, b)) << a << " " << b;
      EXPECT_EQ(a, ct_select_u32(~0u, a, b));
      EXPECT_EQ(b, ct_select_u32(0u, a, b));
    }
  }
}

TEST(Masks, OfBytesSeeEveryBit) {
  const Bytes a = Numbered(65);
  EXPECT_EQ(~0u, ct_bytes_equal(nullptr, nullptr, 0));
  EXPECT_EQ(~0u, ct_bytes_equal(a.data(), a.data(), a.size()));
  for (size_t at = 0; at < a.size(); at++) {
    for (int bit = 0; bit < 8; bit++) {
      Bytes b = a;
      b[at] = static_cast<uint8_t>(b[at] ^ 1 << bit);
      EXPECT_EQ(0u, ct_bytes_equal(a.data(), b.data(), a.size()));
      EXPECT_EQ(~0u, ct_bytes_equal(a.data(), b.data(), at));
    }
  }
}

// R22: what is wiped is zero, and nothing else is touched.
TEST(Wipe, ZeroesItsBytesOnly) {
  for (size_t len : {0, 1, 7, 8, 31, 62}) {
    Bytes a = Numbered(64);
    ct_wipe(&a[1], len);
    EXPECT_TRUE(AllBytesAre(&a[1], len, 0));
    EXPECT_EQ(1, a[0]);
    EXPECT_EQ(Numbered(64)[1 + len], a[1 + len]);
  }
}

TEST(LoadsAndStores, KeepTheirByteOrderAtOddAddresses) {
  uint8_t p[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(0x04030201u, load_le32(p + 1));
  EXPECT_EQ(0x01020304u, load_be32(p + 1));
  EXPECT_EQ(0x0807060504030201u, load_le64(p + 1));
  EXPECT_EQ(0x0102030405060708u, load_be64(p + 1));
  uint8_t q[16] = {0};
  store_be64(q + 1, load_be64(p + 1));
  EXPECT_EQ(0, memcmp(p, q, 9));
  store_le32(q + 3, 0xa1b2c3d4u);
  EXPECT_EQ(0xd4c3b2a1u, load_be32(q + 3));
  store_be32(q + 3, 0xa1b2c3d4u);
  store_le64(q + 7, 1);
  EXPECT_EQ(0xa1b2c3d401000000u, load_be64(q + 3));
}

}  // namespace
}  // namespace module_test
