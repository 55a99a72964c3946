// What can be measured: the curves, the operations, and their selection.
#ifndef CORDON_BENCH_OPERATION_H_
#define CORDON_BENCH_OPERATION_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

struct Curve {
  const char *name;
  uint32_t cordon_id;
  int nid;  // libcrypto's number of the named curve
  size_t field_len;
};

enum class Hash { sha256, sha512, sha3_256 };
enum class Kind {
  sign,
  sign_deterministic,
  verify,
  verify_prepared_small,
  verify_prepared_large,
  keygen,
  keygen_no_pct,
  ecdh,
  sign_batch,
  verify_batch,
  hash,
  power_on
};

// Items of a batch; its figures are those of one item.
inline constexpr size_t kBatchLen = 64;

struct Operation {
  Kind kind;
  std::string name;    // "sign", "sha256-64"
  const Curve *curve;  // null where there is none
  Hash hash;           // of Kind::hash
  size_t message_len;  // of Kind::hash

  std::string CurveName() const { return curve ? curve->name : ""; }
  // "sign/P-256", or the name alone where there is no curve.
  std::string Label() const;
  bool IsBatch() const {
    return kind == Kind::sign_batch || kind == Kind::verify_batch;
  }
  // Peers have no prepared keys: theirs is plain verification.
  bool IsPrepared() const {
    return kind == Kind::verify_prepared_small ||
           kind == Kind::verify_prepared_large;
  }
  // Peers have no power-on tests to compare with.
  bool PeersHaveIt() const { return kind != Kind::power_on; }
};

// Null if there is none of that name.
const Curve *FindCurve(const std::string &name);

// Every operation, in the order of the table.
std::vector<Operation> AllOperations();

// The operations whose name or label the regular expression matches anywhere;
// throws UsageError if it is malformed or matches none.
std::vector<Operation> SelectOperations(const std::string &filter);

}  // namespace bench

#endif
