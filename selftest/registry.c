/* The registry: names, dependencies, and the dispatch to each test. */
#include "selftest/registry.h"

#include <cordon/ecdsa.h>
#include <cordon/key.h>

#include "digest/hash.h"
#include "limbs/mem.h"
#include "selftest/kat.h"
#include "selftest/kat_ecdh.h"
#include "selftest/kat_ecdsa.h"
#include "selftest/pairwise.h"

#define NAME_LEN 32

static const char names[SELFTEST_NUM][NAME_LEN] = {
#define SELFTEST(id, name, algorithm, kind) name,
#include "selftest/selftests.def"
#undef SELFTEST
};

static const char algorithms[SELFTEST_NUM][NAME_LEN] = {
#define SELFTEST(id, name, algorithm, kind) algorithm,
#include "selftest/selftests.def"
#undef SELFTEST
};

static const uint32_t kinds[SELFTEST_NUM] = {
#define SELFTEST(id, name, algorithm, kind) kind,
#include "selftest/selftests.def"
#undef SELFTEST
};

uint32_t selftest_kind(uint32_t id) { return kinds[id - 1]; }

void selftest_name(uint32_t id, char *out) {
  memcpy(out, names[id - 1], NAME_LEN);
}

void selftest_algorithm(uint32_t id, char *out) {
  memcpy(out, algorithms[id - 1], NAME_LEN);
}

#define CONSECUTIVE(family)                                                  \
  _Static_assert(SELFTEST_##family##_P521 ==                                 \
                     SELFTEST_##family##_P224 + (CORDON_P521 - CORDON_P224), \
                 "tests of curves are in the order of curves")
CONSECUTIVE(ECDSA_SIGN);
CONSECUTIVE(ECDSA_VERIFY);
CONSECUTIVE(ECDSA_DETERMINISTIC);
CONSECUTIVE(ECDH);
CONSECUTIVE(PAIRWISE_SIGN);
CONSECUTIVE(PAIRWISE_AGREE);

/* curve_of is the curve of a test of the family that begins with `first`, 0
 * for a test of another family. */
static uint32_t curve_of(uint32_t id, uint32_t first) {
  uint32_t i = id - first;
  return i <= CORDON_P521 - CORDON_P224 ? CORDON_P224 + i : 0;
}

static uint32_t run_of_curve(struct module_state *s, struct thread_state *t,
                             uint32_t id) {
  uint32_t curve;
  if ((curve = curve_of(id, SELFTEST_ECDSA_SIGN_P224)) != 0) {
    return selftest_kat_ecdsa_sign(curve);
  }
  if ((curve = curve_of(id, SELFTEST_ECDSA_VERIFY_P224)) != 0) {
    return selftest_kat_ecdsa_verify(curve);
  }
  if ((curve = curve_of(id, SELFTEST_ECDSA_DETERMINISTIC_P224)) != 0) {
    return selftest_kat_ecdsa_deterministic(curve);
  }
  if ((curve = curve_of(id, SELFTEST_ECDH_P224)) != 0) {
    return selftest_kat_ecdh(curve);
  }
  if ((curve = curve_of(id, SELFTEST_PAIRWISE_SIGN_P224)) != 0 ||
      (curve = curve_of(id, SELFTEST_PAIRWISE_AGREE_P224)) != 0) {
    return selftest_pairwise(s, t, id, curve);
  }
  return 0;
}

uint32_t selftest_run(struct module_state *s, struct thread_state *t,
                      uint32_t id) {
  switch (id) {
    case SELFTEST_HMAC_SHA256:
      return selftest_kat_hmac_sha256();
    case SELFTEST_SHA224:
      return selftest_kat_sha224();
    case SELFTEST_SHA256:
      return selftest_kat_sha256();
    case SELFTEST_SHA384:
      return selftest_kat_sha384();
    case SELFTEST_SHA512:
      return selftest_kat_sha512();
    case SELFTEST_SHA512_224:
      return selftest_kat_sha512_224();
    case SELFTEST_SHA512_256:
      return selftest_kat_sha512_256();
    case SELFTEST_SHA3_224:
      return selftest_kat_sha3_224();
    case SELFTEST_SHA3_256:
      return selftest_kat_sha3_256();
    case SELFTEST_SHA3_384:
      return selftest_kat_sha3_384();
    case SELFTEST_SHA3_512:
      return selftest_kat_sha3_512();
    case SELFTEST_SHAKE128:
      return selftest_kat_shake128();
    case SELFTEST_SHAKE256:
      return selftest_kat_shake256();
    case SELFTEST_DRBG_SHA256:
      return selftest_kat_drbg_sha256();
    case SELFTEST_DRBG_SHA512:
      return selftest_kat_drbg_sha512();
    case SELFTEST_DRBG_ERRORS:
      return selftest_kat_drbg_errors();
    case SELFTEST_DRBG_FAILURES:
      return selftest_kat_drbg_failures();
    case SELFTEST_KDF_ONESTEP:
      return selftest_kat_kdf();
    case SELFTEST_ENTROPY:
      return selftest_entropy(s, t);
    default:
      return run_of_curve(s, t, id);
  }
}

selftest_set selftest_needs_hash(uint32_t hash) {
  switch (hash) {
    case CORDON_SHA224:
      return SELFTEST_BIT(SELFTEST_SHA224);
    case CORDON_SHA256:
      return SELFTEST_BIT(SELFTEST_SHA256);
    case CORDON_SHA384:
      return SELFTEST_BIT(SELFTEST_SHA384);
    case CORDON_SHA512:
      return SELFTEST_BIT(SELFTEST_SHA512);
    case CORDON_SHA512_224:
      return SELFTEST_BIT(SELFTEST_SHA512_224);
    case CORDON_SHA512_256:
      return SELFTEST_BIT(SELFTEST_SHA512_256);
    case CORDON_SHA3_224:
      return SELFTEST_BIT(SELFTEST_SHA3_224);
    case CORDON_SHA3_256:
      return SELFTEST_BIT(SELFTEST_SHA3_256);
    case CORDON_SHA3_384:
      return SELFTEST_BIT(SELFTEST_SHA3_384);
    case CORDON_SHA3_512:
      return SELFTEST_BIT(SELFTEST_SHA3_512);
    case CORDON_SHAKE128:
      return SELFTEST_BIT(SELFTEST_SHAKE128);
    case CORDON_SHAKE256:
      return SELFTEST_BIT(SELFTEST_SHAKE256);
    default:
      return 0;
  }
}

/* HMAC refuses SHAKE, and the DRBG below SHA-3 too: they do not depend on
 * those tests. */
selftest_set selftest_needs_hmac(uint32_t hash) {
  selftest_set own = hash_is_xof(hash) ? 0 : selftest_needs_hash(hash);
  return own | SELFTEST_BIT(SELFTEST_HMAC_SHA256);
}

/* The test with SHA-256 covers the short hashes, which share its code, the one
 * with SHA-512 the others. */
selftest_set selftest_needs_drbg(uint32_t hash) {
  selftest_set kat = hash == CORDON_SHA224 || hash == CORDON_SHA256
                         ? SELFTEST_BIT(SELFTEST_DRBG_SHA256)
                         : SELFTEST_BIT(SELFTEST_DRBG_SHA512);
  selftest_set hmac = hash_is_sponge(hash) ? 0 : selftest_needs_hmac(hash);
  return hmac | kat | SELFTEST_BIT(SELFTEST_DRBG_ERRORS) |
         SELFTEST_BIT(SELFTEST_DRBG_FAILURES) | SELFTEST_BIT(SELFTEST_ENTROPY);
}

selftest_set selftest_needs_random(void) {
  return selftest_needs_drbg(CORDON_SHA256);
}

static selftest_set of_curve(uint32_t first, uint32_t curve) {
  uint32_t id = selftest_of_curve(first, curve);
  return id == SELFTEST_NONE ? 0 : SELFTEST_BIT(id);
}

uint32_t selftest_pairwise_id(uint32_t curve, uint32_t use) {
  return selftest_of_curve(use == CORDON_USE_SIGN
                               ? SELFTEST_PAIRWISE_SIGN_P224
                               : SELFTEST_PAIRWISE_AGREE_P224,
                           curve);
}

selftest_set selftest_needs_keygen(uint32_t curve, uint32_t use) {
  selftest_set needs =
      selftest_needs_random() | selftest_needs_private_key(curve);
  if (use & CORDON_USE_SIGN) {
    needs |= of_curve(SELFTEST_ECDSA_VERIFY_P224, curve) |
             of_curve(SELFTEST_PAIRWISE_SIGN_P224, curve);
  }
  if (use & CORDON_USE_AGREE) {
    needs |= of_curve(SELFTEST_ECDH_P224, curve) |
             of_curve(SELFTEST_PAIRWISE_AGREE_P224, curve);
  }
  return needs;
}

/* Keys are computed by the arithmetic that the signature tests cover: d * G by
 * signing, points in variable time by verification. */
selftest_set selftest_needs_private_key(uint32_t curve) {
  return of_curve(SELFTEST_ECDSA_SIGN_P224, curve);
}

selftest_set selftest_needs_public_key(uint32_t curve) {
  return of_curve(SELFTEST_ECDSA_VERIFY_P224, curve);
}

/* FIPS 140-3 IG 10.3.A: deterministic signing has a test of its own. */
selftest_set selftest_needs_sign(uint32_t curve, uint32_t hash,
                                 uint32_t nonce) {
  selftest_set needs =
      selftest_needs_hash(hash) | of_curve(SELFTEST_ECDSA_SIGN_P224, curve);
  return nonce == CORDON_NONCE_DETERMINISTIC
             ? needs | selftest_needs_hmac(hash) |
                   of_curve(SELFTEST_ECDSA_DETERMINISTIC_P224, curve)
             : needs | selftest_needs_random();
}

selftest_set selftest_needs_verify(uint32_t curve, uint32_t hash) {
  return selftest_needs_hash(hash) |
         of_curve(SELFTEST_ECDSA_VERIFY_P224, curve);
}

/* The peer's point is validated by the arithmetic of verification. */
selftest_set selftest_needs_ecdh(uint32_t curve) {
  return of_curve(SELFTEST_ECDH_P224, curve) |
         of_curve(SELFTEST_ECDSA_VERIFY_P224, curve);
}

selftest_set selftest_needs_kdf(void) {
  return SELFTEST_BIT(SELFTEST_KDF_ONESTEP);
}

selftest_set selftest_uses(uint32_t id) {
  uint32_t curve;
  selftest_set uses = 0;
  if ((curve = curve_of(id, SELFTEST_PAIRWISE_SIGN_P224)) != 0) {
    uses = selftest_needs_keygen(curve, CORDON_USE_SIGN);
  }
  if ((curve = curve_of(id, SELFTEST_PAIRWISE_AGREE_P224)) != 0) {
    uses = selftest_needs_keygen(curve, CORDON_USE_AGREE);
  }
  return uses & ~SELFTEST_BIT(id);
}

#define SERVICE_IF(set, bit, service) \
  (((set) & (bit)) != 0 ? 1u << CORDON_SERVICE_##service : 0)

/* Services that work with a hash alone. */
static uint32_t blocks_with_hash(selftest_set bit, uint32_t hash) {
  return SERVICE_IF(selftest_needs_hash(hash), bit, HASH) |
         SERVICE_IF(selftest_needs_hmac(hash), bit, HMAC) |
         SERVICE_IF(selftest_needs_drbg(hash), bit, DRBG) |
         SERVICE_IF(selftest_needs_kdf() | selftest_needs_hmac(hash), bit,
                    KDF) |
         SERVICE_IF(selftest_needs_hmac(hash), bit, ECDH) | /* its KDF */
         SERVICE_IF(selftest_needs_verify(0, hash), bit, VERIFY) |
         SERVICE_IF(
             selftest_needs_sign(0, hash, CORDON_NONCE_HEDGED) |
                 selftest_needs_sign(0, hash, CORDON_NONCE_DETERMINISTIC),
             bit, SIGN);
}

static uint32_t blocks_with_curve(selftest_set bit, uint32_t curve) {
  const uint32_t both = CORDON_USE_SIGN | CORDON_USE_AGREE;
  return SERVICE_IF(selftest_needs_keygen(curve, both), bit, KEYGEN) |
         SERVICE_IF(selftest_needs_private_key(curve), bit, PRIVATE_KEY) |
         SERVICE_IF(selftest_needs_public_key(curve), bit, PUBLIC_KEY) |
         SERVICE_IF(selftest_needs_ecdh(curve) | selftest_needs_kdf(), bit,
                    ECDH) |
         SERVICE_IF(selftest_needs_verify(curve, 0), bit, VERIFY) |
         SERVICE_IF(
             selftest_needs_sign(curve, 0, CORDON_NONCE_HEDGED) |
                 selftest_needs_sign(curve, 0, CORDON_NONCE_DETERMINISTIC),
             bit, SIGN);
}

uint32_t selftest_blocks(uint32_t id) {
  if (id == SELFTEST_HMAC_SHA256 || id == SELFTEST_INTEGRITY) {
    return ~(uint32_t)0; /* final error */
  }
  uint32_t blocks = 0;
  for (uint32_t hash = CORDON_SHA224; hash <= CORDON_SHAKE256; hash++) {
    blocks |= blocks_with_hash(SELFTEST_BIT(id), hash);
  }
  for (uint32_t curve = CORDON_P224; curve <= CORDON_P521; curve++) {
    blocks |= blocks_with_curve(SELFTEST_BIT(id), curve);
  }
  return blocks;
}
