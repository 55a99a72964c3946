// The generated point functions against their C twins, word by word: the
// formulas are the same, so the results are too, on curve or not. tests/arith
// compares points with GMP.
#include <gtest/gtest.h>

#include <cstring>

#include "functions.h"
#include "numbers.h"

extern "C" {
#include "twins.h"
}

namespace asm_test {
namespace {

constexpr size_t kStride = TWIN_STRIDE;
using Point = std::array<uint64_t, 3 * kStride>;
using Pre = std::array<uint64_t, 5 * kStride>;
using Sum = std::array<uint64_t, 4 * kStride>;
using Affine = std::array<uint64_t, 2 * kStride>;

void Put(uint64_t *to, const mpz_class &a) {
  std::memset(to, 0, 32);
  mpz_export(to, nullptr, -1, 8, 0, 0, a.get_mpz_t());
}

// Value is random, or an edge value once in a while.
mpz_class Value() {
  static const Integers edges = Edges(kP);
  mpz_class choice = RandomBelow(16);
  if (choice == 0) {
    return edges[RandomBelow(mpz_class(edges.size())).get_ui()];
  }
  return RandomBelow(kP - 1) + 1;
}

template <size_t kWords>
std::array<uint64_t, kWords> Values() {
  std::array<uint64_t, kWords> out{};
  for (size_t i = 0; i < kWords; i += kStride) {
    Put(&out[i], Value());
  }
  return out;
}

template <typename Call>
Call Get(const std::string &name) {
  return reinterpret_cast<Call>(Find(name).call);
}

class PointForm : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    UseP256();
    if (!Runs(Find("p256_point_double_" + GetParam()))) {
      GTEST_SKIP() << "this machine does not run it";
    }
  }
};

constexpr int kTrials = 20000;

TEST_P(PointForm, DoubleMatchesItsTwin) {
  auto call = Get<void (*)(uint64_t *, const uint64_t *)>("p256_point_double_" +
                                                          GetParam());
  for (int i = 0; i < kTrials; i++) {
    Point a = Values<3 * kStride>(), got{}, want{};
    call(got.data(), a.data());
    twin_double(want.data(), a.data());
    ASSERT_EQ(want, got) << i;
    call(a.data(), a.data());
    ASSERT_EQ(want, a) << i;
  }
}

TEST_P(PointForm, AddMatchesItsTwin) {
  auto call = Get<void (*)(uint64_t *, const uint64_t *, const uint64_t *)>(
      "p256_point_add_" + GetParam());
  for (int i = 0; i < kTrials; i++) {
    Point a = Values<3 * kStride>(), got{}, want{};
    Pre b = Values<5 * kStride>();
    call(got.data(), a.data(), b.data());
    twin_add(want.data(), a.data(), b.data());
    ASSERT_EQ(want, got) << i;
    call(a.data(), a.data(), b.data());
    ASSERT_EQ(want, a) << i;
  }
}

// Where it returns 1 it is the twin; where it returns 0 the output is as it was
// and the twin took its special case.
TEST_P(PointForm, AddAffineVartimeMatchesItsTwin) {
  auto call = Get<uint64_t (*)(uint64_t *, const uint64_t *, const uint64_t *,
                               const uint64_t *, uint64_t)>(
      "p256_point_add_affine_" + GetParam() + "_vartime");
  int same = 0;
  for (int i = 0; i < kTrials; i++) {
    Point a = Values<3 * kStride>(), b = Values<3 * kStride>(), got{}, want{};
    bool equal = i % 50 == 0;
    Put(&b[kStride], RandomBelow(kP - 1) + 1);
    Put(&a[2 * kStride], equal ? Mod(Radix(), kP) : RandomBelow(kP - 1) + 1);
    if (equal) {
      std::memcpy(&b[0], &a[0], 32);
    }
    Point before = got;
    uint64_t done = call(got.data(), a.data(), &b[0], &b[kStride], i & 1);
    twin_add_affine_vartime(want.data(), a.data(), &b[0], &b[kStride], i & 1);
    if (equal) {
      ASSERT_EQ(0u, done) << i;
    }
    if (done == 0) {
      ASSERT_EQ(before, got) << i;
      same++;
    } else {
      ASSERT_EQ(1u, done);
      ASSERT_EQ(want, got) << i;
      call(a.data(), a.data(), &b[0], &b[kStride], i & 1);
      ASSERT_EQ(want, a) << i;
    }
  }
  EXPECT_LE(kTrials / 50, same);
}

// MeetExceptions makes e the point of the sum, or its negative, now and then.
// while.
void MeetExceptions(int i, Sum *sum, Affine *e) {
  Put(&(*e)[kStride], RandomBelow(kP - 1) + 1);
  if (i % 50 >= 2) {
    return;
  }
  Put(&(*sum)[2 * kStride], Mod(Radix(), kP));
  Put(&(*sum)[3 * kStride], Mod(Radix(), kP));
  std::memcpy(e->data(), sum->data(), 32);
  if (i % 50 == 0) {
    std::memcpy(&(*e)[kStride], &(*sum)[kStride], 32);
  }
}

TEST(PointXyzz, AddMatchesItsTwin) {
  UseP256();
  auto call =
      reinterpret_cast<void (*)(uint64_t *, const uint64_t *, uint64_t)>(
          Find("p256_xyzz_add_x86_64").call);
  for (int i = 0; i < kTrials; i++) {
    Sum got = Values<4 * kStride>(), want;
    Affine e = Values<2 * kStride>();
    MeetExceptions(i, &got, &e);
    want = got;
    call(got.data(), e.data(), i & 1);
    twin_xyzz_add(want.data(), e.data(), i & 1);
    ASSERT_EQ(want, got) << i;
  }
}

// Each entry of a row is found while the one before is added.
TEST(PointXyzz, AddAndSelectMatchesItsTwinAndTheRow) {
  UseP256();
  const Function &f = Find("p256_xyzz_add_select_adx");
  if (!Runs(f)) {
    GTEST_SKIP() << "this machine does not run it";
  }
  auto call = reinterpret_cast<void (*)(
      uint64_t *, const uint64_t *, uint64_t *, uint64_t, uint64_t)>(f.call);
  const size_t num = f.args[1].size / 64;
  ASSERT_EQ(num - 1, f.args[4].most);
  std::vector<uint64_t> row(8 * num);
  for (int i = 0; i < kTrials; i++) {
    Sum got = Values<4 * kStride>(), want;
    Affine e = Values<2 * kStride>(), before;
    MeetExceptions(i, &got, &e);
    for (uint64_t &word : row) {
      word = word * 6364136223846793005u + 1442695040888963407u;
    }
    want = got;
    before = e;
    const size_t index = (i * 7) % num;
    call(got.data(), row.data(), e.data(), i & 1, index);
    twin_xyzz_add(want.data(), before.data(), i & 1);
    ASSERT_EQ(want, got) << i;
    std::memcpy(&before[0], &row[8 * index], 32);
    std::memcpy(&before[kStride], &row[8 * index + 4], 32);
    ASSERT_EQ(before, e) << i;
  }
}

TEST(PointDoubleSelect, MatchesItsTwinAndTheTable) {
  UseP256();
  const Function &f = Find("p256_point_double_select_adx");
  if (!Runs(f)) {
    GTEST_SKIP() << "this machine does not run it";
  }
  auto call = reinterpret_cast<void (*)(uint64_t *, const uint64_t *,
                                        uint64_t *, uint64_t)>(f.call);
  const size_t num = f.args[1].size / sizeof(Pre);
  ASSERT_EQ(num - 1, f.args[3].most);
  std::vector<Pre> table(num);
  for (int i = 0; i < kTrials; i++) {
    Point got = Values<3 * kStride>(), want{};
    Pre e{};
    Pre &entry = table[(i * 5) % num];
    entry = Values<5 * kStride>();
    twin_double(want.data(), got.data());
    call(got.data(), table[0].data(), e.data(), (i * 5) % num);
    ASSERT_EQ(want, got) << i;
    ASSERT_EQ(entry, e) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Form, PointForm, testing::Values("x86_64", "adx"),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.param;
                         });

}  // namespace
}  // namespace asm_test
