// The tail: the only bytes of the module that the final link may change, and
// the storage of the module state.  Each stub is one instruction of eight
// bytes with its padding; the 32-bit fields that the linker fills are hashed
// as zero, the other bytes as they are.  tools/seal checks every byte here.
//
// Prototypes are those of the host functions; see the public host.h.

#include <cet.h>

#include "module/seal_layout.h"

  .macro tail_begin name
  .globl \name
  .hidden \name
  .type \name, @function
\name:
  .cfi_startproc
  .endm

  .macro tail_end name
  .cfi_endproc
  .size \name, . - \name
  .endm

  // tail_x: jmp cordon_host_x
  .macro tail_jump name
  tail_begin tail_\name
  jmp cordon_host_\name@PLT
  .byte 0xcc, 0xcc, 0xcc
  tail_end tail_\name
  .endm

  .section .cordon.tail, "ax", @progbits
  .p2align 3
  .globl seal_tail
  .hidden seal_tail
seal_tail:

  // void *tail_state(void)
  tail_begin tail_state
  lea module_state_storage(%rip), %rax
  ret
  tail_end tail_state

  tail_jump entropy
  tail_jump thread_state
  tail_jump generation
  tail_jump ticks
  tail_jump backend_limit
  tail_jump declassify
  tail_jump yield

  .section .data.cordon, "aw", @progbits
  .balign SEAL_STATE_ALIGN
  .globl module_state_storage
  .hidden module_state_storage
  .type module_state_storage, @object
module_state_storage:
  .quad SEAL_STATE_MAGIC_BEGIN
  .zero SEAL_STATE_LEN - 16
  .quad SEAL_STATE_MAGIC_END
  .size module_state_storage, . - module_state_storage

  .section .note.GNU-stack, "", @progbits
