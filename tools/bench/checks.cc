// The checks of results that come before any timing.
#include "checks.h"

#include <algorithm>
#include <random>

#include "errors.h"

namespace bench {
namespace {

const uint8_t kSha256OfAbc[32] = {
    0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea, 0x41, 0x41, 0x40,
    0xde, 0x5d, 0xae, 0x22, 0x23, 0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17,
    0x7a, 0x9c, 0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};

const uint8_t kSha512OfAbc[64] = {
    0xdd, 0xaf, 0x35, 0xa1, 0x93, 0x61, 0x7a, 0xba, 0xcc, 0x41, 0x73,
    0x49, 0xae, 0x20, 0x41, 0x31, 0x12, 0xe6, 0xfa, 0x4e, 0x89, 0xa9,
    0x7e, 0xa2, 0x0a, 0x9e, 0xee, 0xe6, 0x4b, 0x55, 0xd3, 0x9a, 0x21,
    0x92, 0x99, 0x2a, 0x27, 0x4f, 0xc1, 0xa8, 0x36, 0xba, 0x3c, 0x23,
    0xa3, 0xfe, 0xeb, 0xbd, 0x45, 0x4d, 0x44, 0x23, 0x64, 0x3c, 0xe8,
    0x0e, 0x2a, 0x9a, 0xc9, 0x4f, 0xa5, 0x4c, 0xa4, 0x9f};

const uint8_t kSha3_256OfAbc[32] = {
    0x3a, 0x98, 0x5d, 0xa7, 0x4f, 0xe2, 0x25, 0xb2, 0x04, 0x5c, 0x17,
    0x2d, 0x6b, 0xd3, 0x90, 0xbd, 0x85, 0x5f, 0x08, 0x6e, 0x3e, 0x9d,
    0x52, 0x5b, 0x46, 0xbf, 0xe2, 0x45, 0x11, 0x43, 0x15, 0x32};

[[noreturn]] void Wrong(const Implementation &who, const std::string &what) {
  throw WrongAnswer(who.name() + ": " + what);
}

bool Can(const Party &party, Kind kind, const Operation &op) {
  Operation other = op;
  other.kind = kind;
  return party.implementation->Missing(other).empty();
}

// Digest bytes that count on every curve: P-224 drops the last four.
const size_t kUsedDigestLen = 28;

bool Verifies(const Party &party, Kind kind, size_t i, const Digest &digest,
              const Signature &sig) {
  if (kind == Kind::verify) return party.keys->Verify(i, digest, sig);
  return party.keys->VerifyPrepared(i, kind == Kind::verify_prepared_large,
                                    digest, sig);
}

// Verifier must accept the signature, and refuse it for another digest.
void CheckSignature(const Party &signer, const Party &verifier, size_t i,
                    const Digest &digest, const Signature &sig,
                    Kind kind = Kind::verify) {
  Digest other = digest;
  other[i % kUsedDigestLen] ^= 1;
  const std::string verifier_name = verifier.implementation->name();
  if (!Verifies(verifier, kind, i, digest, sig)) {
    Wrong(*signer.implementation, "a signature is refused by " + verifier_name);
  }
  if (Verifies(verifier, kind, i, other, sig)) {
    Wrong(*verifier.implementation, "accepts the signature of another digest");
  }
}

void CheckSign(const Operation &op, const Party &signer, const KeyPool &pool,
               const std::vector<Party> &parties) {
  for (size_t i = 0; i < pool.entries.size(); i++) {
    const Digest &digest = pool.entries[i].digest;
    Signature sig;
    if (!signer.keys->Sign(i, digest, &sig)) {
      Wrong(*signer.implementation, "signing failed");
    }
    for (const Party &verifier : parties) {
      if (!Can(verifier, Kind::verify, op)) continue;
      CheckSignature(signer, verifier, i, digest, sig);
    }
  }
}

// A deterministic signature is valid, and the same when made again.
void CheckDeterministic(const Operation &op, const Party &signer,
                        const KeyPool &pool,
                        const std::vector<Party> &parties) {
  for (size_t i = 0; i < pool.entries.size(); i++) {
    const Digest &digest = pool.entries[i].digest;
    Signature sig, again;
    if (!signer.keys->SignDeterministic(i, digest, &sig) ||
        !signer.keys->SignDeterministic(i, digest, &again)) {
      Wrong(*signer.implementation, "signing failed");
    }
    if (sig.len != again.len ||
        !std::equal(sig.der.begin(), sig.der.begin() + sig.len,
                    again.der.begin())) {
      Wrong(*signer.implementation, "a deterministic signature changes");
    }
    for (const Party &verifier : parties) {
      if (!Can(verifier, Kind::verify, op)) continue;
      CheckSignature(signer, verifier, i, digest, sig);
    }
  }
}

// The timed signatures are this module's; the party must also accept those
// of every other party.
void CheckVerify(const Operation &op, const Party &verifier,
                 const KeyPool &pool, const std::vector<Party> &parties) {
  for (size_t i = 0; i < pool.entries.size(); i++) {
    const PoolEntry &entry = pool.entries[i];
    CheckSignature(parties[0], verifier, i, entry.digest, entry.sig, op.kind);
    for (const Party &signer : parties) {
      if (!Can(signer, Kind::sign, op)) continue;
      Signature sig;
      if (!signer.keys->Sign(i, entry.digest, &sig)) {
        Wrong(*signer.implementation, "signing failed");
      }
      CheckSignature(signer, verifier, i, entry.digest, sig, op.kind);
    }
  }
}

void CheckKeygen(const Operation &op, const Party &maker, const KeyPool &pool,
                 const std::vector<Party> &parties) {
  KeyPair previous;
  for (size_t i = 0; i < pool.entries.size(); i++) {
    const bool made = op.kind == Kind::keygen
                          ? maker.keys->Keygen(i)
                          : maker.keys->KeygenWithoutTest(i);
    if (!made) {
      Wrong(*maker.implementation, "key generation failed");
    }
    const KeyPair pair = maker.keys->Generated(i);
    if (pair.d == previous.d) {
      Wrong(*maker.implementation, "made the same key twice");
    }
    for (const Party &judge : parties) {
      if (judge.keys->Matches(pair)) continue;
      Wrong(*maker.implementation,
            "a new pair is refused by " + judge.implementation->name());
    }
    previous = pair;
  }
}

void CheckSignBatch(const Operation &op, const Party &signer,
                    const KeyPool &pool, const std::vector<Party> &parties) {
  std::vector<Signature> sigs(pool.entries.size());
  if (!signer.keys->SignBatch(pool, sigs.data())) {
    Wrong(*signer.implementation, "signing failed");
  }
  for (size_t i = 0; i < sigs.size(); i++) {
    for (const Party &verifier : parties) {
      if (!Can(verifier, Kind::verify, op)) continue;
      CheckSignature(signer, verifier, 0, pool.entries[i].digest, sigs[i]);
    }
  }
}

// All are good; and one alone is not, at the ends and in between.
void CheckVerifyBatch(const Party &verifier, KeyPool pool) {
  if (!verifier.keys->VerifyBatch(pool)) {
    Wrong(*verifier.implementation, "refuses a batch of good signatures");
  }
  for (size_t i = 0; i < pool.entries.size(); i += 9) {
    pool.entries[i].digest[0] ^= 1;
    if (verifier.keys->VerifyBatch(pool)) {
      Wrong(*verifier.implementation, "accepts a batch with a bad signature");
    }
    pool.entries[i].digest[0] ^= 1;
  }
}

Bytes SecretOf(const Party &party, size_t field_len, size_t i, size_t peer) {
  Bytes z(field_len);
  if (!party.keys->Agree(i, peer, z.data())) {
    Wrong(*party.implementation, "key agreement failed");
  }
  return z;
}

// Both sides of an agreement get the same secret, which is this module's.
void CheckEcdh(const Operation &op, const Party &party, const KeyPool &pool,
               const std::vector<Party> &parties) {
  const size_t field_len = op.curve->field_len;
  for (size_t i = 0; i < pool.entries.size(); i++) {
    const size_t peer = (i + 1) % pool.entries.size();
    const Bytes z = SecretOf(party, field_len, i, peer);
    if (z != SecretOf(party, field_len, peer, i)) {
      Wrong(*party.implementation, "the two sides get different secrets");
    }
    if (z != SecretOf(parties[0], field_len, i, peer)) {
      Wrong(*party.implementation,
            "not the secret of " + parties[0].implementation->name());
    }
  }
}

size_t DigestLen(Hash hash) { return hash == Hash::sha512 ? 64 : 32; }

const uint8_t *DigestOfAbc(Hash hash) {
  switch (hash) {
    case Hash::sha256:
      return kSha256OfAbc;
    case Hash::sha512:
      return kSha512OfAbc;
    default:
      return kSha3_256OfAbc;
  }
}

Bytes DigestOf(Implementation *who, Hash hash, const uint8_t *in, size_t len) {
  Bytes out(64, 0);
  if (!who->Digest(hash, out.data(), in, len)) Wrong(*who, "hashing failed");
  out.resize(DigestLen(hash));
  return out;
}

}  // namespace

void CheckCurveOperation(const Operation &op, const KeyPool &pool,
                         const std::vector<Party> &parties) {
  for (const Party &party : parties) {
    if (!Can(party, op.kind, op)) continue;
    if (op.kind == Kind::sign) CheckSign(op, party, pool, parties);
    if (op.kind == Kind::verify || op.IsPrepared()) {
      CheckVerify(op, party, pool, parties);
    }
    if (op.kind == Kind::keygen || op.kind == Kind::keygen_no_pct) {
      CheckKeygen(op, party, pool, parties);
    }
    if (op.kind == Kind::ecdh) CheckEcdh(op, party, pool, parties);
    if (op.kind == Kind::sign_batch) CheckSignBatch(op, party, pool, parties);
    if (op.kind == Kind::verify_batch) CheckVerifyBatch(party, pool);
    if (op.kind == Kind::sign_deterministic) {
      CheckDeterministic(op, party, pool, parties);
    }
  }
}

void CheckHashOperation(const Operation &op, const Bytes &messages,
                        const std::vector<Implementation *> &parties) {
  const uint8_t abc[] = {'a', 'b', 'c'};
  const uint8_t *known = DigestOfAbc(op.hash);
  const Bytes expected(known, known + DigestLen(op.hash));
  for (Implementation *who : parties) {
    if (DigestOf(who, op.hash, abc, sizeof(abc)) != expected) {
      Wrong(*who, op.name + ": the digest of \"abc\" is wrong");
    }
    for (size_t i = 0; i < kNumInputs; i++) {
      const uint8_t *in = Message(messages, i);
      if (DigestOf(who, op.hash, in, op.message_len) !=
          DigestOf(parties[0], op.hash, in, op.message_len)) {
        Wrong(*who, op.name + ": not the digest of " + parties[0]->name());
      }
    }
  }
}

Bytes MakeMessages() {
  size_t longest = 0;
  for (const Operation &op : AllOperations()) {
    longest = std::max(longest, op.message_len);
  }
  Bytes bytes(longest + 64 * kNumInputs);
  std::mt19937 random(std::random_device{}());
  for (uint8_t &byte : bytes) byte = static_cast<uint8_t>(random());
  return bytes;
}

}  // namespace bench
