/* getConfig: what this module can do, as ACVP capability objects. Curves and
 * ways of key generation are asked of the module itself. */
#include "config.h"

#include <cordon/key.h>
#include <string.h>

/* probe makes a key; *works is false only if the module does not offer that. */
static bool probe(struct reply *reply, bool *works, uint32_t curve,
                  uint32_t method) {
  cordon_private_key key;
  cordon_status status =
      cordon_keygen(&key, curve, method, CORDON_USE_SIGN | CORDON_USE_AGREE);
  *works = status == CORDON_OK;
  if (status == CORDON_ERR_UNSUPPORTED) {
    return true;
  }
  return status_ok(reply, "cordon_keygen", status) &&
         status_ok(reply, "cordon_private_wipe", cordon_private_wipe(&key));
}

/* probe_public asks for a public key of no bytes, which no curve has. */
static bool probe_public(struct reply *reply, bool *works, uint32_t curve) {
  cordon_public_key pub;
  cordon_status status = cordon_public_import(&pub, curve, NULL, 0);
  *works = status == CORDON_ERR_ENCODING;
  return *works || status == CORDON_ERR_UNSUPPORTED ||
         status_ok(reply, "cordon_public_import", status);
}

/* probe_all fills *served; the extra bits count if every curve has them. */
static bool probe_all(struct reply *reply, struct served *served) {
  *served = (struct served){.extra_bits = true};
  for (size_t i = 0; i < NUM_CURVES; i++) {
    const struct curve_name *curve = &curve_names[i];
    bool works = false, extra = false, is_public = false;
    if (!probe(reply, &works, curve->id, CORDON_KEYGEN_REJECTION) ||
        !probe(reply, &extra, curve->id, CORDON_KEYGEN_EXTRA_BITS) ||
        !probe_public(reply, &is_public, curve->id)) {
      return false;
    }
    if (works) {
      served->private_keys.at[served->private_keys.num++] = curve;
      served->extra_bits = served->extra_bits && extra;
    }
    if (is_public) {
      served->public_keys.at[served->public_keys.num++] = curve;
    }
  }
  served->extra_bits = served->extra_bits && served->private_keys.num > 0;
  return true;
}

static void add_features(struct reply *reply, const struct served *served) {
  reply_printf(reply,
               "{\"algorithm\":\"acvptool\",\"features\":[\"bits\",\"mct2\","
               "\"ldt\",\"keypair\",\"sigforms\",\"onestep\","
               "\"ecdhpoint\"");
  if (served->extra_bits) {
    reply_printf(reply, ",\"extrabits\"");
  }
#if defined(CORDON_WRAPPER_TEST)
  reply_printf(reply, ",\"testk\"");
#endif
  if (errors_negotiated()) {
    reply_printf(reply, ",\"errors\"");
  }
  reply_printf(reply, "]}");
}

static void add_hash(struct reply *reply, const struct hash_name *hash) {
  reply_printf(reply,
               ",\n{\"algorithm\":\"%s\",\"revision\":\"%s\","
               "\"messageLength\":[{\"min\":0,\"max\":65536,\"increment\":1}],"
               "\"performLargeDataTest\":[1,2,4,8]}",
               hash->name, hash_is_sha3(hash->id) ? "2.0" : "1.0");
}

static void add_shake(struct reply *reply, const struct hash_name *hash) {
  reply_printf(reply,
               ",\n{\"algorithm\":\"%s\",\"revision\":\"1.0\","
               "\"inBit\":true,\"inEmpty\":true,\"outBit\":false,"
               "\"outputLen\":[{\"min\":16,\"max\":65536,\"increment\":8}]}",
               hash->name);
}

static void add_hmac(struct reply *reply, const struct hash_name *hash,
                     const char *revision) {
  reply_printf(reply,
               ",\n{\"algorithm\":\"HMAC-%s\",\"revision\":\"%s\","
               "\"keyLen\":[{\"min\":8,\"max\":524288,\"increment\":8}],"
               "\"macLen\":[{\"min\":32,\"max\":%u,\"increment\":8}]}",
               hash->name, revision, (unsigned)(8 * hash->digest_len));
}

void config_add_curves(struct reply *reply, const char *field,
                       const struct curve_list *curves) {
  reply_printf(reply, "\"%s\":[", field);
  for (size_t i = 0; i < curves->num; i++) {
    reply_printf(reply, "%s\"%s\"", i == 0 ? "" : ",", curves->at[i]->name);
  }
  reply_printf(reply, "]");
}

static void begin_mode(struct reply *reply, const char *algorithm,
                       const char *mode, const char *revision) {
  reply_printf(reply,
               ",\n{\"algorithm\":\"%s\",\"mode\":\"%s\","
               "\"revision\":\"%s\",",
               algorithm, mode, revision);
}

/* add_signature: SHAKE is for revision FIPS186-5 alone, and neither it nor the
 * component test for deterministic signatures. */
static void add_signature(struct reply *reply, const struct curve_list *curves,
                          const char *algorithm, const char *mode,
                          const char *revision) {
  bool deterministic = strcmp(algorithm, "DetECDSA") == 0;
  bool shake = !deterministic && strcmp(revision, "FIPS186-5") == 0;
  begin_mode(reply, algorithm, mode, revision);
  reply_printf(reply, "\"componentTest\":%s,\"capabilities\":[{",
               deterministic ? "false" : "true");
  config_add_curves(reply, "curve", curves);
  reply_printf(reply, ",\"hashAlg\":[");
  for (size_t i = 0; i < NUM_HASHES; i++) {
    if (shake || !hash_is_shake(hash_names[i].id)) {
      reply_printf(reply, "%s\"%s\"", i == 0 ? "" : ",", hash_names[i].name);
    }
  }
  reply_printf(reply, "]}]}");
}

static void add_ecdsa(struct reply *reply, const struct served *served,
                      const char *revision) {
  begin_mode(reply, "ECDSA", "keyGen", revision);
  config_add_curves(reply, "curve", &served->private_keys);
  reply_printf(reply, ",\"secretGenerationMode\":[\"testing candidates\"%s]}",
               served->extra_bits ? ",\"extra bits\"" : "");
  begin_mode(reply, "ECDSA", "keyVer", revision);
  config_add_curves(reply, "curve", &served->public_keys);
  reply_printf(reply, "}");
  add_signature(reply, &served->private_keys, "ECDSA", "sigGen", revision);
  add_signature(reply, &served->public_keys, "ECDSA", "sigVer", revision);
}

#if defined(CORDON_WRAPPER_TEST)
/* Lengths in bits; of entropy at least the strength, of the nonce half of it
 * (SP 800-90A rev 1, 8.6.7 and table 2). */
static void add_drbg_mode(struct reply *reply, const struct hash_name *hash,
                          const char *returned) {
  unsigned strength = (unsigned)hash->drbg_strength_bits;
  reply_printf(reply,
               "{\"mode\":\"%s\",\"derFuncEnabled\":false,"
               "\"entropyInputLen\":[{\"min\":%u,\"max\":65536,"
               "\"increment\":8}],"
               "\"nonceLen\":[{\"min\":%u,\"max\":65536,\"increment\":8}],"
               "\"persoStringLen\":[{\"min\":0,\"max\":65536,\"increment\":8}],"
               "\"additionalInputLen\":[{\"min\":0,\"max\":65536,"
               "\"increment\":8}],\"returnedBitsLen\":%s}",
               hash->name, strength, strength / 2, returned);
}

static void add_drbg(struct reply *reply, const char *revision,
                     const char *returned) {
  reply_printf(reply,
               ",\n{\"algorithm\":\"hmacDRBG\",\"revision\":\"%s\","
               "\"predResistanceEnabled\":[true,false],"
               "\"reseedImplemented\":true,\"capabilities\":[",
               revision);
  for (size_t i = 0; i < NUM_HASHES; i++) {
    if (hash_names[i].drbg_strength_bits != 0) {
      reply_printf(reply, "%s", i == 0 ? "" : ",\n");
      add_drbg_mode(reply, &hash_names[i], returned);
    }
  }
  reply_printf(reply, "]}");
}
#endif

bool config_handle(const struct command *command, const struct request *request,
                   struct reply *reply) {
  (void)command;
  (void)request;
  struct served served;
  if (!probe_all(reply, &served)) {
    return false;
  }
  reply_printf(reply, "[");
  add_features(reply, &served);
  for (size_t i = 0; i < NUM_HASHES; i++) {
    if (hash_is_shake(hash_names[i].id)) {
      add_shake(reply, &hash_names[i]);
    } else {
      add_hash(reply, &hash_names[i]);
      add_hmac(reply, &hash_names[i], "1.0");
      add_hmac(reply, &hash_names[i], "2.0");
    }
  }
#if defined(CORDON_WRAPPER_TEST)
  add_drbg(reply, "1.0", "2048");
  add_drbg(reply, "SP800-90Ar1", "[{\"min\":8,\"max\":65536,\"increment\":8}]");
#endif
  if (served.private_keys.num > 0) {
    add_ecdsa(reply, &served, "1.0");
    add_ecdsa(reply, &served, "FIPS186-5");
    add_signature(reply, &served.private_keys, "DetECDSA", "sigGen",
                  "FIPS186-5");
    config_add_agreement(reply, &served);
  }
  reply_printf(reply, "]\n");
  return reply_close(reply);
}
