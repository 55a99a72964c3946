/* ECDSA on integers over any curve: FIPS 186-5, 6.4.1 and 6.4.2. */
#include "ecdsa/ecdsa_core.h"

#include "limbs/declassify.h"

limb_t ecdsa_publish(uint32_t curve, uint8_t *r_out, uint8_t *s_out,
                     ec_scalar *r, ec_scalar *s) {
  /* Step 10 of 6.4.1. */
  limb_t ok = ~(ec_scalar_is_zero(curve, r) | ec_scalar_is_zero(curve, s));
  /* declassify: one bit, "r or s is zero", on which the nonce is replaced */
  CT_DECLASSIFY(&ok, sizeof ok);
  for (size_t i = 0; i < EC_MAX_LIMBS; i++) {
    r->v[i] &= ok;
    s->v[i] &= ok;
  }
  ec_scalar_to_bytes(curve, r_out, r);
  ec_scalar_to_bytes(curve, s_out, s);
  /* declassify: r is half of the signature, which is published */
  CT_DECLASSIFY(r_out, ec_order_len(curve));
  /* declassify: s is the other half */
  CT_DECLASSIFY(s_out, ec_order_len(curve));
  return ok;
}

limb_t ecdsa_sign_core(uint32_t curve, uint8_t *r, uint8_t *s,
                       const ec_scalar *d, const ec_scalar *k,
                       const uint8_t *digest, size_t digest_len) {
  struct {
    ec_affine point;
    ec_scalar r, s, e;
  } v;
  limb_t ok;
  /* Steps 4 to 6: r = x(k G) mod n. */
  ec_mul_base(curve, &v.point, k);
  ec_scalar_from_x(curve, &v.r, &v.point);
  /* Steps 7 and 8: s = (e + r d) / k; e is added with d r, not to d. */
  ec_scalar_mul(curve, &v.s, &v.r, d);
  ec_scalar_from_digest(curve, &v.e, digest, digest_len);
  ec_scalar_add(curve, &v.s, &v.s, &v.e);
  ec_scalar_divide(curve, &v.s, &v.s, k);
  ok = ecdsa_publish(curve, r, s, &v.r, &v.s);
  ct_wipe(&v, sizeof v);
  return ok;
}

void ecdsa_sign_batch_core(uint32_t curve, const ec_scalar *d,
                           const struct ecdsa_batch *b, size_t num) {
  ec_scalar t;
  ec_mul_base_x_batch(curve, b->r, b->k, b->work, num);
  ec_scalar_invert_batch(curve, b->k, b->work, num);
  for (size_t i = 0; i < num; i++) {
    ec_scalar_mul(curve, &t, &b->r[i], d);
    ec_scalar_add(curve, &t, &t, &b->e[i]);
    ec_scalar_mul_mont(curve, &b->e[i], &t, &b->k[i]);
  }
  ct_wipe(&t, sizeof t);
}

int ecdsa_verify_inverted_vartime(uint32_t curve, const ec_affine *q,
                                  const ec_scalar *r, const ec_scalar *w,
                                  const ec_scalar *e) {
  ec_scalar u1, u2;
  ec_scalar_mul_mont(curve, &u1, e, w);
  ec_scalar_mul_mont(curve, &u2, r, w);
  return ec_sum_has_x_vartime(curve, &u1, q, &u2, r);
}

/* verify_scalars_vartime is 1 if r and s are in range, and sets u1 = e / s,
 * u2 = r / s and ri to r; else 0. */
static int verify_scalars_vartime(uint32_t curve, ec_scalar *u1, ec_scalar *u2,
                                  ec_scalar *ri, const uint8_t *r,
                                  const uint8_t *s, const uint8_t *digest,
                                  size_t digest_len) {
  ec_scalar si, w;
  /* Step 1: 0 < r, s < n. */
  if (ec_scalar_from_bytes(curve, ri, r) == 0 ||
      ec_scalar_from_bytes(curve, &si, s) == 0) {
    return 0;
  }
  /* Steps 4 and 5. */
  if (!ec_scalar_inverse_vartime(curve, &w, &si)) {
    return 0;
  }
  ec_scalar_from_digest(curve, u1, digest, digest_len);
  ec_scalar_mul(curve, u1, u1, &w);
  ec_scalar_mul(curve, u2, ri, &w);
  return 1;
}

/* Steps 6 to 8 are the last call of each of these two. */

int ecdsa_verify_core_vartime(uint32_t curve, const ec_affine *q,
                              const uint8_t *r, const uint8_t *s,
                              const uint8_t *digest, size_t digest_len) {
  ec_scalar u1, u2, ri;
  return verify_scalars_vartime(curve, &u1, &u2, &ri, r, s, digest,
                                digest_len) &&
         ec_sum_has_x_vartime(curve, &u1, q, &u2, &ri);
}

int ecdsa_verify_prepared_core_vartime(uint32_t curve, uint32_t choice,
                                       const limb_t *table, const uint8_t *r,
                                       const uint8_t *s, const uint8_t *digest,
                                       size_t digest_len) {
  ec_scalar u1, u2, ri;
  return verify_scalars_vartime(curve, &u1, &u2, &ri, r, s, digest,
                                digest_len) &&
         ec_prepared_sum_has_x_vartime(curve, &u1, choice, table, &u2, &ri);
}
