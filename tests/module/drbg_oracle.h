// HMAC_DRBG once more, by the steps of SP 800-90A, with libcrypto's HMAC.
#ifndef CORDON_TESTS_MODULE_DRBG_ORACLE_H_
#define CORDON_TESTS_MODULE_DRBG_ORACLE_H_

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "module_test.h"

namespace module_test {

inline const EVP_MD *Evp(uint32_t hash) {
  switch (hash) {
    case CORDON_SHA224:
      return EVP_sha224();
    case CORDON_SHA256:
      return EVP_sha256();
    case CORDON_SHA384:
      return EVP_sha384();
    case CORDON_SHA512:
      return EVP_sha512();
    case CORDON_SHA512_224:
      return EVP_sha512_224();
    default:
      return EVP_sha512_256();
  }
}

inline Bytes Join(std::initializer_list<Bytes> parts) {
  Bytes out;
  for (const Bytes &part : parts) {
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

inline Bytes Counted(size_t len, uint8_t first) {
  Bytes out(len);
  for (uint8_t &b : out) {
    b = first++;
  }
  return out;
}

// HMAC_DRBG by the steps of SP 800-90A, 10.1.2.
class DrbgOracle {
 public:
  DrbgOracle(uint32_t hash, const Bytes &seed)
      : hash_(hash), key_(DigestLen(hash), 0), v_(DigestLen(hash), 1) {
    Update(seed);
  }
  void Reseed(const Bytes &entropy, const Bytes &ad) {
    Update(Join({entropy, ad}));
  }
  Bytes Generate(size_t len, const Bytes &ad) {
    Bytes out;
    if (!ad.empty()) {
      Update(ad);
    }
    while (out.size() < len) {
      v_ = Mac(v_);
      out = Join({out, v_});
    }
    out.resize(len);
    Update(ad);
    return out;
  }

  const Bytes &key() const { return key_; }
  const Bytes &v() const { return v_; }

 private:
  Bytes Mac(const Bytes &message) {
    Bytes out(EVP_MAX_MD_SIZE);
    unsigned len = 0;
    HMAC(Evp(hash_), key_.data(), static_cast<int>(key_.size()), message.data(),
         message.size(), out.data(), &len);
    out.resize(len);
    return out;
  }
  void Update(const Bytes &data) {
    key_ = Mac(Join({v_, {0}, data}));
    v_ = Mac(v_);
    if (!data.empty()) {
      key_ = Mac(Join({v_, {1}, data}));
      v_ = Mac(v_);
    }
  }
  uint32_t hash_;
  Bytes key_, v_;
};

}  // namespace module_test

#endif
