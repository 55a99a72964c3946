// See batch.h.
#include "batch.h"

#include <algorithm>

namespace service_test {
namespace {

constexpr uint8_t kFill = 0xa5;

const uint8_t *DataOf(const Bytes &b) { return b.empty() ? nullptr : b.data(); }

}  // namespace

Workspace::Workspace(size_t num_items)
    : memory_(CORDON_BATCH_WORKSPACE_BYTES(num_items) + 2, kFill) {}

bool Workspace::GuardsAreIntact() const {
  return memory_.front() == kFill && memory_.back() == kFill;
}

bool Workspace::IsWiped() const {
  return GuardsAreIntact() &&
         std::count(memory_.begin(), memory_.end(), 0) > 100 &&
         std::all_of(memory_.begin(), memory_.end(),
                     [](uint8_t b) { return b == 0 || b == kFill; });
}

cordon_status VerifyInBatch(Form form, const cordon_ecdsa_scheme *scheme,
                            const std::vector<VerifyCase> &cases, size_t chunk,
                            VerifyItems *items) {
  Workspace workspace(chunk);
  items->clear();
  for (const VerifyCase &c : cases) {
    items->push_back({c.key, DataOf(c.in), c.in.size(), DataOf(c.sig),
                      c.sig.size(), CORDON_OK, CORDON_APPROVED,
                      CORDON_REASON_NONE});
  }
  cordon_status st =
      form == kDigest
          ? cordon_ecdsa_verify_digest_batch(items->data(), items->size(),
                                             scheme, workspace.data(),
                                             workspace.size())
          : cordon_ecdsa_verify_batch(items->data(), items->size(), scheme,
                                      workspace.data(), workspace.size());
  EXPECT_TRUE(workspace.GuardsAreIntact());
  cordon_status first = CORDON_OK;
  for (const cordon_ecdsa_verify_item &item : *items) {
    first = first == CORDON_OK ? item.status : first;
    EXPECT_EQ(item.status != CORDON_OK, item.reason == CORDON_REASON_FAILED);
    EXPECT_EQ(item.reason == CORDON_REASON_NONE ? CORDON_APPROVED
                                                : CORDON_NOT_APPROVED,
              item.approved);
  }
  EXPECT_EQ(first, st);
  return st;
}

cordon_status VerifyAlone(Form form, const cordon_ecdsa_scheme *scheme,
                          const VerifyCase &c) {
  return form == kDigest
             ? cordon_ecdsa_verify_digest(c.key, scheme, DataOf(c.in),
                                          c.in.size(), DataOf(c.sig),
                                          c.sig.size())
             : cordon_ecdsa_verify(c.key, scheme, DataOf(c.in), c.in.size(),
                                   DataOf(c.sig), c.sig.size());
}

}  // namespace service_test
