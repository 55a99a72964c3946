/* The services of <cordon/batch.h>: many signatures with one key, and the
 * verification of many. */
#include <cordon/batch.h>

#include "ecdsa/deterministic.h"
#include "ecdsa/ecdsa_core.h"
#include "ecdsa/svc_ecdsa.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/services.h"
#include "module/state.h"
#include "module/strength.h"

/* Of an item that is worked on: its number, and where its signature goes or
 * which curve it is of. */
struct slot {
  size_t index;
  union {
    struct output out;
    uint32_t curve;
  };
};

/* The workspace: a slot, and these values of struct ecdsa_batch, for each item
 * that is worked on at a time. The arrays begin at a multiple of WORK_ALIGN. */
#define SCALARS_PER_ITEM 5
#define WORK_ALIGN 16

_Static_assert(sizeof(struct slot) + SCALARS_PER_ITEM * sizeof(ec_scalar) +
                       WORK_ALIGN <=
                   CORDON_BATCH_ITEM_BYTES * 4 / 5,
               "a quarter of what is used stays in reserve");
_Static_assert(CORDON_BATCH_MAX_CHUNK *CORDON_MAX_FIELD_BYTES <=
                   DRBG_MAX_REQUEST_LEN,
               "the nonces of a chunk are one request");
_Static_assert(2 * sizeof(ec_scalar) >= CORDON_MAX_FIELD_BYTES,
               "and have room in its workspace");

/* One call. The functions below that take a masked status of an item publish
 * it there at once. */
struct batch {
  struct gate g;
  void *items;
  size_t num_items, item_len;
  const cordon_ecdsa_scheme *scheme;
  void *workspace;
  size_t workspace_len;
  uint32_t reason; /* why no item is approved, or CORDON_REASON_NONE */
  /* The results so far: of how many items it is SVC_OK, and of the first one
   * that has another. */
  size_t num_ok, first_index;
  uint32_t first;
  /* Of the chunk that is worked on, items [at, at + len): the `num` that are
   * left after their arguments were checked. */
  size_t capacity, at, len, num;
  struct slot *slot;
  struct ecdsa_batch b;
};

/* Carves the arrays out of the workspace. */
static uint32_t carve(struct batch *x) {
  uintptr_t at = (uintptr_t)x->workspace;
  size_t n = x->workspace_len / CORDON_BATCH_ITEM_BYTES;
  if (x->workspace == NULL) {
    return SVC(CORDON_ERR_ARG);
  }
  if (n == 0) {
    return SVC(CORDON_ERR_LENGTH);
  }
  n = n < x->num_items ? n : x->num_items;
  n = n < CORDON_BATCH_MAX_CHUNK ? n : CORDON_BATCH_MAX_CHUNK;
  uint8_t *p = (uint8_t *)x->workspace + ((0 - at) & (WORK_ALIGN - 1));
  x->capacity = n;
  x->slot = (struct slot *)(void *)p;
  x->b.k = (ec_scalar *)(void *)(p + n * sizeof(struct slot));
  x->b.e = x->b.k + n;
  x->b.r = x->b.e + n;
  x->b.work = x->b.r + n;
  return SVC_OK;
}

/* What was carved may hold secrets. */
static void wipe_workspace(struct batch *x) {
  ct_wipe(x->slot, x->capacity * (sizeof(struct slot) +
                                  SCALARS_PER_ITEM * sizeof(ec_scalar)));
}

/* Whether there are items, and they may be written. */
static int has_items(const struct batch *x) {
  size_t len;
  return x->items != NULL && x->num_items != 0 &&
         !__builtin_mul_overflow(x->num_items, x->item_len, &len);
}

static int overlaps_items(const struct batch *x, const void *p, size_t n) {
  return bytes_overlap(p, n, x->items, x->num_items * x->item_len);
}

static int overlaps_workspace(const struct batch *x, const void *p, size_t n) {
  return bytes_overlap(p, n, x->workspace, x->workspace_len);
}

/* What the caller may not have where the call writes. */
static int overlaps_outputs(const struct batch *x, const void *p, size_t n) {
  return overlaps_items(x, p, n) || overlaps_workspace(x, p, n);
}

static uint32_t item_digest(const struct batch *x, struct ecdsa_digest *e,
                            const uint8_t *in, size_t len) {
  return x->reason == CORDON_REASON_CALLER_DIGEST
             ? ecdsa_digest_given(e, x->scheme->hash, in, len)
             : ecdsa_digest_message(e, x->scheme->hash, in, len);
}

/* The result of one item, in the caller's terms. */
struct result {
  cordon_status status;
  uint32_t approved;
  uint32_t reason;
};

/* Counts the result of an item; of a good one only through the mask of the
 * gate, like any other output. */
static struct result settle(struct batch *x, size_t index, uint32_t st,
                            uint32_t reason) {
  struct result out;
  uint32_t closed = ~gate_look(&x->g);
  st = ct_select_u32(closed & ct_eq_u32(st, SVC_OK), SVC(CORDON_ERR_STATE), st);
  if (st == SVC_OK) {
    x->num_ok++;
  } else if (index < x->first_index) {
    x->first_index = index;
    x->first = st;
  }
  out.status = (cordon_status)(st ^ (uint32_t)GATE_MAGIC);
  out.reason = st == SVC_OK ? gate_reason(reason) : CORDON_REASON_FAILED;
  out.approved =
      out.reason == CORDON_REASON_NONE ? CORDON_APPROVED : CORDON_NOT_APPROVED;
  return out;
}

/* The status of a call whose items all have one. */
static uint32_t overall(const struct batch *x) {
  if (x->first_index < x->num_items) {
    return x->first;
  }
  return x->num_ok == x->num_items ? SVC_OK : SVC(CORDON_ERR_STATE);
}

/* Leaves the service. Returns 1, with *st as the caller gets it, if the module
 * failed since the first result was settled: then all are to be taken back,
 * those that were given out before and those that were withheld. */
static int leave(struct batch *x, uint32_t *st) {
  *st = gate_leave(&x->g, *st);
  return x->g.closed != 0;
}

static void begin(struct batch *x, void *items, size_t num_items,
                  size_t item_len, const cordon_ecdsa_scheme *scheme,
                  uint32_t reason) {
  memset(x, 0, sizeof *x);
  x->items = items;
  x->num_items = num_items;
  x->item_len = item_len;
  x->scheme = scheme;
  x->reason = reason;
  x->first_index = SIZE_MAX;
  x->first = SVC(CORDON_ERR_STATE);
}

/* ---- Signing. */

static void sign_result(struct batch *x, size_t index, uint32_t st) {
  cordon_ecdsa_sign_item *item = (cordon_ecdsa_sign_item *)x->items + index;
  struct result result = settle(x, index, st, x->g.reason);
  item->status = result.status;
  item->approved = result.approved;
  item->reason = result.reason;
}

/* Takes over the output of an item and continues status st. A signature that
 * overlaps what it may not is not touched. */
static uint32_t sign_begin(const struct batch *x, struct output *o,
                           cordon_ecdsa_sign_item *item, uint32_t st,
                           const struct private_key *key, size_t need) {
  uint8_t *sig = item->sig;
  const size_t len = item->sig_len;
  if (bytes_overlap(sig, len, key, sizeof(cordon_private_key)) ||
      bytes_overlap(sig, len, x->scheme, sizeof *x->scheme) ||
      bytes_overlap(sig, len, item->in, item->in_len) ||
      overlaps_outputs(x, sig, len)) {
    sig = NULL;
  }
  if (st == SVC_OK && overlaps_outputs(x, item->in, item->in_len)) {
    st = SVC(CORDON_ERR_ARG);
  }
  return output_begin(o, st, sig, &item->sig_len, need);
}

static void sign_end(struct batch *x, struct output *o, size_t index,
                     uint32_t st, const uint8_t *sig, size_t len) {
  (void)output_end(&x->g, o, st, sig, len);
  sign_result(x, index, st);
}

/* The slot of an item and its digest, and what its nonce needs of that. */
static uint32_t sign_take(struct batch *x, struct ecdsa_signing *w,
                          const struct private_key *key,
                          cordon_ecdsa_sign_item *item) {
  struct ecdsa_digest e;
  ec_scalar *k = &x->b.k[x->num];
  struct slot *slot = &x->slot[x->num];
  uint32_t st = sign_begin(x, &slot->out, item, SVC_OK, key,
                           ecdsa_max_len(key->curve, x->scheme->format));
  if (st == SVC_OK) {
    st = item_digest(x, &e, item->in, item->in_len);
  }
  if (st != SVC_OK) {
    return st;
  }
  ec_scalar_from_digest(key->curve, &x->b.e[x->num], e.bytes, e.len);
  if (x->scheme->nonce == CORDON_NONCE_HEDGED) {
    ecdsa_hedge_add(w, &e);
    return st;
  }
  if (!deterministic_begin(&w->drbg, key->curve, x->scheme->hash, &key->d,
                           e.bytes, e.len)) {
    return SVC(CORDON_ERR_UNSUPPORTED);
  }
  return deterministic_next(&w->drbg, key->curve, k) ? st
                                                     : SVC(CORDON_ERR_LIMIT);
}

/* Checks the arguments of the items of the chunk. */
static void sign_take_all(struct batch *x, struct ecdsa_signing *w,
                          const struct private_key *key) {
  cordon_ecdsa_sign_item *items = (cordon_ecdsa_sign_item *)x->items;
  const int hedged = x->scheme->nonce == CORDON_NONCE_HEDGED;
  if (hedged) {
    ecdsa_hedge_begin(w, key);
  }
  x->num = 0;
  for (size_t i = x->at; i < x->at + x->len; i++) {
    items[i].status = CORDON_ERR_STATE; /* until there is a result */
    uint32_t st = sign_take(x, w, key, &items[i]);
    x->slot[x->num].index = i;
    if (st == SVC_OK) {
      x->num++;
    } else {
      sign_end(x, &x->slot[x->num].out, i, st, NULL, 0);
    }
  }
  if (hedged) {
    ecdsa_hedge_end(w);
  }
}

/* The nonces of the chunk, where sign_take did not choose them. */
static uint32_t sign_nonces(struct batch *x, const struct ecdsa_signing *w,
                            uint32_t curve) {
  uint32_t st = SVC_OK;
  if (x->scheme->nonce == CORDON_NONCE_HEDGED) {
    st = scalar_generate_batch(x->g.state, x->g.thread, curve, x->b.k, x->num,
                               (uint8_t *)x->b.work, w->hedge, sizeof w->hedge);
  }
#if defined(CORDON_TEST_OBJECT)
  if (st == SVC_OK && x->g.thread->nonce_len != 0) {
    st = ecdsa_given_nonce(x->g.thread, curve, &x->b.k[0]);
  }
#endif
  return st;
}

/* The item of a slot again, alone: r or s was 0. */
static uint32_t sign_again(struct batch *x, struct ecdsa_signing *w,
                           const struct private_key *key,
                           const cordon_ecdsa_sign_item *item) {
  struct ecdsa_digest e;
  uint32_t st = item_digest(x, &e, item->in, item->in_len);
  return st == SVC_OK ? ecdsa_sign_once(&x->g, w, key, x->scheme, &e) : st;
}

static void sign_chunk(struct batch *x, struct ecdsa_signing *w,
                       const struct private_key *key) {
  cordon_ecdsa_sign_item *items = (cordon_ecdsa_sign_item *)x->items;
  uint8_t sig[CORDON_MAX_DER_SIG_BYTES];
  sign_take_all(x, w, key);
  if (x->num == 0) {
    return;
  }
  uint32_t st = sign_nonces(x, w, key->curve);
  if (st == SVC_OK) {
    ecdsa_sign_batch_core(key->curve, &key->d, &x->b, x->num);
  }
  for (size_t i = 0; i < x->num; i++) {
    struct slot *slot = &x->slot[i];
    uint32_t own = st;
    size_t n = 0;
    if (own == SVC_OK &&
        ecdsa_publish(key->curve, w->r, w->s, &x->b.r[i], &x->b.e[i]) == 0) {
      own = sign_again(x, w, key, &items[slot->index]);
    }
    if (own == SVC_OK) {
      n = ecdsa_encode(sig, w->r, w->s, key->curve, x->scheme->format);
    }
    sign_end(x, &slot->out, slot->index, own, sig, n);
  }
}

static void sign_chunks(struct batch *x, const struct private_key *key) {
  struct ecdsa_signing w;
  for (x->at = 0; x->at < x->num_items; x->at += x->len) {
    size_t left = x->num_items - x->at;
    x->len = left < x->capacity ? left : x->capacity;
    sign_chunk(x, &w, key);
  }
  ct_wipe(&w, sizeof w);
  wipe_workspace(x);
}

/* Gives every item the status of the call. */
static void sign_refuse(struct batch *x, const struct private_key *key,
                        uint32_t st) {
  for (size_t i = 0; i < x->num_items; i++) {
    struct output o;
    (void)sign_begin(x, &o, (cordon_ecdsa_sign_item *)x->items + i, st, key, 0);
    sign_end(x, &o, i, st, NULL, 0);
  }
}

static void sign_take_back(struct batch *x) {
  cordon_ecdsa_sign_item *items = (cordon_ecdsa_sign_item *)x->items;
  for (size_t i = 0; i < x->num_items; i++) {
    if (items[i].status == CORDON_OK) {
      ct_wipe(items[i].sig, items[i].sig_len);
      items[i].sig_len = 0;
      sign_result(x, i, SVC(CORDON_ERR_STATE));
    }
  }
}

/* Enters the service and checks all that is not of one item. */
static uint32_t sign_enter(struct batch *x, const struct private_key *key) {
  const cordon_ecdsa_scheme *scheme = x->scheme;
  uint32_t nonce = scheme == NULL ? 0 : scheme->nonce;
  uint32_t st = gate_enter(&x->g, CORDON_SERVICE_SIGN,
                           selftest_needs_sign(private_key_curve(key),
                                               ecdsa_hash_of(scheme), nonce));
  x->g.reason = x->reason;
  if (st == SVC_OK) {
    st = ecdsa_check_signing(key, scheme);
  }
  if (st == SVC_OK && (overlaps_items(x, x->workspace, x->workspace_len) ||
                       overlaps_workspace(x, key, sizeof(cordon_private_key)) ||
                       overlaps_workspace(x, scheme, sizeof *scheme))) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK) {
    strength_note(&x->g, scheme->hash, key->curve);
    st = carve(x);
  }
  return st;
}

static uint32_t sign_batch(struct batch *x,
                           const cordon_private_key *caller_key,
                           void *workspace, size_t workspace_len) {
  const struct private_key *key = (const struct private_key *)caller_key;
  x->workspace = workspace;
  x->workspace_len = workspace_len;
  uint32_t st = sign_enter(x, key);
  if (!has_items(x) || overlaps_items(x, key, sizeof(cordon_private_key)) ||
      overlaps_items(x, x->scheme, sizeof *x->scheme)) {
    return gate_leave(&x->g, st == SVC_OK ? SVC(CORDON_ERR_ARG) : st);
  }
  if (st == SVC_OK) {
    sign_chunks(x, key);
  } else {
    sign_refuse(x, key, st);
  }
  st = overall(x);
  if (leave(x, &st)) {
    sign_take_back(x);
  }
  return st;
}

cordon_status svc_ecdsa_sign_batch(cordon_ecdsa_sign_item *items,
                                   size_t num_items,
                                   const cordon_private_key *key,
                                   const cordon_ecdsa_scheme *scheme,
                                   void *workspace, size_t workspace_len) {
  struct batch x;
  begin(&x, items, num_items, sizeof *items, scheme, CORDON_REASON_NONE);
  return sign_batch(&x, key, workspace, workspace_len);
}

cordon_status svc_ecdsa_sign_digest_batch(cordon_ecdsa_sign_item *items,
                                          size_t num_items,
                                          const cordon_private_key *key,
                                          const cordon_ecdsa_scheme *scheme,
                                          void *workspace,
                                          size_t workspace_len) {
  struct batch x;
  begin(&x, items, num_items, sizeof *items, scheme,
        CORDON_REASON_CALLER_DIGEST);
  return sign_batch(&x, key, workspace, workspace_len);
}

/* ---- Verification. Nothing is secret. */

static void verify_result(struct batch *x, size_t index, uint32_t st) {
  cordon_ecdsa_verify_item *item = (cordon_ecdsa_verify_item *)x->items + index;
  /* The reason of this item, as of a call of its own. */
  struct gate own = {.reason = x->reason};
  if (st == SVC_OK) {
    strength_note(&own, x->scheme->hash,
                  public_key_curve((const struct public_key *)item->key));
    if (x->g.reason == CORDON_REASON_NONE) {
      x->g.reason = own.reason;
    }
  }
  struct result result = settle(x, index, st, own.reason);
  item->status = result.status;
  item->approved = result.approved;
  item->reason = result.reason;
}

static uint32_t verify_check(const struct batch *x,
                             const cordon_ecdsa_verify_item *item) {
  const struct public_key *p = (const struct public_key *)item->key;
  if (p == NULL || overlaps_outputs(x, p, sizeof *item->key) ||
      overlaps_outputs(x, item->in, item->in_len) ||
      overlaps_outputs(x, item->sig, item->sig_len)) {
    return SVC(CORDON_ERR_ARG);
  }
  return public_key_is_live(p) ? SVC_OK : SVC(CORDON_ERR_OBJECT);
}

/* Reads an item into the arrays of slot x->num: e, r and, as k, s. */
static uint32_t verify_take_vartime(struct batch *x, uint32_t curve,
                                    const cordon_ecdsa_verify_item *item) {
  struct ecdsa_digest e;
  struct ecdsa_signature rs;
  uint32_t st = item_digest(x, &e, item->in, item->in_len);
  if (st == SVC_OK) {
    st = ecdsa_decode_vartime(&rs, curve, x->scheme->format, item->sig,
                              item->sig_len);
  }
  if (st != SVC_OK) {
    return st;
  }
  ec_scalar_from_digest(curve, &x->b.e[x->num], e.bytes, e.len);
  /* FIPS 186-5, 6.4.2, step 1: 0 < r, s < n. So no s is 0 that is inverted. */
  return ec_scalar_from_bytes(curve, &x->b.r[x->num], rs.r) != 0 &&
                 ec_scalar_from_bytes(curve, &x->b.k[x->num], rs.s) != 0
             ? SVC_OK
             : SVC(CORDON_ERR_SIGNATURE);
}

/* Verifies the items of the chunk that are on this curve. */
static void verify_curve_vartime(struct batch *x, uint32_t curve) {
  const cordon_ecdsa_verify_item *items =
      (const cordon_ecdsa_verify_item *)x->items;
  uint32_t needs_st = SVC_OK;
  int first = 1;
  x->num = 0;
  for (size_t i = 0; i < x->len; i++) {
    if (x->slot[i].curve != curve) {
      continue;
    }
    if (first) {
      needs_st =
          gate_need(&x->g, selftest_needs_verify(curve, x->scheme->hash));
      first = 0;
    }
    uint32_t st = needs_st;
    if (st == SVC_OK) {
      st = verify_take_vartime(x, curve, &items[x->at + i]);
    }
    if (st == SVC_OK) {
      x->slot[x->num++].index = x->at + i;
    } else {
      verify_result(x, x->at + i, st);
    }
  }
  if (x->num != 0) {
    ec_scalar_invert_batch(curve, x->b.k, x->b.work, x->num);
  }
  for (size_t i = 0; i < x->num; i++) {
    size_t index = x->slot[i].index;
    const struct public_key *p = (const struct public_key *)items[index].key;
    int ok = ecdsa_verify_inverted_vartime(curve, &p->q, &x->b.r[i], &x->b.k[i],
                                           &x->b.e[i]);
    verify_result(x, index, ok == 1 ? SVC_OK : SVC(CORDON_ERR_SIGNATURE));
  }
}

static void verify_chunk_vartime(struct batch *x) {
  cordon_ecdsa_verify_item *items = (cordon_ecdsa_verify_item *)x->items;
  for (size_t i = 0; i < x->len; i++) {
    cordon_ecdsa_verify_item *item = &items[x->at + i];
    uint32_t st = verify_check(x, item);
    item->status = CORDON_ERR_STATE; /* until there is a result */
    x->slot[i].curve = 0;
    if (st == SVC_OK) {
      x->slot[i].curve = public_key_curve((const struct public_key *)item->key);
    } else {
      verify_result(x, x->at + i, st);
    }
  }
  for (uint32_t curve = CORDON_P224; curve <= CORDON_P521; curve++) {
    verify_curve_vartime(x, curve);
  }
}

static void verify_chunks_vartime(struct batch *x) {
  for (x->at = 0; x->at < x->num_items; x->at += x->len) {
    size_t left = x->num_items - x->at;
    x->len = left < x->capacity ? left : x->capacity;
    verify_chunk_vartime(x);
  }
}

static void verify_take_back(struct batch *x) {
  cordon_ecdsa_verify_item *items = (cordon_ecdsa_verify_item *)x->items;
  for (size_t i = 0; i < x->num_items; i++) {
    if (items[i].status == CORDON_OK) {
      verify_result(x, i, SVC(CORDON_ERR_STATE));
    }
  }
}

/* Enters the service and checks all that is not of one item. The self-tests of
 * a curve are asked for when there is an item on it. */
static uint32_t verify_enter(struct batch *x) {
  const cordon_ecdsa_scheme *scheme = x->scheme;
  uint32_t st = gate_enter(&x->g, CORDON_SERVICE_VERIFY,
                           selftest_needs_verify(0, ecdsa_hash_of(scheme)));
  x->g.reason = x->reason;
  if (st == SVC_OK) {
    st = ecdsa_check_scheme(scheme);
  }
  if (st == SVC_OK && (overlaps_items(x, x->workspace, x->workspace_len) ||
                       overlaps_workspace(x, scheme, sizeof *scheme))) {
    st = SVC(CORDON_ERR_ARG);
  }
  return st == SVC_OK ? carve(x) : st;
}

static uint32_t verify_batch_vartime(struct batch *x, void *workspace,
                                     size_t workspace_len) {
  x->workspace = workspace;
  x->workspace_len = workspace_len;
  uint32_t st = verify_enter(x);
  if (!has_items(x) || overlaps_items(x, x->scheme, sizeof *x->scheme)) {
    return gate_leave(&x->g, st == SVC_OK ? SVC(CORDON_ERR_ARG) : st);
  }
  if (st == SVC_OK) {
    verify_chunks_vartime(x);
  } else {
    for (size_t i = 0; i < x->num_items; i++) {
      verify_result(x, i, st);
    }
  }
  st = overall(x);
  if (leave(x, &st)) {
    verify_take_back(x);
  }
  return st;
}

cordon_status svc_ecdsa_verify_batch(cordon_ecdsa_verify_item *items,
                                     size_t num_items,
                                     const cordon_ecdsa_scheme *scheme,
                                     void *workspace, size_t workspace_len) {
  struct batch x;
  begin(&x, items, num_items, sizeof *items, scheme, CORDON_REASON_NONE);
  return verify_batch_vartime(&x, workspace, workspace_len);
}

cordon_status svc_ecdsa_verify_digest_batch(cordon_ecdsa_verify_item *items,
                                            size_t num_items,
                                            const cordon_ecdsa_scheme *scheme,
                                            void *workspace,
                                            size_t workspace_len) {
  struct batch x;
  begin(&x, items, num_items, sizeof *items, scheme,
        CORDON_REASON_CALLER_DIGEST);
  return verify_batch_vartime(&x, workspace, workspace_len);
}
