/* Many ECDSA signatures in one call, which shares what is costly among them:
 * one request to the DRBG, and one inversion of each kind. Signatures are made
 * under one key; verified under a key for each, on any curves.
 *
 * Items. Each is judged alone, and a bad one hides no other: its status is what
 * the single call of <cordon/ecdsa.h> returns for it, and so are its outputs.
 * The call returns CORDON_OK only if the status of every item is CORDON_OK;
 * else the status of the first item whose status is another. Where the call
 * itself is refused (its key, scheme, workspace, or the module's state), that
 * is the status of each item. No item keeps the status that it came with, but
 * where items is NULL, or overlaps the key or the scheme, or num_items is 0 or
 * more than memory holds: then nothing is written. Where a self-test fails in
 * another thread during the call, every item that succeeded says
 * CORDON_ERR_STATE, and its signature is zeroed over its length. There must be
 * one item at least: a call that looked at no signature must not read as
 * success.
 *
 * The indicator of the thread speaks of the call: approved where every item
 * succeeded and is approved. `approved` and `reason` in each item speak of that
 * item, with the same values.
 *
 * The workspace is memory of the caller's at any address, of at least
 * CORDON_BATCH_WORKSPACE_BYTES(1); of CORDON_BATCH_WORKSPACE_BYTES(n) it works
 * on up to n items at a time, and never on more than CORDON_BATCH_MAX_CHUNK,
 * with the same results. One that is shorter is CORDON_ERR_LENGTH, none (NULL)
 * CORDON_ERR_ARG. One user at a time; nothing of it is kept, and signing wipes
 * what it used of it.
 *
 * Overlap. The workspace must be apart from all else. A signature that is made
 * must be apart from the key, the scheme, the items and its own input, and what
 * an item points at from the items: CORDON_ERR_ARG of the call or of that item.
 * Not looked at is whether a signature that is made overlaps the input or the
 * signature of another item; then those two are of no use, and no others. */
#ifndef CORDON_BATCH_H_
#define CORDON_BATCH_H_

#include <cordon/ecdsa.h>
#include <cordon/key.h>
#include <cordon/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CORDON_BATCH_ITEM_BYTES 512
#define CORDON_BATCH_MAX_CHUNK 512
#define CORDON_BATCH_WORKSPACE_BYTES(num_items) \
  ((size_t)(num_items)*CORDON_BATCH_ITEM_BYTES)

/* A signature to make. The last three are outputs, and so is sig_len: the
 * capacity on entry, the length on return, as for a single call. */
typedef struct {
  const uint8_t *in; /* message, or digest */
  size_t in_len;
  uint8_t *sig;
  size_t sig_len;
  cordon_status status;
  uint32_t approved; /* CORDON_APPROVED or CORDON_NOT_APPROVED */
  uint32_t reason;   /* CORDON_REASON_ of <cordon/module.h> */
} cordon_ecdsa_sign_item;

/* A signature to verify. The last three are outputs. */
typedef struct {
  const cordon_public_key *key;
  const uint8_t *in; /* message, or digest */
  size_t in_len;
  const uint8_t *sig;
  size_t sig_len;
  cordon_status status;
  uint32_t approved;
  uint32_t reason;
} cordon_ecdsa_verify_item;

/** cordon_ecdsa_sign_batch signs many messages with one key. The additional
 *  input of a hedged nonce is SHA-256(d || digest 1 || digest 2 ...) over the
 *  items that are worked on at a time.
 *  @param[in,out] items, num_items  what to sign, and the results
 *  @param[in]     key     private key (secret), for CORDON_USE_SIGN
 *  @param[in]     scheme  hash, format and nonce
 *  @param         workspace, workspace_len  memory to work in
 *  @retval CORDON_OK every item was signed
 *  @retval CORDON_ERR_LENGTH the workspace is too short, if each item says so
 *  @retval otherwise the status of the first item that was not signed, as of
 *          cordon_ecdsa_sign
 *  Spec:    FIPS 186-5, 6.4.1 with A.3.2 or A.3.3
 *  CT:      key and nonces do not leak; digests and signatures are public; the
 *           number of rejected candidates leaks
 *  Service: approved where the hash is at least as strong as the curve */
CORDON_MUST_USE cordon_status cordon_ecdsa_sign_batch(
    cordon_ecdsa_sign_item *items, size_t num_items,
    const cordon_private_key *key, const cordon_ecdsa_scheme *scheme,
    void *workspace, size_t workspace_len);

/** cordon_ecdsa_sign_digest_batch signs many digests that the caller computed.
 *  @param[in,out] items, num_items  digests of the length of scheme->hash, and
 *                                   the results
 *  @param[in]     key, scheme  as for cordon_ecdsa_sign_batch
 *  @param         workspace, workspace_len  memory to work in
 *  @retval as cordon_ecdsa_sign_batch, with the status of an item as of
 *          cordon_ecdsa_sign_digest
 *  Spec:    FIPS 186-5, 6.4.1 with A.3.2 or A.3.3, without its first step
 *  CT:      as for cordon_ecdsa_sign_batch
 *  Service: not approved: digest supplied by the caller */
CORDON_MUST_USE cordon_status cordon_ecdsa_sign_digest_batch(
    cordon_ecdsa_sign_item *items, size_t num_items,
    const cordon_private_key *key, const cordon_ecdsa_scheme *scheme,
    void *workspace, size_t workspace_len);

/** cordon_ecdsa_verify_batch verifies many signatures of messages, each under
 *  its own key. A curve whose self-test has failed refuses its own items alone.
 *  @param[in,out] items, num_items  what to verify, and the results
 *  @param[in]     scheme  hash and format
 *  @param         workspace, workspace_len  memory to work in
 *  @retval CORDON_OK every signature is valid
 *  @retval CORDON_ERR_LENGTH the workspace is too short, if each item says so
 *  @retval otherwise the status of the first item that is not valid, as of
 *          cordon_ecdsa_verify
 *  Spec:    FIPS 186-5, 6.4.2
 *  CT:      variable time: nothing secret
 *  Service: approved where the hash is at least as strong as each curve */
CORDON_MUST_USE cordon_status cordon_ecdsa_verify_batch(
    cordon_ecdsa_verify_item *items, size_t num_items,
    const cordon_ecdsa_scheme *scheme, void *workspace, size_t workspace_len);

/** cordon_ecdsa_verify_digest_batch verifies many signatures of digests that
 *  the caller computed.
 *  @param[in,out] items, num_items  digests of the length of scheme->hash, and
 *                                   the results
 *  @param[in]     scheme  hash and format
 *  @param         workspace, workspace_len  memory to work in
 *  @retval as cordon_ecdsa_verify_batch, with the status of an item as of
 *          cordon_ecdsa_verify_digest
 *  Spec:    FIPS 186-5, 6.4.2, without its hashing step
 *  CT:      variable time: nothing secret
 *  Service: not approved: digest supplied by the caller */
CORDON_MUST_USE cordon_status cordon_ecdsa_verify_digest_batch(
    cordon_ecdsa_verify_item *items, size_t num_items,
    const cordon_ecdsa_scheme *scheme, void *workspace, size_t workspace_len);

#ifdef __cplusplus
}
#endif

#endif
