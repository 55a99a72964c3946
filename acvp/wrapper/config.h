/* What the parts of getConfig share. */
#ifndef CORDON_ACVP_WRAPPER_CONFIG_H_
#define CORDON_ACVP_WRAPPER_CONFIG_H_

#include "command.h"

/* What the module was found to do. */
struct served {
  const struct curve_name *curve[NUM_CURVES];
  size_t num_curves;
  bool extra_bits;
};

/* config_add_curves adds a field with the names of the curves. */
void config_add_curves(struct reply *reply, const char *field,
                       const struct served *served);

/* config_add_agreement adds the entries of key agreement and derivation. */
void config_add_agreement(struct reply *reply, const struct served *served);

#endif
