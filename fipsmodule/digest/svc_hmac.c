/* The HMAC services of <cordon/hash.h>. */
#include "digest/hmac.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/object.h"
#include "module/services.h"
#include "module/state.h"
#include "module/strength.h"

/* SP 800-131A rev 2, 10: 112 bits, or what the build asks for. */
#define MIN_APPROVED_KEY_LEN (CORDON_MIN_STRENGTH / 8)

struct hmac_object {
  uint64_t tag;
  struct hmac_state state;
  uint32_t reason; /* of the indicator: the key is too short */
  uint8_t last;
  uint8_t num_bits;
  uint8_t reserved[2];
};

_Static_assert(sizeof(struct hmac_object) <= sizeof(cordon_hmac) * 4 / 5,
               "a quarter of what is used stays in reserve");

static int is_live(const struct hmac_object *o) {
  return o != NULL &&
         (o->tag == OBJECT_HMAC || o->tag == OBJECT_HMAC_BEGUN ||
          o->tag == OBJECT_HMAC_ENDING) &&
         hmac_is_known(o->state.key.id);
}

static uint32_t id_of(const struct hmac_object *o) {
  return is_live(o) ? o->state.key.id : 0;
}

/* Enters a service on an object that must be live. */
static uint32_t enter(struct gate *g, const struct hmac_object *o) {
  uint32_t st =
      gate_enter(g, CORDON_SERVICE_HMAC, selftest_needs_hmac(id_of(o)));
  if (st == SVC_OK && !is_live(o)) {
    st = SVC(o == NULL ? CORDON_ERR_ARG : CORDON_ERR_OBJECT);
  }
  if (is_live(o)) {
    g->reason = o->reason;
  }
  return st;
}

cordon_status svc_hmac_init(cordon_hmac *ctx, uint32_t hash, const uint8_t *key,
                            size_t key_len) {
  struct hmac_object *o = (struct hmac_object *)ctx;
  struct gate g;
  uint32_t st = gate_enter(&g, CORDON_SERVICE_HMAC, selftest_needs_hmac(hash));
  if (bytes_overlap(key, key_len, ctx, sizeof *ctx)) {
    o = NULL;
  }
  if (o != NULL) {
    ct_wipe(o, sizeof *o);
  }
  if (st == SVC_OK &&
      (o == NULL || !hash_is_known(hash) || !bytes_ok(key, key_len))) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && !hmac_is_known(hash)) {
    st = SVC(CORDON_ERR_UNSUPPORTED);
  }
  g.reason = key_len < MIN_APPROVED_KEY_LEN ? CORDON_REASON_SHORT_KEY
                                            : CORDON_REASON_NONE;
  if (st == SVC_OK) {
    hmac_init(&o->state, hash, key, key_len);
    o->reason = g.reason;
    o->tag = OBJECT_HMAC;
  }
  return gate_leave(&g, st);
}

cordon_status svc_hmac_update(cordon_hmac *ctx, const uint8_t *in,
                              size_t in_len) {
  struct hmac_object *o = (struct hmac_object *)ctx;
  struct gate g;
  uint32_t st = enter(&g, o);
  if (st == SVC_OK &&
      (!bytes_ok(in, in_len) || bytes_overlap(in, in_len, ctx, sizeof *ctx))) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && o->tag == OBJECT_HMAC_ENDING) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  if (st == SVC_OK && !hmac_update(&o->state, in, in_len)) {
    st = SVC(CORDON_ERR_LIMIT);
  }
  if (st == SVC_OK) {
    o->tag = OBJECT_HMAC_BEGUN;
  }
  return gate_leave(&g, st);
}

cordon_status svc_hmac_update_bits(cordon_hmac *ctx, const uint8_t *in,
                                   uint64_t num_bits) {
  struct hmac_object *o = (struct hmac_object *)ctx;
  struct gate g;
  uint32_t st = enter(&g, o);
  size_t whole = (size_t)(num_bits >> 3);
  size_t len = whole + ((num_bits & 7) != 0);
  if (st == SVC_OK &&
      (!bytes_ok(in, len) || bytes_overlap(in, len, ctx, sizeof *ctx))) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && o->tag == OBJECT_HMAC_ENDING) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  if (st == SVC_OK && !hmac_update(&o->state, in, whole)) {
    st = SVC(CORDON_ERR_LIMIT);
  }
  if (st == SVC_OK) {
    o->tag = OBJECT_HMAC_BEGUN;
  }
  if (st == SVC_OK && (num_bits & 7) != 0) {
    o->tag = OBJECT_HMAC_ENDING;
    o->last = in[whole];
    o->num_bits = (uint8_t)(num_bits & 7);
  }
  return gate_leave(&g, st);
}

cordon_status svc_hmac_final(uint8_t *out, size_t *len, cordon_hmac *ctx) {
  struct hmac_object *o = (struct hmac_object *)ctx;
  struct gate g;
  struct output dst;
  uint8_t mac[HASH_MAX_DIGEST_LEN];
  size_t n = hash_digest_len(id_of(o));
  output_apart(&out, &len, ctx, sizeof *ctx);
  uint32_t st = output_begin(&dst, enter(&g, o), out, len, n);
  if (st == SVC_OK) {
    if (!hmac_final_bits(&o->state, mac, o->last, o->num_bits)) {
      st = SVC(CORDON_ERR_OBJECT);
    }
    o->tag = OBJECT_HMAC;
    o->last = 0;
    o->num_bits = 0;
  }
  st = output_end(&g, &dst, st, mac, n);
  ct_wipe(mac, sizeof mac);
  return gate_leave(&g, st);
}

cordon_status svc_hmac_digest(uint8_t *out, size_t *len, const cordon_hmac *ctx,
                              const uint8_t *in, size_t in_len) {
  const struct hmac_object *o = (const struct hmac_object *)ctx;
  struct gate g;
  struct output dst;
  struct {
    struct hash_state state;
    uint8_t mac[HASH_MAX_DIGEST_LEN];
  } w;
  size_t n = hash_digest_len(id_of(o));
  uint32_t st = enter(&g, o);
  if (st == SVC_OK && !bytes_ok(in, in_len)) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && o->tag != OBJECT_HMAC) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  output_apart(&out, &len, ctx, sizeof *ctx);
  st = output_begin(&dst, st, out, len, n);
  if (st == SVC_OK) {
    hmac_key_begin(&o->state.key, &w.state);
    if (!hash_update(&w.state, in, in_len)) {
      st = SVC(CORDON_ERR_LIMIT);
    }
    hmac_key_end(&o->state.key, w.mac, &w.state);
  }
  st = output_end(&g, &dst, st, w.mac, n);
  ct_wipe(&w, sizeof w);
  return gate_leave(&g, st);
}

cordon_status svc_hmac_copy(cordon_hmac *dst, const cordon_hmac *src) {
  struct gate g;
  int overlap = bytes_overlap(dst, sizeof *dst, src, sizeof *src);
  uint32_t st = enter(&g, (const struct hmac_object *)src);
  if (st == SVC_OK && (dst == NULL || overlap)) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK) {
    memcpy(dst, src, sizeof *dst);
  } else if (dst != NULL && !overlap) {
    ct_wipe(dst, sizeof *dst);
  }
  return gate_leave(&g, st);
}

cordon_status svc_hmac_wipe(cordon_hmac *ctx) {
  struct gate g;
  gate_enter_any(&g, CORDON_SERVICE_WIPE);
  if (ctx == NULL) {
    return gate_leave_any(&g, SVC(CORDON_ERR_ARG));
  }
  ct_wipe(ctx, sizeof *ctx);
  return gate_leave_any(&g, SVC_OK);
}
