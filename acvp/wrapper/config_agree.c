/* getConfig: the entries of key agreement (SP 800-56A rev 3) and of the
 * one-step KDF (SP 800-56C rev 2), as ACVP capability objects. */
#include "config.h"

/* A scheme, and whether it is offered with a KDF: the driver that makes
 * FixedInfo has no nonces for staticUnified. */
static const struct scheme {
  char name[24];
  bool with_kdf;
} schemes[] = {{"ephemeralUnified", true},
               {"fullUnified", true},
               {"onePassUnified", true},
               {"onePassDh", true},
               {"staticUnified", false}};
#define NUM_SCHEMES (sizeof(schemes) / sizeof(schemes[0]))

/* Parameter sets of SP 800-56A, and the least bytes of their hash. */
static const struct parameter_set {
  char name[4];
  uint32_t curve;
  uint32_t min_digest_len;
} parameter_sets[] = {{"eb", CORDON_P224, 28},
                      {"ec", CORDON_P256, 32},
                      {"ed", CORDON_P384, 48},
                      {"ee", CORDON_P521, 64}};
#define NUM_SETS (sizeof(parameter_sets) / sizeof(parameter_sets[0]))

#define FIXED_INFO                                                   \
  "\"fixedInfoPattern\":\"algorithmId||l||uPartyInfo||vPartyInfo\"," \
  "\"encoding\":[\"concatenation\"]"

#define ROLES "\"kasRole\":[\"initiator\",\"responder\"]"

static void add_aux_functions(struct reply *reply) {
  reply_printf(reply, "\"auxFunctions\":[");
  const char *comma = "";
  for (size_t i = 0; i < NUM_HASHES; i++) {
    if (hash_is_shake(hash_names[i].id)) {
      continue;
    }
    reply_printf(reply,
                 "%s{\"auxFunctionName\":\"%s\"},"
                 "{\"auxFunctionName\":\"HMAC-%s\","
                 "\"macSaltMethods\":[\"default\",\"random\"]}",
                 comma, hash_names[i].name, hash_names[i].name);
    comma = ",";
  }
  reply_printf(reply, "]");
}

static void add_ssc(struct reply *reply, const struct served *served) {
  reply_printf(reply,
               ",\n{\"algorithm\":\"KAS-ECC-SSC\","
               "\"revision\":\"Sp800-56Ar3\",\"scheme\":{");
  for (size_t i = 0; i < NUM_SCHEMES; i++) {
    reply_printf(reply, "%s\"%s\":{" ROLES "}", i == 0 ? "" : ",",
                 schemes[i].name);
  }
  reply_printf(reply, "},");
  config_add_curves(reply, "domainParameterGenerationMethods",
                    &served->private_keys);
  reply_printf(reply, "}");
}

static bool serves(const struct served *served, uint32_t curve) {
  for (size_t i = 0; i < served->private_keys.num; i++) {
    if (served->private_keys.at[i]->id == curve) {
      return true;
    }
  }
  return false;
}

static void add_parameter_set(struct reply *reply,
                              const struct parameter_set *set) {
  const struct curve_name *curve = &curve_names[0];
  while (curve->id != set->curve) {
    curve++;
  }
  reply_printf(reply, "\"%s\":{\"curve\":\"%s\",\"hashAlg\":[", set->name,
               curve->name);
  const char *comma = "";
  for (size_t i = 0; i < NUM_HASHES; i++) {
    if (!hash_is_shake(hash_names[i].id) &&
        hash_names[i].digest_len >= set->min_digest_len) {
      reply_printf(reply, "%s\"%s\"", comma, hash_names[i].name);
      comma = ",";
    }
  }
  reply_printf(reply, "]}");
}

/* add_hashed is KAS-ECC 1.0 without a KDF: the hash of Z is the result. */
static void add_hashed(struct reply *reply, const struct served *served) {
  reply_printf(reply,
               ",\n{\"algorithm\":\"KAS-ECC\",\"revision\":\"1.0\","
               "\"function\":[\"keyPairGen\",\"fullVal\",\"keyRegen\"],"
               "\"scheme\":{");
  for (size_t i = 0; i < NUM_SCHEMES; i++) {
    reply_printf(reply,
                 "%s\n\"%s\":{" ROLES ",\"noKdfNoKc\":{\"parameterSet\":{",
                 i == 0 ? "" : ",", schemes[i].name);
    const char *comma = "";
    for (size_t set = 0; set < NUM_SETS; set++) {
      if (serves(served, parameter_sets[set].curve)) {
        reply_printf(reply, "%s", comma);
        add_parameter_set(reply, &parameter_sets[set]);
        comma = ",";
      }
    }
    reply_printf(reply, "}}}");
  }
  reply_printf(reply, "}}");
}

/* add_derived is KAS-ECC with the one-step KDF. */
static void add_derived(struct reply *reply, const struct served *served) {
  reply_printf(reply,
               ",\n{\"algorithm\":\"KAS-ECC\","
               "\"revision\":\"Sp800-56Ar3\","
               "\"function\":[\"keyPairGen\",\"fullVal\"],"
               "\"iutId\":\"123456ABCD\",\"scheme\":{");
  const char *comma = "";
  for (size_t i = 0; i < NUM_SCHEMES; i++) {
    if (schemes[i].with_kdf) {
      reply_printf(reply,
                   "%s\n\"%s\":{" ROLES
                   ",\"l\":512,\"kdfMethods\":{\"oneStepKdf\":{",
                   comma, schemes[i].name);
      add_aux_functions(reply);
      reply_printf(reply, "," FIXED_INFO "}}}");
      comma = ",";
    }
  }
  reply_printf(reply, "},");
  config_add_curves(reply, "domainParameterGenerationMethods",
                    &served->private_keys);
  reply_printf(reply, "}");
}

void config_add_agreement(struct reply *reply, const struct served *served) {
  add_ssc(reply, served);
  add_hashed(reply, served);
  add_derived(reply, served);
  reply_printf(reply,
               ",\n{\"algorithm\":\"KAS-ECC\",\"mode\":\"CDH-Component\","
               "\"revision\":\"Sp800-56Ar3\","
               "\"function\":[\"keyPairGen\",\"fullVal\"],");
  config_add_curves(reply, "curve", &served->private_keys);
  reply_printf(reply,
               "},\n{\"algorithm\":\"KDA\",\"mode\":\"OneStep\","
               "\"revision\":\"Sp800-56Cr2\",");
  add_aux_functions(reply);
  reply_printf(reply, "," FIXED_INFO
                      ",\"z\":[{\"min\":224,\"max\":65536,\"increment\":8}],"
                      "\"l\":2048}");
}
