// A stack of our own, on which calls run that are then looked at: all of it was
// filled before, so that what differs was written by the call. The vector
// registers are taken down when the call is back.
#ifndef CORDON_TESTS_SECRETS_STACK_H_
#define CORDON_TESTS_SECRETS_STACK_H_

#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#include <functional>

namespace secrets_test {

class Stack {
 public:
  Stack();
  ~Stack();
  Stack(const Stack &) = delete;

  // Fills the stack, makes the call on it, and comes back.
  void Run(const std::function<void()> &call);

  const uint8_t *begin() const { return memory_; }
  const uint8_t *end() const { return memory_ + kSize; }

  // After Run: how many bytes below its caller's frame the call wrote, and how
  // many zeros lie at the lowest end of that, above 64 bytes for the return
  // address of what wrote the zeros.
  size_t Depth() const;
  size_t ZerosAtTheEnd() const;

  // After Run: xmm0 to xmm15.
  const uint8_t *vectors() const { return vectors_; }
  static constexpr size_t kVectorsLen = 16 * 16;

 private:
  static constexpr size_t kSize = 128 * 1024;
  static constexpr uint8_t kFill = 0xa5;
  static void Enter();
  const uint8_t *Lowest() const;

  uint8_t *memory_;
  uint8_t vectors_[kVectorsLen] = {};
  const uint8_t *entry_ = nullptr;
  const std::function<void()> *call_ = nullptr;
  ucontext_t main_, own_;
};

}  // namespace secrets_test

#endif
