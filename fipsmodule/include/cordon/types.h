/* Names shared by all public headers: status codes, algorithm and curve ids,
 * sizes. Ids and codes are never reused for another meaning.
 *
 * Rules that hold for every call, unless its comment says otherwise:
 *   - The result is a cordon_status: CORDON_OK (0) or one negative code. It is
 *     never a length or a boolean, and must be used.
 *   - `size_t *len` is the capacity in bytes on entry and the length written
 *     on return. On error it is 0, but for CORDON_ERR_BUFFER, where it is the
 *     length that is needed and nothing was written, whatever the comment says
 *     of other errors.
 *   - On error an output buffer is zero over its whole capacity, or untouched
 *     where the comment says so; objects keep their state.
 *   - A length of 0 allows a NULL pointer. An output that overlaps an input or
 *     an object is CORDON_ERR_ARG and stays untouched, unless the call's
 *     comment allows it.
 *   - Integers are big-endian; of fixed width on output.
 *   - Any function may be called from any thread. const objects may be shared;
 *     an object that is written has one user at a time. Nothing here is
 *     async-signal-safe. Everything may be used in the child after fork.
 *   - No heap, no errno, no stdio, no abort. A call needs up to 24 KiB of
 * stack.
 *
 * Codes that every service may return besides those it names:
 *   CORDON_ERR_STATE    the module is in its final error state, or a self-test
 *                       failed in another thread while this call was inside:
 *                       then it may be repeated
 *   CORDON_ERR_BLOCKED  a self-test that the service depends on has failed
 *   CORDON_ERR_ARG      a NULL pointer, an unknown id or flag */
#ifndef CORDON_TYPES_H_
#define CORDON_TYPES_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t cordon_status;

#define CORDON_OK 0
/* NULL, unknown id or flag, forbidden overlap. */
#define CORDON_ERR_ARG (-1)
/* An input length that the algorithm or the format does not allow. */
#define CORDON_ERR_LENGTH (-2)
/* The output buffer is too small: *len says what is needed. */
#define CORDON_ERR_BUFFER (-3)
/* Malformed encoding (DER, point format byte, wrong length for its form). */
#define CORDON_ERR_ENCODING (-4)
/* A point that is not on the curve, has a coordinate >= p, or is infinity. */
#define CORDON_ERR_POINT (-5)
/* A private key outside 1 .. n - 1, or a pair that does not match. */
#define CORDON_ERR_KEY (-6)
/* The key was not declared for this use. */
#define CORDON_ERR_KEY_USE (-7)
/* Well formed but false; also r or s of 0 or >= n. */
#define CORDON_ERR_SIGNATURE (-8)
/* The module is in its final error state, where no service works; or it was in
 * an error state during the call. */
#define CORDON_ERR_STATE (-9)
/* An object that was not initialised, is finished, was wiped, or was copied
 * by other means than the call for it. */
#define CORDON_ERR_OBJECT (-10)
/* A self-test that the service depends on has failed; see cordon_selftest. */
#define CORDON_ERR_BLOCKED (-11)
/* The entropy source failed or its health test did. */
#define CORDON_ERR_ENTROPY (-12)
/* The pairwise consistency test of a new key pair failed; no key was made. */
#define CORDON_ERR_PCT (-13)
/* A limit of the standard was reached (request size, message length, reseed
 * interval). */
#define CORDON_ERR_LIMIT (-14)
/* A known algorithm or parameter that this build does not offer here. */
#define CORDON_ERR_UNSUPPORTED (-15)

#if defined(__GNUC__)
#define CORDON_MUST_USE __attribute__((warn_unused_result))
#else
#define CORDON_MUST_USE
#endif

/* Curves (SP 800-186, 3.2.1). */
#define CORDON_P224 1u
#define CORDON_P256 2u
#define CORDON_P384 3u
#define CORDON_P521 4u

/* Hash functions: SHA-2 (FIPS 180-4), SHA-3 and SHAKE (FIPS 202). Where a
 * digest of fixed length is asked for, as for signatures (FIPS 186-5, 6.1.1 and
 * appendix B.2), SHAKE128 gives 32 bytes and SHAKE256 gives 64. */
#define CORDON_SHA224 1u
#define CORDON_SHA256 2u
#define CORDON_SHA384 3u
#define CORDON_SHA512 4u
#define CORDON_SHA512_224 5u
#define CORDON_SHA512_256 6u
#define CORDON_SHA3_224 7u
#define CORDON_SHA3_256 8u
#define CORDON_SHA3_384 9u
#define CORDON_SHA3_512 10u
#define CORDON_SHAKE128 11u
#define CORDON_SHAKE256 12u

#define CORDON_MAX_DIGEST_BYTES 64
#define CORDON_MAX_FIELD_BYTES 66
#define CORDON_MAX_POINT_BYTES 133
#define CORDON_MAX_COMPRESSED_POINT_BYTES 67
#define CORDON_MAX_RAW_SIG_BYTES 132
#define CORDON_MAX_DER_SIG_BYTES 139

/* Sizes for each curve. Order and field have the same length; a DER signature
 * has at most the length given. */
#define CORDON_P224_FIELD_BYTES 28
#define CORDON_P224_POINT_BYTES 57
#define CORDON_P224_COMPRESSED_POINT_BYTES 29
#define CORDON_P224_RAW_SIG_BYTES 56
#define CORDON_P224_DER_SIG_BYTES 64

#define CORDON_P256_FIELD_BYTES 32
#define CORDON_P256_POINT_BYTES 65
#define CORDON_P256_COMPRESSED_POINT_BYTES 33
#define CORDON_P256_RAW_SIG_BYTES 64
#define CORDON_P256_DER_SIG_BYTES 72

#define CORDON_P384_FIELD_BYTES 48
#define CORDON_P384_POINT_BYTES 97
#define CORDON_P384_COMPRESSED_POINT_BYTES 49
#define CORDON_P384_RAW_SIG_BYTES 96
#define CORDON_P384_DER_SIG_BYTES 104

#define CORDON_P521_FIELD_BYTES 66
#define CORDON_P521_POINT_BYTES 133
#define CORDON_P521_COMPRESSED_POINT_BYTES 67
#define CORDON_P521_RAW_SIG_BYTES 132
#define CORDON_P521_DER_SIG_BYTES 139

#ifdef __cplusplus
}
#endif

#endif
