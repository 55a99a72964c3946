/* ECDSA and DetECDSA commands: keyGen, keyPair, keyVer, sigGen, sigVer and
 * their variants. */
#include <cordon/ecdsa.h>
#include <string.h>

#include "keys.h"

#if defined(CORDON_WRAPPER_TEST)
#include <cordon/test.h>
#endif

/* What is signed: a message, a message of a number of bits, or a digest. */
struct input {
  uint32_t hash;
  uint32_t flags; /* COMMAND_DIGEST, COMMAND_BITS, COMMAND_DETERMINISTIC */
  struct bytes data;
  uint64_t num_bits;
};

static bool add_verdict(struct reply *reply, bool valid) {
  uint8_t byte = valid ? 1 : 0;
  return reply_add(reply, &byte, 1);
}

bool key_gen_handle(const struct command *command,
                    const struct request *request, struct reply *reply) {
  const struct curve_name *curve = curve_from_name(reply, request->args[0]);
  uint32_t method = command->flags & COMMAND_EXTRA_BITS
                        ? CORDON_KEYGEN_EXTRA_BITS
                        : CORDON_KEYGEN_REJECTION;
  cordon_private_key key;
  return curve != NULL &&
         status_ok(reply, "cordon_keygen",
                   cordon_keygen(&key, curve->id, method, CORDON_USE_SIGN)) &&
         add_private(reply, &key) && add_public(reply, &key, curve->len) &&
         wipe_private(reply, &key);
}

bool key_pair_handle(const struct command *command,
                     const struct request *request, struct reply *reply) {
  (void)command;
  const struct curve_name *curve = curve_from_name(reply, request->args[0]);
  cordon_private_key key;
  return curve != NULL &&
         load_private(reply, &key, NULL, curve, CORDON_USE_SIGN,
                      request->args[1]) &&
         add_public(reply, &key, curve->len) && wipe_private(reply, &key);
}

bool key_ver_handle(const struct command *command,
                    const struct request *request, struct reply *reply) {
  (void)command;
  const struct curve_name *curve = curve_from_name(reply, request->args[0]);
  cordon_public_key pub;
  bool valid = false;
  return curve != NULL &&
         load_public(reply, &pub, &valid, curve, request->args[1],
                     request->args[2]) &&
         add_verdict(reply, valid);
}

/* read_input takes hash name, message and, if it is there, the number of bits.
 * *arg is moved behind them. */
static bool read_input(struct reply *reply, struct input *input,
                       const struct bytes **arg, uint32_t flags) {
  const struct hash_name *hash = hash_from_name(reply, *(*arg)++);
  if (hash == NULL) {
    return false;
  }
  *input = (struct input){.hash = hash->id, .flags = flags, .data = *(*arg)++};
  return !(flags & COMMAND_BITS) ||
         (u64_from_bytes(reply, &input->num_bits, *(*arg)++) &&
          bits_fit(reply, input->data, input->num_bits));
}

static bool hash_bits(struct reply *reply, cordon_hash *ctx,
                      const struct input *input) {
  return status_ok(reply, "cordon_hash_init",
                   cordon_hash_init(ctx, input->hash)) &&
         status_ok(
             reply, "cordon_hash_update_bits",
             cordon_hash_update_bits(ctx, input->data.p, input->num_bits));
}

static bool sign(struct reply *reply, uint8_t *sig, size_t *len,
                 const cordon_private_key *key, const struct input *input) {
  cordon_ecdsa_scheme scheme = {input->hash, CORDON_RAW,
                                input->flags & COMMAND_DETERMINISTIC
                                    ? CORDON_NONCE_DETERMINISTIC
                                    : CORDON_NONCE_HEDGED};
  if (input->flags & COMMAND_DIGEST) {
    return status_ok(reply, "cordon_ecdsa_sign_digest",
                     cordon_ecdsa_sign_digest(sig, len, key, &scheme,
                                              input->data.p, input->data.len));
  }
  if (input->flags & COMMAND_BITS) {
    cordon_hash ctx;
    return hash_bits(reply, &ctx, input) &&
           status_ok(reply, "cordon_ecdsa_sign_hash",
                     cordon_ecdsa_sign_hash(sig, len, key, &scheme, &ctx));
  }
  return status_ok(reply, "cordon_ecdsa_sign",
                   cordon_ecdsa_sign(sig, len, key, &scheme, input->data.p,
                                     input->data.len));
}

#if defined(CORDON_WRAPPER_TEST)
/* set_nonce gives the next signature its nonce. */
static bool set_nonce(struct reply *reply, const struct curve_name *curve,
                      struct bytes k) {
  uint8_t fixed[CORDON_MAX_FIELD_BYTES];
  if (!to_width(fixed, curve->len, k)) {
    return reply_fail(reply, "k is wider than the order of %s", curve->name);
  }
  return status_ok(reply, "cordon_test_set_nonce",
                   cordon_test_set_nonce(fixed, curve->len));
}

static bool clear_nonce(struct reply *reply) {
  return status_ok(reply, "cordon_test_clear", cordon_test_clear());
}
#else
static bool set_nonce(struct reply *reply, const struct curve_name *curve,
                      struct bytes k) {
  (void)curve;
  (void)k;
  return reply_fail(reply, "only the test object takes a nonce");
}

static bool clear_nonce(struct reply *reply) {
  (void)reply;
  return true;
}
#endif

bool sig_gen_handle(const struct command *command,
                    const struct request *request, struct reply *reply) {
  const struct bytes *arg = request->args;
  const struct curve_name *curve = curve_from_name(reply, *arg++);
  cordon_private_key key;
  struct input input = {0};
  uint8_t sig[CORDON_MAX_RAW_SIG_BYTES];
  size_t len = sizeof(sig);
  if (curve == NULL ||
      !load_private(reply, &key, NULL, curve, CORDON_USE_SIGN, *arg++)) {
    return false;
  }
  bool ok = read_input(reply, &input, &arg, command->flags);
  if (ok && (command->flags & COMMAND_K)) {
    ok = set_nonce(reply, curve, *arg);
  }
  ok = ok && sign(reply, sig, &len, &key, &input);
  if (command->flags & COMMAND_K) {
    ok = clear_nonce(reply) && ok;
  }
  return ok && wipe_private(reply, &key) && reply_add(reply, sig, len / 2) &&
         reply_add(reply, sig + len / 2, len / 2);
}

/* verify judges a signature; what is not a signature at all is not valid
 * either. Other refusals fail the reply. */
static bool verify(struct reply *reply, bool *valid,
                   const cordon_public_key *pub, const struct input *input,
                   struct bytes sig) {
  cordon_ecdsa_scheme scheme = {
      input->hash, input->flags & COMMAND_DER ? CORDON_DER : CORDON_RAW,
      CORDON_NONCE_HEDGED};
  cordon_status status;
  const char *call;
  if (input->flags & COMMAND_DIGEST) {
    call = "cordon_ecdsa_verify_digest";
    status = cordon_ecdsa_verify_digest(pub, &scheme, input->data.p,
                                        input->data.len, sig.p, sig.len);
  } else if (input->flags & COMMAND_BITS) {
    cordon_hash ctx;
    if (!hash_bits(reply, &ctx, input)) {
      return false;
    }
    call = "cordon_ecdsa_verify_hash";
    status = cordon_ecdsa_verify_hash(pub, &scheme, &ctx, sig.p, sig.len);
  } else {
    call = "cordon_ecdsa_verify";
    status = cordon_ecdsa_verify(pub, &scheme, input->data.p, input->data.len,
                                 sig.p, sig.len);
  }
  *valid = status == CORDON_OK;
  bool parsed_here = !(input->flags & (COMMAND_DER | COMMAND_RAW));
  return status == CORDON_ERR_SIGNATURE ||
         (status == CORDON_ERR_ENCODING && !parsed_here) ||
         status_ok(reply, call, status);
}

bool sig_ver_handle(const struct command *command,
                    const struct request *request, struct reply *reply) {
  const struct bytes *arg = request->args;
  const struct curve_name *curve = curve_from_name(reply, *arg++);
  cordon_public_key pub;
  struct input input = {0};
  bool valid = false;
  if (curve == NULL || !read_input(reply, &input, &arg, command->flags) ||
      !load_public(reply, &pub, &valid, curve, arg[0], arg[1])) {
    return false;
  }
  arg += 2;
  uint8_t fixed[CORDON_MAX_RAW_SIG_BYTES]; /* r || s */
  struct bytes sig = arg[0];
  if (!(command->flags & (COMMAND_DER | COMMAND_RAW))) {
    valid = valid && to_width(fixed, curve->len, arg[0]) &&
            to_width(fixed + curve->len, curve->len, arg[1]);
    sig = (struct bytes){fixed, 2 * curve->len};
  }
  return (!valid || verify(reply, &valid, &pub, &input, sig)) &&
         add_verdict(reply, valid);
}
