// The batch services on vectors of cases, and the comparison of each single
// verification of these tests with the same one inside a batch.
#ifndef CORDON_TESTS_SERVICE_BATCH_H_
#define CORDON_TESTS_SERVICE_BATCH_H_

#include <cordon/batch.h>

#include "service_test.h"

namespace service_test {

// Memory to work on so many items at a time, at an odd address, and a guard.
class Workspace {
 public:
  explicit Workspace(size_t num_items);
  uint8_t *data() { return memory_.data() + 1; }
  size_t size() const { return memory_.size() - 2; }
  // Nothing outside was written; and inside, what was written is zero.
  bool GuardsAreIntact() const;
  bool IsWiped() const;

 private:
  Bytes memory_;
};

struct VerifyCase {
  const cordon_public_key *key;
  Bytes in, sig;
};
using VerifyItems = std::vector<cordon_ecdsa_verify_item>;

// The items hold what the call left; before it, each says that it is valid.
cordon_status VerifyInBatch(Form form, const cordon_ecdsa_scheme *scheme,
                            const std::vector<VerifyCase> &cases, size_t chunk,
                            VerifyItems *items);

// The same case alone.
cordon_status VerifyAlone(Form form, const cordon_ecdsa_scheme *scheme,
                          const VerifyCase &c);

}  // namespace service_test

#endif  // CORDON_TESTS_SERVICE_BATCH_H_
