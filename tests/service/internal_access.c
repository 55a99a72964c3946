/* See internal_access.h. */
#include "internal_access.h"

#include "ec/key.h"
#include "ecdsa/der.h"
#include "module/gate.h"
#include "module/state.h"

int access_draw_scalar(uint8_t *out) {
  ec_scalar k;
  uint32_t st =
      scalar_generate(module_state(), thread_state(), CORDON_P256, &k, NULL, 0);
  ec_scalar_to_bytes(CORDON_P256, out, &k);
  return st == SVC_OK;
}

int access_candidate(uint8_t *out, const uint8_t *candidate) {
  ec_scalar k;
  limb_t ok = ec_scalar_from_candidate(CORDON_P256, &k, candidate);
  ec_scalar_to_bytes(CORDON_P256, out, &k);
  return ok != 0;
}

void access_set_use(cordon_private_key *key, uint32_t use) {
  ((struct private_key *)key)->use = use;
}

size_t access_der_max_len(unsigned order_bits) {
  return der_max_len(order_bits);
}

size_t access_der_encode(uint8_t *out, const uint8_t *r, const uint8_t *s,
                         size_t width) {
  return der_encode(out, r, s, width);
}

int access_der_decode(uint8_t *r, uint8_t *s, size_t width, const uint8_t *in,
                      size_t len) {
  return der_decode_vartime(r, s, width, in, len) == DER_OK;
}
