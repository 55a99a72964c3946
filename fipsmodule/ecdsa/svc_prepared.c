/* The services of <cordon/prepared.h>: the table of a public key, and
 * verification with it. */
#include <cordon/prepared.h>

#include "digest/svc_hash.h"
#include "ec/key.h"
#include "ecdsa/ecdsa_core.h"
#include "ecdsa/svc_ecdsa.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/services.h"
#include "module/state.h"
#include "module/strength.h"

/* What lies in front of the points, at the first address of the caller's memory
 * that is a multiple of PREPARED_ALIGN. Every byte has one right value: the tag
 * binds it to its address, `process` and `module` to this process and this
 * build; `len` follows from curve and choice, and all lengths are different. */
struct prepared_key {
  uint64_t tag; /* object_tag(this, OBJECT_PREPARED_KEY) */
  uint64_t process;
  uint64_t len;
  uint32_t curve;
  uint32_t choice;
  uint8_t module[MODULE_MAC_LEN];
};

/* A cache line, which is also the length of a point of P-256. */
#define PREPARED_ALIGN 64

_Static_assert(sizeof(struct prepared_key) == PREPARED_ALIGN,
               "the points begin at a cache line");

static uint8_t *aligned(const uint8_t *table) {
  uintptr_t skip = (0 - (uintptr_t)table) & (PREPARED_ALIGN - 1);
  return (uint8_t *)(uintptr_t)table + skip;
}

static limb_t *points_of(const uint8_t *table) {
  return (limb_t *)(void *)(aligned(table) + sizeof(struct prepared_key));
}

/* What the caller needs, with room for the alignment; 0 if the curve or the
 * choice is unknown. */
static size_t table_len(uint32_t curve, uint32_t choice) {
  size_t points =
      choice == EC_PREPARED_LEAST ? 0 : ec_prepared_len(curve, choice);
  return points == 0 ? 0
                     : PREPARED_ALIGN + sizeof(struct prepared_key) + points;
}

static uint32_t check_preparing(const struct public_key *p, uint32_t choice) {
  if (p == NULL) {
    return SVC(CORDON_ERR_ARG);
  }
  if (!public_key_is_live(p)) {
    return SVC(CORDON_ERR_OBJECT);
  }
  return table_len(p->curve, choice) == 0 ? SVC(CORDON_ERR_ARG) : SVC_OK;
}

/* Makes the table of q in the output that was begun. What makes it a table
 * passes the gate's mask. */
static void give_table(struct gate *g, const struct output *o, uint32_t curve,
                       uint32_t choice, const ec_affine *q) {
  struct prepared_key key;
  size_t len = table_len(curve, choice);
  memset(o->out, 0, len);
  ec_prepare(curve, choice, points_of(o->out), q);
  key.tag = object_tag(aligned(o->out), OBJECT_PREPARED_KEY);
  key.process = g->state->process;
  key.len = len;
  key.curve = curve;
  key.choice = choice;
  memcpy(key.module, module_slot(), sizeof key.module);
  (void)gate_copy(g, aligned(o->out), (const uint8_t *)&key, sizeof key);
  *o->len = gate_copy_size(g, len);
  g->out = o->out;
  g->capacity = o->capacity;
  g->len = o->len;
}

cordon_status svc_ecdsa_prepare(uint8_t *table, size_t *len,
                                const cordon_public_key *key, uint32_t choice) {
  const struct public_key *p = (const struct public_key *)key;
  struct gate g;
  struct output o;
  ec_affine q;
  uint32_t st = gate_enter(&g, CORDON_SERVICE_PUBLIC_KEY,
                           selftest_needs_public_key(public_key_curve(p)));
  if (st == SVC_OK) {
    st = check_preparing(p, choice);
  }
  size_t need = st == SVC_OK ? table_len(p->curve, choice) : 0;
  output_apart(&table, &len, key, sizeof *key);
  st = output_begin(&o, st, table, len, need);
  if (st == SVC_OK && !public_key_validate_vartime(&q, p)) {
    st = SVC(CORDON_ERR_POINT);
  }
  if (st == SVC_OK) {
    give_table(&g, &o, p->curve, choice, &q);
  } else {
    st = output_end(&g, &o, st, NULL, 0);
  }
  return gate_leave(&g, st);
}

/* Reads what is in front of the points, once, and is 1 iff it is right: all
 * that is done with the table follows from what was read. */
static int read_key(struct prepared_key *key, const uint8_t *table) {
  const struct module_state *s = module_state();
  if (table == NULL || s == NULL) {
    return 0;
  }
  memcpy(key, aligned(table), sizeof *key);
  /* Another thread may be in power-on; then there is no table yet. */
  uint64_t process = __atomic_load_n(&s->process, __ATOMIC_RELAXED);
  return key->tag == object_tag(aligned(table), OBJECT_PREPARED_KEY) &&
         key->process == process && key->len != 0 &&
         key->len == table_len(key->curve, key->choice) &&
         ct_bytes_equal(key->module, module_slot(), sizeof key->module) != 0;
}

/* Enters a verifying service; `key` is set where it gives SVC_OK. */
static uint32_t begin_verifying(struct gate *g, struct prepared_key *key,
                                const uint8_t *table,
                                const cordon_ecdsa_scheme *scheme) {
  int live = read_key(key, table);
  uint32_t st = gate_enter(
      g, CORDON_SERVICE_VERIFY,
      selftest_needs_verify(live ? key->curve : 0, ecdsa_hash_of(scheme)));
  if (st == SVC_OK) {
    st = ecdsa_check_scheme(scheme);
  }
  if (st == SVC_OK && !live) {
    st = SVC(table == NULL ? CORDON_ERR_ARG : CORDON_ERR_OBJECT);
  }
  if (st == SVC_OK) {
    strength_note(g, scheme->hash, key->curve);
  }
  return st;
}

static uint32_t verify_vartime(uint32_t st, const uint8_t *table,
                               const struct prepared_key *key,
                               const struct ecdsa_signature *sig,
                               const struct ecdsa_digest *e) {
  if (st == SVC_OK && ecdsa_verify_prepared_core_vartime(
                          key->curve, key->choice, points_of(table), sig->r,
                          sig->s, e->bytes, e->len) != 1) {
    st = SVC(CORDON_ERR_SIGNATURE);
  }
  return st;
}

cordon_status svc_ecdsa_verify_prepared(const uint8_t *table,
                                        const cordon_ecdsa_scheme *scheme,
                                        const uint8_t *msg, size_t msg_len,
                                        const uint8_t *sig, size_t sig_len) {
  struct prepared_key key;
  struct gate g;
  struct ecdsa_signature rs;
  struct ecdsa_digest e;
  uint32_t st = begin_verifying(&g, &key, table, scheme);
  if (st == SVC_OK) {
    st = ecdsa_digest_message(&e, scheme->hash, msg, msg_len);
  }
  if (st == SVC_OK) {
    st = ecdsa_decode_vartime(&rs, key.curve, scheme->format, sig, sig_len);
  }
  st = verify_vartime(st, table, &key, &rs, &e);
  return gate_leave(&g, st);
}

cordon_status svc_ecdsa_verify_prepared_hash(const uint8_t *table,
                                             const cordon_ecdsa_scheme *scheme,
                                             cordon_hash *hash,
                                             const uint8_t *sig,
                                             size_t sig_len) {
  struct prepared_key key;
  struct hash_object *h = (struct hash_object *)hash;
  struct gate g;
  struct ecdsa_signature rs;
  struct ecdsa_digest e;
  uint32_t st = begin_verifying(&g, &key, table, scheme);
  if (st == SVC_OK) {
    st = ecdsa_digest_running(&e, scheme->hash, h);
  }
  if (st == SVC_OK) {
    st = ecdsa_decode_vartime(&rs, key.curve, scheme->format, sig, sig_len);
  }
  if (st == SVC_OK) {
    ct_wipe(h, sizeof *h);
  }
  st = verify_vartime(st, table, &key, &rs, &e);
  return gate_leave(&g, st);
}

cordon_status svc_ecdsa_verify_prepared_digest(
    const uint8_t *table, const cordon_ecdsa_scheme *scheme,
    const uint8_t *digest, size_t digest_len, const uint8_t *sig,
    size_t sig_len) {
  struct prepared_key key;
  struct gate g;
  struct ecdsa_signature rs;
  struct ecdsa_digest e;
  uint32_t st = begin_verifying(&g, &key, table, scheme);
  g.reason = CORDON_REASON_CALLER_DIGEST;
  if (st == SVC_OK) {
    st = ecdsa_digest_given(&e, scheme->hash, digest, digest_len);
  }
  if (st == SVC_OK) {
    st = ecdsa_decode_vartime(&rs, key.curve, scheme->format, sig, sig_len);
  }
  st = verify_vartime(st, table, &key, &rs, &e);
  return gate_leave(&g, st);
}

cordon_status svc_ecdsa_prepared_wipe(uint8_t *table, size_t len) {
  struct gate g;
  gate_enter_any(&g, CORDON_SERVICE_WIPE);
  if (!bytes_ok(table, len)) {
    return gate_leave_any(&g, SVC(CORDON_ERR_ARG));
  }
  if (len != 0) {
    ct_wipe(table, len);
  }
  return gate_leave_any(&g, SVC_OK);
}
