/* The checks of results that come before any timing. */
#include "checks.h"

#include <algorithm>
#include <random>

#include "errors.h"

namespace bench {
namespace {

const uint8_t sha256_of_abc[32] = {
    0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
    0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
    0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};

const uint8_t sha512_of_abc[64] = {
    0xdd, 0xaf, 0x35, 0xa1, 0x93, 0x61, 0x7a, 0xba, 0xcc, 0x41, 0x73,
    0x49, 0xae, 0x20, 0x41, 0x31, 0x12, 0xe6, 0xfa, 0x4e, 0x89, 0xa9,
    0x7e, 0xa2, 0x0a, 0x9e, 0xee, 0xe6, 0x4b, 0x55, 0xd3, 0x9a, 0x21,
    0x92, 0x99, 0x2a, 0x27, 0x4f, 0xc1, 0xa8, 0x36, 0xba, 0x3c, 0x23,
    0xa3, 0xfe, 0xeb, 0xbd, 0x45, 0x4d, 0x44, 0x23, 0x64, 0x3c, 0xe8,
    0x0e, 0x2a, 0x9a, 0xc9, 0x4f, 0xa5, 0x4c, 0xa4, 0x9f};

[[noreturn]] void wrong(const Implementation &who, const std::string &what) {
  throw WrongAnswer(who.name() + ": " + what);
}

bool can(const Party &party, Kind kind, const Operation &op) {
  Operation other = op;
  other.kind = kind;
  return party.implementation->missing(other).empty();
}

/* Verifier must accept the signature, and refuse it for another digest. */
void check_signature(const Party &signer, const Party &verifier, size_t i,
                     const Digest &digest, const Signature &sig) {
  Digest other = digest;
  other[i % other.size()] ^= 1;
  const std::string verifier_name = verifier.implementation->name();
  if (!verifier.keys->verify(i, digest, sig)) {
    wrong(*signer.implementation, "a signature is refused by " + verifier_name);
  }
  if (verifier.keys->verify(i, other, sig)) {
    wrong(*verifier.implementation, "accepts the signature of another digest");
  }
}

void check_sign(const Operation &op, const Party &signer, const KeyPool &pool,
                const std::vector<Party> &parties) {
  for (size_t i = 0; i < pool.entries.size(); i++) {
    const Digest &digest = pool.entries[i].digest;
    Signature sig;
    if (!signer.keys->sign(i, digest, &sig)) {
      wrong(*signer.implementation, "signing failed");
    }
    for (const Party &verifier : parties) {
      if (!can(verifier, Kind::verify, op)) continue;
      check_signature(signer, verifier, i, digest, sig);
    }
  }
}

/* The timed signatures are this module's; the party must also accept those
 * of every other party. */
void check_verify(const Operation &op, const Party &verifier,
                  const KeyPool &pool, const std::vector<Party> &parties) {
  for (size_t i = 0; i < pool.entries.size(); i++) {
    const PoolEntry &entry = pool.entries[i];
    check_signature(parties[0], verifier, i, entry.digest, entry.sig);
    for (const Party &signer : parties) {
      if (!can(signer, Kind::sign, op)) continue;
      Signature sig;
      if (!signer.keys->sign(i, entry.digest, &sig)) {
        wrong(*signer.implementation, "signing failed");
      }
      check_signature(signer, verifier, i, entry.digest, sig);
    }
  }
}

void check_keygen(const Party &maker, const KeyPool &pool,
                  const std::vector<Party> &parties) {
  KeyPair previous;
  for (size_t i = 0; i < pool.entries.size(); i++) {
    if (!maker.keys->keygen(i)) {
      wrong(*maker.implementation, "key generation failed");
    }
    const KeyPair pair = maker.keys->generated(i);
    if (pair.d == previous.d) {
      wrong(*maker.implementation, "made the same key twice");
    }
    for (const Party &judge : parties) {
      if (judge.keys->matches(pair)) continue;
      wrong(*maker.implementation,
            "a new pair is refused by " + judge.implementation->name());
    }
    previous = pair;
  }
}

size_t digest_len(Hash hash) { return hash == Hash::sha256 ? 32 : 64; }

Bytes digest_of(Implementation *who, Hash hash, const uint8_t *in, size_t len) {
  Bytes out(64, 0);
  if (!who->digest(hash, out.data(), in, len)) wrong(*who, "hashing failed");
  out.resize(digest_len(hash));
  return out;
}

}  // namespace

void check_curve_operation(const Operation &op, const KeyPool &pool,
                           const std::vector<Party> &parties) {
  for (const Party &party : parties) {
    if (!can(party, op.kind, op)) continue;
    if (op.kind == Kind::sign) check_sign(op, party, pool, parties);
    if (op.kind == Kind::verify) check_verify(op, party, pool, parties);
    if (op.kind == Kind::keygen) check_keygen(party, pool, parties);
  }
}

void check_hash_operation(const Operation &op, const Bytes &messages,
                          const std::vector<Implementation *> &parties) {
  const uint8_t abc[] = {'a', 'b', 'c'};
  const uint8_t *known =
      op.hash == Hash::sha256 ? sha256_of_abc : sha512_of_abc;
  const Bytes expected(known, known + digest_len(op.hash));
  for (Implementation *who : parties) {
    if (digest_of(who, op.hash, abc, sizeof(abc)) != expected) {
      wrong(*who, op.name + ": the digest of \"abc\" is wrong");
    }
    for (size_t i = 0; i < num_inputs; i++) {
      const uint8_t *in = message(messages, i);
      if (digest_of(who, op.hash, in, op.message_len) !=
          digest_of(parties[0], op.hash, in, op.message_len)) {
        wrong(*who, op.name + ": not the digest of " + parties[0]->name());
      }
    }
  }
}

Bytes make_messages() {
  size_t longest = 0;
  for (const Operation &op : all_operations()) {
    longest = std::max(longest, op.message_len);
  }
  Bytes bytes(longest + 64 * num_inputs);
  std::mt19937 random(std::random_device{}());
  for (uint8_t &byte : bytes) byte = static_cast<uint8_t>(random());
  return bytes;
}

}  // namespace bench
