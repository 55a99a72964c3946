// What the digest tests share: the hash functions with their names in libcrypto
// and CAVP, bytes, and random numbers that repeat from run to run.
#ifndef CORDON_TESTS_DIGEST_DIGEST_TEST_H_
#define CORDON_TESTS_DIGEST_DIGEST_TEST_H_

#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <random>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
#include "digest/hash.h"
#include "digest/hmac.h"
}

namespace digest_test {

using Bytes = std::vector<uint8_t>;

struct Alg {
  uint32_t id;
  const char *name;       // as in FIPS 180-4, FIPS 202 and CAVP sections
  const char *evp;        // as libcrypto names it
  const char *cavp_file;  // first part of the CAVP file names
  size_t digest_len;
  size_t block_len;
};

inline const std::vector<Alg> &Sha2Algs() {
  static const std::vector<Alg> algs = {
      {CORDON_SHA224, "SHA-224", "SHA224", "SHA224", 28, 64},
      {CORDON_SHA256, "SHA-256", "SHA256", "SHA256", 32, 64},
      {CORDON_SHA384, "SHA-384", "SHA384", "SHA384", 48, 128},
      {CORDON_SHA512, "SHA-512", "SHA512", "SHA512", 64, 128},
      {CORDON_SHA512_224, "SHA-512/224", "SHA512-224", "SHA512_224", 28, 128},
      {CORDON_SHA512_256, "SHA-512/256", "SHA512-256", "SHA512_256", 32, 128},
  };
  return algs;
}

inline const std::vector<Alg> &Sha3Algs() {
  static const std::vector<Alg> algs = {
      {CORDON_SHA3_224, "SHA3-224", "SHA3-224", "SHA3_224", 28, 144},
      {CORDON_SHA3_256, "SHA3-256", "SHA3-256", "SHA3_256", 32, 136},
      {CORDON_SHA3_384, "SHA3-384", "SHA3-384", "SHA3_384", 48, 104},
      {CORDON_SHA3_512, "SHA3-512", "SHA3-512", "SHA3_512", 64, 72},
  };
  return algs;
}

// With the digest lengths of FIPS 186-5.
inline const std::vector<Alg> &ShakeAlgs() {
  static const std::vector<Alg> algs = {
      {CORDON_SHAKE128, "SHAKE128", "SHAKE128", "SHAKE128", 32, 168},
      {CORDON_SHAKE256, "SHAKE256", "SHAKE256", "SHAKE256", 64, 136},
  };
  return algs;
}

inline std::vector<Alg> Joined(std::vector<Alg> a, const std::vector<Alg> &b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// What has HMAC, and all.
inline const std::vector<Alg> &HmacAlgs() {
  static const std::vector<Alg> algs = Joined(Sha2Algs(), Sha3Algs());
  return algs;
}

inline const std::vector<Alg> &AllAlgs() {
  static const std::vector<Alg> algs = Joined(HmacAlgs(), ShakeAlgs());
  return algs;
}

inline bool IsSponge(const Alg &alg) { return alg.id >= CORDON_SHA3_224; }
inline bool IsShake(const Alg &alg) { return alg.id >= CORDON_SHAKE128; }

inline const Alg &AlgByName(const std::string &name) {
  for (const Alg &alg : AllAlgs()) {
    if (name == alg.name) {
      return alg;
    }
  }
  throw std::runtime_error("no hash function named " + name);
}

// A test case name from an algorithm name: SHA-512/224 gives SHA_512_224.
inline std::string CaseName(const testing::TestParamInfo<Alg> &info) {
  std::string name = info.param.name;
  for (char &c : name) {
    if (c == '-' || c == '/') {
      c = '_';
    }
  }
  return name;
}

inline void PrintTo(const Alg &alg, std::ostream *os) { *os << alg.name; }

class PerHash : public testing::TestWithParam<Alg> {
 protected:
  Bytes Random(size_t len) {
    Bytes out(len);
    for (uint8_t &b : out) {
      b = static_cast<uint8_t>(rng_());
    }
    return out;
  }
  size_t Below(size_t bound) { return rng_() % bound; }

  std::mt19937 rng_{20240229};
};

inline Bytes Digest(const Alg &alg, const Bytes &msg) {
  Bytes out(alg.digest_len);
  hash_digest(alg.id, out.data(), msg.data(), msg.size());
  return out;
}

inline Bytes Hmac(const Alg &alg, const Bytes &key, const Bytes &msg) {
  Bytes out(alg.digest_len);
  hmac_digest(alg.id, out.data(), key.data(), key.size(), msg.data(),
              msg.size());
  return out;
}

// OracleDigest is libcrypto's digest, OracleXof its SHAKE.
Bytes OracleDigest(const Alg &alg, const Bytes &msg);
Bytes OracleXof(const Alg &alg, const Bytes &msg, size_t out_len);

// OracleBits is the digest of the first num_bits bits of msg: for SHA-2 from
// libcrypto's block functions and a padding made bit by bit (oracle.cc), for
// the others from OracleSponge.
Bytes OracleBits(const Alg &alg, const Bytes &msg, size_t num_bits);

// OracleSponge is the definition of FIPS 202 over strings of bits
// (keccak_oracle.cc), OracleKeccak its permutation.
Bytes OracleSponge(const Alg &alg, const Bytes &msg, size_t num_bits,
                   size_t out_len);
void OracleKeccak(uint64_t lanes[25]);

// OracleLastBlock is the digest for a chaining value and one last block that
// is already padded.
Bytes OracleLastBlock(const Alg &alg, const union hash_words &h,
                      const Bytes &block);

// OracleHmac is libcrypto's HMAC.
Bytes OracleHmac(const Alg &alg, const Bytes &key, const Bytes &msg);

template <typename T>
bool IsZero(const T &object) {
  const uint8_t *p = reinterpret_cast<const uint8_t *>(&object);
  uint8_t any = 0;
  for (size_t i = 0; i < sizeof object; i++) {
    any = static_cast<uint8_t>(any | p[i]);
  }
  return any == 0;
}

template <typename T>
bool SameBytes(const T &a, const T &b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace digest_test

#endif
