/* Key agreement and key derivation: ECDH/<curve>, ECDH/point, ECDH/OneStep,
 * KDA/OneStep. A key that is refused, ours or the peer's, is an answer, not an
 * error: empty strings. */
#include <cordon/ecdh.h>
#include <stdlib.h>
#include <string.h>

#include "keys.h"

static bool add_empty(struct reply *reply, unsigned num) {
  while (num-- > 0) {
    reply_close(reply);
  }
  return true;
}

/* agree computes Z; *valid is false if the module refuses the pair of keys. */
static bool agree(struct reply *reply, uint8_t *z, size_t *len, bool *valid,
                  const cordon_private_key *key,
                  const cordon_public_key *peer) {
  cordon_status status = cordon_ecdh(z, len, key, peer);
  *valid = status == CORDON_OK;
  return status == CORDON_ERR_POINT || status == CORDON_ERR_KEY ||
         status_ok(reply, "cordon_ecdh", status);
}

/* own_key imports d for agreement, or makes a key if there is none. */
static bool own_key(struct reply *reply, cordon_private_key *key, bool *valid,
                    const struct curve_name *curve, struct bytes d) {
  if (d.len > 0) {
    return load_private(reply, key, valid, curve, CORDON_USE_AGREE, d);
  }
  *valid = true;
  return status_ok(
      reply, "cordon_keygen",
      cordon_keygen(key, curve->id, CORDON_KEYGEN_REJECTION, CORDON_USE_AGREE));
}

/* ECDH/<curve>: peer x, peer y, d -> our x, our y, Z */
bool ecdh_handle(const struct command *command, const struct request *request,
                 struct reply *reply) {
  const char *name = command->name + sizeof("ECDH/") - 1;
  const struct curve_name *curve = curve_from_name(
      reply, (struct bytes){(const uint8_t *)name, strlen(name)});
  const struct bytes *arg = request->args;
  cordon_private_key key;
  cordon_public_key peer;
  uint8_t z[CORDON_MAX_FIELD_BYTES];
  size_t len = sizeof(z);
  bool valid = false, valid_key = false;
  if (curve == NULL ||
      !load_public(reply, &peer, &valid, curve, arg[0], arg[1]) ||
      !own_key(reply, &key, &valid_key, curve, arg[2])) {
    return false;
  }
  if (!valid_key) {
    return add_empty(reply, 3);
  }
  bool ok = !valid || agree(reply, z, &len, &valid, &key, &peer);
  if (ok && valid) {
    ok = add_public(reply, &key, curve->len) && reply_add(reply, z, len);
  } else if (ok) {
    ok = add_empty(reply, 3);
  }
  return wipe_private(reply, &key) && ok;
}

/* ECDH/point: curve, d, the peer's curve, the peer's point -> Z */
bool ecdh_point_handle(const struct command *command,
                       const struct request *request, struct reply *reply) {
  (void)command;
  const struct bytes *arg = request->args;
  const struct curve_name *curve = curve_from_name(reply, arg[0]);
  const struct curve_name *theirs =
      curve == NULL ? NULL : curve_from_name(reply, arg[2]);
  cordon_private_key key;
  cordon_public_key peer;
  uint8_t z[CORDON_MAX_FIELD_BYTES];
  size_t len = sizeof(z);
  bool valid = false, valid_key = false;
  if (theirs == NULL || !load_point(reply, &peer, &valid, theirs, arg[3]) ||
      !load_private(reply, &key, &valid_key, curve, CORDON_USE_AGREE, arg[1])) {
    return false;
  }
  if (!valid_key) {
    return add_empty(reply, 1);
  }
  bool ok = !valid || agree(reply, z, &len, &valid, &key, &peer);
  ok = ok && (valid ? reply_add(reply, z, len) : add_empty(reply, 1));
  return wipe_private(reply, &key) && ok;
}

/* read_kdf takes the auxiliary function, salt and FixedInfo; *out_len is an
 * argument of 4 bytes. "HMAC-" before a hash function is option 2 of SP
 * 800-56C, 4.1. */
static bool read_kdf(struct reply *reply, cordon_kdf *kdf, size_t *out_len,
                     struct bytes aux, struct bytes salt, struct bytes info,
                     struct bytes length) {
  static const char kHmac[] = "HMAC-";
  bool hmac = aux.len >= sizeof(kHmac) - 1 &&
              memcmp(aux.p, kHmac, sizeof(kHmac) - 1) == 0;
  if (hmac) {
    aux.p += sizeof(kHmac) - 1;
    aux.len -= sizeof(kHmac) - 1;
  }
  const struct hash_name *hash = hash_from_name(reply, aux);
  if (hash == NULL) {
    return false;
  }
  uint32_t len = 0;
  if (!u32_from_bytes(reply, &len, length, CORDON_KDF_MAX_OUTPUT_BYTES)) {
    return false;
  }
  if (len == 0) {
    return reply_fail(reply, "an output of 0 bytes");
  }
  *out_len = len;
  *kdf = (cordon_kdf){.method = hmac ? CORDON_KDF_HMAC : CORDON_KDF_HASH,
                      .hash = hash->id,
                      .info = info.p,
                      .info_len = info.len,
                      .salt = salt.p,
                      .salt_len = salt.len};
  return true;
}

/* KDA/OneStep: auxiliary function, Z, salt, FixedInfo, outLen -> keying
 * material */
bool kda_handle(const struct command *command, const struct request *request,
                struct reply *reply) {
  (void)command;
  const struct bytes *arg = request->args;
  cordon_kdf kdf;
  size_t len = 0;
  if (!read_kdf(reply, &kdf, &len, arg[0], arg[2], arg[3], arg[4])) {
    return false;
  }
  uint8_t *out = malloc(len);
  if (out == NULL) {
    return reply_fail(reply, "out of memory");
  }
  bool ok = status_ok(reply, "cordon_kdf_derive",
                      cordon_kdf_derive(out, len, &kdf, arg[1].p, arg[1].len));
  ok = ok && reply_add(reply, out, len);
  free(out);
  return ok;
}

/* derive_into agrees and derives; *valid is false if the module refuses the
 * pair of keys. */
static bool derive_into(struct reply *reply, uint8_t *out, size_t len,
                        bool *valid, const cordon_private_key *key,
                        const cordon_public_key *peer, const cordon_kdf *kdf) {
  cordon_status status = cordon_ecdh_kdf(out, len, key, peer, kdf);
  *valid = status == CORDON_OK;
  return status == CORDON_ERR_POINT || status == CORDON_ERR_KEY ||
         status_ok(reply, "cordon_ecdh_kdf", status);
}

/* ECDH/OneStep: curve, d, peer x, peer y, auxiliary function, salt, FixedInfo,
 * outLen -> our x, our y, keying material */
bool ecdh_kdf_handle(const struct command *command,
                     const struct request *request, struct reply *reply) {
  (void)command;
  const struct bytes *arg = request->args;
  const struct curve_name *curve = curve_from_name(reply, arg[0]);
  cordon_private_key key;
  cordon_public_key peer;
  cordon_kdf kdf;
  size_t len = 0;
  bool valid = false, valid_key = false;
  if (curve == NULL ||
      !read_kdf(reply, &kdf, &len, arg[4], arg[5], arg[6], arg[7]) ||
      !load_public(reply, &peer, &valid, curve, arg[2], arg[3]) ||
      !load_private(reply, &key, &valid_key, curve, CORDON_USE_AGREE, arg[1])) {
    return false;
  }
  if (!valid_key) {
    return add_empty(reply, 3);
  }
  uint8_t *out = malloc(len);
  bool ok = out != NULL || reply_fail(reply, "out of memory");
  ok =
      ok && (!valid || derive_into(reply, out, len, &valid, &key, &peer, &kdf));
  if (ok && valid) {
    ok = add_public(reply, &key, curve->len) && reply_add(reply, out, len);
  } else if (ok) {
    ok = add_empty(reply, 3);
  }
  free(out);
  return wipe_private(reply, &key) && ok;
}
