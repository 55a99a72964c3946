/* ECDSA on integers: the dispatch from a curve's id. */
#include "ecdsa/ecdsa_core.h"

#include <cordon/types.h>

#include "ec/p256_curve.h"
#include "ecdsa/ecdsa_impl.h"

limb_t ecdsa_sign_core(uint32_t curve, uint8_t *r, uint8_t *s,
                       const ec_scalar *d, const ec_scalar *k,
                       const uint8_t *digest, size_t digest_len) {
  switch (curve) {
    case CORDON_P256:
      return ecdsa_sign(&p256_curve, r, s, p256_base_table, d->v, k->v, digest,
                        digest_len);
    default:
      return 0;
  }
}

int ecdsa_verify_core_vartime(uint32_t curve, const ec_affine *q,
                              const uint8_t *r, const uint8_t *s,
                              const uint8_t *digest, size_t digest_len) {
  switch (curve) {
    case CORDON_P256:
      return ecdsa_verify_vartime(&p256_curve, p256_g_table, q, r, s, digest,
                                  digest_len);
    default:
      return 0;
  }
}
