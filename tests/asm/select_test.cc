// The constant-time choice of a point of a table, in every form and at every
// index, against the entry itself. Entries are random words, so that no two are
// alike; whole words are copied, whatever they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "functions.h"
#include "numbers.h"

extern "C" {
#include "twins.h"
}

namespace asm_test {
namespace {

constexpr size_t kStride = TWIN_STRIDE, kFields = 5;
constexpr int kRows = 20;

std::vector<uint64_t> RandomWords(size_t num) {
  static std::mt19937_64 random(7);
  std::vector<uint64_t> words(num);
  std::generate(words.begin(), words.end(), random);
  return words;
}

// RandomCoordinates are numbers below p, as fields of a struct.
std::vector<uint64_t> RandomCoordinates(size_t num) {
  std::vector<uint64_t> words = RandomWords(kStride * num);
  for (size_t i = 3; i < words.size(); i += kStride) {
    words[i] >>= 1;
  }
  return words;
}

Words FieldAt(const std::vector<uint64_t> &words, size_t at) {
  Words field;
  std::copy_n(&words.at(at), 4, field.begin());
  return field;
}

// ExpectAffine: (x, y) is the entry of the row.
void ExpectAffine(const std::vector<uint64_t> &row, size_t index,
                  const Words &x, const Words &y) {
  EXPECT_EQ(FieldAt(row, 8 * index), x) << index;
  EXPECT_EQ(FieldAt(row, 8 * index + 4), y) << index;
}

// ExpectPre: the five fields are those of the entry; what lies between them is
// nobody's.
void ExpectPre(const std::vector<uint64_t> &table, size_t index,
               const std::vector<uint64_t> &got) {
  for (size_t i = 0; i < kFields; i++) {
    EXPECT_EQ(FieldAt(table, kStride * (kFields * index + i)),
              FieldAt(got, kStride * i))
        << index << ", field " << i;
  }
}

class Select : public testing::TestWithParam<std::string> {
 protected:
  // Get is the function of that name in a form, or skips the test.
  template <typename Call>
  void Get(const std::string &name, Call *call, const Function **f) {
    *f = &Find(name);
    if (!Runs(**f)) {
      GTEST_SKIP() << "this machine does not run it";
    }
    *call = reinterpret_cast<Call>((*f)->call);
  }
};

// Rows of one entry, of one less than all, and of all.
TEST_P(Select, AffineIsTheEntryAtEveryIndex) {
  void (*call)(uint64_t *, uint64_t *, const uint64_t *, size_t, uint64_t);
  const Function *f;
  Get("p256_select_affine_" + GetParam(), &call, &f);
  if (IsSkipped()) return;
  const size_t most = f->args[3].most;
  ASSERT_EQ(64 * most, f->args[2].size);
  for (int i = 0; i < kRows; i++) {
    std::vector<uint64_t> row = RandomWords(8 * most);
    for (size_t num : {size_t{1}, most - 1, most}) {
      for (size_t index = 0; index < num; index++) {
        Words x{}, y{};
        call(x.data(), y.data(), row.data(), num, index);
        ExpectAffine(row, index, x, y);
      }
    }
  }
}

TEST_P(Select, PreIsTheEntryAtEveryIndex) {
  void (*call)(uint64_t *, const uint64_t *, size_t, uint64_t);
  const Function *f;
  Get("p256_select_pre_" + GetParam(), &call, &f);
  if (IsSkipped()) return;
  const size_t most = f->args[2].most;
  ASSERT_EQ(8 * kStride * kFields * most, f->args[1].size);
  for (int i = 0; i < kRows; i++) {
    std::vector<uint64_t> table = RandomWords(kStride * kFields * most);
    for (size_t num : {size_t{1}, most - 1, most}) {
      for (size_t index = 0; index < num; index++) {
        std::vector<uint64_t> got(kStride * kFields);
        call(got.data(), table.data(), num, index);
        ExpectPre(table, index, got);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Form, Select, testing::Values("x86_64", "avx2"),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.param;
                         });

// What is chosen while a point is added or doubled does not depend on that.
class SelectBetween : public Select {};

TEST_P(SelectBetween, AdditionsIsTheEntryAtEveryIndex) {
  void (*call)(uint64_t *, const uint64_t *, uint64_t *, uint64_t, uint64_t);
  const Function *f;
  Get("p256_xyzz_add_select_" + GetParam(), &call, &f);
  if (IsSkipped()) return;
  const size_t num = f->args[1].size / 64;
  ASSERT_EQ(num - 1, f->args[4].most);
  for (int i = 0; i < kRows; i++) {
    std::vector<uint64_t> row = RandomWords(8 * num);
    for (size_t index = 0; index < num; index++) {
      std::vector<uint64_t> sum = RandomCoordinates(4);
      std::vector<uint64_t> e = RandomCoordinates(2);
      call(sum.data(), row.data(), e.data(), index & 1, index);
      ExpectAffine(row, index, FieldAt(e, 0), FieldAt(e, kStride));
    }
  }
}

TEST_P(SelectBetween, DoublingsIsTheEntryAtEveryIndex) {
  void (*call)(uint64_t *, const uint64_t *, uint64_t *, uint64_t);
  const Function *f;
  Get("p256_point_double_select_" + GetParam(), &call, &f);
  if (IsSkipped()) return;
  const size_t num = f->args[3].most + 1;
  ASSERT_EQ(8 * kStride * kFields * num, f->args[1].size);
  for (int i = 0; i < kRows; i++) {
    std::vector<uint64_t> table = RandomWords(kStride * kFields * num);
    for (size_t index = 0; index < num; index++) {
      std::vector<uint64_t> a = RandomCoordinates(3), e(kStride * kFields);
      call(a.data(), table.data(), e.data(), index);
      ExpectPre(table, index, e);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Form, SelectBetween, testing::Values("adx"),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.param;
                         });

// No function that selects is left out above.
TEST(SelectForms, AreAllThatThereAre) {
  size_t found = 0;
  for (const Function &f : Functions()) {
    found += f.name.find("select") != std::string::npos;
  }
  EXPECT_EQ(6u, found);
}

}  // namespace
}  // namespace asm_test
