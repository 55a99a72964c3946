// The secrets of a call, as eight bytes of them can lie in memory, and the
// search for them.
#ifndef CORDON_TESTS_SECRETS_NEEDLES_H_
#define CORDON_TESTS_SECRETS_NEEDLES_H_

#include <stdint.h>

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace secrets_test {

using Bytes = std::vector<uint8_t>;

class Needles {
 public:
  // Adds a secret of at least eight bytes, an integer in big-endian or a string
  // of bytes. Eight bytes of it are looked for as they are, as two words of 32
  // bits (of SHA-256's schedule), and as one little-endian word or limb; cut
  // from the front as well as from the end, where limbs are counted.
  void Add(const std::string &kind, const Bytes &secret);

  // The kinds of which something lies in [begin, end), at any address.
  std::set<std::string> Find(const void *begin, const void *end) const;

  void Clear() { kinds_.clear(); }
  size_t size() const { return kinds_.size(); }

 private:
  std::unordered_map<uint64_t, std::string> kinds_;
};

// "a, b" of a set.
std::string Text(const std::set<std::string> &kinds);

}  // namespace secrets_test

#endif
