/* The least security strength that the build allows, in bits: 112, or 128 with
 * -DCORDON_MIN_STRENGTH=128 (SP 800-131A plans the end of 112 bits). */
#ifndef CORDON_MODULE_STRENGTH_H_
#define CORDON_MODULE_STRENGTH_H_

#include "digest/hash.h"
#include "ec/ec.h"
#include "module/gate.h"

#if !defined(CORDON_MIN_STRENGTH)
#define CORDON_MIN_STRENGTH 112
#endif

_Static_assert(CORDON_MIN_STRENGTH == 112 || CORDON_MIN_STRENGTH == 128,
               "CORDON_MIN_STRENGTH is 112 or 128");

/* strength_allows is 1 iff so many bits of strength may protect data; what is
 * weaker may only be verified, and is not approved. */
static inline int strength_allows(unsigned bits) {
  return bits >= CORDON_MIN_STRENGTH;
}

/* strength_of_curve is half the bits of the order, at most 256 (SP 800-57 part
 * 1, 5.6.1.1, table 2): P-521 asks for SHA-512, not for more. */
static inline unsigned strength_of_curve(uint32_t curve) {
  unsigned bits = ec_order_bits(curve) / 2;
  return bits > 256 ? 256 : bits;
}

/* strength_note makes a call not approved whose hash is weaker than its curve
 * (FIPS 186-5, 6.1.1), or whose curve is below the least strength. */
static inline void strength_note(struct gate *g, uint32_t hash,
                                 uint32_t curve) {
  unsigned bits = strength_of_curve(curve);
  if (g->reason == CORDON_REASON_NONE && !strength_allows(bits)) {
    g->reason = CORDON_REASON_STRENGTH;
  }
  if (g->reason == CORDON_REASON_NONE && hash_strength_bits(hash) < bits) {
    g->reason = CORDON_REASON_WEAK_HASH;
  }
}

#endif
