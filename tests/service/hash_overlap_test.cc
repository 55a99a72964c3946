// Outputs and keys of the hash, HMAC and DRBG calls that overlap the object:
// refused, and nothing is written there.
#include "service_test.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};
constexpr size_t kRoom = 64;

// An object with room on both sides, so that both its ends can be overlapped,
// and the same bytes again to see whether a call changed one.
template <typename T>
class Framed {
 public:
  Framed() { FillJunk(&w_); }
  T *object() { return &w_.object; }
  uint8_t *at(long i) { return reinterpret_cast<uint8_t *>(&w_.object) + i; }
  // Places where 32 bytes overlap the object, and two where they do not.
  static std::vector<long> Overlapping() {
    const long len = sizeof(T);
    return {-31, -1, 0, 8, len / 2, len - 32, len - 1};
  }
  static std::vector<long> Apart() { return {-32, sizeof(T)}; }

  template <typename Action>
  void ExpectUnchanged(Action action) {
    Bytes before(sizeof w_);
    memcpy(before.data(), &w_, sizeof w_);
    action();
    EXPECT_EQ(0, memcmp(before.data(), &w_, sizeof w_));
  }

 private:
  struct {
    uint8_t before[kRoom];
    T object;
    uint8_t after[kRoom];
  } w_;
};

void Start(cordon_hash *hash, uint32_t id) {
  ASSERT_EQ(CORDON_OK, cordon_hash_init(hash, id));
  ASSERT_EQ(CORDON_OK, cordon_hash_update(hash, kMsg.data(), kMsg.size()));
}

TEST(HashOverlap, OfADigestWithItsObjectIsRefused) {
  for (uint32_t id : {CORDON_SHA256, CORDON_SHA3_256, CORDON_SHAKE128}) {
    Framed<cordon_hash> w;
    Start(w.object(), id);
    for (long i : w.Overlapping()) {
      w.ExpectUnchanged([&] {
        size_t len = 32;
        EXPECT_EQ(CORDON_ERR_ARG, cordon_hash_final(w.at(i), &len, w.object()));
        EXPECT_EQ(0u, len);
      });
    }
    for (long i : w.Apart()) {
      Start(w.object(), id);
      size_t len = 32;
      EXPECT_EQ(CORDON_OK, cordon_hash_final(w.at(i), &len, w.object()));
      EXPECT_EQ(DigestOf(id, kMsg), Bytes(w.at(i), w.at(i) + 32));
    }
  }
}

TEST(HashOverlap, OfOutputWithItsShakeIsRefused) {
  Framed<cordon_hash> w;
  Start(w.object(), CORDON_SHAKE256);
  for (int squeezed = 0; squeezed < 2; squeezed++) {
    for (long i : w.Overlapping()) {
      w.ExpectUnchanged([&] {
        EXPECT_EQ(CORDON_ERR_ARG, cordon_hash_squeeze(w.at(i), 32, w.object()));
      });
    }
    for (long i : w.Apart()) {
      EXPECT_EQ(CORDON_OK, cordon_hash_squeeze(w.at(i), 32, w.object()));
    }
  }
  uint8_t expected[128];
  ASSERT_EQ(CORDON_OK, cordon_xof(expected, sizeof expected, CORDON_SHAKE256,
                                  kMsg.data(), kMsg.size()));
  EXPECT_EQ(0, memcmp(expected + 64, w.at(-32), 32));
  EXPECT_EQ(0, memcmp(expected + 96, w.at(sizeof(cordon_hash)), 32));
}

TEST(HashOverlap, OfAMacWithItsObjectIsRefused) {
  for (uint32_t id : {CORDON_SHA256, CORDON_SHA3_256}) {
    Framed<cordon_hmac> w;
    ASSERT_EQ(CORDON_OK,
              cordon_hmac_init(w.object(), id, kMsg.data(), kMsg.size()));
    for (long i : w.Overlapping()) {
      w.ExpectUnchanged([&] {
        size_t len = 32;
        EXPECT_EQ(CORDON_ERR_ARG, cordon_hmac_digest(w.at(i), &len, w.object(),
                                                     kMsg.data(), 3));
        EXPECT_EQ(0u, len);
        len = 32;
        EXPECT_EQ(CORDON_ERR_ARG, cordon_hmac_final(w.at(i), &len, w.object()));
        EXPECT_EQ(0u, len);
      });
    }
    for (long i : w.Apart()) {
      size_t len = 32;
      EXPECT_EQ(CORDON_OK,
                cordon_hmac_digest(w.at(i), &len, w.object(), kMsg.data(), 3));
      EXPECT_EQ(CORDON_OK, cordon_hmac_final(w.at(i), &len, w.object()));
    }
  }
}

TEST(HashOverlap, OfAKeyWithItsObjectIsRefused) {
  Framed<cordon_hmac> w;
  ASSERT_EQ(CORDON_OK,
            cordon_hmac_init(w.object(), CORDON_SHA256, kMsg.data(), 3));
  for (long i : w.Overlapping()) {
    w.ExpectUnchanged([&] {
      EXPECT_EQ(CORDON_ERR_ARG,
                cordon_hmac_init(w.object(), CORDON_SHA256, w.at(i), 32));
    });
  }
  EXPECT_EQ(CORDON_OK, cordon_hmac_update(w.object(), kMsg.data(), 3));
}

// A hash of its own bytes would change them while it reads.
TEST(HashOverlap, OfAMessageWithItsObjectIsRefused) {
  Framed<cordon_hash> hash;
  Start(hash.object(), CORDON_SHA256);
  Framed<cordon_hmac> hmac;
  ASSERT_EQ(CORDON_OK,
            cordon_hmac_init(hmac.object(), CORDON_SHA256, kMsg.data(), 3));
  for (long i : hash.Overlapping()) {
    hash.ExpectUnchanged([&] {
      EXPECT_EQ(CORDON_ERR_ARG,
                cordon_hash_update(hash.object(), hash.at(i), 32));
      EXPECT_EQ(CORDON_ERR_ARG,
                cordon_hash_update_bits(hash.object(), hash.at(i), 249));
    });
  }
  for (long i : hmac.Overlapping()) {
    hmac.ExpectUnchanged([&] {
      EXPECT_EQ(CORDON_ERR_ARG,
                cordon_hmac_update(hmac.object(), hmac.at(i), 32));
      EXPECT_EQ(CORDON_ERR_ARG,
                cordon_hmac_update_bits(hmac.object(), hmac.at(i), 249));
    });
  }
  for (long i : hash.Apart()) {
    EXPECT_EQ(CORDON_OK, cordon_hash_update(hash.object(), hash.at(i), 32));
  }
}

// Copies of objects that overlap by half.
TEST(HashOverlap, OfACopyWithItsOriginalIsRefused) {
  struct {
    uint64_t before[8];
    cordon_hmac hmac;
    uint64_t after[8];
  } w;
  FillJunk(&w);
  ASSERT_EQ(CORDON_OK,
            cordon_hmac_init(&w.hmac, CORDON_SHA512, kMsg.data(), 3));
  for (long i : {-8, -1, 0, 1, 8}) {
    Bytes before(sizeof w);
    memcpy(before.data(), &w, sizeof w);
    cordon_hmac *near = reinterpret_cast<cordon_hmac *>(w.before + 8 + i);
    EXPECT_EQ(CORDON_ERR_ARG, cordon_hmac_copy(near, &w.hmac)) << i;
    EXPECT_EQ(0, memcmp(before.data(), &w, sizeof w)) << i;
  }
  cordon_hash *hash = reinterpret_cast<cordon_hash *>(&w.hmac);
  Start(hash, CORDON_SHA3_512);
  for (long i : {-8, -1, 0, 1, 8}) {
    Bytes before(sizeof w);
    memcpy(before.data(), &w, sizeof w);
    cordon_hash *near = reinterpret_cast<cordon_hash *>(w.before + 8 + i);
    EXPECT_EQ(CORDON_ERR_ARG, cordon_hash_copy(near, hash)) << i;
    EXPECT_EQ(0, memcmp(before.data(), &w, sizeof w)) << i;
  }
}

TEST(DrbgOverlap, OfOutputWithObjectOrInputIsRefused) {
  Framed<cordon_drbg> w;
  const cordon_drbg_params params = CORDON_DRBG_DEFAULT;
  ASSERT_EQ(CORDON_OK,
            cordon_drbg_instantiate(w.object(), &params, nullptr, 0));
  for (long i : w.Overlapping()) {
    w.ExpectUnchanged([&] {
      EXPECT_EQ(CORDON_ERR_ARG,
                cordon_drbg_generate(w.at(i), 32, w.object(), 0, nullptr, 0));
    });
  }
  uint8_t buffer[64];
  FillJunk(&buffer);
  for (size_t i : {0u, 1u, 31u}) {
    w.ExpectUnchanged([&] {
      EXPECT_EQ(CORDON_ERR_ARG, cordon_drbg_generate(buffer + i, 32, w.object(),
                                                     0, buffer, 32));
    });
  }
  EXPECT_EQ(Bytes(64, 0xa5), Bytes(buffer, buffer + 64));
  for (long i : w.Apart()) {
    EXPECT_EQ(CORDON_OK, cordon_drbg_generate(w.at(i), 32, w.object(), 0,
                                              buffer, sizeof buffer));
  }
  EXPECT_EQ(CORDON_OK,
            cordon_drbg_generate(buffer, 32, w.object(), 0, buffer + 32, 32));
}

TEST(DrbgOverlap, OfPersonalisationWithTheObjectIsRefused) {
  Framed<cordon_drbg> w;
  const cordon_drbg_params params = CORDON_DRBG_DEFAULT;
  ASSERT_EQ(CORDON_OK,
            cordon_drbg_instantiate(w.object(), &params, nullptr, 0));
  for (long i : w.Overlapping()) {
    w.ExpectUnchanged([&] {
      EXPECT_EQ(CORDON_ERR_ARG,
                cordon_drbg_instantiate(w.object(), &params, w.at(i), 32));
      EXPECT_EQ(CORDON_ERR_ARG, cordon_drbg_reseed(w.object(), w.at(i), 32));
      uint8_t out[16];
      EXPECT_EQ(CORDON_ERR_ARG,
                cordon_drbg_generate(out, 16, w.object(), 0, w.at(i), 32));
      EXPECT_EQ(Bytes(16, 0), Bytes(out, out + 16));
    });
  }
  EXPECT_EQ(CORDON_OK, cordon_drbg_reseed(w.object(), nullptr, 0));
}

TEST(DrbgOverlap, OfParametersWithTheObjectIsRefused) {
  union {
    cordon_drbg drbg;
    cordon_drbg_params params;
  } w;
  FillJunk(&w);
  w.params = CORDON_DRBG_DEFAULT;
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_drbg_instantiate(&w.drbg, &w.params, nullptr, 0));
  EXPECT_EQ(256u, w.params.strength_bits);
}

}  // namespace
}  // namespace service_test
