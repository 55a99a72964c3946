// Functions (out, in) that set the 32 bytes of out to those of in, and break
// one promise each but for the first: the controls of abi_test.cc.

#include <cet.h>

  .text

.macro control name
  .globl \name
  .type \name, @function
\name:
  endbr64
.endm

.macro copy
  movdqu (%rsi), %xmm0
  movdqu 16(%rsi), %xmm1
  movdqu %xmm0, (%rdi)
  movdqu %xmm1, 16(%rdi)
.endm

.macro done name
  ret
  .size \name, . - \name
.endm

control control_good
  copy
done control_good

control control_rbx
  copy
  inc %rbx
done control_rbx

control control_r15
  copy
  inc %r15
done control_r15

control control_direction
  copy
  std
done control_direction

control control_mxcsr
  copy
  push %rax
  stmxcsr (%rsp)
  xorl $0x2000, (%rsp)
  ldmxcsr (%rsp)
  pop %rax
done control_mxcsr

control control_upper
  copy
  vpcmpeqd %ymm9, %ymm9, %ymm9
done control_upper

// returns with the stack pointer one word too high
control control_stack
  copy
  pop %rax
  add $8, %rsp
  jmp *%rax
  .size control_stack, . - control_stack

// the red zone
control control_below
  copy
  movb $1, -1(%rsp)
done control_below

control control_frame
  copy
  movb $1, 16(%rsp)
done control_frame

control control_before
  copy
  movb $1, -1(%rdi)
done control_before

control control_behind
  copy
  movb $1, 32(%rdi)
done control_behind

control control_input
  copy
  notb 31(%rsi)
done control_input

control control_reads_behind
  copy
  testb $1, 32(%rsi)
done control_reads_behind

control control_reads_before
  copy
  testb $1, -1(%rsi)
done control_reads_before

// at an odd address of out the last byte is another one
control control_aligned
  copy
  mov %edi, %eax
  and $1, %eax
  xorb %al, 31(%rdi)
done control_aligned

// at an odd address of out it returns another value
control control_result
  copy
  mov %edi, %eax
  and $1, %eax
done control_result

// the sum of two inputs, but for three arguments at one place
control control_alias_all
  mov (%rsi), %rax
  add (%rdx), %rax
  cmp %rdi, %rsi
  jne 1f
  cmp %rdi, %rdx
  sete %cl
  xor %cl, %al
1:
  movdqu 8(%rsi), %xmm0
  movdqu 16(%rsi), %xmm1
  mov %rax, (%rdi)
  movdqu %xmm0, 8(%rdi)
  movdqu %xmm1, 16(%rdi)
done control_alias_all

// writes before it has read all
control control_alias
  movdqu 16(%rsi), %xmm0
  movdqu %xmm0, (%rdi)
  movdqu (%rsi), %xmm1
  movdqu %xmm1, 16(%rdi)
done control_alias

  .section .note.GNU-stack, "", @progbits
