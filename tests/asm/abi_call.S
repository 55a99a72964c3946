// abi_call: calls a function of the System V ABI on a stack of its own, with
// known values in the registers that it must keep, and takes down what it left,
// the upper halves of the vector registers included.
// void abi_call(struct abi_call *c); the offsets are those of abi_call.h.

#include <cet.h>

  .text
  .globl abi_call
  .type abi_call, @function
abi_call:
  endbr64
  push %rbx
  push %rbp
  push %r12
  push %r13
  push %r14
  push %r15
  mov %rdi, %rax
  mov %rsp, 8(%rax)
  cmpq $0, 192(%rax)
  je 1f
  vzeroupper
1:
  // the arguments
  mov 24(%rax), %rdi
  mov 32(%rax), %rsi
  mov 40(%rax), %rdx
  mov 48(%rax), %rcx
  mov 56(%rax), %r8
  mov 64(%rax), %r9
  // the registers to keep
  mov 72(%rax), %rbx
  mov 80(%rax), %rbp
  mov 88(%rax), %r12
  mov 96(%rax), %r13
  mov 104(%rax), %r14
  mov 112(%rax), %r15
  // the other stack; where c is must be known even if it comes back moved
  mov 16(%rax), %rsp
  mov %rax, current(%rip)
  mov 0(%rax), %r10
  mov $-1, %r11
  call *%r10
  mov current(%rip), %rcx
  mov %rsp, 128(%rcx)
  mov 8(%rcx), %rsp
  pushf
  pop 136(%rcx)
  cld
  mov %rax, 120(%rcx)
  mov %rbx, 144(%rcx)
  mov %rbp, 152(%rcx)
  mov %r12, 160(%rcx)
  mov %r13, 168(%rcx)
  mov %r14, 176(%rcx)
  mov %r15, 184(%rcx)
  cmpq $0, 192(%rcx)
  je 1f
  .irp i, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  vextractf128 $1, %ymm\i, (200 + 16 * \i)(%rcx)
  .endr
  vzeroupper
1:
  pop %r15
  pop %r14
  pop %r13
  pop %r12
  pop %rbp
  pop %rbx
  ret
  .size abi_call, . - abi_call

  .local current
  .comm current, 8, 8

  .section .note.GNU-stack, "", @progbits
