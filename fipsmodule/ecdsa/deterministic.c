/* Deterministic nonces. RFC 6979, 3.2 is an HMAC_DRBG: steps b to g
 * instantiate it with entropy input int2octets(x) and nonce bits2octets(h1),
 * step h generates from it, and what follows a rejected candidate there is the
 * update at the end of a request. */
#include "ecdsa/deterministic.h"

#include <cordon/types.h>

#include "limbs/ct.h"
#include "limbs/declassify.h"

uint32_t deterministic_begin(struct drbg_state *drbg, uint32_t curve,
                             uint32_t hash, const ec_scalar *d,
                             const uint8_t *digest, size_t digest_len) {
  struct {
    uint8_t x[CORDON_MAX_FIELD_BYTES];
    uint8_t h1[CORDON_MAX_FIELD_BYTES];
    ec_scalar e;
  } w;
  const size_t len = ec_order_len(curve);
  ec_scalar_to_bytes(curve, w.x, d);
  ec_scalar_from_digest(curve, &w.e, digest, digest_len);
  ec_scalar_to_bytes(curve, w.h1, &w.e);
  int ok = hmac_drbg_instantiate(drbg, hash, w.x, len, w.h1, len, NULL, 0);
  ct_wipe(&w, sizeof w);
  return ct_eq_u32((uint32_t)ok, 1);
}

/* bits2int of bytes as long as the order: its leftmost order_bits bits. */
static void keep_leftmost(uint8_t *bytes, size_t len, unsigned num_bits) {
  unsigned shift = (unsigned)(len * 8) - num_bits;
  for (size_t i = len; shift != 0 && i-- > 0;) {
    unsigned high = i == 0 ? 0 : bytes[i - 1];
    bytes[i] = (uint8_t)((high << 8 | bytes[i]) >> shift);
  }
}

uint32_t deterministic_next(struct drbg_state *drbg, uint32_t curve,
                            ec_scalar *k) {
  uint8_t bytes[CORDON_MAX_FIELD_BYTES];
  const size_t len = ec_order_len(curve);
  limb_t ok = 0;
  for (int i = 0; ok == 0 && i < SCALAR_MAX_CANDIDATES; i++) {
    if (!hmac_drbg_generate(drbg, bytes, len, NULL, 0)) {
      break;
    }
    keep_leftmost(bytes, len, ec_order_bits(curve));
    ok = ec_scalar_from_bytes(curve, k, bytes);
    /* declassify: one accept bit a candidate; a rejected one is not used */
    CT_DECLASSIFY(&ok, sizeof ok);
  }
  ct_wipe(bytes, sizeof bytes);
  if (ok == 0) {
    ct_wipe(k, sizeof *k);
  }
  return (uint32_t)ok;
}
