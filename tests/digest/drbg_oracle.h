// HMAC_DRBG once more, straight from the steps of SP 800-90A, 10.1.2, with
// libcrypto's HMAC and nothing of the module.
#ifndef CORDON_TESTS_DIGEST_DRBG_ORACLE_H_
#define CORDON_TESTS_DIGEST_DRBG_ORACLE_H_

#include "digest_test.h"

namespace digest_test {

inline Bytes Join(std::initializer_list<Bytes> parts) {
  Bytes out;
  for (const Bytes &part : parts) {
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

class DrbgOracle {
 public:
  DrbgOracle(const Alg &alg, const Bytes &entropy, const Bytes &nonce,
             const Bytes &pers)
      : alg_(alg), key_(alg.digest_len, 0), v_(alg.digest_len, 1) {
    Update(Join({entropy, nonce, pers}));
  }

  void Reseed(const Bytes &entropy, const Bytes &ad) {
    Update(Join({entropy, ad}));
  }

  Bytes Generate(size_t len, const Bytes &ad) {
    if (!ad.empty()) {
      Update(ad);
    }
    Bytes out;
    while (out.size() < len) {
      v_ = OracleHmac(alg_, key_, v_);
      out.insert(out.end(), v_.begin(), v_.end());
    }
    out.resize(len);
    Update(ad);
    return out;
  }

 private:
  void Update(const Bytes &data) {
    key_ = OracleHmac(alg_, key_, Join({v_, {0}, data}));
    v_ = OracleHmac(alg_, key_, v_);
    if (data.empty()) {
      return;
    }
    key_ = OracleHmac(alg_, key_, Join({v_, {1}, data}));
    v_ = OracleHmac(alg_, key_, v_);
  }

  Alg alg_;
  Bytes key_, v_;
};

}  // namespace digest_test

#endif
