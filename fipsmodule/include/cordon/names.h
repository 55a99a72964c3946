/* Words for the numbers of the other headers, for logs and messages. These are
 * inline functions of the caller's program, not services: they lie outside the
 * module's boundary. Each returns a constant string, "unknown" for a number
 * that has no name. */
#ifndef CORDON_NAMES_H_
#define CORDON_NAMES_H_

#include <cordon/module.h>
#include <cordon/types.h>

/** cordon_status_name names a status code as the headers write it. */
static inline const char *cordon_status_name(cordon_status status) {
  switch (status) {
    case CORDON_OK:
      return "CORDON_OK";
    case CORDON_ERR_ARG:
      return "CORDON_ERR_ARG";
    case CORDON_ERR_LENGTH:
      return "CORDON_ERR_LENGTH";
    case CORDON_ERR_BUFFER:
      return "CORDON_ERR_BUFFER";
    case CORDON_ERR_ENCODING:
      return "CORDON_ERR_ENCODING";
    case CORDON_ERR_POINT:
      return "CORDON_ERR_POINT";
    case CORDON_ERR_KEY:
      return "CORDON_ERR_KEY";
    case CORDON_ERR_KEY_USE:
      return "CORDON_ERR_KEY_USE";
    case CORDON_ERR_SIGNATURE:
      return "CORDON_ERR_SIGNATURE";
    case CORDON_ERR_STATE:
      return "CORDON_ERR_STATE";
    case CORDON_ERR_OBJECT:
      return "CORDON_ERR_OBJECT";
    case CORDON_ERR_BLOCKED:
      return "CORDON_ERR_BLOCKED";
    case CORDON_ERR_ENTROPY:
      return "CORDON_ERR_ENTROPY";
    case CORDON_ERR_PCT:
      return "CORDON_ERR_PCT";
    case CORDON_ERR_LIMIT:
      return "CORDON_ERR_LIMIT";
    case CORDON_ERR_UNSUPPORTED:
      return "CORDON_ERR_UNSUPPORTED";
    default:
      return "unknown";
  }
}

/** cordon_state_name names a CORDON_STATE_. */
static inline const char *cordon_state_name(uint32_t state) {
  switch (state) {
    case CORDON_STATE_SELF_TEST:
      return "self-test";
    case CORDON_STATE_SOFT_ERROR:
      return "soft error";
    case CORDON_STATE_OPERATIONAL:
      return "operational";
    case CORDON_STATE_DEGRADED:
      return "degraded";
    case CORDON_STATE_ERROR:
      return "error";
    default:
      return "unknown";
  }
}

/** cordon_integrity_name names a CORDON_INTEGRITY_. */
static inline const char *cordon_integrity_name(uint32_t integrity) {
  switch (integrity) {
    case CORDON_INTEGRITY_VERIFIED:
      return "verified";
    case CORDON_INTEGRITY_FAILED:
      return "failed";
    case CORDON_INTEGRITY_NONE:
      return "none (development build)";
    default:
      return "unknown";
  }
}

/** cordon_backend_name names a CORDON_BACKEND_. */
static inline const char *cordon_backend_name(uint32_t backend) {
  switch (backend) {
    case CORDON_BACKEND_PORTABLE:
      return "portable";
    case CORDON_BACKEND_X86_64:
      return "x86_64";
    case CORDON_BACKEND_AVX2:
      return "avx2";
    case CORDON_BACKEND_ADX:
      return "adx";
    case CORDON_BACKEND_SHA:
      return "sha";
    default:
      return "unknown";
  }
}

/** cordon_test_kind_name names the kind of a self-test. */
static inline const char *cordon_test_kind_name(uint32_t kind) {
  switch (kind) {
    case CORDON_TEST_POWER_ON:
      return "power-on";
    case CORDON_TEST_FIRST_USE:
      return "first use";
    case CORDON_TEST_CONDITIONAL:
      return "conditional";
    default:
      return "unknown";
  }
}

/** cordon_test_result_name names the result of a self-test. */
static inline const char *cordon_test_result_name(uint32_t result) {
  switch (result) {
    case CORDON_TEST_NOT_RUN:
      return "not run";
    case CORDON_TEST_PASSED:
      return "passed";
    case CORDON_TEST_FAILED:
      return "FAILED";
    default:
      return "unknown";
  }
}

#endif
