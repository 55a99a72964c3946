/* The services of <cordon/ecdh.h>: Z, and keys derived from Z. */
#include <cordon/ecdh.h>

#include "digest/hash.h"
#include "ec/key.h"
#include "ecdh/ecdh_core.h"
#include "ecdh/kdf.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/services.h"
#include "module/state.h"
#include "module/strength.h"

static uint32_t check_keys(const struct private_key *k,
                           const struct public_key *p) {
  if (k == NULL || p == NULL) {
    return SVC(CORDON_ERR_ARG);
  }
  if (!private_key_is_live(k) || !public_key_is_live(p)) {
    return SVC(CORDON_ERR_OBJECT);
  }
  if (!(k->use & CORDON_USE_AGREE)) {
    return SVC(CORDON_ERR_KEY_USE);
  }
  return k->curve == p->curve ? SVC_OK : SVC(CORDON_ERR_KEY);
}

/* The peer's object lies in the caller's memory: its point is validated again
 * (SP 800-56A rev 3, 5.6.2.2.2), before the secret meets it. */
static uint32_t agree(uint8_t z[CORDON_MAX_FIELD_BYTES],
                      const struct private_key *k, const struct public_key *p) {
  ec_affine q;
  if (!public_key_validate_vartime(&q, p)) {
    return SVC(CORDON_ERR_POINT);
  }
  return ecdh_core(k->curve, z, &k->d, &q) ? SVC_OK : SVC(CORDON_ERR_POINT);
}

static uint32_t check_kdf(const cordon_kdf *kdf, size_t out_len) {
  if (kdf == NULL || !hash_is_known(kdf->hash) ||
      (kdf->method != CORDON_KDF_HASH && kdf->method != CORDON_KDF_HMAC) ||
      !bytes_ok(kdf->info, kdf->info_len)) {
    return SVC(CORDON_ERR_ARG);
  }
  int salted = kdf->method == CORDON_KDF_HMAC;
  if (salted && !bytes_ok(kdf->salt, kdf->salt_len)) {
    return SVC(CORDON_ERR_ARG);
  }
  if (hash_is_xof(kdf->hash)) {
    return SVC(CORDON_ERR_UNSUPPORTED);
  }
  if (out_len == 0 || out_len > CORDON_KDF_MAX_OUTPUT_BYTES ||
      kdf->info_len > CORDON_KDF_MAX_INPUT_BYTES ||
      (salted && kdf->salt_len > CORDON_KDF_MAX_INPUT_BYTES)) {
    return SVC(CORDON_ERR_LENGTH);
  }
  return SVC_OK;
}

static selftest_set kdf_needs(const cordon_kdf *kdf) {
  uint32_t hash = kdf == NULL ? 0 : kdf->hash;
  return kdf != NULL && kdf->method == CORDON_KDF_HMAC
             ? selftest_needs_kdf() | selftest_needs_hmac(hash)
             : selftest_needs_kdf() | selftest_needs_hash(hash);
}

/* kdf_apart is `out`, or NULL if it overlaps what the KDF reads. */
static uint8_t *kdf_apart(uint8_t *out, size_t out_len, const cordon_kdf *kdf) {
  if (kdf == NULL) {
    return out;
  }
  if (bytes_overlap(out, out_len, kdf, sizeof *kdf) ||
      bytes_overlap(out, out_len, kdf->info, kdf->info_len) ||
      (kdf->method == CORDON_KDF_HMAC &&
       bytes_overlap(out, out_len, kdf->salt, kdf->salt_len))) {
    return NULL;
  }
  return out;
}

/* Gives out what was derived in place, or zeroes it. */
static uint32_t finish(struct gate *g, uint32_t st, uint8_t *out, size_t len) {
  if (st == SVC_OK) {
    (void)gate_copy(g, out, out, len);
  } else if (out != NULL && len <= CORDON_KDF_MAX_OUTPUT_BYTES) {
    memset(out, 0, len);
  }
  return gate_leave(g, st);
}

cordon_status svc_ecdh(uint8_t *z, size_t *len, const cordon_private_key *key,
                       const cordon_public_key *peer) {
  const struct private_key *k = (const struct private_key *)key;
  const struct public_key *p = (const struct public_key *)peer;
  struct gate g;
  struct output o;
  uint8_t bytes[CORDON_MAX_FIELD_BYTES];
  uint32_t st = gate_enter(&g, CORDON_SERVICE_ECDH,
                           selftest_needs_ecdh(private_key_curve(k)));
  if (st == SVC_OK) {
    st = check_keys(k, p);
  }
  size_t n = st == SVC_OK ? ec_field_len(k->curve) : 0;
  output_apart(&z, &len, key, sizeof *key);
  output_apart(&z, &len, peer, sizeof *peer);
  st = output_begin(&o, st, z, len, n);
  if (st == SVC_OK) {
    st = agree(bytes, k, p);
  }
  st = output_end(&g, &o, st, bytes, n);
  ct_wipe(bytes, sizeof bytes);
  return gate_leave(&g, st);
}

cordon_status svc_ecdh_kdf(uint8_t *out, size_t out_len,
                           const cordon_private_key *key,
                           const cordon_public_key *peer,
                           const cordon_kdf *kdf) {
  const struct private_key *k = (const struct private_key *)key;
  const struct public_key *p = (const struct public_key *)peer;
  struct gate g;
  uint8_t z[CORDON_MAX_FIELD_BYTES];
  uint32_t st =
      gate_enter(&g, CORDON_SERVICE_ECDH,
                 selftest_needs_ecdh(private_key_curve(k)) | kdf_needs(kdf));
  out = kdf_apart(out, out_len, kdf);
  if (bytes_overlap(out, out_len, key, sizeof *key) ||
      bytes_overlap(out, out_len, peer, sizeof *peer)) {
    out = NULL;
  }
  if (st == SVC_OK) {
    st = check_keys(k, p);
  }
  if (st == SVC_OK) {
    st = check_kdf(kdf, out_len);
  }
  if (st == SVC_OK && out == NULL) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK) {
    strength_note(&g, kdf->hash, k->curve);
    st = agree(z, k, p);
  }
  if (st == SVC_OK) {
    kdf_onestep(out, out_len, kdf, z, ec_field_len(k->curve));
  }
  ct_wipe(z, sizeof z);
  return finish(&g, st, out, out_len);
}

cordon_status svc_kdf_derive(uint8_t *out, size_t out_len,
                             const cordon_kdf *kdf, const uint8_t *z,
                             size_t z_len) {
  struct gate g;
  uint32_t st = gate_enter(&g, CORDON_SERVICE_KDF, kdf_needs(kdf));
  out = kdf_apart(out, out_len, kdf);
  if (bytes_overlap(out, out_len, z, z_len)) {
    out = NULL;
  }
  if (st == SVC_OK) {
    st = check_kdf(kdf, out_len);
  }
  if (st == SVC_OK && (out == NULL || !bytes_ok(z, z_len))) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && (z_len == 0 || z_len > CORDON_KDF_MAX_Z_BYTES)) {
    st = SVC(CORDON_ERR_LENGTH);
  }
  if (z_len < CORDON_P224_FIELD_BYTES) {
    g.reason = CORDON_REASON_SHORT_KEY;
  }
  if (st == SVC_OK) {
    kdf_onestep(out, out_len, kdf, z, z_len);
  }
  return finish(&g, st, out, out_len);
}
