/* hmacDRBG commands: entropy, nonce and reseed entropy come with the request,
 * so that only the test object can answer them. The answer is the output of
 * the second generate. */
#include <cordon/drbg.h>
#include <cordon/test.h>

#include "command.h"

/* A request in one order for the three commands; e1 and e2 are the entropy of
 * the generates under prediction resistance, or e1 that of the reseed. */
struct drbg_case {
  size_t out_len;
  struct bytes entropy, nonce, personalisation;
  struct bytes reseed_ad, ad1, ad2, e1, e2;
};

static bool push(struct reply *reply, struct bytes entropy) {
  return status_ok(reply, "cordon_test_push_entropy",
                   cordon_test_push_entropy(entropy.p, entropy.len));
}

/* read_case sorts the arguments of request.
 * plain:  outLen, entropy, personalisation, ad1, ad2, nonce
 * reseed: outLen, entropy, personalisation, reseedAD, e1, ad1, ad2, nonce
 * pr:     outLen, entropy, personalisation, ad1, e1, ad2, e2, nonce */
static bool read_case(struct reply *reply, struct drbg_case *out,
                      const struct request *request, uint32_t flags) {
  const struct bytes *arg = request->args;
  uint32_t out_len = 0;
  if (!u32_from_bytes(reply, &out_len, arg[0], CORDON_DRBG_MAX_REQUEST_BYTES)) {
    return false;
  }
  *out = (struct drbg_case){.out_len = out_len,
                            .entropy = arg[1],
                            .personalisation = arg[2],
                            .nonce = arg[request->num_args - 1]};
  if (flags & COMMAND_RESEED) {
    out->reseed_ad = arg[3];
    out->e1 = arg[4];
    out->ad1 = arg[5];
    out->ad2 = arg[6];
  } else if (flags & COMMAND_PREDICTION) {
    out->ad1 = arg[3];
    out->e1 = arg[4];
    out->ad2 = arg[5];
    out->e2 = arg[6];
  } else {
    out->ad1 = arg[3];
    out->ad2 = arg[4];
  }
  return true;
}

static bool instantiate(struct reply *reply, cordon_drbg *drbg, uint32_t hash,
                        uint32_t drbg_flags, const struct drbg_case *c) {
  cordon_drbg_params params = {hash, hash_from_id(hash)->drbg_strength_bits,
                               drbg_flags};
  return push(reply, c->entropy) && push(reply, c->nonce) &&
         status_ok(reply, "cordon_drbg_instantiate",
                   cordon_drbg_instantiate(drbg, &params, c->personalisation.p,
                                           c->personalisation.len));
}

static bool reseed(struct reply *reply, cordon_drbg *drbg,
                   const struct drbg_case *c) {
  return push(reply, c->e1) &&
         status_ok(reply, "cordon_drbg_reseed",
                   cordon_drbg_reseed(drbg, c->reseed_ad.p, c->reseed_ad.len));
}

static bool generate(struct reply *reply, uint8_t *out, cordon_drbg *drbg,
                     uint32_t drbg_flags, const struct drbg_case *c,
                     struct bytes ad, struct bytes entropy) {
  if (drbg_flags & CORDON_DRBG_PREDICTION_RESISTANCE && !push(reply, entropy)) {
    return false;
  }
  return status_ok(
      reply, "cordon_drbg_generate",
      cordon_drbg_generate(out, c->out_len, drbg, drbg_flags, ad.p, ad.len));
}

bool drbg_handle(const struct command *command, const struct request *request,
                 struct reply *reply) {
  static uint8_t out[CORDON_DRBG_MAX_REQUEST_BYTES];
  struct drbg_case c = {0};
  cordon_drbg drbg;
  uint32_t drbg_flags = command->flags & COMMAND_PREDICTION
                            ? CORDON_DRBG_PREDICTION_RESISTANCE
                            : 0;
  if (!read_case(reply, &c, request, command->flags)) {
    return false;
  }
  bool ok = instantiate(reply, &drbg, command->hash, drbg_flags, &c);
  if (ok && (command->flags & COMMAND_RESEED)) {
    ok = reseed(reply, &drbg, &c);
  }
  ok = ok && generate(reply, out, &drbg, drbg_flags, &c, c.ad1, c.e1) &&
       generate(reply, out, &drbg, drbg_flags, &c, c.ad2, c.e2) &&
       status_ok(reply, "cordon_drbg_uninstantiate",
                 cordon_drbg_uninstantiate(&drbg));
  /* Pieces that a failed call left must not reach the next request. */
  return status_ok(reply, "cordon_test_clear", cordon_test_clear()) && ok &&
         reply_add(reply, out, c.out_len);
}
