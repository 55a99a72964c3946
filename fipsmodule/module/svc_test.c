/* The services of <cordon/test.h>, in cordon-test.o alone. */
#include <cordon/test.h>

#include "limbs/ct.h"
#include "limbs/mem.h"
#include "module/gate.h"
#include "module/services.h"
#include "module/state.h"

#if defined(CORDON_TEST_OBJECT)

cordon_status svc_test_set_nonce(const uint8_t *k, size_t len) {
  struct thread_state *t = thread_state();
  if (t == NULL) {
    return SVC(CORDON_ERR_STATE);
  }
  if (k == NULL || len == 0) {
    return SVC(CORDON_ERR_ARG);
  }
  if (len > sizeof t->nonce) {
    return SVC(CORDON_ERR_LENGTH);
  }
  memcpy(t->nonce, k, len);
  t->nonce_len = (uint32_t)len;
  return SVC_OK;
}

cordon_status svc_test_push_entropy(const uint8_t *p, size_t len) {
  struct thread_state *t = thread_state();
  if (t == NULL) {
    return SVC(CORDON_ERR_STATE);
  }
  if (!bytes_ok(p, len)) {
    return SVC(CORDON_ERR_ARG);
  }
  if (t->num_given >= CORDON_TEST_MAX_ENTROPY) {
    return SVC(CORDON_ERR_LIMIT);
  }
  t->given[t->num_given] = p;
  t->given_len[t->num_given] = len;
  t->num_given++;
  return SVC_OK;
}

cordon_status svc_test_clear(void) {
  struct module_state *s = module_state();
  struct thread_state *t = thread_state();
  if (s == NULL || t == NULL) {
    return SVC(CORDON_ERR_STATE);
  }
  ct_wipe(t->nonce, sizeof t->nonce);
  t->nonce_len = 0;
  t->num_given = 0;
  for (uint32_t id = 0; id <= SELFTEST_NUM; id++) {
    __atomic_store_n(&s->inject[id], 0, __ATOMIC_RELAXED);
  }
  return SVC_OK;
}

cordon_status svc_test_inject(uint32_t selftest, uint32_t count) {
  struct module_state *s = module_state();
  if (s == NULL) {
    return SVC(CORDON_ERR_STATE);
  }
  if (selftest < 1 || selftest > SELFTEST_NUM) {
    return SVC(CORDON_ERR_ARG);
  }
  __atomic_store_n(&s->inject[selftest], count, __ATOMIC_RELAXED);
  return SVC_OK;
}

#else
/* A translation unit is not empty. */
typedef int svc_test_unused;
#endif
