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

// How the second point of an addition meets the first one.
enum class Meet { kSamePoint, kNegative, kSameX, kNot };

// MeetNow makes each of them meet both signs.
Meet MeetNow(int i) {
  int kind = i / 2 % 50;
  return kind < 3 ? static_cast<Meet>(kind) : Meet::kNot;
}

// MeetPoint sets (x, y) to the affine point (X, Y) of the first one, or to its
// negative, or to another point with its X. No y is 0.
void MeetPoint(Meet meet, uint64_t *first, uint64_t *x, uint64_t *y) {
  mpz_class value = RandomBelow(kP - 1) + 1;
  Put(y, value);
  if (meet == Meet::kNot) {
    return;
  }
  std::memcpy(x, first, 32);
  if (meet != Meet::kSameX) {
    Put(first + kStride, meet == Meet::kSamePoint ? value : kP - value);
  }
}

// The sum is 2a, and no formula for other points gives it.
bool IsDoubling(Meet meet, int negative) {
  return meet == (negative ? Meet::kNegative : Meet::kSamePoint);
}

bool IsZero(const uint64_t *a) { return (a[0] | a[1] | a[2] | a[3]) == 0; }

// Where it returns 1 it is the twin; where it returns 0 the output is as it was
// and the twin took its special case: a + a and a - a among them.
TEST_P(PointForm, AddAffineVartimeMatchesItsTwin) {
  auto call = Get<uint64_t (*)(uint64_t *, const uint64_t *, const uint64_t *,
                               const uint64_t *, uint64_t)>(
      "p256_point_add_affine_" + GetParam() + "_vartime");
  int doublings = 0, infinities = 0;
  for (int i = 0; i < kTrials; i++) {
    const Meet meet = MeetNow(i);
    Point a = Values<3 * kStride>(), b = Values<3 * kStride>(), got{}, want{};
    MeetPoint(meet, a.data(), &b[0], &b[kStride]);
    Put(&a[2 * kStride],
        meet != Meet::kNot ? Mod(Radix(), kP) : RandomBelow(kP - 1) + 1);
    Point before = got;
    uint64_t done = call(got.data(), a.data(), &b[0], &b[kStride], i & 1);
    twin_add_affine_vartime(want.data(), a.data(), &b[0], &b[kStride], i & 1);
    if (meet != Meet::kNot) {
      ASSERT_EQ(0u, done) << i;
    }
    if (done == 0) {
      ASSERT_EQ(before, got) << i;
    } else {
      ASSERT_EQ(1u, done);
      ASSERT_EQ(want, got) << i;
      call(a.data(), a.data(), &b[0], &b[kStride], i & 1);
      ASSERT_EQ(want, a) << i;
    }
    if (IsDoubling(meet, i & 1)) {
      twin_double(got.data(), a.data());
      ASSERT_EQ(got, want) << i;
      doublings++;
    } else if (meet == Meet::kSamePoint || meet == Meet::kNegative) {
      ASSERT_TRUE(IsZero(&want[2 * kStride])) << i;
      infinities++;
    }
  }
  EXPECT_EQ(kTrials / 50, doublings);
  EXPECT_EQ(kTrials / 50, infinities);
}

// MeetSum is MeetPoint for a sum, whose ZZ and ZZZ are 1 where they meet.
void MeetSum(Meet meet, Sum *sum, Affine *e) {
  MeetPoint(meet, sum->data(), e->data(), e->data() + kStride);
  if (meet != Meet::kNot) {
    Put(&(*sum)[2 * kStride], Mod(Radix(), kP));
    Put(&(*sum)[3 * kStride], Mod(Radix(), kP));
  }
}

// ExpectMet: with the same x the formulas give ZZ = 0, which is right where the
// points are negatives; where they are the same X and Y are 0 as well.
void ExpectMet(Meet meet, int negative, const Sum &sum) {
  if (meet == Meet::kNot) {
    return;
  }
  ASSERT_TRUE(IsZero(&sum[2 * kStride]) && IsZero(&sum[3 * kStride]));
  ASSERT_EQ(IsDoubling(meet, negative),
            IsZero(&sum[0]) && IsZero(&sum[kStride]));
}

TEST(PointXyzz, AddMatchesItsTwin) {
  UseP256();
  auto call =
      reinterpret_cast<void (*)(uint64_t *, const uint64_t *, uint64_t)>(
          Find("p256_xyzz_add_x86_64").call);
  for (int i = 0; i < kTrials; i++) {
    Sum got = Values<4 * kStride>(), want;
    Affine e = Values<2 * kStride>();
    MeetSum(MeetNow(i), &got, &e);
    want = got;
    call(got.data(), e.data(), i & 1);
    twin_xyzz_add(want.data(), e.data(), i & 1);
    ASSERT_EQ(want, got) << i;
    ExpectMet(MeetNow(i), i & 1, got);
    if (HasFatalFailure()) return;
  }
}

// The sums alone; select_test.cc has what is found meanwhile.
TEST(PointXyzz, AddAndSelectMatchesItsTwin) {
  UseP256();
  const Function &f = Find("p256_xyzz_add_select_adx");
  if (!Runs(f)) {
    GTEST_SKIP() << "this machine does not run it";
  }
  auto call = reinterpret_cast<void (*)(
      uint64_t *, const uint64_t *, uint64_t *, uint64_t, uint64_t)>(f.call);
  const size_t num = f.args[1].size / 64;
  ASSERT_EQ(num - 1, f.args[4].most);
  const std::vector<uint64_t> row(8 * num);
  for (int i = 0; i < kTrials; i++) {
    Sum got = Values<4 * kStride>(), want;
    Affine e = Values<2 * kStride>(), before;
    MeetSum(MeetNow(i), &got, &e);
    want = got;
    before = e;
    call(got.data(), row.data(), e.data(), i & 1, i % num);
    twin_xyzz_add(want.data(), before.data(), i & 1);
    ASSERT_EQ(want, got) << i;
    ExpectMet(MeetNow(i), i & 1, got);
    if (HasFatalFailure()) return;
  }
}

TEST(PointDoubleSelect, MatchesItsTwin) {
  UseP256();
  const Function &f = Find("p256_point_double_select_adx");
  if (!Runs(f)) {
    GTEST_SKIP() << "this machine does not run it";
  }
  auto call = reinterpret_cast<void (*)(uint64_t *, const uint64_t *,
                                        uint64_t *, uint64_t)>(f.call);
  const size_t num = f.args[1].size / sizeof(Pre);
  ASSERT_EQ(num - 1, f.args[3].most);
  const std::vector<Pre> table(num);
  for (int i = 0; i < kTrials; i++) {
    Point got = Values<3 * kStride>(), want{};
    Pre e{};
    twin_double(want.data(), got.data());
    call(got.data(), table[0].data(), e.data(), i % num);
    ASSERT_EQ(want, got) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Form, PointForm, testing::Values("x86_64", "adx"),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.param;
                         });

}  // namespace
}  // namespace asm_test
