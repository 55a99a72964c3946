/* Keys of a request: integers come in at any width and go out at full width. */
#ifndef CORDON_ACVP_WRAPPER_KEYS_H_
#define CORDON_ACVP_WRAPPER_KEYS_H_

#include <cordon/key.h>

#include "command.h"

/* to_width writes an integer at a width; false if it does not fit. */
bool to_width(uint8_t *out, size_t width, struct bytes in);

/* load_private imports the integer d for a use. *valid says whether it is a
 * private key; without valid, one that is none fails the reply. */
bool load_private(struct reply *reply, cordon_private_key *key, bool *valid,
                  const struct curve_name *curve, uint32_t use, struct bytes d);

/* load_public imports the point (x, y), load_point an encoded point; *valid
 * says whether it is one. */
bool load_public(struct reply *reply, cordon_public_key *pub, bool *valid,
                 const struct curve_name *curve, struct bytes x,
                 struct bytes y);
bool load_point(struct reply *reply, cordon_public_key *pub, bool *valid,
                const struct curve_name *curve, struct bytes point);

/* add_public adds the coordinates x and y of a key, add_private its d. */
bool add_public(struct reply *reply, const cordon_private_key *key,
                size_t width);
bool add_private(struct reply *reply, const cordon_private_key *key);

bool wipe_private(struct reply *reply, cordon_private_key *key);

#endif
