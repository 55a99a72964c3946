/* The module itself: version, state, self-tests, service indicator
 * (ISO/IEC 19790, 7.4.3: show version, show status, self-test on demand).
 * The calls of this header work in every state, the final error included. */
#ifndef CORDON_MODULE_H_
#define CORDON_MODULE_H_

#include <cordon/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Module states. None is 0: zeroed memory never reads as a state.
 *   SELF_TEST    the power-on tests run; no output
 *   SOFT_ERROR   a test failed, the others are run again; no output
 *   OPERATIONAL  every test passed
 *   DEGRADED     what a failed test covers refuses, the rest works
 *   ERROR        final for this process; every service refuses */
#define CORDON_STATE_SELF_TEST 0x5e1f7e57u
#define CORDON_STATE_SOFT_ERROR 0x50f7e220u
#define CORDON_STATE_OPERATIONAL 0x0be2a710u
#define CORDON_STATE_DEGRADED 0xde62adedu
#define CORDON_STATE_ERROR 0xe2202badu

/* How the integrity of the module was established. */
#define CORDON_INTEGRITY_VERIFIED 0x1f7e6217u
#define CORDON_INTEGRITY_FAILED 0xba0d4aceu
#define CORDON_INTEGRITY_NONE 0x0de0be1du /* development build */

/* Back ends, in rising order; CORDON_BACKEND=NAME may only lower the choice. */
#define CORDON_BACKEND_PORTABLE 1u
#define CORDON_BACKEND_X86_64 2u /* assembly that any x86-64 runs */
#define CORDON_BACKEND_AVX2 3u   /* AVX2 and BMI as well */
#define CORDON_BACKEND_ADX 4u    /* ADX as well */
#define CORDON_BACKEND_SHA 5u    /* the SHA extensions as well */

/* What a self-test is, and when it runs: a known answer before any service, a
 * test before the first use of what it covers, or one on every event of its
 * kind (a new key pair). */
#define CORDON_TEST_POWER_ON 1u
#define CORDON_TEST_FIRST_USE 2u
#define CORDON_TEST_CONDITIONAL 3u

/* Results of a self-test. */
#define CORDON_TEST_NOT_RUN 0u
#define CORDON_TEST_PASSED 0x9a55ed01u
#define CORDON_TEST_FAILED 0xfa17ed02u

/* Services, for the indicator and for what a self-test covers (bit numbers
 * of cordon_selftest_record.blocks). */
#define CORDON_SERVICE_NONE 0u
#define CORDON_SERVICE_HASH 1u
#define CORDON_SERVICE_HMAC 2u
#define CORDON_SERVICE_DRBG 3u
#define CORDON_SERVICE_KEYGEN 4u
#define CORDON_SERVICE_PRIVATE_KEY 5u
#define CORDON_SERVICE_PUBLIC_KEY 6u
#define CORDON_SERVICE_SIGN 7u
#define CORDON_SERVICE_VERIFY 8u
#define CORDON_SERVICE_SELFTEST 9u
#define CORDON_SERVICE_WIPE 10u
#define CORDON_SERVICE_ECDH 11u
#define CORDON_SERVICE_KDF 12u

/* Events of the log and of the callback. */
#define CORDON_EVENT_START 1u /* a self-test starts */
#define CORDON_EVENT_PASS 2u
#define CORDON_EVENT_FAIL 3u
#define CORDON_EVENT_STATE 4u /* the module entered the state `state` */

/* Events kept: the first half of the log keeps the first ones since power-on,
 * the second half the latest. */
#define CORDON_NUM_EVENTS 256

typedef struct {
  uint64_t sequence; /* counts from 1; 0 marks an unused entry */
  uint64_t ticks;    /* of the host's clock */
  uint32_t kind;     /* CORDON_EVENT_ */
  uint32_t selftest; /* id of the self-test, 0 for CORDON_EVENT_STATE */
  uint32_t state;    /* CORDON_STATE_ when it was logged */
  uint32_t reserved;
} cordon_event;

typedef struct {
  char name[32];              /* "Cordon" */
  char version[16];           /* "0.1.0" */
  uint8_t build_identity[24]; /* first bytes of SHA-256 over the sources */
  uint8_t digest[32];         /* the sealed HMAC-SHA-256, zero if unsealed */
  uint32_t state;             /* CORDON_STATE_ */
  uint32_t integrity;         /* CORDON_INTEGRITY_ */
  uint32_t backend;           /* highest CORDON_BACKEND_ in use */
  uint32_t backend_limit;     /* what the host allows, 0 for no limit */
  uint32_t test_object;       /* 1 for cordon-test.o, else 0 */
  uint32_t num_selftests;
  uint64_t num_events; /* logged since power-on */
  cordon_event events[CORDON_NUM_EVENTS];
} cordon_info;

typedef struct {
  uint32_t id;     /* 1 .. num_selftests */
  uint32_t kind;   /* CORDON_TEST_POWER_ON, ... */
  uint32_t result; /* CORDON_TEST_PASSED, ... of the last run */
  uint32_t runs;
  uint32_t blocks; /* bit (1 << CORDON_SERVICE_X): X, or a part of it, refuses
                      while this test is failed */
  uint32_t reserved;
  uint64_t ticks; /* cost of the last run in host ticks (nanoseconds) */
  char name[32];  /* "ecdsa-sign-p256" */
  char algorithm[32];
} cordon_selftest_record;

#define CORDON_SELFTEST_ALL 0xffffffffu

/* Service indicator (FIPS 140-3 IG 2.4.C). */
#define CORDON_APPROVED 0xa9920ed1u
#define CORDON_NOT_APPROVED 0x0f0a9902u

#define CORDON_REASON_NONE 0u          /* approved */
#define CORDON_REASON_NO_SERVICE 1u    /* this thread has called none yet */
#define CORDON_REASON_FAILED 2u        /* the call returned an error */
#define CORDON_REASON_CALLER_DIGEST 3u /* digest computed by the caller */
#define CORDON_REASON_WEAK_HASH 4u     /* weaker than the curve */
#define CORDON_REASON_SHORT_KEY                                              \
  5u                                  /* HMAC key below 112 bits, Z of a KDF \
                                         below 224 */
#define CORDON_REASON_DRBG_HASH 6u    /* HMAC_DRBG not with SHA-256, SHA-512 */
#define CORDON_REASON_TEST_OBJECT 7u  /* cordon-test.o never says approved */
#define CORDON_REASON_NOT_VERIFIED 8u /* development build, unsealed */
#define CORDON_REASON_NOT_SECURITY 9u /* not a security function (wiping) */
#define CORDON_REASON_STRENGTH 10u    /* below CORDON_MIN_STRENGTH */

typedef struct {
  uint32_t approved; /* CORDON_APPROVED or CORDON_NOT_APPROVED */
  uint32_t reason;   /* CORDON_REASON_ */
  uint32_t service;  /* CORDON_SERVICE_ */
} cordon_indicator;

/* Called for each event after it was logged, on the thread that caused it. It
 * may call services; during power-on and in the soft error state they refuse
 * with CORDON_ERR_STATE, and so does cordon_selftest always. It must return:
 * other threads may be waiting for the test that it reports. */
typedef void (*cordon_event_fn)(void *arg, const cordon_event *event);

/** cordon_get_info reports name, version, state, back end and event log. If
 *  the power-on tests have not run yet, it runs them first.
 *  @param[out] info  untouched on error
 *  @retval CORDON_OK, CORDON_ERR_ARG (NULL)
 *  Spec:    ISO/IEC 19790 7.4.3.1 (show version, show status)
 *  CT:      nothing secret
 *  Service: neither approved nor a security function; works in every state */
CORDON_MUST_USE cordon_status cordon_get_info(cordon_info *info);

/** cordon_selftest runs one self-test, or all of them, on demand. Calls of
 *  other threads are served meanwhile; results are published at the end. A
 *  failure takes the module through its error state to the degraded state, or
 *  to the final error if HMAC or the integrity test failed. A test that
 *  failed before and passes now is available again.
 *  @param[in] id  1 .. num_selftests, or CORDON_SELFTEST_ALL
 *  @retval CORDON_OK every test that ran passed
 *  @retval CORDON_ERR_BLOCKED a test failed, or could not run because one that
 *          it builds on is failed; cordon_selftest_info tells which
 *  @retval CORDON_ERR_STATE final error: nothing runs any more; or the call
 *          came from the event callback
 *  @retval CORDON_ERR_ARG unknown id
 *  Spec:    ISO/IEC 19790 7.10.3.8; FIPS 140-3 IG 10.3.E
 *  CT:      fixed values only
 *  Service: self-test; not a security function */
CORDON_MUST_USE cordon_status cordon_selftest(uint32_t id);

/** cordon_selftest_info reports the self-test at an index of the registry.
 *  @param[in]  index   0 .. num_selftests - 1
 *  @param[out] record  untouched on error
 *  @retval CORDON_OK, CORDON_ERR_ARG (NULL, index out of range)
 *  Spec:    ISO/IEC 19790 7.10.1
 *  CT:      nothing secret
 *  Service: status; works in every state */
CORDON_MUST_USE cordon_status
cordon_selftest_info(uint32_t index, cordon_selftest_record *record);

/** cordon_set_callback sets the one event callback of the process; it may be
 *  set before power-on. NULL removes it.
 *  @param[in] fn, arg  see cordon_event_fn; arg is passed on as it is
 *  @retval CORDON_OK
 *  Spec:    ISO/IEC 19790 7.10.1 (results reach a status output)
 *  CT:      nothing secret
 *  Service: status; works in every state */
CORDON_MUST_USE cordon_status cordon_set_callback(cordon_event_fn fn,
                                                  void *arg);

/** cordon_last_indicator tells whether the last service that this thread
 *  called was approved, and if not, why. A service called from a callback
 *  inside another one does not count. The calls of this header do not count.
 *  @param[out] indicator  untouched on error
 *  @retval CORDON_OK, CORDON_ERR_ARG (NULL)
 *  Spec:    FIPS 140-3 IG 2.4.C
 *  CT:      nothing secret
 *  Service: status; works in every state */
CORDON_MUST_USE cordon_status
cordon_last_indicator(cordon_indicator *indicator);

#ifdef __cplusplus
}
#endif

#endif
