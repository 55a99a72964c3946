// What every generated function owes its caller, driven by the generated list:
// registers, flags, stack, and memory next to its arguments.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <xmmintrin.h>

#include <cstring>
#include <random>

#include "functions.h"

namespace asm_test {
namespace {

constexpr size_t kStack = 16384, kRedZone = 128, kPage = 4096;
using Buffer = std::vector<uint8_t>;

// Words are below 2^63, so that every integer made of them is below p and n.
Buffer RandomBuffer(std::mt19937_64 *random, size_t size) {
  Buffer out(size);
  for (size_t i = 0; i + 8 <= size; i += 8) {
    uint64_t word = (*random)() >> 1;
    std::memcpy(&out[i], &word, 8);
  }
  return out;
}

// A call with the values of its arguments: pointers get theirs from memory
// that the test provides.
struct Trial {
  std::vector<Buffer> inputs;
  std::vector<uint64_t> values;
};

Trial MakeTrial(const Function &f, unsigned seed) {
  std::mt19937_64 random(seed);
  Trial t;
  for (const Arg &a : f.args) {
    bool value = a.kind == Kind::kValue;
    t.inputs.push_back(value ? Buffer() : RandomBuffer(&random, a.size));
    t.values.push_back(!value ? 0 : a.size + random() % (a.most - a.size + 1));
  }
  return t;
}

// Where the buffers of a call are.
using Places = std::vector<uint8_t *>;

void Fill(const Function &f, const Trial &t, const Places &places) {
  for (size_t i = 0; i < f.args.size(); i++) {
    if (!t.inputs[i].empty()) {
      std::memcpy(places[i], t.inputs[i].data(), t.inputs[i].size());
    }
  }
}

// Call runs the function and returns what abi_call took down.
struct abi_call Call(const Function &f, const Trial &t, const Places &places,
                     uint8_t *stack_top) {
  struct abi_call c = {};
  c.function = f.call;
  c.stack = reinterpret_cast<uint64_t>(stack_top);
  for (size_t i = 0; i < f.args.size(); i++) {
    c.args[i] = f.args[i].kind == Kind::kValue
                    ? t.values[i]
                    : reinterpret_cast<uint64_t>(places[i]);
  }
  for (size_t i = 0; i < 6; i++) {
    c.before[i] = 0x123456789abcdef0u * (i + 3);
  }
  abi_call(&c);
  return c;
}

// Results are the outputs, concatenated, and the value returned by those that
// return one.
Buffer Results(const Function &f, const Places &places) {
  Buffer out;
  for (size_t i = 0; i < f.args.size(); i++) {
    if (f.args[i].kind == Kind::kOut || f.args[i].kind == Kind::kInOut) {
      out.insert(out.end(), places[i], places[i] + f.args[i].size);
    }
  }
  return out;
}

class Abi : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!Runs(Find(GetParam()))) {
      GTEST_SKIP() << "this machine does not run it";
    }
  }

  uint8_t *StackTop() { return stack_ + kStack - 256; }

  // Plain is the result over aligned buffers that are apart.
  Buffer Plain(const Function &f, const Trial &t) {
    Places places;
    for (size_t i = 0; i < f.args.size(); i++) {
      places.push_back(plain_[i]);
    }
    Fill(f, t, places);
    Call(f, t, places, StackTop());
    return Results(f, places);
  }

  alignas(64) uint8_t stack_[kStack] = {};
  alignas(64) uint8_t plain_[6][65536] = {};
};

TEST_P(Abi, KeepsRegistersFlagsAndTheStackOfItsCaller) {
  const Function &f = Find(GetParam());
  Trial t = MakeTrial(f, 1);
  Places places;
  for (size_t i = 0; i < f.args.size(); i++) {
    places.push_back(plain_[i]);
  }
  Fill(f, t, places);
  std::memset(stack_, 0xa5, sizeof stack_);
  unsigned control = _mm_getcsr() & ~0x3fu;
  uint8_t *top = StackTop();
  struct abi_call c = Call(f, t, places, top);
  EXPECT_EQ(control, _mm_getcsr() & ~0x3fu);
  for (size_t i = 0; i < 6; i++) {
    EXPECT_EQ(c.before[i], c.after[i]) << i;
  }
  EXPECT_EQ(c.stack, c.stack_after);
  EXPECT_EQ(0u, c.flags & 0x400) << "direction flag";
  // Above: what the caller has. Below: no more than it said, and nothing in
  // the red zone of its own frame.
  for (uint8_t *p = top + 8; p < stack_ + kStack; p++) {
    ASSERT_EQ(0xa5, *p) << p - top;
  }
  for (uint8_t *p = top - 8 - f.stack; p-- > stack_;) {
    ASSERT_EQ(0xa5, *p) << top - p;
  }
}

TEST_P(Abi, TouchesNothingBesideItsArgumentsAtAnyAlignment) {
  const Function &f = Find(GetParam());
  Trial t = MakeTrial(f, 2);
  Buffer want = Plain(f, t);
  for (size_t shift = 0; shift < 65; shift++) {
    Places places;
    for (size_t i = 0; i < f.args.size(); i++) {
      std::memset(plain_[i], 0x5a, f.args[i].size + 256);
      places.push_back(plain_[i] + 64 + (shift + 7 * i) % 65);
    }
    Fill(f, t, places);
    Call(f, t, places, StackTop());
    ASSERT_EQ(want, Results(f, places)) << shift;
    for (size_t i = 0; i < f.args.size(); i++) {
      if (f.args[i].kind == Kind::kValue) {
        continue;
      }
      uint8_t *end = places[i] + f.args[i].size;
      for (uint8_t *p = plain_[i]; p < end + 64; p++) {
        ASSERT_TRUE((p >= places[i] && p < end) || *p == 0x5a)
            << "argument " << i << ", byte " << p - places[i];
      }
      if (f.args[i].kind == Kind::kIn) {
        ASSERT_EQ(0, std::memcmp(places[i], t.inputs[i].data(), f.args[i].size))
            << "argument " << i;
      }
    }
  }
}

// Pages that may not be touched stand before and behind every argument.
TEST_P(Abi, ReadsNothingOutsideItsArguments) {
  const Function &f = Find(GetParam());
  Trial t = MakeTrial(f, 3);
  Buffer want = Plain(f, t);
  size_t pages = 2 + (sizeof plain_[0]) / kPage;
  for (bool at_end : {false, true}) {
    Places places;
    std::vector<void *> maps;
    for (const Arg &a : f.args) {
      size_t size = a.kind == Kind::kValue ? 1 : a.size;
      void *map = mmap(nullptr, pages * kPage, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      ASSERT_NE(MAP_FAILED, map);
      maps.push_back(map);
      size_t used = (size + kPage - 1) / kPage * kPage;
      uint8_t *first = static_cast<uint8_t *>(map) + kPage;
      ASSERT_EQ(0, mprotect(first, used, PROT_READ | PROT_WRITE));
      places.push_back(at_end ? first + used - size : first);
    }
    Fill(f, t, places);
    Call(f, t, places, StackTop());
    EXPECT_EQ(want, Results(f, places)) << at_end;
    for (void *map : maps) {
      munmap(map, pages * kPage);
    }
  }
}

TEST_P(Abi, OutputsMayBeTheInputsThatItNames) {
  const Function &f = Find(GetParam());
  size_t out = 0;
  while (out < f.args.size() && f.args[out].kind != Kind::kOut) {
    out++;
  }
  for (size_t i = 0; i < f.args.size(); i++) {
    if (!f.args[i].may_alias) {
      continue;
    }
    ASSERT_LT(out, f.args.size());
    Trial t = MakeTrial(f, 4);
    Buffer want = Plain(f, t);
    Places places;
    for (size_t j = 0; j < f.args.size(); j++) {
      places.push_back(plain_[j]);
    }
    Fill(f, t, places);
    // Also what only a part of the struct is written of.
    std::memcpy(places[i] + f.args[i].size, places[out], 0);
    places[out] = places[i];
    Call(f, t, places, StackTop());
    Buffer got = Results(f, places);
    std::vector<bool> written(f.args[out].size, true);
    for (size_t k = 0; k < f.args[out].size; k++) {
      // bytes that no call writes keep what was there
      if (want[k] != t.inputs[out][k]) {
        ASSERT_EQ(want[k], got[k]) << "argument " << i << ", byte " << k;
      }
    }
  }
}

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const Function &f : Functions()) {
    names.push_back(f.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Every, Abi, testing::ValuesIn(Names()),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.param;
                         });

}  // namespace
}  // namespace asm_test
