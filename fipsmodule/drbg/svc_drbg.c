/* The services of <cordon/drbg.h>. */
#include "drbg/instance.h"
#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/object.h"
#include "module/services.h"
#include "module/state.h"

struct drbg_object {
  uint64_t tag;
  uint32_t hash;
  uint32_t reserved;
  struct drbg_instance instance;
};

_Static_assert(sizeof(struct drbg_object) <= sizeof(cordon_drbg) * 4 / 5,
               "a quarter of what is used stays in reserve");

/* FIPS 140-3 IG D.R: approved with SHA-256 and SHA-512 only. */
static void note_hash(struct gate *g, uint32_t hash) {
  if (hash != CORDON_SHA256 && hash != CORDON_SHA512) {
    g->reason = CORDON_REASON_DRBG_HASH;
  }
}

static int is_live(const struct drbg_object *o) {
  return o != NULL && o->tag == object_tag(o, OBJECT_DRBG);
}

/* cordon-test.o takes what was queued on the thread, and then the host. */
static void choose_source(const struct gate *g, struct entropy_source *src) {
  entropy_source_host(src, g->state, g->thread);
#if defined(CORDON_TEST_OBJECT)
  if (g->thread->num_given != 0) {
    entropy_source_given(src);
    for (uint32_t i = 0; i < g->thread->num_given; i++) {
      entropy_source_add(src, g->thread->given[i], g->thread->given_len[i]);
    }
  }
#endif
}

/* Drops the pieces that were used. */
static void close_source(const struct gate *g,
                         const struct entropy_source *src) {
#if defined(CORDON_TEST_OBJECT)
  if (src->kind == ENTROPY_GIVEN) {
    struct thread_state *t = g->thread;
    t->num_given = src->num - src->next;
    for (uint32_t i = 0; i < t->num_given; i++) {
      t->given[i] = src->piece[src->next + i];
      t->given_len[i] = src->piece_len[src->next + i];
    }
  }
#else
  (void)g;
  (void)src;
#endif
}

cordon_status svc_drbg_instantiate(cordon_drbg *drbg,
                                   const cordon_drbg_params *params,
                                   const uint8_t *pers, size_t len) {
  struct drbg_object *o = (struct drbg_object *)drbg;
  struct gate g;
  uint32_t hash = params == NULL ? 0 : params->hash;
  uint32_t st = gate_enter(&g, CORDON_SERVICE_DRBG, selftest_needs_drbg(hash));
  note_hash(&g, hash);
  if (bytes_overlap(pers, len, drbg, sizeof *drbg) ||
      bytes_overlap(params, sizeof *params, drbg, sizeof *drbg)) {
    o = NULL;
  }
  if (o != NULL) {
    memset(o, 0, sizeof *o);
  }
  if (st == SVC_OK && (o == NULL || params == NULL || !bytes_ok(pers, len))) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK) {
    struct entropy_source src;
    choose_source(&g, &src);
    st = drbg_instantiate(&o->instance, &src, params, pers, len);
    close_source(&g, &src);
  }
  if (st == SVC_OK) {
    o->hash = hash;
    o->tag = object_tag(o, OBJECT_DRBG);
  }
  return gate_leave(&g, st);
}

cordon_status svc_drbg_reseed(cordon_drbg *drbg, const uint8_t *additional,
                              size_t len) {
  struct drbg_object *o = (struct drbg_object *)drbg;
  struct gate g;
  uint32_t hash = is_live(o) ? o->hash : CORDON_SHA256;
  uint32_t st = gate_enter(&g, CORDON_SERVICE_DRBG, selftest_needs_drbg(hash));
  note_hash(&g, hash);
  if (st == SVC_OK && (o == NULL || !bytes_ok(additional, len) ||
                       bytes_overlap(additional, len, drbg, sizeof *drbg))) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && !is_live(o)) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  if (st == SVC_OK) {
    struct entropy_source src;
    choose_source(&g, &src);
    st = drbg_reseed(&o->instance, &src, additional, len);
    close_source(&g, &src);
  }
  return gate_leave(&g, st);
}

cordon_status svc_drbg_generate(uint8_t *out, size_t out_len, cordon_drbg *drbg,
                                uint32_t flags, const uint8_t *additional,
                                size_t len) {
  struct drbg_object *o = (struct drbg_object *)drbg;
  struct gate g;
  uint32_t hash = is_live(o) ? o->hash : CORDON_SHA256;
  uint32_t st = gate_enter(&g, CORDON_SERVICE_DRBG, selftest_needs_drbg(hash));
  note_hash(&g, hash);
  int overlap = bytes_overlap(out, out_len, drbg, sizeof *drbg) ||
                bytes_overlap(out, out_len, additional, len);
  if (st == SVC_OK &&
      (o == NULL || !bytes_ok(out, out_len) || !bytes_ok(additional, len) ||
       overlap || bytes_overlap(additional, len, drbg, sizeof *drbg) ||
       (flags & ~CORDON_DRBG_PREDICTION_RESISTANCE) != 0)) {
    st = SVC(CORDON_ERR_ARG);
  }
  if (st == SVC_OK && !is_live(o)) {
    st = SVC(CORDON_ERR_OBJECT);
  }
  if (st == SVC_OK) {
    struct entropy_source src;
    choose_source(&g, &src);
    st =
        drbg_generate(&o->instance, &src, out, out_len, flags, additional, len);
    close_source(&g, &src);
  }
  if (st == SVC_OK) {
    (void)gate_copy(&g, out, out, out_len);
  } else if (out != NULL && !overlap) {
    memset(out, 0, out_len);
  }
  return gate_leave(&g, st);
}

cordon_status svc_drbg_uninstantiate(cordon_drbg *drbg) {
  struct gate g;
  gate_enter_any(&g, CORDON_SERVICE_WIPE);
  if (drbg == NULL) {
    return gate_leave_any(&g, SVC(CORDON_ERR_ARG));
  }
  uint32_t live = (uint32_t)is_live((struct drbg_object *)drbg);
  ct_wipe(drbg, sizeof *drbg);
  return gate_leave_any(&g, live ? SVC_OK : SVC(CORDON_ERR_OBJECT));
}

cordon_status svc_random(uint8_t *out, size_t len) {
  struct gate g;
  uint32_t st = gate_enter(&g, CORDON_SERVICE_DRBG, selftest_needs_random());
  if (st == SVC_OK && !bytes_ok(out, len)) {
    st = SVC(CORDON_ERR_ARG);
  }
  for (size_t done = 0; st == SVC_OK && done < len;) {
    size_t n = len - done;
    n = n < DRBG_MAX_REQUEST_LEN ? n : DRBG_MAX_REQUEST_LEN;
    st = drbg_thread_generate(g.state, g.thread, out + done, n, NULL, 0);
    done += n;
  }
  if (st == SVC_OK) {
    (void)gate_copy(&g, out, out, len);
  } else if (out != NULL) {
    memset(out, 0, len);
  }
  return gate_leave(&g, st);
}
