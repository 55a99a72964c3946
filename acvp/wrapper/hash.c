/* SHA-2 and HMAC commands: <hash>, <hash>/bits, <hash>/MCT,
 * <hash>/MCT/alternate, HMAC-<hash>. */
#include <cordon/hash.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

#define MONTE_CARLO_ROUNDS 1000

/* Bytes of a seed: ACVP's largest message has 65,536 bits. */
#define MONTE_CARLO_MAX_LEN 65536u

static bool digest_bits(struct reply *reply, uint8_t *out, size_t *len,
                        uint32_t hash, struct bytes message,
                        uint64_t num_bits) {
  cordon_hash ctx;
  return bits_fit(reply, message, num_bits) &&
         status_ok(reply, "cordon_hash_init", cordon_hash_init(&ctx, hash)) &&
         status_ok(reply, "cordon_hash_update_bits",
                   cordon_hash_update_bits(&ctx, message.p, num_bits)) &&
         status_ok(reply, "cordon_hash_final",
                   cordon_hash_final(out, len, &ctx));
}

bool digest_handle(const struct command *command, const struct request *request,
                   struct reply *reply) {
  struct bytes message = request->args[0];
  uint8_t out[CORDON_MAX_DIGEST_BYTES];
  size_t len = sizeof(out);
  bool ok;
  if (command->flags & COMMAND_BITS) {
    uint64_t num_bits = 0;
    ok = u64_from_bytes(reply, &num_bits, request->args[1]) &&
         digest_bits(reply, out, &len, command->hash, message, num_bits);
  } else {
    ok = status_ok(
        reply, "cordon_digest",
        cordon_digest(out, &len, command->hash, message.p, message.len));
  }
  return ok && reply_add(reply, out, len);
}

/* A message of the chain is the last three values A || B || C: whole, or cut
 * or filled with zero bytes to `alternate_len` bytes. */
struct chain {
  uint8_t *value[3];
  size_t len[3];
  uint8_t *message;
  size_t alternate_len;
};

/* chain_message writes the next message and returns its length. */
static size_t chain_message(const struct chain *chain, bool alternate) {
  size_t used = 0;
  size_t limit = alternate ? chain->alternate_len : SIZE_MAX;
  for (size_t i = 0; i < 3; i++) {
    size_t n = chain->len[i] < limit - used ? chain->len[i] : limit - used;
    memcpy(chain->message + used, chain->value[i], n);
    used += n;
  }
  if (alternate) {
    memset(chain->message + used, 0, limit - used);
    used = limit;
  }
  return used;
}

/* chain_run does the inner rounds: MD = H(A || B || C); A = B; B = C; C = MD.
 */
static bool chain_run(struct reply *reply, struct chain *chain, uint32_t hash,
                      bool alternate) {
  for (int round = 0; round < MONTE_CARLO_ROUNDS; round++) {
    uint8_t digest[CORDON_MAX_DIGEST_BYTES];
    size_t digest_len = sizeof(digest);
    size_t len = chain_message(chain, alternate);
    if (!status_ok(
            reply, "cordon_digest",
            cordon_digest(digest, &digest_len, hash, chain->message, len))) {
      return false;
    }
    uint8_t *oldest = chain->value[0];
    chain->value[0] = chain->value[1];
    chain->value[1] = chain->value[2];
    chain->value[2] = oldest;
    chain->len[0] = chain->len[1];
    chain->len[1] = chain->len[2];
    chain->len[2] = digest_len;
    memcpy(oldest, digest, digest_len);
  }
  return true;
}

bool monte_carlo_handle(const struct command *command,
                        const struct request *request, struct reply *reply) {
  struct bytes seed = request->args[0];
  bool alternate = (command->flags & COMMAND_ALTERNATE) != 0;
  uint64_t len = 0;
  if (alternate && !u64_from_bytes(reply, &len, request->args[1])) {
    return false;
  }
  if (seed.len > MONTE_CARLO_MAX_LEN || len > MONTE_CARLO_MAX_LEN) {
    return reply_fail(reply, "a seed of more than %u bytes",
                      MONTE_CARLO_MAX_LEN);
  }
  /* Each value: a seed or a digest. The message: three of them, or len. */
  size_t value_cap = seed.len + CORDON_MAX_DIGEST_BYTES;
  size_t message_cap = 3 * value_cap + (size_t)len;
  uint8_t *memory = calloc(3 * value_cap + message_cap, 1);
  if (memory == NULL) {
    return reply_fail(reply, "out of memory");
  }
  struct chain chain = {.message = memory + 3 * value_cap,
                        .alternate_len = (size_t)len};
  for (size_t i = 0; i < 3; i++) {
    chain.value[i] = memory + i * value_cap;
    chain.len[i] = seed.len;
    memcpy(chain.value[i], seed.p, seed.len);
  }
  bool ok = chain_run(reply, &chain, command->hash, alternate) &&
            reply_add(reply, chain.value[2], chain.len[2]);
  free(memory);
  return ok;
}

bool hmac_handle(const struct command *command, const struct request *request,
                 struct reply *reply) {
  struct bytes message = request->args[0];
  struct bytes key = request->args[1];
  uint8_t mac[CORDON_MAX_DIGEST_BYTES];
  size_t len = sizeof(mac);
  cordon_hmac ctx;
  bool ok =
      status_ok(reply, "cordon_hmac_init",
                cordon_hmac_init(&ctx, command->hash, key.p, key.len)) &&
      status_ok(reply, "cordon_hmac_update",
                cordon_hmac_update(&ctx, message.p, message.len)) &&
      status_ok(reply, "cordon_hmac_final", cordon_hmac_final(mac, &len, &ctx));
  return ok && status_ok(reply, "cordon_hmac_wipe", cordon_hmac_wipe(&ctx)) &&
         reply_add(reply, mac, len);
}
