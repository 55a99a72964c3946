// Every generated function, from the lists that the generators write, and the
// call through abi_call.S that takes down what a function leaves behind.
#ifndef CORDON_TESTS_ASM_FUNCTIONS_H_
#define CORDON_TESTS_ASM_FUNCTIONS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

extern "C" {
// Offsets are known to abi_call.S.
struct abi_call {
  void (*function)();
  uint64_t saved_stack;
  uint64_t stack;  // top of the stack of the call
  uint64_t args[6];
  uint64_t before[6];  // rbx, rbp, r12 ... r15
  uint64_t result;
  uint64_t stack_after;
  uint64_t flags;
  uint64_t after[6];
  uint64_t has_avx;    // whether `upper` can be filled
  uint64_t upper[32];  // the upper halves of ymm0 to ymm15
};
void abi_call(struct abi_call *c);
}

namespace asm_test {

enum class Kind { kOut, kInOut, kIn, kValue, kOdd };

struct Arg {
  Kind kind;
  uint64_t size;  // bytes; of a value, the least one, maybe a negative
  uint64_t most;  // of a value
  bool may_alias;

  bool is_value() const { return kind == Kind::kValue || kind == Kind::kOdd; }
};

struct Function {
  std::string name;
  void (*call)();
  uint32_t forms;
  size_t stack;   // bytes that it uses, its return address not counted
  size_t result;  // bytes that it returns
  std::vector<Arg> args;
};

// Functions are all of them.
const std::vector<Function> &Functions();

// Find is the function of that name.
const Function &Find(const std::string &name);

// Forms are the forms of this machine.
uint32_t Forms();

// FormAvx2 is the bit of the form that uses 256-bit vectors.
uint32_t FormAvx2();

// Runs says whether this machine runs a function; where it does not, a test is
// skipped.
bool Runs(const Function &f);

}  // namespace asm_test

#endif
