/* The registry: names, dependencies, and the dispatch to each test. */
#include "selftest/registry.h"

#include "limbs/mem.h"
#include "selftest/kat.h"
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
    case SELFTEST_DRBG_SHA256:
      return selftest_kat_drbg_sha256();
    case SELFTEST_DRBG_SHA512:
      return selftest_kat_drbg_sha512();
    case SELFTEST_DRBG_ERRORS:
      return selftest_kat_drbg_errors();
    case SELFTEST_DRBG_FAILURES:
      return selftest_kat_drbg_failures();
    case SELFTEST_ECDSA_SIGN_P256:
      return selftest_kat_ecdsa_sign_p256();
    case SELFTEST_ECDSA_VERIFY_P256:
      return selftest_kat_ecdsa_verify_p256();
    case SELFTEST_ENTROPY:
      return selftest_entropy(s, t);
    case SELFTEST_PAIRWISE_P256:
      return selftest_pairwise(s, t, CORDON_P256);
    default:
      return 0;
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
    default:
      return 0;
  }
}

selftest_set selftest_needs_hmac(uint32_t hash) {
  return selftest_needs_hash(hash) | SELFTEST_BIT(SELFTEST_HMAC_SHA256);
}

/* The test with SHA-256 covers the short hashes, which share its code, the one
 * with SHA-512 the others. */
selftest_set selftest_needs_drbg(uint32_t hash) {
  selftest_set kat = hash == CORDON_SHA224 || hash == CORDON_SHA256
                         ? SELFTEST_BIT(SELFTEST_DRBG_SHA256)
                         : SELFTEST_BIT(SELFTEST_DRBG_SHA512);
  return selftest_needs_hmac(hash) | kat | SELFTEST_BIT(SELFTEST_DRBG_ERRORS) |
         SELFTEST_BIT(SELFTEST_DRBG_FAILURES) | SELFTEST_BIT(SELFTEST_ENTROPY);
}

selftest_set selftest_needs_random(void) {
  return selftest_needs_drbg(CORDON_SHA256);
}

selftest_set selftest_needs_keygen(void) {
  return selftest_needs_random() | SELFTEST_BIT(SELFTEST_ECDSA_SIGN_P256) |
         SELFTEST_BIT(SELFTEST_ECDSA_VERIFY_P256) |
         SELFTEST_BIT(SELFTEST_PAIRWISE_P256);
}

/* Keys are computed by the arithmetic that the signature tests cover: d * G by
 * signing, points in variable time by verification. */
selftest_set selftest_needs_private_key(void) {
  return SELFTEST_BIT(SELFTEST_ECDSA_SIGN_P256);
}

selftest_set selftest_needs_public_key(void) {
  return SELFTEST_BIT(SELFTEST_ECDSA_VERIFY_P256);
}

selftest_set selftest_needs_sign(uint32_t hash) {
  return selftest_needs_hash(hash) | selftest_needs_random() |
         SELFTEST_BIT(SELFTEST_ECDSA_SIGN_P256);
}

selftest_set selftest_needs_verify(uint32_t hash) {
  return selftest_needs_hash(hash) | SELFTEST_BIT(SELFTEST_ECDSA_VERIFY_P256);
}

selftest_set selftest_uses(uint32_t id) {
  return id == SELFTEST_PAIRWISE_P256
             ? selftest_needs_keygen() & ~SELFTEST_BIT(id)
             : 0;
}

uint32_t selftest_blocks(uint32_t id) {
  if (id == SELFTEST_HMAC_SHA256 || id == SELFTEST_INTEGRITY) {
    return ~(uint32_t)0; /* final error */
  }
  selftest_set bit = SELFTEST_BIT(id);
  uint32_t blocks = 0;
  for (uint32_t h = CORDON_SHA224; h <= CORDON_SHA512_256; h++) {
    blocks |= (selftest_needs_hash(h) & bit) ? 1u << CORDON_SERVICE_HASH : 0;
    blocks |= (selftest_needs_hmac(h) & bit) ? 1u << CORDON_SERVICE_HMAC : 0;
    blocks |= (selftest_needs_drbg(h) & bit) ? 1u << CORDON_SERVICE_DRBG : 0;
    blocks |= (selftest_needs_sign(h) & bit) ? 1u << CORDON_SERVICE_SIGN : 0;
    blocks |=
        (selftest_needs_verify(h) & bit) ? 1u << CORDON_SERVICE_VERIFY : 0;
  }
  blocks |= (selftest_needs_keygen() & bit) ? 1u << CORDON_SERVICE_KEYGEN : 0;
  blocks |= (selftest_needs_private_key() & bit)
                ? 1u << CORDON_SERVICE_PRIVATE_KEY
                : 0;
  blocks |=
      (selftest_needs_public_key() & bit) ? 1u << CORDON_SERVICE_PUBLIC_KEY : 0;
  return blocks;
}
