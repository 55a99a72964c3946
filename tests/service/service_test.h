// What the tests of the key and ECDSA services share: bytes, guarded output
// buffers, keys, the three forms of signing and verifying, the indicator.
#ifndef CORDON_TESTS_SERVICE_SERVICE_TEST_H_
#define CORDON_TESTS_SERVICE_SERVICE_TEST_H_

#include <cordon/cordon.h>
#include <gtest/gtest.h>
#include <string.h>

#include <ostream>
#include <random>
#include <string>
#include <vector>

namespace service_test {

using Bytes = std::vector<uint8_t>;

// SP 800-186, 3.2.1.3.
inline constexpr char kOrder[] =
    "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
inline constexpr char kField[] =
    "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff";

// The key pair of RFC 6979, A.2.5.
inline constexpr char kPrivate[] =
    "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
inline constexpr char kPublicX[] =
    "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6";
inline constexpr char kPublicY[] =
    "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299";

Bytes Hex(const std::string &hex);
std::string ToHex(const Bytes &bytes);
Bytes operator+(const Bytes &a, const Bytes &b);

// Big-endian arithmetic on single values: v + add, at the same width.
Bytes Plus(const Bytes &v, int add);

// Random bytes that repeat from run to run.
class Random {
 public:
  explicit Random(uint32_t seed) : rng_(seed) {}
  Bytes Of(size_t len);
  size_t Below(size_t bound) { return rng_() % bound; }

 private:
  std::mt19937 rng_;
};

// An output buffer of a given capacity, with a guard behind it.
class Out {
 public:
  explicit Out(size_t capacity);
  uint8_t *data() { return buf_.data(); }
  Bytes Written() const;
  bool IsUntouched() const;  // capacity and guard
  bool IsZero() const;       // over the capacity, the guard untouched
  bool GuardIsIntact() const;

  size_t len;

 private:
  size_t capacity_;
  Bytes buf_;
};

template <typename T>
bool IsAllZero(const T &object) {
  const uint8_t *p = reinterpret_cast<const uint8_t *>(&object);
  for (size_t i = 0; i < sizeof object; i++) {
    if (p[i] != 0) {
      return false;
    }
  }
  return true;
}

template <typename T>
void FillJunk(T *object) {
  memset(static_cast<void *>(object), 0xa5, sizeof *object);
}

struct Hash {
  uint32_t id;
  const char *name;
  const char *evp;
  size_t len;
  bool is_strong;  // for P-256
};
const std::vector<Hash> &Hashes();
inline void PrintTo(const Hash &h, std::ostream *os) { *os << h.name; }

// A key pair; imported from d, or generated.
struct Pair {
  cordon_private_key priv;
  cordon_public_key pub;

  Pair();
  explicit Pair(const Bytes &d);
  Pair(const Pair &) = delete;
  ~Pair();
};

Bytes ExportPublic(const cordon_public_key &pub,
                   uint32_t form = CORDON_POINT_UNCOMPRESSED);
cordon_status ImportPublic(cordon_public_key *pub, const Bytes &in);
Bytes DigestOf(uint32_t hash, const Bytes &msg);

// The three forms of the two operations, on a message.
enum Form { kMessage, kRunningHash, kDigest };
std::string FormName(const testing::TestParamInfo<Form> &info);

cordon_status Sign(Form form, uint8_t *sig, size_t *len,
                   const cordon_private_key *key,
                   const cordon_ecdsa_scheme *scheme, const Bytes &msg);
// Verify and VerifyDigest verify with the key and with both tables that can be
// made of it, and expect the same result.
cordon_status Verify(Form form, const cordon_public_key *key,
                     const cordon_ecdsa_scheme *scheme, const Bytes &msg,
                     const Bytes &sig);

// SignOrDie is a signature of a message, of whatever length it came out.
Bytes SignOrDie(const cordon_private_key &key,
                const cordon_ecdsa_scheme &scheme, const Bytes &msg);
cordon_status VerifyDigest(const cordon_public_key &key,
                           const cordon_ecdsa_scheme &scheme,
                           const Bytes &digest, const Bytes &sig);

inline constexpr cordon_ecdsa_scheme kRaw = CORDON_ECDSA_SHA256_RAW;
inline constexpr cordon_ecdsa_scheme kDer = CORDON_ECDSA_SHA256_DER;

// The reason that a call which succeeded on its merits has in this build:
// none, but for the test object and the development build.
uint32_t BestReason();
cordon_indicator LastIndicator();

// Expects that the last service succeeded with BestReason, or with `reason`.
void ExpectBest(uint32_t service);
void ExpectReason(uint32_t service, uint32_t reason);

}  // namespace service_test

#endif  // CORDON_TESTS_SERVICE_SERVICE_TEST_H_
