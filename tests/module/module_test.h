// What the tests of the module's life and services share: short forms of the
// status calls, names of states and codes, and comparisons of bytes.
#ifndef CORDON_TESTS_MODULE_MODULE_TEST_H_
#define CORDON_TESTS_MODULE_MODULE_TEST_H_

#include <cordon/cordon.h>
#include <stdint.h>
#include <string.h>

#include <string>
#include <vector>

namespace module_test {

using Bytes = std::vector<uint8_t>;

// The hash functions, by id from 1 on.
constexpr uint32_t kNumHashes = CORDON_SHAKE256;
constexpr uint32_t kNumSha2 = CORDON_SHA512_256;
const char *HashName(uint32_t hash);
constexpr bool IsXof(uint32_t hash) { return hash >= CORDON_SHAKE128; }
constexpr bool HasHmac(uint32_t hash) { return !IsXof(hash); }
constexpr bool HasDrbg(uint32_t hash) { return hash <= kNumSha2; }

// The curves, by id from 1 on: "P-256", and "p256" as self-tests write it.
constexpr uint32_t kNumCurves = CORDON_P521;
std::string CurveName(uint32_t curve);
std::string CurveSuffix(uint32_t curve);
size_t DigestLen(uint32_t hash);

cordon_info Info();
inline uint32_t State() { return Info().state; }

// What this program is linked with.
inline bool IsSealed() { return Info().integrity != CORDON_INTEGRITY_NONE; }
inline bool IsTestObject() { return Info().test_object == 1; }

std::string StateName(uint32_t state);
std::string StatusName(cordon_status status);

// The registry: records by position, and an id by its name (0 if none).
std::vector<cordon_selftest_record> SelfTests();
uint32_t SelfTestId(const std::string &name);
cordon_selftest_record SelfTest(const std::string &name);

cordon_indicator Indicator();

// Events that were logged after the first `from`, oldest first.
std::vector<cordon_event> EventsSince(uint64_t from);

// "start hmac-sha256", "fail sha224", "state degraded".
std::string EventText(const cordon_event &event);

inline bool AllBytesAre(const void *p, size_t len, uint8_t value) {
  const uint8_t *bytes = static_cast<const uint8_t *>(p);
  for (size_t i = 0; i < len; i++) {
    if (bytes[i] != value) {
      return false;
    }
  }
  return true;
}

template <typename T>
bool IsZero(const T &object) {
  return AllBytesAre(&object, sizeof object, 0);
}

template <typename T>
bool SameBytes(const T &a, const T &b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

// Memory that no call has written yet is filled with this.
constexpr uint8_t kFill = 0x5a;

// An output buffer with its length. An error leaves it zero or untouched.
struct Output {
  uint8_t bytes[160];
  size_t len = sizeof bytes;
  Output() { memset(bytes, kFill, sizeof bytes); }
  explicit Output(size_t capacity) : Output() { len = capacity; }
  bool Untouched() const { return AllBytesAre(bytes, sizeof bytes, kFill); }
  bool Refused() const {
    return AllBytesAre(bytes, sizeof bytes, 0) || Untouched();
  }
};

inline std::string Hex(const Bytes &bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string out;
  for (uint8_t b : bytes) {
    out += digits[b >> 4];
    out += digits[b & 15];
  }
  return out;
}

inline Bytes Random(size_t len) {
  Bytes out(len);
  if (cordon_random(out.data(), len) != CORDON_OK) {
    out.clear();
  }
  return out;
}

}  // namespace module_test

#endif
