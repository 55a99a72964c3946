/* The services of <cordon/ecdsa.h>: sign and verify a message, a running hash,
 * or a digest of the caller's. */
#include "ecdsa/svc_ecdsa.h"

#include "digest/svc_hash.h"
#include "ecdsa/der.h"
#include "ecdsa/deterministic.h"
#include "ecdsa/ecdsa_core.h"
#include "limbs/ct.h"
#include "limbs/declassify.h"
#include "limbs/mem.h"
#include "module/services.h"
#include "module/state.h"
#include "module/strength.h"

uint32_t ecdsa_check_scheme(const cordon_ecdsa_scheme *scheme) {
  if (scheme == NULL || !hash_is_known(scheme->hash) ||
      (scheme->format != CORDON_RAW && scheme->format != CORDON_DER)) {
    return SVC(CORDON_ERR_ARG);
  }
  return SVC_OK;
}

uint32_t ecdsa_check_signing(const struct private_key *k,
                             const cordon_ecdsa_scheme *scheme) {
  uint32_t st = ecdsa_check_scheme(scheme);
  if (st == SVC_OK && k == NULL) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && scheme->nonce != CORDON_NONCE_HEDGED &&
      scheme->nonce != CORDON_NONCE_DETERMINISTIC) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && scheme->nonce == CORDON_NONCE_DETERMINISTIC &&
      hash_is_xof(scheme->hash)) {
    st = SVC(CORDON_ERR_UNSUPPORTED);
  }
  if (st == SVC_OK && !private_key_is_live(k)) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  if (st == SVC_OK && !(k->use & CORDON_USE_SIGN)) {
    st = SVC(CORDON_ERR_KEY_USE);
  }
  return st;
}

static uint32_t check_verifying(const struct public_key *p,
                                const cordon_ecdsa_scheme *scheme) {
  uint32_t st = ecdsa_check_scheme(scheme);
  if (st == SVC_OK && p == NULL) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && !public_key_is_live(p)) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  return st;
}

uint32_t ecdsa_hash_of(const cordon_ecdsa_scheme *scheme) {
  return scheme == NULL ? 0 : scheme->hash;
}

/* The three sources of a digest. */
uint32_t ecdsa_digest_message(struct ecdsa_digest *e, uint32_t hash,
                              const uint8_t *msg, size_t len) {
  struct hash_state state;
  if (!bytes_ok(msg, len)) {
    return SVC(CORDON_ERR_ARG);
  }
  e->len = hash_digest_len(hash);
  hash_init(&state, hash);
  uint32_t st = hash_update(&state, msg, len) ? SVC_OK : SVC(CORDON_ERR_LIMIT);
  hash_final(&state, e->bytes);
  return st;
}

static uint32_t check_running(const struct hash_object *o, uint32_t hash) {
  if (o == NULL) {
    return SVC(CORDON_ERR_ARG);
  }
  if (!hash_object_is_live(o)) {
    return SVC(CORDON_ERR_OBJECT);
  }
  return o->state.id == hash ? SVC_OK : SVC(CORDON_ERR_ARG);
}

/* The caller's object goes on if a later step fails: this works on a copy. */
uint32_t ecdsa_digest_running(struct ecdsa_digest *e, uint32_t hash,
                              const struct hash_object *o) {
  struct hash_object copy;
  uint32_t st = check_running(o, hash);
  if (st != SVC_OK) {
    return st;
  }
  copy = *o;
  e->len = hash_digest_len(hash);
  return hash_object_final(&copy, e->bytes) ? SVC_OK : SVC(CORDON_ERR_LIMIT);
}

uint32_t ecdsa_digest_given(struct ecdsa_digest *e, uint32_t hash,
                            const uint8_t *digest, size_t len) {
  if (!bytes_ok(digest, len)) {
    return SVC(CORDON_ERR_ARG);
  }
  e->len = hash_digest_len(hash);
  if (len != e->len) {
    return SVC(CORDON_ERR_LENGTH);
  }
  memcpy(e->bytes, digest, len);
  return SVC_OK;
}

void ecdsa_hedge_begin(struct ecdsa_signing *w, const struct private_key *key) {
  ec_scalar_to_bytes(key->curve, w->d, &key->d);
  hash_init(&w->hash, CORDON_SHA256);
  hash_update(&w->hash, w->d, ec_order_len(key->curve));
}

void ecdsa_hedge_add(struct ecdsa_signing *w, const struct ecdsa_digest *e) {
  hash_update(&w->hash, e->bytes, e->len);
}

void ecdsa_hedge_end(struct ecdsa_signing *w) {
  hash_final(&w->hash, w->hedge);
}

#if defined(CORDON_TEST_OBJECT)
uint32_t ecdsa_given_nonce(struct thread_state *t, uint32_t curve,
                           ec_scalar *k) {
  uint8_t bytes[CORDON_MAX_FIELD_BYTES] = {0};
  size_t width = ec_order_len(curve);
  size_t n = t->nonce_len;
  t->nonce_len = 0;
  if (n <= width) {
    memcpy(bytes + width - n, t->nonce, n);
  }
  ct_wipe(t->nonce, sizeof t->nonce);
  limb_t ok = ec_scalar_from_bytes(curve, k, bytes);
  /* declassify: whether a given nonce is in range, which its giver knows */
  CT_DECLASSIFY(&ok, sizeof ok);
  ct_wipe(bytes, sizeof bytes);
  return ok ? SVC_OK : SVC(CORDON_ERR_ARG);
}
#endif

static uint32_t next_nonce(struct gate *g, struct ecdsa_signing *w,
                           uint32_t curve) {
#if defined(CORDON_TEST_OBJECT)
  if (g->thread->nonce_len != 0) {
    return ecdsa_given_nonce(g->thread, curve, &w->k);
  }
#endif
  if (w->nonce == CORDON_NONCE_DETERMINISTIC) {
    return deterministic_next(&w->drbg, curve, &w->k) ? SVC_OK
                                                      : SVC(CORDON_ERR_LIMIT);
  }
  return scalar_generate(g->state, g->thread, curve, &w->k, w->hedge,
                         sizeof w->hedge);
}

static uint32_t begin_nonces(struct ecdsa_signing *w,
                             const struct private_key *key,
                             const cordon_ecdsa_scheme *scheme,
                             const struct ecdsa_digest *e) {
  w->nonce = scheme->nonce;
  if (w->nonce != CORDON_NONCE_DETERMINISTIC) {
    ecdsa_hedge_begin(w, key);
    ecdsa_hedge_add(w, e);
    ecdsa_hedge_end(w);
    return SVC_OK;
  }
  return deterministic_begin(&w->drbg, key->curve, scheme->hash, &key->d,
                             e->bytes, e->len)
             ? SVC_OK
             : SVC(CORDON_ERR_UNSUPPORTED);
}

/* FIPS 186-5, 6.4.1: r or s of 0 asks for another nonce. */
uint32_t ecdsa_sign_once(struct gate *g, struct ecdsa_signing *w,
                         const struct private_key *key,
                         const cordon_ecdsa_scheme *scheme,
                         const struct ecdsa_digest *e) {
  uint32_t st = begin_nonces(w, key, scheme, e);
  for (int i = 0; st == SVC_OK && i < SCALAR_MAX_CANDIDATES; i++) {
    st = next_nonce(g, w, key->curve);
    if (st == SVC_OK && ecdsa_sign_core(key->curve, w->r, w->s, &key->d, &w->k,
                                        e->bytes, e->len) != 0) {
      return st;
    }
  }
  return st == SVC_OK ? SVC(CORDON_ERR_ENTROPY) : st;
}

size_t ecdsa_encode(uint8_t *out, const uint8_t *r, const uint8_t *s,
                    uint32_t curve, uint32_t format) {
  size_t width = ec_order_len(curve);
  if (format == CORDON_DER) {
    return der_encode(out, r, s, width);
  }
  memcpy(out, r, width);
  memcpy(out + width, s, width);
  return 2 * width;
}

size_t ecdsa_max_len(uint32_t curve, uint32_t format) {
  return format == CORDON_DER ? der_max_len(ec_order_bits(curve))
                              : 2 * ec_order_len(curve);
}

/* Signs e, if st is SVC_OK, into the output that was begun. */
static uint32_t finish_signing(struct gate *g, struct output *o, uint32_t st,
                               const struct private_key *key,
                               const cordon_ecdsa_scheme *scheme,
                               const struct ecdsa_digest *e) {
  struct ecdsa_signing w;
  uint8_t sig[CORDON_MAX_DER_SIG_BYTES];
  size_t n = 0;
  if (st == SVC_OK) {
    st = ecdsa_sign_once(g, &w, key, scheme, e);
  }
  if (st == SVC_OK) {
    n = ecdsa_encode(sig, w.r, w.s, key->curve, scheme->format);
  }
  ct_wipe(&w, sizeof w);
  return output_end(g, o, st, sig, n);
}

/* Enters a signing service and takes over its output. */
static uint32_t begin_signing(struct gate *g, struct output *o, uint8_t *sig,
                              size_t *len, const struct private_key *key,
                              const cordon_ecdsa_scheme *scheme) {
  uint32_t nonce = scheme == NULL ? 0 : scheme->nonce;
  uint32_t st = gate_enter(g, CORDON_SERVICE_SIGN,
                           selftest_needs_sign(private_key_curve(key),
                                               ecdsa_hash_of(scheme), nonce));
  size_t need = 0;
  if (st == SVC_OK) {
    st = ecdsa_check_signing(key, scheme);
  }
  if (st == SVC_OK) {
    strength_note(g, scheme->hash, key->curve);
    need = ecdsa_max_len(key->curve, scheme->format);
  }
  output_apart(&sig, &len, key, sizeof(cordon_private_key));
  output_apart(&sig, &len, scheme, sizeof *scheme);
  return output_begin(o, st, sig, len, need);
}

cordon_status svc_ecdsa_sign(uint8_t *sig, size_t *len,
                             const cordon_private_key *key,
                             const cordon_ecdsa_scheme *scheme,
                             const uint8_t *msg, size_t msg_len) {
  const struct private_key *k = (const struct private_key *)key;
  struct gate g;
  struct output o;
  struct ecdsa_digest e;
  output_apart(&sig, &len, msg, msg_len);
  uint32_t st = begin_signing(&g, &o, sig, len, k, scheme);
  if (st == SVC_OK) {
    st = ecdsa_digest_message(&e, scheme->hash, msg, msg_len);
  }
  st = finish_signing(&g, &o, st, k, scheme, &e);
  return gate_leave(&g, st);
}

cordon_status svc_ecdsa_sign_hash(uint8_t *sig, size_t *len,
                                  const cordon_private_key *key,
                                  const cordon_ecdsa_scheme *scheme,
                                  cordon_hash *hash) {
  const struct private_key *k = (const struct private_key *)key;
  struct hash_object *h = (struct hash_object *)hash;
  struct gate g;
  struct output o;
  struct ecdsa_digest e;
  output_apart(&sig, &len, hash, sizeof *hash);
  uint32_t st = begin_signing(&g, &o, sig, len, k, scheme);
  if (st == SVC_OK) {
    st = ecdsa_digest_running(&e, scheme->hash, h);
  }
  st = finish_signing(&g, &o, st, k, scheme, &e);
  if (st == SVC_OK) {
    ct_wipe(h, sizeof *h);
  }
  return gate_leave(&g, st);
}

cordon_status svc_ecdsa_sign_digest(uint8_t *sig, size_t *len,
                                    const cordon_private_key *key,
                                    const cordon_ecdsa_scheme *scheme,
                                    const uint8_t *digest, size_t digest_len) {
  const struct private_key *k = (const struct private_key *)key;
  struct gate g;
  struct output o;
  struct ecdsa_digest e;
  output_apart(&sig, &len, digest, digest_len);
  uint32_t st = begin_signing(&g, &o, sig, len, k, scheme);
  g.reason = CORDON_REASON_CALLER_DIGEST;
  if (st == SVC_OK) {
    st = ecdsa_digest_given(&e, scheme->hash, digest, digest_len);
  }
  st = finish_signing(&g, &o, st, k, scheme, &e);
  return gate_leave(&g, st);
}

uint32_t ecdsa_decode_vartime(struct ecdsa_signature *out, uint32_t curve,
                              uint32_t format, const uint8_t *sig, size_t len) {
  size_t width = ec_order_len(curve);
  if (!bytes_ok(sig, len)) {
    return SVC(CORDON_ERR_ARG);
  }
  if (format == CORDON_DER) {
    switch (der_decode_vartime(out->r, out->s, width, sig, len)) {
      case DER_OK:
        return SVC_OK;
      case DER_OUT_OF_RANGE:
        /* Too wide for `out`: another value >= n stands for it. */
        memset(out, 0xff, sizeof *out);
        return SVC_OK;
      default:
        return SVC(CORDON_ERR_ENCODING);
    }
  }
  if (len != 2 * width) {
    return SVC(CORDON_ERR_ENCODING);
  }
  memcpy(out->r, sig, width);
  memcpy(out->s, sig + width, width);
  return SVC_OK;
}

static uint32_t verify_vartime(uint32_t st, const struct public_key *p,
                               const struct ecdsa_signature *sig,
                               const struct ecdsa_digest *e) {
  if (st == SVC_OK && ecdsa_verify_core_vartime(p->curve, &p->q, sig->r, sig->s,
                                                e->bytes, e->len) != 1) {
    st = SVC(CORDON_ERR_SIGNATURE);
  }
  return st;
}

/* Enters a verifying service. */
static uint32_t begin_verifying(struct gate *g, const struct public_key *p,
                                const cordon_ecdsa_scheme *scheme) {
  uint32_t st = gate_enter(
      g, CORDON_SERVICE_VERIFY,
      selftest_needs_verify(public_key_curve(p), ecdsa_hash_of(scheme)));
  if (st == SVC_OK) {
    st = check_verifying(p, scheme);
  }
  if (st == SVC_OK) {
    strength_note(g, scheme->hash, p->curve);
  }
  return st;
}

cordon_status svc_ecdsa_verify(const cordon_public_key *key,
                               const cordon_ecdsa_scheme *scheme,
                               const uint8_t *msg, size_t msg_len,
                               const uint8_t *sig, size_t sig_len) {
  const struct public_key *p = (const struct public_key *)key;
  struct gate g;
  struct ecdsa_signature rs;
  struct ecdsa_digest e;
  uint32_t st = begin_verifying(&g, p, scheme);
  if (st == SVC_OK) {
    st = ecdsa_digest_message(&e, scheme->hash, msg, msg_len);
  }
  if (st == SVC_OK) {
    st = ecdsa_decode_vartime(&rs, p->curve, scheme->format, sig, sig_len);
  }
  st = verify_vartime(st, p, &rs, &e);
  return gate_leave(&g, st);
}

cordon_status svc_ecdsa_verify_hash(const cordon_public_key *key,
                                    const cordon_ecdsa_scheme *scheme,
                                    cordon_hash *hash, const uint8_t *sig,
                                    size_t sig_len) {
  const struct public_key *p = (const struct public_key *)key;
  struct hash_object *h = (struct hash_object *)hash;
  struct gate g;
  struct ecdsa_signature rs;
  struct ecdsa_digest e;
  uint32_t st = begin_verifying(&g, p, scheme);
  if (st == SVC_OK) {
    st = ecdsa_digest_running(&e, scheme->hash, h);
  }
  if (st == SVC_OK) {
    st = ecdsa_decode_vartime(&rs, p->curve, scheme->format, sig, sig_len);
  }
  if (st == SVC_OK) {
    ct_wipe(h, sizeof *h);
  }
  st = verify_vartime(st, p, &rs, &e);
  return gate_leave(&g, st);
}

cordon_status svc_ecdsa_verify_digest(const cordon_public_key *key,
                                      const cordon_ecdsa_scheme *scheme,
                                      const uint8_t *digest, size_t digest_len,
                                      const uint8_t *sig, size_t sig_len) {
  const struct public_key *p = (const struct public_key *)key;
  struct gate g;
  struct ecdsa_signature rs;
  struct ecdsa_digest e;
  uint32_t st = begin_verifying(&g, p, scheme);
  g.reason = CORDON_REASON_CALLER_DIGEST;
  if (st == SVC_OK) {
    st = ecdsa_digest_given(&e, scheme->hash, digest, digest_len);
  }
  if (st == SVC_OK) {
    st = ecdsa_decode_vartime(&rs, p->curve, scheme->format, sig, sig_len);
  }
  st = verify_vartime(st, p, &rs, &e);
  return gate_leave(&g, st);
}
