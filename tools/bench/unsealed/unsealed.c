/* The calls of unsealed.h. */
#include "unsealed.h"

#include <cordon/ecdsa.h>

#include "ec/key.h"
#include "variants.h"

static const cordon_ecdsa_scheme scheme = CORDON_ECDSA_SHA256_DER;

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

static int import_scalar(cordon_private_key *key, const uint8_t *d) {
  return cordon_private_import(key, CORDON_P256, CORDON_USE_SIGN, NULL, d,
                               32) == CORDON_OK;
}

static int import_point(cordon_public_key *key, const uint8_t *point) {
  return cordon_public_import(key, CORDON_P256, point, 65) == CORDON_OK;
}

static int sign(uint8_t *sig, size_t *len, const cordon_private_key *key,
                const uint8_t *digest) {
  return cordon_ecdsa_sign_digest(sig, len, key, &scheme, digest, 32) ==
         CORDON_OK;
}

static int verify(const cordon_public_key *key, const uint8_t *digest,
                  const uint8_t *sig, size_t len) {
  return cordon_ecdsa_verify_digest(key, &scheme, digest, 32, sig, len) ==
         CORDON_OK;
}

static int invert(uint8_t *x, size_t num) {
  static const ec_scalar one = {{1}};
  ec_scalar a;
  if (ec_scalar_from_bytes(CORDON_P256, &a, x) == 0) {
    return 0;
  }
  for (size_t i = 0; i < num; i++) {
    if (!ec_scalar_inverse_vartime(CORDON_P256, &a, &a)) {
      return 0;
    }
    ec_scalar_add(CORDON_P256, &a, &a, &one);
  }
  ec_scalar_to_bytes(CORDON_P256, x, &a);
  return 1;
}

__attribute__((visibility("default")))
const struct unsealed_module unsealed_module = {.keygen = keygen,
                                                .export_scalar = export_scalar,
                                                .choose = variant_choose,
                                                .count = variant_count,
                                                .import_scalar = import_scalar,
                                                .import_point = import_point,
                                                .sign = sign,
                                                .verify = verify,
                                                .invert = invert};
