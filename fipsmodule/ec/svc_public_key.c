/* The services of <cordon/key.h> on public keys. */
#include "ec/key.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/services.h"
#include "module/state.h"

#define FORM_COMPRESSED_EVEN 2
#define FORM_COMPRESSED_ODD 3
#define FORM_UNCOMPRESSED 4

/* Enters a service on an existing public key. */
static uint32_t enter(struct gate *g, const struct public_key *p) {
  uint32_t st = gate_enter(g, CORDON_SERVICE_PUBLIC_KEY,
                           selftest_needs_public_key(public_key_curve(p)));
  if (st == SVC_OK && !public_key_is_live(p)) {
    st = SVC(p == NULL ? CORDON_ERR_ARG : CORDON_ERR_OBJECT);
  }
  return st;
}

/* SEC 1, 2.3.4. The point at infinity has no coordinates, so no form that is
 * accepted here can express it. */
static uint32_t decode_vartime(ec_affine *q, uint32_t curve, const uint8_t *in,
                               size_t len) {
  size_t field = ec_field_len(curve);
  int ok;
  if (len == 1 + 2 * field && in[0] == FORM_UNCOMPRESSED) {
    ok = ec_affine_from_bytes_vartime(curve, q, in + 1, in + 1 + field);
  } else if (len == 1 + field &&
             (in[0] == FORM_COMPRESSED_EVEN || in[0] == FORM_COMPRESSED_ODD)) {
    ok = ec_decompress_vartime(curve, q, in + 1, in[0] & 1);
  } else {
    return SVC(CORDON_ERR_ENCODING);
  }
  return ok ? SVC_OK : SVC(CORDON_ERR_POINT);
}

int public_key_validate_vartime(ec_affine *q, const struct public_key *key) {
  uint8_t x[CORDON_MAX_FIELD_BYTES], y[CORDON_MAX_FIELD_BYTES];
  ec_affine_to_bytes(key->curve, x, y, &key->q);
  return ec_affine_from_bytes_vartime(key->curve, q, x, y);
}

cordon_status svc_public_import(cordon_public_key *pub, uint32_t curve,
                                const uint8_t *in, size_t in_len) {
  struct public_key *p = (struct public_key *)pub;
  struct gate g;
  uint32_t st = gate_enter(&g, CORDON_SERVICE_PUBLIC_KEY,
                           selftest_needs_public_key(curve));
  if (bytes_overlap(pub, sizeof *pub, in, in_len)) {
    pub = NULL;
  }
  if (pub != NULL) {
    memset(pub, 0, sizeof *pub);
  }
  if (st == SVC_OK &&
      (pub == NULL || !bytes_ok(in, in_len) || ec_field_len(curve) == 0)) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK) {
    st = decode_vartime(&p->q, curve, in, in_len);
  }
  if (st == SVC_OK) {
    p->curve = curve;
    p->checks = CORDON_CHECK_PUBLIC_PARTIAL | CORDON_CHECK_PUBLIC_FULL;
    p->tag = OBJECT_PUBLIC_KEY;
  }
  st = gate_leave(&g, st);
  if (st != SVC_OK && pub != NULL) {
    memset(pub, 0, sizeof *pub);
  }
  return st;
}

cordon_status svc_public_export(uint8_t *out, size_t *len,
                                const cordon_public_key *pub, uint32_t form) {
  const struct public_key *p = (const struct public_key *)pub;
  struct gate g;
  struct output o;
  uint8_t point[CORDON_MAX_POINT_BYTES];
  uint32_t st = enter(&g, p);
  if (st == SVC_OK && form != CORDON_POINT_UNCOMPRESSED &&
      form != CORDON_POINT_COMPRESSED) {
    st = SVC(CORDON_ERR_ARG);
  }
  size_t field = st == SVC_OK ? ec_field_len(p->curve) : 0;
  size_t n = form == CORDON_POINT_COMPRESSED ? 1 + field : 1 + 2 * field;
  output_apart(&out, &len, pub, sizeof *pub);
  st = output_begin(&o, st, out, len, n);
  if (st == SVC_OK) {
    ec_affine_to_bytes(p->curve, point + 1, point + 1 + field, &p->q);
    point[0] = FORM_UNCOMPRESSED;
    if (form == CORDON_POINT_COMPRESSED) {
      point[0] = (uint8_t)(FORM_COMPRESSED_EVEN + (point[2 * field] & 1));
    }
  }
  st = output_end(&g, &o, st, point, n);
  return gate_leave(&g, st);
}

/* Partial validation (5.6.2.3.4) repeats the import of the coordinates; full
 * (5.6.2.3.3) computes n * Q besides, which the import takes from the cofactor
 * of 1. */
cordon_status svc_public_validate(const cordon_public_key *pub,
                                  uint32_t level) {
  const struct public_key *p = (const struct public_key *)pub;
  struct gate g;
  uint32_t st = enter(&g, p);
  if (st == SVC_OK && level != CORDON_VALIDATE_FULL &&
      level != CORDON_VALIDATE_PARTIAL) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK) {
    ec_affine q;
    if (!public_key_validate_vartime(&q, p)) {
      st = SVC(CORDON_ERR_POINT);
    } else if (level == CORDON_VALIDATE_FULL &&
               !ec_validate_order_vartime(p->curve, &q)) {
      st = SVC(CORDON_ERR_POINT);
    }
  }
  return gate_leave(&g, st);
}

cordon_status svc_public_checks(uint32_t *checks,
                                const cordon_public_key *pub) {
  const struct public_key *p = (const struct public_key *)pub;
  struct gate g;
  uint32_t st = enter(&g, p);
  if (bytes_overlap(checks, sizeof *checks, pub, sizeof *pub)) {
    checks = NULL;
  }
  if (st == SVC_OK && checks == NULL) {
    st = SVC(CORDON_ERR_ARG);
  }
  st = gate_leave(&g, st);
  if (checks != NULL) {
    *checks = st == SVC_OK ? p->checks : 0;
  }
  return st;
}

cordon_status svc_public_wipe(cordon_public_key *pub) {
  struct gate g;
  gate_enter_any(&g, CORDON_SERVICE_WIPE);
  if (pub == NULL) {
    return gate_leave_any(&g, SVC(CORDON_ERR_ARG));
  }
  ct_wipe(pub, sizeof *pub);
  return gate_leave_any(&g, SVC_OK);
}
