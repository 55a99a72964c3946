// The header of the sealed range.  Only the magic and the layout version are
// fixed here; tools/seal writes the other fields (seal_layout.h).

#include <cet.h>

#include "module/seal_layout.h"

  .section .cordon.header, "ax", @progbits
  .p2align 6
  .globl seal_header
  .hidden seal_header
  .type seal_header, @object
seal_header:
  .byte 0x93, 0x43, 0x4f, 0x52, 0x44, 0x4f, 0x4e, 0x2d
  .byte 0x53, 0x45, 0x41, 0x4c, 0x0d, 0x0a, 0x1a, 0x00
  .long SEAL_LAYOUT_VERSION
  .zero SEAL_HEADER_LEN - SEAL_MAGIC_LEN - 4
  .size seal_header, . - seal_header

  .section .note.GNU-stack, "", @progbits
