/* The services of <cordon/module.h>: status, self-tests on demand, callback,
 * indicator. All but the self-tests work in every state. */
#include <cordon/module.h>

#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/life.h"
#include "module/services.h"
#include "module/state.h"
#include "module/version.h"

/* "Operational" leaves through the mask, like any output. */
static uint32_t reported_state(const struct module_state *s) {
  uint32_t word = state_word(s);
  if (word == CORDON_STATE_SELF_TEST || word == CORDON_STATE_SOFT_ERROR) {
    return word;
  }
  return ct_select_u32(gate_mask(s, 0), word, CORDON_STATE_ERROR);
}

static uint32_t reported_integrity(const struct module_state *s) {
#if defined(CORDON_SEALED)
  return ct_select_u32(
      ct_bytes_equal(s->measured, module_slot(), MODULE_MAC_LEN),
      CORDON_INTEGRITY_VERIFIED, CORDON_INTEGRITY_FAILED);
#else
  (void)s;
  return CORDON_INTEGRITY_NONE;
#endif
}

static void fill_identity(cordon_info *info) {
  static const char name[sizeof info->name] = MODULE_NAME;
  static const char version[sizeof info->version] = MODULE_VERSION;
  memcpy(info->name, name, sizeof name);
  memcpy(info->version, version, sizeof version);
#if defined(CORDON_SEALED)
  memcpy(info->build_identity, seal_header + SEAL_OFF_IDENTITY,
         SEAL_IDENTITY_LEN);
  memcpy(info->digest, seal_slot, SEAL_SLOT_LEN);
#endif
#if defined(CORDON_TEST_OBJECT)
  info->test_object = 1;
#endif
}

cordon_status svc_get_info(cordon_info *info) {
  struct module_state *s = module_state();
  struct thread_state *t = thread_state();
  if (info == NULL) {
    return ANY(CORDON_ERR_ARG);
  }
  if (s == NULL || t == NULL) {
    return ANY(CORDON_ERR_STATE);
  }
  gate_power_on(s, t);
  memset(info, 0, sizeof *info);
  fill_identity(info);
  info->state = reported_state(s);
  info->integrity = reported_integrity(s);
  info->backend = s->backend;
  info->backend_limit = s->backend_limit;
  info->num_selftests = SELFTEST_NUM;
  if (lock_take(&s->event_lock, t)) {
    info->num_events = s->num_events;
    memcpy(info->events, s->events, sizeof s->events);
    lock_release(&s->event_lock);
  }
  return ANY_OK;
}

cordon_status svc_selftest(uint32_t id) {
  struct module_state *s = module_state();
  struct thread_state *t = thread_state();
  if (s == NULL || t == NULL) {
    return SVC(CORDON_ERR_STATE);
  }
  if (id != CORDON_SELFTEST_ALL && (id < 1 || id > SELFTEST_NUM)) {
    return SVC(CORDON_ERR_ARG);
  }
  gate_power_on(s, t);
  /* A test that ran here would report to the callback that asked for it. */
  return t->callbacks != 0 ? SVC(CORDON_ERR_STATE) : life_on_demand(s, t, id);
}

cordon_status svc_selftest_info(uint32_t index,
                                cordon_selftest_record *record) {
  struct module_state *s = module_state();
  if (record == NULL || index >= SELFTEST_NUM) {
    return ANY(CORDON_ERR_ARG);
  }
  if (s == NULL) {
    return ANY(CORDON_ERR_STATE);
  }
  uint32_t id = index + 1;
  memset(record, 0, sizeof *record);
  record->id = id;
  record->kind = selftest_kind(id);
  const struct test_record *r = &s->tests[id];
  record->result = __atomic_load_n(&r->result, __ATOMIC_RELAXED);
  record->runs = __atomic_load_n(&r->runs, __ATOMIC_RELAXED);
  record->ticks = __atomic_load_n(&r->ticks, __ATOMIC_RELAXED);
  record->blocks = selftest_blocks(id);
  selftest_name(id, record->name);
  selftest_algorithm(id, record->algorithm);
  return ANY_OK;
}

cordon_status svc_set_callback(cordon_event_fn fn, void *arg) {
  struct module_state *s = module_state();
  if (s == NULL || !lock_take(&s->event_lock, thread_state())) {
    return ANY(CORDON_ERR_STATE);
  }
  s->callback = fn;
  s->callback_arg = arg;
  lock_release(&s->event_lock);
  return ANY_OK;
}

cordon_status svc_last_indicator(cordon_indicator *indicator) {
  struct thread_state *t = thread_state();
  if (indicator == NULL) {
    return ANY(CORDON_ERR_ARG);
  }
  if (t == NULL) {
    return ANY(CORDON_ERR_STATE);
  }
  *indicator = t->indicator;
  if (indicator->approved == 0) {
    indicator->approved = CORDON_NOT_APPROVED;
    indicator->reason = CORDON_REASON_NO_SERVICE;
  }
  return ANY_OK;
}
