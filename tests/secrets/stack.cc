// The stack that calls are watched on.
#include "stack.h"

#include <string.h>
#include <sys/mman.h>

namespace secrets_test {
namespace {
Stack *running;
}

Stack::Stack()
    : memory_(
          static_cast<uint8_t *>(mmap(nullptr, kSize, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {}

Stack::~Stack() { munmap(memory_, kSize); }

void Stack::Enter() {
  running->entry_ = static_cast<const uint8_t *>(__builtin_frame_address(0));
  (*running->call_)();
  uint8_t *to = running->vectors_;
  __asm__ __volatile__(
      ".irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15\n\t"
      "movdqu %%xmm\\i, (16 * \\i)(%0)\n\t"
      ".endr"
      :
      : "r"(to)
      : "memory");
}

void Stack::Run(const std::function<void()> &call) {
  memset(memory_, kFill, kSize);
  running = this;
  call_ = &call;
  getcontext(&own_);
  own_.uc_stack.ss_sp = memory_;
  own_.uc_stack.ss_size = kSize;
  own_.uc_link = &main_;
  makecontext(&own_, Enter, 0);
  swapcontext(&main_, &own_);
}

const uint8_t *Stack::Lowest() const {
  const uint8_t *p = begin();
  while (p < end() && *p == kFill) {
    p++;
  }
  return p;
}

size_t Stack::Depth() const { return static_cast<size_t>(entry_ - Lowest()); }

size_t Stack::ZerosAtTheEnd() const {
  const uint8_t *from = Lowest() + 64;
  const uint8_t *p = from;
  while (p < entry_ && *p == 0) {
    p++;
  }
  return static_cast<size_t>(p - from);
}

}  // namespace secrets_test
