/* The hash services of <cordon/hash.h>. */
#include "digest/svc_hash.h"

#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/services.h"
#include "module/state.h"

_Static_assert(sizeof(struct hash_object) <= sizeof(cordon_hash) * 4 / 5,
               "a quarter of what is used stays in reserve");

int hash_object_is_live(const struct hash_object *o) {
  return o != NULL && (o->tag == OBJECT_HASH || o->tag == OBJECT_HASH_ENDING) &&
         hash_is_known(o->state.id);
}

/* Live, or a SHAKE that has begun to give output. */
static int is_object(const struct hash_object *o) {
  return hash_object_is_live(o) ||
         (o != NULL && o->tag == OBJECT_HASH_SQUEEZING &&
          hash_is_xof(o->state.id));
}

/* An object's hash function, or 0 if it is none. */
static uint32_t id_of(const struct hash_object *o) {
  return is_object(o) ? o->state.id : 0;
}

static uint32_t enter(struct gate *g, uint32_t hash) {
  return gate_enter(g, CORDON_SERVICE_HASH, selftest_needs_hash(hash));
}

int hash_object_final(struct hash_object *o, uint8_t *digest) {
  int ok = hash_final_bits(&o->state, digest, o->last, o->num_bits);
  ct_wipe(o, sizeof *o);
  return ok;
}

cordon_status svc_digest(uint8_t *out, size_t *len, uint32_t hash,
                         const uint8_t *in, size_t in_len) {
  struct gate g;
  struct output o;
  uint8_t digest[HASH_MAX_DIGEST_LEN];
  uint32_t st = enter(&g, hash);
  if (st == SVC_OK && (!hash_is_known(hash) || !bytes_ok(in, in_len))) {
    st = SVC(CORDON_ERR_ARG);
  }
  size_t n = hash_digest_len(hash);
  st = output_begin(&o, st, out, len, n);
  if (st == SVC_OK) {
    struct hash_state state;
    hash_init(&state, hash);
    if (!hash_update(&state, in, in_len)) {
      st = SVC(CORDON_ERR_LIMIT);
    }
    hash_final(&state, digest);
  }
  st = output_end(&g, &o, st, digest, n);
  ct_wipe(digest, sizeof digest);
  return gate_leave(&g, st);
}

/* Gives out what lies in out already, or zeroes it, unless it must stay
 * untouched. */
static uint32_t finish_xof(struct gate *g, uint32_t st, uint8_t *out,
                           size_t len, int untouched) {
  if (st == SVC_OK) {
    (void)gate_copy(g, out, out, len);
  } else if (out != NULL && !untouched) {
    memset(out, 0, len);
  }
  return gate_leave(g, st);
}

cordon_status svc_xof(uint8_t *out, size_t out_len, uint32_t hash,
                      const uint8_t *in, size_t in_len) {
  struct gate g;
  uint32_t st = enter(&g, hash);
  if (st == SVC_OK && (!hash_is_known(hash) || !bytes_ok(out, out_len) ||
                       !bytes_ok(in, in_len))) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && !hash_is_xof(hash)) {
    st = SVC(CORDON_ERR_UNSUPPORTED);
  }
  if (st == SVC_OK) {
    struct hash_state state;
    hash_init(&state, hash);
    (void)hash_update(&state, in, in_len);
    (void)hash_squeeze(&state, out, out_len);
    ct_wipe(&state, sizeof state);
  }
  return finish_xof(&g, st, out, out_len, 0);
}

cordon_status svc_hash_init(cordon_hash *ctx, uint32_t hash) {
  struct hash_object *o = (struct hash_object *)ctx;
  struct gate g;
  uint32_t st = enter(&g, hash);
  if (o != NULL) {
    ct_wipe(o, sizeof *o);
  }
  if (st == SVC_OK && (o == NULL || !hash_is_known(hash))) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK) {
    hash_init(&o->state, hash);
    o->tag = OBJECT_HASH;
  }
  return gate_leave(&g, st);
}

/* The common checks of update and update_bits. */
static uint32_t check_update(uint32_t st, const struct hash_object *o,
                             const uint8_t *in, size_t len) {
  if (st == SVC_OK && (o == NULL || !bytes_ok(in, len) ||
                       bytes_overlap(in, len, o, sizeof(cordon_hash)))) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && (!hash_object_is_live(o) || o->tag != OBJECT_HASH)) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  return st;
}

cordon_status svc_hash_update(cordon_hash *ctx, const uint8_t *in,
                              size_t in_len) {
  struct hash_object *o = (struct hash_object *)ctx;
  struct gate g;
  uint32_t st = check_update(enter(&g, id_of(o)), o, in, in_len);
  if (st == SVC_OK && !hash_update(&o->state, in, in_len)) {
    st = SVC(CORDON_ERR_LIMIT);
  }
  return gate_leave(&g, st);
}

cordon_status svc_hash_update_bits(cordon_hash *ctx, const uint8_t *in,
                                   uint64_t num_bits) {
  struct hash_object *o = (struct hash_object *)ctx;
  struct gate g;
  size_t whole = (size_t)(num_bits >> 3);
  size_t len = whole + ((num_bits & 7) != 0);
  uint32_t st = check_update(enter(&g, id_of(o)), o, in, len);
  if (st == SVC_OK && !hash_update(&o->state, in, whole)) {
    st = SVC(CORDON_ERR_LIMIT);
  }
  if (st == SVC_OK && (num_bits & 7) != 0) {
    o->tag = OBJECT_HASH_ENDING;
    o->last = in[whole];
    o->num_bits = (uint8_t)(num_bits & 7);
  }
  return gate_leave(&g, st);
}

cordon_status svc_hash_final(uint8_t *out, size_t *len, cordon_hash *ctx) {
  struct hash_object *o = (struct hash_object *)ctx;
  struct gate g;
  struct output dst;
  uint8_t digest[HASH_MAX_DIGEST_LEN];
  size_t n = hash_digest_len(id_of(o));
  uint32_t st = enter(&g, id_of(o));
  if (st == SVC_OK && !hash_object_is_live(o)) {
    st = SVC(o == NULL ? CORDON_ERR_ARG : CORDON_ERR_OBJECT);
  }
  output_apart(&out, &len, ctx, sizeof *ctx);
  st = output_begin(&dst, st, out, len, n);
  if (st == SVC_OK && !hash_object_final(o, digest)) {
    st = SVC(CORDON_ERR_LIMIT);
  }
  st = output_end(&g, &dst, st, digest, n);
  ct_wipe(digest, sizeof digest);
  return gate_leave(&g, st);
}

cordon_status svc_hash_squeeze(uint8_t *out, size_t out_len, cordon_hash *ctx) {
  struct hash_object *o = (struct hash_object *)ctx;
  struct gate g;
  int overlap = bytes_overlap(out, out_len, ctx, sizeof *ctx);
  uint32_t st = enter(&g, id_of(o));
  if (st == SVC_OK && (o == NULL || !bytes_ok(out, out_len) || overlap)) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && !is_object(o)) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  if (st == SVC_OK && !hash_is_xof(o->state.id)) {
    st = SVC(CORDON_ERR_UNSUPPORTED);
  }
  if (st == SVC_OK) {
    if (o->tag != OBJECT_HASH_SQUEEZING) {
      (void)hash_end_bits(&o->state, o->last, o->num_bits);
      o->last = 0;
      o->num_bits = 0;
      o->tag = OBJECT_HASH_SQUEEZING;
    }
    (void)hash_squeeze(&o->state, out, out_len);
  }
  return finish_xof(&g, st, out, out_len, overlap);
}

cordon_status svc_hash_copy(cordon_hash *dst, const cordon_hash *src) {
  const struct hash_object *o = (const struct hash_object *)src;
  struct gate g;
  int overlap = bytes_overlap(dst, sizeof *dst, src, sizeof *src);
  uint32_t st = enter(&g, id_of(o));
  if (st == SVC_OK && (dst == NULL || src == NULL || overlap)) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && !is_object(o)) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  if (st == SVC_OK) {
    memcpy(dst, src, sizeof *dst);
  } else if (dst != NULL && !overlap) {
    ct_wipe(dst, sizeof *dst);
  }
  return gate_leave(&g, st);
}

cordon_status svc_hash_wipe(cordon_hash *ctx) {
  struct gate g;
  gate_enter_any(&g, CORDON_SERVICE_WIPE);
  if (ctx == NULL) {
    return gate_leave_any(&g, SVC(CORDON_ERR_ARG));
  }
  ct_wipe(ctx, sizeof *ctx);
  return gate_leave_any(&g, SVC_OK);
}
