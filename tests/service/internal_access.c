/* See internal_access.h. */
#include "internal_access.h"

#include <cordon/drbg.h>
#include <string.h>

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

int access_wide_key(uint32_t curve, uint8_t *d, uint8_t *drawn, size_t len) {
  struct thread_state *t = thread_state();
  uint8_t first[1];
  ec_scalar scalar;
  ec_affine q;
  if (cordon_random(first, sizeof first) != CORDON_OK) {
    return 0; /* the thread's DRBG is seeded from here on */
  }
  struct drbg_state before = t->drbg.instance.core;
  uint32_t st = key_pair_generate(module_state(), t, curve,
                                  CORDON_KEYGEN_EXTRA_BITS, &scalar, &q);
  ec_scalar_to_bytes(curve, d, &scalar);
  return st == SVC_OK && hmac_drbg_generate(&before, drawn, len, NULL, 0);
}

int access_candidate(uint8_t *out, const uint8_t *candidate) {
  ec_scalar k;
  limb_t ok = ec_scalar_from_candidate(CORDON_P256, &k, candidate);
  ec_scalar_to_bytes(CORDON_P256, out, &k);
  return ok != 0;
}

uint64_t access_num_requests(void) {
  return thread_state()->drbg.instance.core.reseed_counter;
}

int access_batch_agrees(uint32_t curve, const uint8_t *scalars, size_t num) {
  ec_scalar a[ACCESS_MAX_BATCH], inverse[ACCESS_MAX_BATCH];
  ec_scalar x[ACCESS_MAX_BATCH], work[2 * ACCESS_MAX_BATCH];
  uint8_t left[CORDON_MAX_FIELD_BYTES], right[CORDON_MAX_FIELD_BYTES];
  const size_t len = ec_order_len(curve);
  limb_t differ = 0;
  for (size_t i = 0; i < num; i++) {
    differ |= ~ec_scalar_from_bytes(curve, &a[i], scalars + i * len);
    inverse[i] = a[i];
  }
  ec_scalar_invert_batch(curve, inverse, work, num);
  ec_mul_base_x_batch(curve, x, a, work, num);
  for (size_t i = 0; i < num; i++) {
    ec_scalar one, other;
    ec_affine p;
    ec_mul_base(curve, &p, &a[i]);
    ec_scalar_from_x(curve, &other, &p);
    ec_scalar_to_bytes(curve, left, &x[i]);
    ec_scalar_to_bytes(curve, right, &other);
    differ |= memcmp(left, right, len) != 0;
    /* x / a, and 1 */
    ec_scalar_divide(curve, &other, &other, &a[i]);
    ec_scalar_mul_mont(curve, &one, &x[i], &inverse[i]);
    ec_scalar_to_bytes(curve, left, &one);
    ec_scalar_to_bytes(curve, right, &other);
    differ |= memcmp(left, right, len) != 0;
    ec_scalar_mul_mont(curve, &one, &a[i], &inverse[i]);
    one.v[0] ^= 1;
    differ |= ~ec_scalar_is_zero(curve, &one);
  }
  return differ == 0;
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
