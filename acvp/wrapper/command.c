/* The table of commands, and the names and checks that handlers share. */
#include "command.h"

#include <cordon/names.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct hash_name hash_names[NUM_HASHES] = {
    {"SHA2-224", CORDON_SHA224, 28, 192},
    {"SHA2-256", CORDON_SHA256, 32, 256},
    {"SHA2-384", CORDON_SHA384, 48, 256},
    {"SHA2-512", CORDON_SHA512, 64, 256},
    {"SHA2-512/224", CORDON_SHA512_224, 28, 192},
    {"SHA2-512/256", CORDON_SHA512_256, 32, 256},
    {"SHA3-224", CORDON_SHA3_224, 28, 0},
    {"SHA3-256", CORDON_SHA3_256, 32, 0},
    {"SHA3-384", CORDON_SHA3_384, 48, 0},
    {"SHA3-512", CORDON_SHA3_512, 64, 0},
    {"SHAKE-128", CORDON_SHAKE128, 32, 0},
    {"SHAKE-256", CORDON_SHAKE256, 64, 0},
};

const struct curve_name curve_names[NUM_CURVES] = {
    {"P-224", CORDON_P224, 28},
    {"P-256", CORDON_P256, 32},
    {"P-384", CORDON_P384, 48},
    {"P-521", CORDON_P521, 66},
};

/* The rows of one hash function; the last one without a comma. */
#if defined(CORDON_WRAPPER_TEST)
#define DRBG_ROWS(name, id)                                            \
  , {"hmacDRBG/" name, 6, drbg_handle, id, 0},                         \
      {"hmacDRBG-reseed/" name, 8, drbg_handle, id, COMMAND_RESEED}, { \
    "hmacDRBG-pr/" name, 8, drbg_handle, id, COMMAND_PREDICTION        \
  }
#else
#define DRBG_ROWS(name, id)
#endif

#define HASH_ROWS(name, id)                                                  \
  {name, 1, digest_handle, id, 0},                                           \
      {name "/bits", 2, digest_handle, id, COMMAND_BITS},                    \
      {name "/MCT", 1, monte_carlo_handle, id, 0},                           \
      {name "/MCT/alternate", 2, monte_carlo_handle, id, COMMAND_ALTERNATE}, \
      {name "/LDT", 2, large_handle, id, 0}, {                               \
    "HMAC-" name, 2, hmac_handle, id, 0                                      \
  }

#define SHA2_ROWS(name, id) HASH_ROWS(name, id) DRBG_ROWS(name, id)

#define SHAKE_ROWS(name, id)                                         \
  {name, 2, xof_handle, id, 0}, {name "/VOT", 2, xof_handle, id, 0}, \
      {name "/bits", 3, xof_handle, id, COMMAND_BITS}, {             \
    name "/MCT", 4, xof_monte_carlo_handle, id, 0                    \
  }

/* Arguments in order, after the curve: keyVer x, y; sigGen d, hash, message
 * [, bits] [, k]; sigVer hash, message [, bits], x, y, then r, s or one
 * signature. */
static const struct command commands[] = {
    {"getConfig", 0, config_handle, 0, 0},
    SHA2_ROWS("SHA2-224", CORDON_SHA224),
    SHA2_ROWS("SHA2-256", CORDON_SHA256),
    SHA2_ROWS("SHA2-384", CORDON_SHA384),
    SHA2_ROWS("SHA2-512", CORDON_SHA512),
    SHA2_ROWS("SHA2-512/224", CORDON_SHA512_224),
    SHA2_ROWS("SHA2-512/256", CORDON_SHA512_256),
    HASH_ROWS("SHA3-224", CORDON_SHA3_224),
    HASH_ROWS("SHA3-256", CORDON_SHA3_256),
    HASH_ROWS("SHA3-384", CORDON_SHA3_384),
    HASH_ROWS("SHA3-512", CORDON_SHA3_512),
    SHAKE_ROWS("SHAKE-128", CORDON_SHAKE128),
    SHAKE_ROWS("SHAKE-256", CORDON_SHAKE256),
    {"ECDSA/keyGen", 1, key_gen_handle, 0, 0},
    {"ECDSA/keyGen/extraBits", 1, key_gen_handle, 0, COMMAND_EXTRA_BITS},
    {"ECDSA/keyPair", 2, key_pair_handle, 0, 0},
    {"ECDSA/keyVer", 3, key_ver_handle, 0, 0},
    {"ECDSA/sigGen", 4, sig_gen_handle, 0, 0},
    {"ECDSA/sigGen/componentTest", 4, sig_gen_handle, 0, COMMAND_DIGEST},
    {"ECDSA/sigGen/bits", 5, sig_gen_handle, 0, COMMAND_BITS},
#if defined(CORDON_WRAPPER_TEST)
    {"ECDSA/sigGen/k", 5, sig_gen_handle, 0, COMMAND_K},
    {"ECDSA/sigGen/k/bits", 6, sig_gen_handle, 0, COMMAND_K | COMMAND_BITS},
#endif
    {"DetECDSA/sigGen", 4, sig_gen_handle, 0, COMMAND_DETERMINISTIC},
    {"DetECDSA/sigGen/bits", 5, sig_gen_handle, 0,
     COMMAND_DETERMINISTIC | COMMAND_BITS},
    {"ECDSA/sigVer", 7, sig_ver_handle, 0, 0},
    {"ECDSA/sigVer/componentTest", 7, sig_ver_handle, 0, COMMAND_DIGEST},
    {"ECDSA/sigVer/bits", 8, sig_ver_handle, 0, COMMAND_BITS},
    {"ECDSA/sigVer/der", 6, sig_ver_handle, 0, COMMAND_DER},
    {"ECDSA/sigVer/raw", 6, sig_ver_handle, 0, COMMAND_RAW},
    {"ECDH/P-224", 3, ecdh_handle, 0, 0},
    {"ECDH/P-256", 3, ecdh_handle, 0, 0},
    {"ECDH/P-384", 3, ecdh_handle, 0, 0},
    {"ECDH/P-521", 3, ecdh_handle, 0, 0},
    {"ECDH/point", 4, ecdh_point_handle, 0, 0},
    {"ECDH/OneStep", 8, ecdh_kdf_handle, 0, 0},
    {"KDA/OneStep", 5, kda_handle, 0, 0},
};

static bool bytes_are(struct bytes bytes, const char *text) {
  return bytes.len == strlen(text) && memcmp(bytes.p, text, bytes.len) == 0;
}

const struct command *command_find(struct bytes name) {
  for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
    if (bytes_are(name, commands[i].name)) {
      return &commands[i];
    }
  }
  return NULL;
}

bool errors_negotiated(void) {
  const char *value = getenv("ACVP_WRAPPER_ERRORS");
  return value != NULL && strcmp(value, "1") == 0;
}

const struct hash_name *hash_from_name(struct reply *reply, struct bytes name) {
  for (size_t i = 0; i < NUM_HASHES; i++) {
    if (bytes_are(name, hash_names[i].name)) {
      return &hash_names[i];
    }
  }
  reply_fail(reply, "unknown hash function");
  return NULL;
}

const struct hash_name *hash_from_id(uint32_t id) {
  size_t i = 0;
  while (i < NUM_HASHES - 1 && hash_names[i].id != id) {
    i++;
  }
  return &hash_names[i];
}

const struct curve_name *curve_from_name(struct reply *reply,
                                         struct bytes name) {
  for (size_t i = 0; i < NUM_CURVES; i++) {
    if (bytes_are(name, curve_names[i].name)) {
      return &curve_names[i];
    }
  }
  reply_fail(reply, "unknown curve");
  return NULL;
}

bool u64_from_bytes(struct reply *reply, uint64_t *out, struct bytes in) {
  if (in.len != 8) {
    return reply_fail(reply, "a count of %zu bytes, it must have 8", in.len);
  }
  *out = 0;
  for (size_t i = 8; i-- > 0;) {
    *out = *out << 8 | in.p[i];
  }
  return true;
}

bool u32_from_bytes(struct reply *reply, uint32_t *out, struct bytes in,
                    uint32_t max) {
  if (in.len != 4) {
    return reply_fail(reply, "a length of %zu bytes, it must have 4", in.len);
  }
  *out = (uint32_t)in.p[0] | (uint32_t)in.p[1] << 8 | (uint32_t)in.p[2] << 16 |
         (uint32_t)in.p[3] << 24;
  if (*out > max) {
    return reply_fail(reply, "a length of %" PRIu32 ", at most %" PRIu32, *out,
                      max);
  }
  return true;
}

bool bits_fit(struct reply *reply, struct bytes message, uint64_t num_bits) {
  uint64_t len = num_bits / 8 + (num_bits % 8 != 0);
  if (message.len != len) {
    return reply_fail(reply,
                      "a message of %" PRIu64 " bits does not have %zu bytes",
                      num_bits, message.len);
  }
  return true;
}

bool status_ok(struct reply *reply, const char *call, cordon_status status) {
  if (status == CORDON_OK) {
    return true;
  }
  return reply_fail(reply, "%s: %s (%d)", call, cordon_status_name(status),
                    (int)status);
}
