// The lists of curves and operations, and the filter over them.
#include "operation.h"

#include <cordon/types.h>

#include <regex>

#include "errors.h"

namespace bench {
namespace {

// libcrypto's numbers NID_secp224r1, NID_X9_62_prime256v1, NID_secp384r1 and
// NID_secp521r1 are the same in every fork.
const Curve kCurves[] = {{"P-224", CORDON_P224, 713, 28},
                         {"P-256", CORDON_P256, 415, 32},
                         {"P-384", CORDON_P384, 715, 48},
                         {"P-521", CORDON_P521, 716, 66}};

const struct {
  Kind kind;
  const char *name;
} kCurveOperations[] = {{Kind::sign, "sign"},
                        {Kind::sign_deterministic, "sign-deterministic"},
                        {Kind::verify, "verify"},
                        {Kind::verify_prepared_small, "verify-prepared-small"},
                        {Kind::verify_prepared_large, "verify-prepared-large"},
                        {Kind::keygen, "keygen"},
                        {Kind::keygen_no_pct, "keygen-no-pct"},
                        {Kind::ecdh, "ecdh"},
                        {Kind::sign_batch, "sign-batch-64"},
                        {Kind::verify_batch, "verify-batch-64"}};

static_assert(kBatchLen == 64, "the names above");

const struct {
  Hash hash;
  const char *prefix;
} kHashes[] = {{Hash::sha256, "sha256-"},
               {Hash::sha512, "sha512-"},
               {Hash::sha3_256, "sha3-256-"}};

const size_t kMessageLens[] = {64, 1024, 16384};

std::regex Compile(const std::string &filter) {
  try {
    return std::regex(filter, std::regex::ECMAScript);
  } catch (const std::regex_error &e) {
    throw UsageError("--filter '" + filter +
                     "' is not a regular expression: " + e.what());
  }
}

}  // namespace

std::string Operation::Label() const {
  return curve ? name + "/" + curve->name : name;
}

const Curve *FindCurve(const std::string &name) {
  for (const Curve &curve : kCurves) {
    if (curve.name == name) return &curve;
  }
  return nullptr;
}

std::vector<Operation> AllOperations() {
  std::vector<Operation> all;
  for (const Curve &curve : kCurves) {
    for (const auto &op : kCurveOperations) {
      all.push_back({op.kind, op.name, &curve, Hash::sha256, 0});
    }
  }
  for (const auto &family : kHashes) {
    for (size_t len : kMessageLens) {
      all.push_back({Kind::hash, family.prefix + std::to_string(len), nullptr,
                     family.hash, len});
    }
  }
  all.push_back({Kind::power_on, "power-on", nullptr, Hash::sha256, 0});
  return all;
}

std::vector<Operation> SelectOperations(const std::string &filter) {
  const std::regex pattern = Compile(filter);
  std::vector<Operation> selected;
  for (const Operation &op : AllOperations()) {
    if (std::regex_search(op.name, pattern) ||
        std::regex_search(op.Label(), pattern)) {
      selected.push_back(op);
    }
  }
  if (selected.empty()) {
    throw UsageError("--filter '" + filter +
                     "' matches no operation; --list names them");
  }
  return selected;
}

}  // namespace bench
