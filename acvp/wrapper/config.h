/* What the parts of getConfig share. */
#ifndef CORDON_ACVP_WRAPPER_CONFIG_H_
#define CORDON_ACVP_WRAPPER_CONFIG_H_

#include "command.h"

struct curve_list {
  const struct curve_name *at[NUM_CURVES];
  size_t num;
};

/* What the module was found to do. A build may have a curve for public keys
 * alone (CORDON_MIN_STRENGTH). */
struct served {
  struct curve_list private_keys, public_keys;
  bool extra_bits;
};

/* config_add_curves adds a field with the names of the curves. */
void config_add_curves(struct reply *reply, const char *field,
                       const struct curve_list *curves);

/* config_add_agreement adds the entries of key agreement and derivation. */
void config_add_agreement(struct reply *reply, const struct served *served);

#endif
