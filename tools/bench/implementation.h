// What the bench asks of an implementation, this module or a peer alike.
#ifndef CORDON_BENCH_IMPLEMENTATION_H_
#define CORDON_BENCH_IMPLEMENTATION_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "operation.h"

namespace bench {

// Distinct keys, digests and messages that each operation cycles through.
inline constexpr size_t kNumInputs = 32;

// Bytes of the longest field, that of P-521.
inline constexpr size_t kMaxFieldLen = 66;

using Bytes = std::vector<uint8_t>;
using Digest = std::array<uint8_t, 32>;

struct Signature {
  std::array<uint8_t, 160> der;
  size_t len;
};

struct KeyPair {
  Bytes d;      // big-endian, order length
  Bytes point;  // 04 || x || y
};

// One entry: a key, a digest and the DER signature of that digest.
struct PoolEntry {
  KeyPair pair;
  Digest digest;
  Signature sig;
};

// The same keys and signatures for every implementation.
struct KeyPool {
  const Curve *curve;
  std::vector<PoolEntry> entries;
};

// One implementation's own objects for the keys of a pool. The calls named
// timed do nothing but the operation, and return whether it succeeded.
class Keys {
 public:
  virtual ~Keys() = default;
  // Timed.
  virtual bool Sign(size_t i, const Digest &digest, Signature *out) = 0;
  // Timed; the nonce is that of FIPS 186-5, A.3.3.
  virtual bool SignDeterministic(size_t i, const Digest &digest,
                                 Signature *out) = 0;
  // Timed.
  virtual bool Verify(size_t i, const Digest &digest, const Signature &sig) = 0;
  // Timed, but for the first call of each key, which prepares it. Who has no
  // prepared keys verifies.
  virtual bool VerifyPrepared(size_t i, bool large, const Digest &digest,
                              const Signature &sig) {
    (void)large;
    return Verify(i, digest, sig);
  }
  // Timed; makes a new pair in slot i, apart from the pool's keys.
  virtual bool Keygen(size_t i) = 0;
  // Timed; the same without a pairwise test, and with the affine coordinates
  // read out.
  virtual bool KeygenWithoutTest(size_t i) = 0;
  // Timed; the shared secret of key i and the public key of another entry, at
  // field length.
  virtual bool Agree(size_t i, size_t peer, uint8_t *out) = 0;
  // Timed; signs the digests of all entries with the first key, or verifies all
  // entries: here by single calls, and by one where there is such a call.
  virtual bool SignBatch(const KeyPool &pool, Signature *out) {
    for (size_t i = 0; i < pool.entries.size(); i++) {
      if (!Sign(0, pool.entries[i].digest, &out[i])) return false;
    }
    return true;
  }
  virtual bool VerifyBatch(const KeyPool &pool) {
    for (size_t i = 0; i < pool.entries.size(); i++) {
      const PoolEntry &entry = pool.entries[i];
      if (!Verify(i, entry.digest, entry.sig)) return false;
    }
    return true;
  }
  // The pair that the last keygen, of either kind, left in slot i.
  virtual KeyPair Generated(size_t i) = 0;
  // Whether d * G is the point, computed by this implementation.
  virtual bool Matches(const KeyPair &pair) = 0;
};

class Implementation {
 public:
  virtual ~Implementation() = default;
  const std::string &name() const { return name_; }
  // For one of several libraries of the same version.
  void Rename(const std::string &name) { name_ = name; }
  virtual std::string backend() const = 0;
  // Why the operation cannot be measured, or "".
  virtual std::string Missing(const Operation &op) const = 0;
  // Pre: no operation of the pool's curve that will be called is missing.
  virtual std::unique_ptr<Keys> Load(const KeyPool &pool) = 0;
  // Timed; out has room for 64 bytes.
  virtual bool Digest(Hash hash, uint8_t *out, const uint8_t *in,
                      size_t len) = 0;

 protected:
  std::string name_;
};

// This module; throws ModuleError if it is not operational.
std::unique_ptr<Implementation> OpenCordon();

// A pool of so many keys and signatures made by this module.
KeyPool MakePool(const Curve &curve, size_t num_entries);

// What the module says of itself: version, state of the seal.
std::string DescribeCordon();

// A libcrypto-compatible shared library; throws UsageError if it cannot be
// loaded or offers none of the operations.
std::unique_ptr<Implementation> OpenPeer(const std::string &path);

}  // namespace bench

#endif
