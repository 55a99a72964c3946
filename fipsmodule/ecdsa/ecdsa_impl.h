/* ECDSA over any curve: the two algorithms of FIPS 186-5, 6.4. */
#ifndef CORDON_ECDSA_ECDSA_IMPL_H_
#define CORDON_ECDSA_ECDSA_IMPL_H_

#include "ec/encode_impl.h"
#include "ec/mul_impl.h"
#include "limbs/declassify.h"
#include "scalar/scalar_impl.h"

/* ecdsa_sign makes (r, s); see ecdsa_core.h. FIPS 186-5 6.4.1. */
static inline limb_t ecdsa_sign(const struct curve *c, uint8_t *r, uint8_t *s,
                                const limb_t *base, const limb_t *d,
                                const limb_t *k, const uint8_t *digest,
                                size_t digest_len) {
  struct {
    ec_affine point;
    limb_t r[EC_MAX_LIMBS], s[EC_MAX_LIMBS];
    limb_t t[EC_MAX_LIMBS], k_inverse[EC_MAX_LIMBS];
  } v;
  limb_t ok;
  /* Steps 4 to 6: r = x(k G) mod n. */
  mul_base(c, &v.point, base, k);
  fe_to_plain(c, v.t, v.point.x);
  /* declassify: the affine x of k G; r, which is published, is x mod n */
  CT_DECLASSIFY(v.t, sizeof v.t[0] * c->p.num_limbs);
  sc_from_field_plain(c, v.r, v.t);
  /* Steps 7 and 8: s = (e + r d) / k; e is added with d r, not to d. */
  sc_inverse_to_mont(c, v.k_inverse, k);
  sc_to_mont(c, v.t, v.r);
  sc_mul_mont(c, v.s, v.t, d);
  sc_from_digest(c, v.t, digest, digest_len);
  sc_add(c, v.s, v.s, v.t);
  sc_mul_mont(c, v.s, v.s, v.k_inverse);
  /* Step 10. */
  ok = ~(sc_is_zero(c, v.r) | sc_is_zero(c, v.s));
  /* declassify: one bit, "r or s is zero", on which the nonce is replaced */
  CT_DECLASSIFY(&ok, sizeof ok);
  sc_mask(c, v.r, v.r, ok);
  sc_mask(c, v.s, v.s, ok);
  /* declassify: s is half of the signature, which is published */
  CT_DECLASSIFY(v.s, sizeof v.s[0] * c->n.num_limbs);
  sc_to_bytes(c, r, v.r);
  sc_to_bytes(c, s, v.s);
  ct_wipe(&v, sizeof v);
  return ok;
}

/* ecdsa_x_matches_vartime is 1 iff the affine x of a is x0, without an
 * inversion: x0 Z^2 = X. Pre: a is not infinity, x0 < p. */
static inline int ecdsa_x_matches_vartime(const struct curve *c,
                                          const struct jacobian *a,
                                          const limb_t *x0) {
  fe t, zz;
  fe_from_plain(c, t, x0);
  fe_sqr(c, zz, a->z);
  fe_mul(c, t, t, zz);
  return fe_equal(c, t, a->x) != 0;
}

/* ecdsa_verify_vartime is 1 iff (r, s) is valid; see ecdsa_core.h. FIPS 186-5
 * 6.4.2. With x the affine x of R, r = x mod n is x = r or x = r + n, as
 * p < 2n; each is possible only below p. */
static inline int ecdsa_verify_vartime(const struct curve *c,
                                       const limb_t *g_table,
                                       const ec_affine *q, const uint8_t *r,
                                       const uint8_t *s, const uint8_t *digest,
                                       size_t digest_len) {
  limb_t ri[EC_MAX_LIMBS], si[EC_MAX_LIMBS], w[EC_MAX_LIMBS];
  limb_t u1[EC_MAX_LIMBS], u2[EC_MAX_LIMBS];
  struct jacobian sum;
  /* Step 1: 0 < r, s < n. */
  if (sc_from_bytes(c, ri, r) == 0 || sc_from_bytes(c, si, s) == 0) {
    return 0;
  }
  /* Steps 4 and 5: u1 = e / s, u2 = r / s. */
  if (!sc_inverse_to_mont_vartime(c, w, si)) {
    return 0;
  }
  sc_from_digest(c, u1, digest, digest_len);
  sc_mul_mont(c, u1, u1, w);
  sc_mul_mont(c, u2, ri, w);
  /* Steps 6 to 8. */
  mul_double_vartime(c, &sum, g_table, u1, q, u2);
  if (point_is_infinity(c, &sum) != 0) {
    return 0;
  }
  if (mod_is_reduced(&c->p, ri) == 0) {
    return 0;
  }
  if (ecdsa_x_matches_vartime(c, &sum, ri)) {
    return 1;
  }
  if (limbs_add(ri, ri, c->n.m, c->n.num_limbs) != 0 ||
      mod_is_reduced(&c->p, ri) == 0) {
    return 0;
  }
  return ecdsa_x_matches_vartime(c, &sum, ri);
}

#endif
