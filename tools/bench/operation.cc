// The lists of curves and operations, and the filter over them.
#include "operation.h"

#include <cordon/types.h>

#include <regex>

#include "errors.h"

namespace bench {
namespace {

// 415 is libcrypto's NID_X9_62_prime256v1, the same in every fork.
const Curve kCurves[] = {{"P-256", CORDON_P256, 415, 32}};

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

std::vector<Operation> AllOperations() {
  std::vector<Operation> all;
  for (const Curve &curve : kCurves) {
    all.push_back({Kind::sign, "sign", &curve, Hash::sha256, 0});
    all.push_back({Kind::verify, "verify", &curve, Hash::sha256, 0});
    all.push_back({Kind::keygen, "keygen", &curve, Hash::sha256, 0});
  }
  for (Hash hash : {Hash::sha256, Hash::sha512}) {
    const std::string name = hash == Hash::sha256 ? "sha256-" : "sha512-";
    for (size_t len : kMessageLens) {
      all.push_back(
          {Kind::hash, name + std::to_string(len), nullptr, hash, len});
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
