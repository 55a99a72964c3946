/* The ECC CDH primitive. The cofactor of every curve here is 1. */
#include "ecdh/ecdh_core.h"

#include <cordon/types.h>

#include "limbs/ct.h"
#include "limbs/declassify.h"

uint32_t ecdh_core(uint32_t curve, uint8_t *z, const ec_scalar *d,
                   const ec_affine *q) {
  struct {
    ec_affine p;
    uint8_t y[CORDON_MAX_FIELD_BYTES];
  } w;
  limb_t finite = ec_mul(curve, &w.p, q, d);
  /* declassify: one bit, "infinity", which ends the agreement */
  CT_DECLASSIFY(&finite, sizeof finite);
  ec_affine_to_bytes(curve, z, w.y, &w.p);
  ct_wipe(&w, sizeof w);
  if (finite == 0) {
    ct_wipe(z, ec_field_len(curve));
  }
  return (uint32_t)finite;
}
