// EC keys, ECDSA and ECDH of libcrypto, the other side of the differential
// tests.
#ifndef CORDON_TESTS_DIFF_LIBCRYPTO_H_
#define CORDON_TESTS_DIFF_LIBCRYPTO_H_

#include <openssl/evp.h>

#include <memory>

#include "service_test.h"

namespace diff_test {

using service_test::Bytes;

// What libcrypto says of a signature; it tells false from malformed.
enum Verdict { kValid, kFalse, kMalformed };

class Libcrypto {
 public:
  // A key from its public encoding, of either form, and its scalar, or none.
  // ok() is false if libcrypto refuses the encoding.
  explicit Libcrypto(const Bytes &point, const Bytes &d = Bytes(),
                     const char *group = "P-256");
  static Libcrypto Generate(const char *group = "P-256");

  bool ok() const { return key_ != nullptr; }
  Bytes Private() const;  // at field width
  Bytes Ecdh(const Libcrypto &peer) const;
  Bytes Public(bool compressed) const;
  Bytes SignDer(const char *hash, const Bytes &msg) const;
  Verdict VerifyDer(const char *hash, const Bytes &msg, const Bytes &sig) const;

 private:
  Libcrypto() = default;
  struct Free {
    void operator()(EVP_PKEY *key) const { EVP_PKEY_free(key); }
  };
  std::unique_ptr<EVP_PKEY, Free> key_;
};

// Between the formats; RawToDer writes any r and s as they are.
Bytes RawToDer(const Bytes &raw);
Bytes DerToRaw(const Bytes &der, size_t width = 32);

}  // namespace diff_test

#endif  // CORDON_TESTS_DIFF_LIBCRYPTO_H_
