/* What the exhaustive suites share: a toy curve beside its oracle, and the
 * count of the cases. A suite that enumerates nothing fails. */
#ifndef CORDON_TESTS_EXHAUSTIVE_EXHAUSTIVE_TEST_H_
#define CORDON_TESTS_EXHAUSTIVE_EXHAUSTIVE_TEST_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

#include "oracle.h"
#include "toy.h"

/* Every how many cases one is taken, on top of what a suite chooses. */
#ifndef EXHAUSTIVE_STRIDE
#define EXHAUSTIVE_STRIDE 1
#endif

/* Sampler takes one of `stride` cases on average, all for 1. Its choice is the
 * same in every run, and has no period that could meet one of the loops. */
class Sampler {
 public:
  explicit Sampler(uint64_t stride) : stride_(stride), left_(Skip()) {}
  bool Take() {
    if (left_ > 0) {
      left_--;
      return false;
    }
    left_ = Skip();
    return true;
  }
  /* Skip is how many cases to pass over before the next one. */
  uint64_t Skip() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return (state_ >> 33) % (2 * stride_ - 1);
  }

 private:
  uint64_t stride_;
  uint64_t state_ = 20240607;
  uint64_t left_;
};

using Windows = toy_windows;

/* Counted prints how many cases a test enumerated, and fails for none. */
class Counted : public testing::Test {
 protected:
  void Count() { count_++; }
  /* Sample is for suites too large to be run whole: one case of `stride`, and
   * of more in a build with EXHAUSTIVE_STRIDE or without the checks. */
  Sampler Sample(uint64_t stride) {
    stride_ = stride * EXHAUSTIVE_STRIDE * (toy_has_checks() ? 1 : 7);
    return Sampler(stride_);
  }
  void TearDown() override {
    const auto *info = testing::UnitTest::GetInstance()->current_test_info();
    EXPECT_GT(count_, 0u) << "no case was enumerated";
    std::printf(
        "[  counted ] %s.%s: %llu cases, one of %llu, %u-bit limbs, "
        "checks %s\n",
        info->test_suite_name(), info->name(),
        static_cast<unsigned long long>(count_),
        static_cast<unsigned long long>(stride_), toy_limb_bits(),
        toy_has_checks() ? "on" : "off");
    RecordProperty("cases", std::to_string(count_));
  }

 private:
  uint64_t count_ = 0;
  uint64_t stride_ = 1;
};

class ToyTest : public Counted, public testing::WithParamInterface<Params> {
 protected:
  ToyTest()
      : o_(GetParam()),
        t_(toy_new(static_cast<uint32_t>(c().p), static_cast<uint32_t>(c().b),
                   static_cast<uint32_t>(c().n), static_cast<uint32_t>(c().gx),
                   static_cast<uint32_t>(c().gy)),
           toy_free) {
    const int r = PowerOfTwo(toy_limb_bits(), c().p);
    to_raw_.resize(static_cast<size_t>(c().p));
    to_plain_.resize(static_cast<size_t>(c().p));
    for (int x = 0; x < c().p; x++) {
      const int raw = Mod(x * r, c().p);
      to_raw_[static_cast<size_t>(x)] = static_cast<uint64_t>(raw);
      to_plain_[static_cast<size_t>(raw)] = x;
    }
  }

  const Params &c() const { return GetParam(); }
  const Oracle &o() const { return o_; }
  toy *t() const { return t_.get(); }
  bool IsLarge() const { return c().p > 100; }

  /* Montgomery form and back. -1 for what is not below p. */
  uint64_t Raw(int x) const { return to_raw_[static_cast<size_t>(x)]; }
  int Plain(uint64_t raw) const {
    return raw < to_plain_.size() ? to_plain_[raw] : -1;
  }

  toy_affine Affine(const Point &a) const { return {Raw(a.x), Raw(a.y)}; }

  /* Jacobian is a with the given Z, which is 0 iff a is infinity. */
  toy_point Jacobian(const Point &a, int z) const {
    const int zz = Mod(z * z, c().p);
    return {Raw(Mod(a.x * zz, c().p)),
            Raw(Mod(a.y * Mod(zz * z, c().p), c().p)), Raw(z)};
  }

  /* FromJacobian is a, or an impossible point where a is not reduced. */
  Point FromJacobian(const toy_point &a) const {
    const int x = Plain(a.x), y = Plain(a.y), z = Plain(a.z);
    if (x < 0 || y < 0 || z < 0) {
      return {false, -1, -1};
    }
    if (z == 0) {
      return {true, 0, 0};
    }
    const int inverse = InverseModP(z), zz = Mod(inverse * inverse, c().p);
    return {false, Mod(x * zz, c().p),
            Mod(y * Mod(zz * inverse, c().p), c().p)};
  }

  /* FromAffine takes (0, 0) for infinity: no toy curve has that point. */
  Point FromAffine(const toy_affine &a) const {
    const int x = Plain(a.x), y = Plain(a.y);
    return {x == 0 && y == 0, x, y};
  }

  /* AllWindows are the widths that the toy curve allows, see field/curve.h:
   * no table has infinity in it, and the bases of the windows end below n. All
   * pairs of the two of verification; the others take turns. */
  std::vector<Windows> AllWindows() const;

  /* BaseWindows are all widths and spacings of the base table: those for which
   * the bound of ec/mul_impl.h holds, or those for which it does not. */
  std::vector<Windows> BaseWindows(bool bounded = true) const;

  /* MulWindows are all widths of the multiplication of any point. */
  std::vector<Windows> MulWindows() const;

  /* SetWindows makes the tables from the oracle's points. */
  void SetWindows(const Windows &w);

 private:
  int InverseModP(int z) const {
    if (inverses_.empty()) {
      for (int i = 0; i < c().p; i++) {
        inverses_.push_back(Inverse(i, c().p));
      }
    }
    return inverses_[static_cast<size_t>(z)];
  }

  Oracle o_;
  std::unique_ptr<toy, void (*)(toy *)> t_;
  std::vector<uint64_t> to_raw_;
  std::vector<int> to_plain_;
  mutable std::vector<int> inverses_;
};

#define INSTANTIATE_FOR_TOY_CURVES(suite)                                   \
  INSTANTIATE_TEST_SUITE_P(Toy, suite, testing::ValuesIn(kToyCurves),       \
                           [](const testing::TestParamInfo<Params> &info) { \
                             return info.param.Name();                      \
                           })

#endif
