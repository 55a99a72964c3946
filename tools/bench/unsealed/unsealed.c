/* The calls of unsealed.h. */
#include "unsealed.h"

#include "ec/key.h"

static int keygen(cordon_private_key *key, uint32_t curve, uint8_t *x,
                  uint8_t *y) {
  const struct private_key *k = (const struct private_key *)key;
  if (cordon_keygen(key, curve, CORDON_KEYGEN_REJECTION, CORDON_USE_SIGN) !=
      CORDON_OK) {
    return 0;
  }
  ec_affine_to_bytes(curve, x, y, &k->q);
  return 1;
}

static int export_scalar(uint8_t *out, size_t *len,
                         const cordon_private_key *key) {
  return cordon_private_export(out, len, key) == CORDON_OK;
}

__attribute__((visibility("default")))
const struct unsealed_module unsealed_module = {keygen, export_scalar};
