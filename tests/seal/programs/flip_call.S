// The trampoline of the flip test. All registers that the caller wants back,
// and the place of the result, are kept at a fixed address: a function with a
// flipped bit may return with any stack and any registers.

#include <cet.h>

#include "flip.h"

  .text
  .globl flip_call
  .type flip_call, @function
flip_call:
  .cfi_startproc
  endbr64
  movabs $FLIP_SAVE, %rax
  mov %rbx, 0(%rax)
  mov %rbp, 8(%rax)
  mov %r12, 16(%rax)
  mov %r13, 24(%rax)
  mov %r14, 32(%rax)
  mov %r15, 40(%rax)
  mov %rsp, 48(%rax)
  mov %rdi, 56(%rax)
  mov (%rsp), %rcx
  mov %rcx, 64(%rax)
  mov %rsi, %r11
  mov %rdx, %rax
  mov 0(%rax), %rdi
  mov 8(%rax), %rsi
  mov 16(%rax), %rdx
  mov 24(%rax), %rcx
  mov 32(%rax), %r8
  mov 40(%rax), %r9
  // A deep frame of its own, so that a little too much popping does not reach
  // the caller's.
  sub $4096 + 8, %rsp
  xor %ebx, %ebx
  xor %ebp, %ebp
  xor %r10d, %r10d
  xor %r12d, %r12d
  xor %r13d, %r13d
  xor %r14d, %r14d
  xor %r15d, %r15d
  xor %eax, %eax
  call *%r11
  cld
  movabs $FLIP_SAVE, %rdx
  mov 48(%rdx), %rsp
  mov 64(%rdx), %rcx
  mov %rcx, (%rsp)
  mov 0(%rdx), %rbx
  mov 8(%rdx), %rbp
  mov 16(%rdx), %r12
  mov 24(%rdx), %r13
  mov 32(%rdx), %r14
  mov 40(%rdx), %r15
  mov 56(%rdx), %rdi
  xor $FLIP_KEY, %eax
  mov %eax, (%rdi)
  ret
  .cfi_endproc
  .size flip_call, . - flip_call

  .section .note.GNU-stack, "", @progbits
