// The header of the sealed range, and behind it name and version as text, which
// the offline verifier prints.  Only the magic and the layout version are fixed
// in the header; tools/seal writes the other fields (seal_layout.h).

#include <cet.h>

#include "module/seal_layout.h"
#include "module/version.h"

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
version_text:
  .ascii MODULE_NAME, " ", MODULE_VERSION
  .byte 0
  .org seal_header + SEAL_HEADER_LEN + SEAL_VERSION_LEN
  .type version_text, @object
  .size version_text, SEAL_VERSION_LEN

  .section .note.GNU-stack, "", @progbits
