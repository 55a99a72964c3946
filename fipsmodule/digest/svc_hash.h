/* What lies in a cordon_hash, for the services that finish one. */
#ifndef CORDON_DIGEST_SVC_HASH_H_
#define CORDON_DIGEST_SVC_HASH_H_

#include <stdint.h>

#include "digest/hash.h"
#include "module/object.h"

/* tag OBJECT_HASH_ENDING: the message ends with the num_bits first bits of
 * `last`, and takes no more. OBJECT_HASH_SQUEEZING: a SHAKE that has given
 * output, and does nothing else any more. */
struct hash_object {
  uint64_t tag;
  struct hash_state state;
  uint8_t last;
  uint8_t num_bits;
  uint8_t reserved[6];
};

#pragma GCC visibility push(hidden)

/* hash_object_is_live is 1 for an object that can give its digest. */
int hash_object_is_live(const struct hash_object *o);

/* hash_object_final writes the digest and wipes the object. Returns 1; or 0
 * if the message had passed its limit.
 * Pre: the object is live. */
int hash_object_final(struct hash_object *o, uint8_t *digest);

#pragma GCC visibility pop

#endif
