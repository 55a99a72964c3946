/* Calls that only cordon-test.o has: given nonces, given DRBG entropy, injected
 * failures. That object never says approved. */
#ifndef CORDON_TEST_H_
#define CORDON_TEST_H_

#include <cordon/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Pieces of entropy that can be queued on a thread. */
#define CORDON_TEST_MAX_ENTROPY 8

/** cordon_test_set_nonce gives the nonce of this thread's next signature. A
 *  nonce that gives r = 0 or s = 0 makes that call draw a random one instead
 *  (FIPS 186-5, 6.4.1, step 11).
 *  @param[in] k, len  big-endian, order length or less; 1 .. n - 1, or that
 *                     signature is CORDON_ERR_ARG
 *  @retval CORDON_OK, CORDON_ERR_LENGTH (above 66 bytes)
 *  Spec:    the CAVP test with given k
 *  CT:      k does not leak
 *  Service: never approved */
CORDON_MUST_USE cordon_status cordon_test_set_nonce(const uint8_t *k,
                                                    size_t len);

/** cordon_test_push_entropy queues one piece of entropy on this thread: the
 *  next draw of a caller's DRBG (entropy input, then nonce; entropy input of a
 *  reseed) takes it whole, at its own length and without health tests. The
 *  memory must stay valid until then.
 *  @param[in] p, len  the piece
 *  @retval CORDON_OK, CORDON_ERR_LIMIT (the queue is full)
 *  Spec:    SP 800-90A rev 1, 11.2 (known entropy input)
 *  CT:      the bytes do not leak
 *  Service: never approved */
CORDON_MUST_USE cordon_status cordon_test_push_entropy(const uint8_t *p,
                                                       size_t len);

/** cordon_test_clear drops this thread's nonce and queue, and all injected
 *  failures of the process.
 *  @retval CORDON_OK
 *  Spec:    none
 *  CT:      nothing secret
 *  Service: never approved */
CORDON_MUST_USE cordon_status cordon_test_clear(void);

/** cordon_test_inject makes the next runs of a self-test fail; for the
 *  pairwise test of new keys and the health tests of entropy these are the
 *  next key and the next draw.
 *  @param[in] selftest  id
 *  @param[in] count     how many runs fail
 *  @retval CORDON_OK, CORDON_ERR_ARG
 *  Spec:    ISO/IEC 19790 7.10 (tests are shown to fail)
 *  CT:      nothing secret
 *  Service: never approved */
CORDON_MUST_USE cordon_status cordon_test_inject(uint32_t selftest,
                                                 uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
