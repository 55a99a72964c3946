// The digest slot, which ends the sealed range: everything between the header
// and this symbol is hashed, the padding before it included.

#include <cet.h>

#include "module/seal_layout.h"

  .section .cordon.slot, "ax", @progbits
  .p2align 6
  .globl seal_slot
  .hidden seal_slot
  .type seal_slot, @object
seal_slot:
  .zero SEAL_SLOT_LEN
  .size seal_slot, . - seal_slot

  .section .note.GNU-stack, "", @progbits
