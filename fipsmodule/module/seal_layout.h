/* The layout of the sealed object: header, digest slot and tail, and the
 * constants of the public stubs.  Read by C, by assembly and, as text, by the
 * tests of tools/seal; so there is nothing here but plain numbers.
 *
 *   [64-byte header, code, constants][32-byte digest slot][tail stubs]
 *    `------- the range -----------'  64-byte aligned
 *
 * MAC = HMAC-SHA-256(SEAL_KEY, range || tail with its relocated fields zero).
 */
#ifndef CORDON_MODULE_SEAL_LAYOUT_H_
#define CORDON_MODULE_SEAL_LAYOUT_H_

/* Header: magic[16], then little-endian 32-bit words, then the identity. */
#define SEAL_HEADER_LEN 64
#define SEAL_MAGIC_LEN 16
#define SEAL_LAYOUT_VERSION 1
#define SEAL_OFF_VERSION 16
#define SEAL_OFF_FLAGS 20
#define SEAL_OFF_RANGE_LEN 24 /* header included; equals the slot offset */
#define SEAL_OFF_SLOT 28      /* from the header, a multiple of 64 */
#define SEAL_OFF_TAIL 32      /* from the header */
#define SEAL_OFF_TAIL_LEN 36
#define SEAL_OFF_IDENTITY 40
#define SEAL_IDENTITY_LEN 24

#define SEAL_FLAG_TEST_OBJECT 1

/* Behind the header: name and version as text, padded with zeros. */
#define SEAL_VERSION_LEN 64

#define SEAL_SLOT_LEN 32

/* The key is public: the MAC finds accidents and patches, not an attacker who
 * can also run the sealing tool. */
#define SEAL_KEY "Cordon module integrity key v01."
#define SEAL_KEY_LEN 32

/* Tail: stub 0 is `lea state(%rip), %rax; ret`, the others `jmp host`. */
#define SEAL_STUB_LEN 8
#define SEAL_NUM_STUBS 8
#define SEAL_TAIL_LEN 64
#define SEAL_STUB0_FIELD 3 /* first byte of the relocated 32-bit field */
#define SEAL_STUB_FIELD 1
#define SEAL_FIELD_LEN 4

/* The state object begins and ends with a word that the module checks, so that
 * a stub which reaches other memory is noticed: zeroed memory means refuse. */
#define SEAL_STATE_LEN 16384
#define SEAL_STATE_ALIGN 64
#define SEAL_STATE_MAGIC_BEGIN 0x9c3fa5d16e0b7284
#define SEAL_STATE_MAGIC_END 0x51e7d82c3ba4906f

/* A service body returns `status ^ GATE_MAGIC` and its public stub undoes it,
 * so that a stale zero in the return register never reads as CORDON_OK.  The
 * word differs in at least 12 bits from every status, hence no single flip of
 * it turns one status into another.
 *
 * GATE_STUB_ERROR is what the stub loads before it calls the body.  If the
 * body never ran, it decodes to -9 (CORDON_ERR_STATE): 0xfffffff7 ^ magic. */
#define GATE_MAGIC 0xa6d34c7b
#define GATE_STUB_ERROR 0x592cb38c

/* The same for the services that work in every state (status, wiping; `any:`
 * in services.list). With a word of their own, no stub that a flipped bit
 * sends to the body of such a service takes its success for the success of a
 * service that refuses. */
#define GATE_ANY_MAGIC 0x9531985d
#define GATE_ANY_STUB_ERROR 0x6ace67aa

#ifndef __ASSEMBLER__
#include <stdint.h>

#pragma GCC visibility push(hidden)
/* First byte of the range, of the digest slot and of the tail. */
extern const uint8_t seal_header[];
extern const uint8_t seal_slot[];
extern const uint8_t seal_tail[];
#pragma GCC visibility pop

#endif /* __ASSEMBLER__ */

#endif /* CORDON_MODULE_SEAL_LAYOUT_H_ */
