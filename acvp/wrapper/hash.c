/* Hash and HMAC commands: <hash>, <hash>/bits, <hash>/MCT,
 * <hash>/MCT/alternate, <shake>, <shake>/VOT, <shake>/bits, <shake>/MCT,
 * HMAC-<hash>. */
#include <cordon/hash.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"

#define MONTE_CARLO_ROUNDS 1000

/* Bytes of a seed: ACVP's largest message has 65,536 bits. */
#define MONTE_CARLO_MAX_LEN 65536u

/* Bytes of SHAKE's output; ACVP asks for 65,536 bits at most. */
#define XOF_MAX_LEN (16u << 20)

/* ACVP's chain of SHAKE hashes 128 bits. */
#define XOF_MONTE_CARLO_MESSAGE_LEN 16u

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

/* A message of the chain is the last three values A || B || C, of SHA-3 the
 * last one alone: whole, or cut or filled with zero bytes to `alternate_len`
 * bytes. */
struct chain {
  uint8_t *value[3];
  size_t len[3];
  size_t first; /* of the values in a message: 0 or 2 */
  uint8_t *message;
  size_t alternate_len;
};

/* chain_message writes the next message and returns its length. */
static size_t chain_message(const struct chain *chain, bool alternate) {
  size_t used = 0;
  size_t limit = alternate ? chain->alternate_len : SIZE_MAX;
  for (size_t i = chain->first; i < 3; i++) {
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

/* chain_run does the inner rounds: MD = H(A || B || C), or H(C); A = B; B = C;
 * C = MD. */
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
  struct chain chain = {.first = hash_is_sha3(command->hash) ? 2 : 0,
                        .message = memory + 3 * value_cap,
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

/* xof_bits is a SHAKE over a message of any number of bits. */
static bool xof_bits(struct reply *reply, uint8_t *out, uint32_t out_len,
                     uint32_t hash, struct bytes message, uint64_t num_bits) {
  cordon_hash ctx;
  return bits_fit(reply, message, num_bits) &&
         status_ok(reply, "cordon_hash_init", cordon_hash_init(&ctx, hash)) &&
         status_ok(reply, "cordon_hash_update_bits",
                   cordon_hash_update_bits(&ctx, message.p, num_bits)) &&
         status_ok(reply, "cordon_hash_squeeze",
                   cordon_hash_squeeze(out, out_len, &ctx)) &&
         status_ok(reply, "cordon_hash_wipe", cordon_hash_wipe(&ctx));
}

bool xof_handle(const struct command *command, const struct request *request,
                struct reply *reply) {
  bool has_bits = (command->flags & COMMAND_BITS) != 0;
  struct bytes message = request->args[0];
  uint64_t num_bits = 0;
  uint32_t out_len = 0;
  if ((has_bits && !u64_from_bytes(reply, &num_bits, request->args[1])) ||
      !u32_from_bytes(reply, &out_len, request->args[has_bits ? 2 : 1],
                      XOF_MAX_LEN)) {
    return false;
  }
  uint8_t *out = malloc((size_t)out_len + 1);
  if (out == NULL) {
    return reply_fail(reply, "out of memory");
  }
  bool ok =
      has_bits ? xof_bits(reply, out, out_len, command->hash, message, num_bits)
               : status_ok(reply, "cordon_xof",
                           cordon_xof(out, out_len, command->hash, message.p,
                                      message.len));
  ok = ok && reply_add(reply, out, out_len);
  free(out);
  return ok;
}

/* xof_chain_run does the inner rounds: each message is the first 128 bits of
 * the last output, with zeros after a shorter one; the last 16 bits of an
 * output, as a big-endian number, choose the length of the next. `out` holds
 * the seed at first, and *len its length, then those of the last output; *next
 * is the length of the first output, then of the one that would follow. */
static bool xof_chain_run(struct reply *reply, uint8_t *out, size_t *len,
                          uint32_t *next, uint32_t hash, uint32_t min,
                          uint32_t max) {
  uint8_t message[XOF_MONTE_CARLO_MESSAGE_LEN];
  for (int round = 0; round < MONTE_CARLO_ROUNDS; round++) {
    size_t n = *len < sizeof(message) ? *len : sizeof(message);
    memset(message, 0, sizeof(message));
    memcpy(message, out, n);
    *len = *next;
    if (!status_ok(reply, "cordon_xof",
                   cordon_xof(out, *len, hash, message, sizeof(message)))) {
      return false;
    }
    uint32_t last = (uint32_t)out[*len - 2] << 8 | out[*len - 1];
    *next = min + last % (max - min + 1);
  }
  return true;
}

bool xof_monte_carlo_handle(const struct command *command,
                            const struct request *request,
                            struct reply *reply) {
  struct bytes seed = request->args[0];
  uint32_t min = 0, max = 0, next = 0;
  if (!u32_from_bytes(reply, &min, request->args[1], MONTE_CARLO_MAX_LEN) ||
      !u32_from_bytes(reply, &max, request->args[2], MONTE_CARLO_MAX_LEN) ||
      !u32_from_bytes(reply, &next, request->args[3], MONTE_CARLO_MAX_LEN)) {
    return false;
  }
  if (min < 2 || min > max || next < min || next > max) {
    return reply_fail(reply, "%" PRIu32 " to %" PRIu32 " bytes, now %" PRIu32,
                      min, max, next);
  }
  uint8_t *out = calloc((size_t)max + XOF_MONTE_CARLO_MESSAGE_LEN, 1);
  if (out == NULL) {
    return reply_fail(reply, "out of memory");
  }
  size_t len = seed.len < XOF_MONTE_CARLO_MESSAGE_LEN
                   ? seed.len
                   : XOF_MONTE_CARLO_MESSAGE_LEN;
  memcpy(out, seed.p, len);
  bool ok = xof_chain_run(reply, out, &len, &next, command->hash, min, max) &&
            reply_add(reply, out, len);
  free(out);
  uint8_t next_le[4] = {(uint8_t)next, (uint8_t)(next >> 8),
                        (uint8_t)(next >> 16), (uint8_t)(next >> 24)};
  return ok && reply_add(reply, next_le, sizeof(next_le));
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
