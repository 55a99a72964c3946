/* The commands of the wrapper: one table row each, and what their handlers
 * share. */
#ifndef CORDON_ACVP_WRAPPER_COMMAND_H_
#define CORDON_ACVP_WRAPPER_COMMAND_H_

#include <cordon/types.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"

/* Exit codes; 0 is the end of file between two frames. */
#define WRAPPER_EXIT_FRAME 1
#define WRAPPER_EXIT_COMMAND 2
#define WRAPPER_EXIT_HANDLER 3
#define WRAPPER_EXIT_USAGE 4

/* Variants of a command (bits of command.flags). */
#define COMMAND_DIGEST 1u /* the argument is a digest, not a message */
#define COMMAND_BITS 2u   /* a number of bits follows the message */
#define COMMAND_DER 4u    /* the signature is one argument, in DER */
#define COMMAND_RAW 8u    /* the signature is one argument, r || s */
#define COMMAND_K 16u     /* the nonce is the last argument */
#define COMMAND_EXTRA_BITS 32u
#define COMMAND_RESEED 64u
#define COMMAND_PREDICTION 128u
#define COMMAND_ALTERNATE 256u
#define COMMAND_DETERMINISTIC 512u

struct command {
  const char *name;
  size_t num_args;
  /* Answers a request of num_args arguments into an empty reply. False: no
   * answer, and reply->error says why. */
  bool (*handler)(const struct command *command, const struct request *request,
                  struct reply *reply);
  uint32_t hash; /* CORDON_SHA256, ..., or 0 */
  uint32_t flags;
};

/* command_find looks a name up; NULL if there is no such command. */
const struct command *command_find(struct bytes name);

/* Handlers. */
bool config_handle(const struct command *command, const struct request *request,
                   struct reply *reply);
bool digest_handle(const struct command *command, const struct request *request,
                   struct reply *reply);
bool xof_handle(const struct command *command, const struct request *request,
                struct reply *reply);
bool xof_monte_carlo_handle(const struct command *command,
                            const struct request *request, struct reply *reply);
bool monte_carlo_handle(const struct command *command,
                        const struct request *request, struct reply *reply);
bool large_handle(const struct command *command, const struct request *request,
                  struct reply *reply);
bool hmac_handle(const struct command *command, const struct request *request,
                 struct reply *reply);
bool drbg_handle(const struct command *command, const struct request *request,
                 struct reply *reply);
bool key_gen_handle(const struct command *command,
                    const struct request *request, struct reply *reply);
bool key_pair_handle(const struct command *command,
                     const struct request *request, struct reply *reply);
bool key_ver_handle(const struct command *command,
                    const struct request *request, struct reply *reply);
bool sig_gen_handle(const struct command *command,
                    const struct request *request, struct reply *reply);
bool sig_ver_handle(const struct command *command,
                    const struct request *request, struct reply *reply);

bool ecdh_handle(const struct command *command, const struct request *request,
                 struct reply *reply);
bool ecdh_point_handle(const struct command *command,
                       const struct request *request, struct reply *reply);
bool ecdh_kdf_handle(const struct command *command,
                     const struct request *request, struct reply *reply);
bool kda_handle(const struct command *command, const struct request *request,
                struct reply *reply);

/* status_ok is true for CORDON_OK; else it fails the reply with the name of the
 * call and of its status. */
bool status_ok(struct reply *reply, const char *call, cordon_status status);

/* errors_negotiated tells whether the driver takes error replies. */
bool errors_negotiated(void);

/* Names as ACVP spells them. */
#define NUM_HASHES 12u
#define NUM_CURVES 4u

struct hash_name {
  char name[16];
  uint32_t id;
  uint32_t digest_len;
  uint32_t drbg_strength_bits; /* SP 800-57 part 1, table 3; 0: no DRBG */
};

static inline bool hash_is_sha3(uint32_t id) { return id >= CORDON_SHA3_224; }
static inline bool hash_is_shake(uint32_t id) { return id >= CORDON_SHAKE128; }

struct curve_name {
  char name[8];
  uint32_t id;
  uint32_t len; /* bytes of a coordinate, and of an integer below the order */
};

extern const struct hash_name hash_names[NUM_HASHES];
extern const struct curve_name curve_names[NUM_CURVES];

/* hash_from_name and curve_from_name fail the reply for an unknown name, and
 * return NULL. */
const struct hash_name *hash_from_name(struct reply *reply, struct bytes name);
const struct curve_name *curve_from_name(struct reply *reply,
                                         struct bytes name);

/* hash_from_id returns the row of a known id. */
const struct hash_name *hash_from_id(uint32_t id);

/* u64_from_bytes reads an 8-byte little-endian argument, u32_from_bytes one of
 * 4 bytes and at most `max`. */
bool u64_from_bytes(struct reply *reply, uint64_t *out, struct bytes in);
bool u32_from_bytes(struct reply *reply, uint32_t *out, struct bytes in,
                    uint32_t max);

/* bits_fit checks that a message has exactly the bytes of num_bits. */
bool bits_fit(struct reply *reply, struct bytes message, uint64_t num_bits);

#endif
