// Every public call, tried with valid arguments: the name of the trial, its
// service, and the self-tests that it depends on. The dependencies are written
// down here a second time, from the design, to be compared with the registry.
#ifndef CORDON_TESTS_MODULE_TRIALS_H_
#define CORDON_TESTS_MODULE_TRIALS_H_

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "module_test.h"

namespace module_test {

// Live objects for the calls that need one, by the id of a hash or a curve.
// Key and signatures by hash are of P-256; the other signatures are made with
// SHA-384.
struct Stock {
  cordon_hash hash[kNumHashes + 1];
  cordon_hmac hmac[kNumHashes + 1];
  cordon_drbg drbg[kNumHashes + 1];
  cordon_private_key key[kNumCurves + 1];
  cordon_public_key pub[kNumCurves + 1];
  Bytes point[kNumCurves + 1];
  Bytes sig[kNumHashes + 1];     // of the empty message
  Bytes digest[kNumHashes + 1];  // of the empty message
  Bytes curve_sig[kNumCurves + 1];
  Bytes table[kNumCurves + 1];  // of pub, as a prepared key

  // Makes all objects. Returns the name of the first call that was refused,
  // or "" if none was.
  std::string Fill();

 private:
  std::string FillCurve(uint32_t curve);
  std::string FillHash(uint32_t h);
};

// `clean`: what the header promises of the outputs holds: on an error they are
// zero or untouched. The items of a batch are alike here, and so are their
// results. `clean_meanwhile` allows for what is seen only where another thread
// runs a self-test that fails: items differ, the call's status is that of the
// first that is not CORDON_OK, and each is clean by its own.
struct Outcome {
  cordon_status status = CORDON_ERR_STATE;
  bool clean = false;
  bool clean_meanwhile = false;
  Outcome() = default;
  Outcome(cordon_status st, bool c)
      : status(st), clean(c), clean_meanwhile(c) {}
};

struct Trial {
  std::string name;
  std::string function;  // without cordon_
  uint32_t service;
  std::set<std::string> needs;
  std::function<Outcome(Stock &)> call;
};

const std::vector<Trial> &Trials();

}  // namespace module_test

#endif
