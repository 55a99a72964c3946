// What a trial finds of the outputs of its call: see Outcome in trials.h.
#ifndef CORDON_TESTS_MODULE_JUDGED_H_
#define CORDON_TESTS_MODULE_JUDGED_H_

#include "trials.h"

namespace module_test {

struct Judged : Output {
  Outcome Judge(cordon_status st) const {
    return {st, st == CORDON_OK ? len > 0 && len <= sizeof bytes
                                : Refused() && len == 0};
  }
  // Of a signature in a batch, of which its own bytes are zero.
  bool IsTakenBack() const {
    size_t n = 0;
    while (n < sizeof bytes && bytes[n] == 0) {
      n++;
    }
    return len == 0 && n >= 56 &&
           AllBytesAre(bytes + n, sizeof bytes - n, kFill);
  }
  // Of calls that write a length of the caller's: 64 bytes, no others.
  Outcome JudgeFixed(cordon_status st) const {
    bool zero = AllBytesAre(bytes, 64, 0);
    return {st,
            (st != CORDON_OK) == zero && AllBytesAre(bytes + 64, 96, kFill)};
  }
};

// An object that the call may change on success alone. It is wiped where the
// call succeeded until the module failed.
template <typename T>
Outcome Unchanged(cordon_status st, const T &before, const T &after) {
  Outcome out(st, st == CORDON_OK || SameBytes(before, after));
  out.clean_meanwhile |= st == CORDON_ERR_STATE && IsZero(after);
  return out;
}

// An object that the call makes: it must not be usable after an error.
template <typename T>
Outcome Made(cordon_status st, const T &object) {
  bool clean = st == CORDON_OK || IsZero(object) ||
               AllBytesAre(&object, sizeof object, kFill);
  return {st, clean};
}

template <typename T>
T Filled() {
  T object;
  memset(&object, kFill, sizeof object);
  return object;
}

// Of a batch whose two items are alike.
template <typename Item>
Outcome JudgeItems(cordon_status st, const Item (&items)[2]) {
  const bool first = items[0].status != CORDON_OK;
  Outcome out(st, items[0].status == st && items[1].status == st);
  out.clean_meanwhile = items[first ? 0 : 1].status == st;
  for (const Item &item : items) {
    bool agree =
        (item.status != CORDON_OK) == (item.reason == CORDON_REASON_FAILED);
    out.clean &= agree;
    out.clean_meanwhile &= agree;
  }
  return out;
}

// A batch of two, of which the call's status and output stand for both.
struct SignBatch {
  const Bytes in;
  Judged out[2];
  uint8_t workspace[CORDON_BATCH_WORKSPACE_BYTES(2)];
  cordon_ecdsa_sign_item items[2];

  explicit SignBatch(const Bytes &input) : in(input) {
    for (int i = 0; i < 2; i++) {
      items[i] = {in.data(), in.size(), out[i].bytes, out[i].len, 0, 0, 0};
    }
  }
  Outcome Judge(cordon_status st) {
    Outcome outcome = JudgeItems(st, items);
    for (int i = 0; i < 2; i++) {
      out[i].len = items[i].sig_len;
      bool clean = out[i].Judge(items[i].status).clean;
      outcome.clean &= clean && !out[i].Untouched();
      outcome.clean_meanwhile &= clean || out[i].IsTakenBack();
    }
    return outcome;
  }
};

struct VerifyBatch {
  const Bytes in, sig;
  uint8_t workspace[CORDON_BATCH_WORKSPACE_BYTES(2)];
  cordon_ecdsa_verify_item items[2];

  VerifyBatch(const cordon_public_key *key, const Bytes &input, const Bytes &s)
      : in(input), sig(s) {
    for (cordon_ecdsa_verify_item &item : items) {
      item = {key, in.data(), in.size(), sig.data(), sig.size(), 0, 0, 0};
    }
  }
  Outcome Judge(cordon_status st) const { return JudgeItems(st, items); }
};

}  // namespace module_test

#endif
