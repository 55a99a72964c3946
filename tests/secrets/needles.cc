// The search for eight bytes of a secret.
#include "needles.h"

#include <string.h>

namespace secrets_test {
namespace {

// A few values that say nothing: fill, zero, all ones.
bool IsTelling(uint64_t x) {
  std::set<uint8_t> bytes;
  for (int i = 0; i < 8; i++) {
    bytes.insert(static_cast<uint8_t>(x >> (8 * i)));
  }
  return bytes.size() > 3;
}

}  // namespace

void Needles::Add(const std::string &kind, const Bytes &secret) {
  std::set<size_t> starts;
  for (size_t i = 0; i + 8 <= secret.size(); i += 8) {
    starts.insert(i);
    starts.insert(secret.size() - 8 - i);
  }
  for (size_t start : starts) {
    uint64_t x;
    memcpy(&x, &secret[start], sizeof x);
    const uint64_t limb = __builtin_bswap64(x);
    for (uint64_t form : {x, limb, limb << 32 | limb >> 32}) {
      if (IsTelling(form)) {
        kinds_.emplace(form, kind);
      }
    }
  }
}

std::set<std::string> Needles::Find(const void *begin, const void *end) const {
  std::set<std::string> found;
  const uint8_t *last = static_cast<const uint8_t *>(end) - 8;
  for (auto p = static_cast<const uint8_t *>(begin); p <= last; p++) {
    uint64_t x;
    memcpy(&x, p, sizeof x);
    const auto hit = kinds_.find(x);
    if (hit != kinds_.end()) {
      found.insert(hit->second);
    }
  }
  return found;
}

std::string Text(const std::set<std::string> &kinds) {
  std::string text;
  for (const std::string &kind : kinds) {
    text += (text.empty() ? "" : ", ") + kind;
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace secrets_test
