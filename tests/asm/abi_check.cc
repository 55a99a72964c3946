// The checks of abi_check.h: each makes calls of one function with random
// arguments, in memory that it watches.
#include "abi_check.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <xmmintrin.h>

#include <cstring>
#include <random>
#include <stdexcept>

namespace asm_test {
namespace {

constexpr size_t kStack = 16384, kPage = 4096, kMargin = 64;
constexpr size_t kMaxArgs = 6, kMaxLen = 65536;
constexpr uint8_t kStackFill = 0xa5, kFill = 0x5a;
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

// The values of the arguments: pointers get theirs from memory of the check.
struct Trial {
  std::vector<Buffer> inputs;
  std::vector<uint64_t> values;
};

Trial MakeTrial(const Function &f, unsigned seed) {
  std::mt19937_64 random(seed);
  Trial t;
  for (const Arg &a : f.args) {
    bool value = a.is_value();
    t.inputs.push_back(value ? Buffer() : RandomBuffer(&random, a.size));
    t.values.push_back(!value ? 0 : a.size + random() % (a.most - a.size + 1));
    t.values.back() |= a.kind == Kind::kOdd;
  }
  return t;
}

// Where the buffers of a call are.
using Places = std::vector<uint8_t *>;

// Memory of calls: a stack, and a buffer for each argument.
class Memory {
 public:
  Memory()
      : stack_(kStack + 64),
        plain_(kMaxArgs, Buffer(kMaxLen + 4 * kMargin + 64)) {}

  uint8_t *stack() { return Aligned(&stack_); }
  // The top of the stack of a call, below room for a caller's frame.
  uint8_t *stack_top() { return stack() + kStack - 256; }
  // Behind room for a function that writes before its argument.
  uint8_t *plain(size_t i) { return Aligned(&plain_[i]) + kMargin; }

  Places Apart(const Function &f) {
    Places places;
    for (size_t i = 0; i < f.args.size(); i++) {
      places.push_back(plain(i));
    }
    return places;
  }

 private:
  static uint8_t *Aligned(Buffer *b) {
    auto at = reinterpret_cast<uintptr_t>(b->data());
    return b->data() + (64 - at % 64) % 64;
  }

  Buffer stack_;
  std::vector<Buffer> plain_;
};

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
  c.has_avx = (Forms() & FormAvx2()) != 0;
  for (size_t i = 0; i < f.args.size(); i++) {
    c.args[i] = f.args[i].is_value() ? t.values[i]
                                     : reinterpret_cast<uint64_t>(places[i]);
  }
  for (size_t i = 0; i < 6; i++) {
    c.before[i] = 0x123456789abcdef0u * (i + 3);
  }
  abi_call(&c);
  return c;
}

// What it returned, and the outputs, concatenated.
Buffer Results(const Function &f, const Places &places,
               const struct abi_call &c) {
  auto result = reinterpret_cast<const uint8_t *>(&c.result);
  Buffer out(result, result + f.result);
  for (size_t i = 0; i < f.args.size(); i++) {
    if (f.args[i].kind == Kind::kOut || f.args[i].kind == Kind::kInOut) {
      out.insert(out.end(), places[i], places[i] + f.args[i].size);
    }
  }
  return out;
}

Buffer FilledCall(const Function &f, const Trial &t, const Places &places,
                  Memory *memory) {
  Fill(f, t, places);
  struct abi_call c = Call(f, t, places, memory->stack_top());
  return Results(f, places, c);
}

std::string At(const char *what, long i) {
  return std::string(what) + " " + std::to_string(i);
}

// A byte beside an argument that is not what it was, or an input that is not.
std::string Changed(const Function &f, const Trial &t, const Places &places,
                    Memory *memory) {
  for (size_t i = 0; i < f.args.size(); i++) {
    if (f.args[i].is_value()) {
      continue;
    }
    uint8_t *end = places[i] + f.args[i].size;
    for (uint8_t *p = memory->plain(i); p < end + kMargin; p++) {
      if ((p < places[i] || p >= end) && *p != kFill) {
        return At("argument", static_cast<long>(i)) +
               At(": wrote at byte", p - places[i]);
      }
    }
    if (f.args[i].kind == Kind::kIn &&
        std::memcmp(places[i], t.inputs[i].data(), f.args[i].size) != 0) {
      return At("changed input", static_cast<long>(i));
    }
  }
  return "";
}

// Memory of whole pages with one before and one behind that may not be touched.
class GuardedPages {
 public:
  explicit GuardedPages(size_t size)
      : used_((size + kPage - 1) / kPage * kPage),
        map_(static_cast<uint8_t *>(mmap(nullptr, used_ + 2 * kPage, PROT_NONE,
                                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    if (map_ == MAP_FAILED ||
        mprotect(map_ + kPage, used_, PROT_READ | PROT_WRITE) != 0) {
      throw std::runtime_error("no memory for guarded pages");
    }
  }
  GuardedPages(GuardedPages &&other) noexcept
      : used_(other.used_), map_(other.map_) {
    other.map_ = nullptr;
  }
  GuardedPages(const GuardedPages &) = delete;
  GuardedPages &operator=(const GuardedPages &) = delete;
  ~GuardedPages() {
    if (map_ != nullptr) {
      munmap(map_, used_ + 2 * kPage);
    }
  }

  // Where `size` bytes begin at the first page, or end at the last.
  uint8_t *at(size_t size, bool at_end) {
    return map_ + kPage + (at_end ? used_ - size : 0);
  }

 private:
  size_t used_;
  uint8_t *map_;
};

sigjmp_buf fault;

void OnFault(int) { siglongjmp(fault, 1); }

// Runs the call, and says whether it touched a page that it may not; else its
// results are in got.
bool Faults(const Function &f, const Trial &t, const Places &places,
            Memory *memory, Buffer *got) {
  struct sigaction action = {}, before;
  // The stack of the call has no room for a handler.
  static uint8_t handler_stack[65536];
  stack_t other = {}, other_before;
  other.ss_sp = handler_stack;
  other.ss_size = sizeof handler_stack;
  sigaltstack(&other, &other_before);
  action.sa_handler = OnFault;
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGSEGV, &action, &before);
  volatile bool faulted = true;
  if (sigsetjmp(fault, 1) == 0) {
    struct abi_call c = Call(f, t, places, memory->stack_top());
    *got = Results(f, places, c);
    faulted = false;
  }
  sigaction(SIGSEGV, &before, nullptr);
  sigaltstack(&other_before, nullptr);
  return faulted;
}

// SameAtOnePlace compares a call with the output at the place of those inputs,
// which are equal, with one where all is apart.
bool SameAtOnePlace(const Function &f, const std::vector<size_t> &inputs) {
  Memory memory;
  Trial t = MakeTrial(f, 4);
  size_t out = 0;
  while (f.args.at(out).kind != Kind::kOut) {
    out++;
  }
  Places apart = memory.Apart(f), together = apart;
  // The output starts as the inputs: bytes that no call writes, between two
  // fields of a struct, stay what they were.
  t.inputs[out] = t.inputs[inputs[0]];
  for (size_t i : inputs) {
    if (f.args[i].size != f.args[out].size) {
      return false;
    }
    t.inputs[i] = t.inputs[out];
    together[i] = together[out];
  }
  Buffer want = FilledCall(f, t, apart, &memory);
  return FilledCall(f, t, together, &memory) == want;
}

}  // namespace

std::string CheckCaller(const Function &f) {
  Memory memory;
  Trial t = MakeTrial(f, 1);
  Places places = memory.Apart(f);
  Fill(f, t, places);
  std::memset(memory.stack(), kStackFill, kStack);
  uint8_t *top = memory.stack_top();
  unsigned control = _mm_getcsr() & ~0x3fu;
  struct abi_call c = Call(f, t, places, top);
  if ((_mm_getcsr() & ~0x3fu) != control) {
    _mm_setcsr(control);
    return "changed MXCSR";
  }
  for (size_t i = 0; i < 6; i++) {
    if (c.before[i] != c.after[i]) {
      return At("lost callee-saved register", static_cast<long>(i));
    }
  }
  if (c.stack != c.stack_after) {
    return "moved the stack pointer";
  }
  if ((c.flags & 0x400) != 0) {
    return "left the direction flag set";
  }
  for (uint64_t word : c.upper) {
    if (word != 0) {
      return "left the upper half of a vector register in use";
    }
  }
  for (uint8_t *p = top + 8; p < memory.stack() + kStack; p++) {
    if (*p != kStackFill) {
      return At("wrote into its caller's frame at", p - top);
    }
  }
  // No more than it said, and nothing in the red zone below that.
  for (uint8_t *p = top - 8 - f.stack; p-- > memory.stack();) {
    if (*p != kStackFill) {
      return At("wrote below its stack at", p - top);
    }
  }
  return "";
}

std::string CheckNeighbours(const Function &f) {
  Memory memory;
  Trial t = MakeTrial(f, 2);
  Buffer want = FilledCall(f, t, memory.Apart(f), &memory);
  for (size_t shift = 0; shift < 65; shift++) {
    Places places;
    for (size_t i = 0; i < f.args.size(); i++) {
      std::memset(memory.plain(i), kFill, f.args[i].size + 4 * kMargin);
      places.push_back(memory.plain(i) + kMargin + (shift + 7 * i) % 65);
    }
    if (FilledCall(f, t, places, &memory) != want) {
      return At("another result at alignment", static_cast<long>(shift));
    }
    std::string wrong = Changed(f, t, places, &memory);
    if (!wrong.empty()) {
      return wrong;
    }
  }
  return "";
}

std::string CheckPages(const Function &f) {
  Memory memory;
  Trial t = MakeTrial(f, 3);
  Buffer want = FilledCall(f, t, memory.Apart(f), &memory);
  for (bool at_end : {false, true}) {
    Places places;
    std::vector<GuardedPages> pages;
    for (const Arg &a : f.args) {
      size_t size = a.is_value() ? 1 : a.size;
      pages.emplace_back(size);
      places.push_back(pages.back().at(size, at_end));
    }
    Buffer got;
    Fill(f, t, places);
    if (Faults(f, t, places, &memory, &got)) {
      return at_end ? "touched what is behind an argument"
                    : "touched what is before an argument";
    }
    if (got != want) {
      return "another result between guarded pages";
    }
  }
  return "";
}

std::string CheckAliases(const Function &f) {
  std::vector<size_t> inputs;
  for (size_t i = 0; i < f.args.size(); i++) {
    if (f.args[i].may_alias) {
      inputs.push_back(i);
    }
  }
  std::string wrong;
  for (size_t i : inputs) {
    if (wrong.empty() && !SameAtOnePlace(f, {i})) {
      wrong =
          At("another result with its output at input", static_cast<long>(i));
    }
  }
  if (wrong.empty() && inputs.size() > 1 && !SameAtOnePlace(f, inputs)) {
    wrong = "another result with its output and all inputs at one place";
  }
  return wrong;
}

}  // namespace asm_test
