// HMAC_DRBG against a second implementation and CAVP, its limits and refusals
// (R34 to R36 as far as the algorithm reaches).
#include "drbg_oracle.h"
#include "rsp.h"

extern "C" {
#include "drbg/hmac_drbg.h"
}

namespace digest_test {
namespace {

class HmacDrbg : public PerHash {
 protected:
  struct drbg_state Instantiated() {
    struct drbg_state st;
    Bytes entropy(32, 0x41), nonce(16, 0x42);
    EXPECT_EQ(1, Instantiate(&st, entropy, nonce, {}));
    return st;
  }

  int Instantiate(struct drbg_state *st, const Bytes &entropy,
                  const Bytes &nonce, const Bytes &pers) {
    return hmac_drbg_instantiate(st, GetParam().id, entropy.data(),
                                 entropy.size(), nonce.data(), nonce.size(),
                                 pers.data(), pers.size());
  }
};

int Reseed(struct drbg_state *st, const Bytes &entropy, const Bytes &ad) {
  return hmac_drbg_reseed(st, entropy.data(), entropy.size(), ad.data(),
                          ad.size());
}

int Generate(struct drbg_state *st, Bytes *out, const Bytes &ad) {
  return hmac_drbg_generate(st, out->data(), out->size(), ad.data(), ad.size());
}

TEST_P(HmacDrbg, AnySequenceOfCallsMatchesASecondImplementation) {
  for (int round = 0; round < 20; round++) {
    Bytes entropy = Random(14 + Below(60)), nonce = Random(Below(40));
    Bytes pers = Random(round % 2 != 0 ? Below(200) : 0);
    struct drbg_state st;
    ASSERT_EQ(1, Instantiate(&st, entropy, nonce, pers));
    DrbgOracle oracle(GetParam(), entropy, nonce, pers);
    for (int call = 0; call < 8; call++) {
      Bytes ad = Random(Below(3) != 0 ? 0 : Below(150));
      if (Below(4) == 0) {
        Bytes fresh = Random(14 + Below(50));
        ASSERT_EQ(1, Reseed(&st, fresh, ad));
        oracle.Reseed(fresh, ad);
      } else {
        Bytes out(Below(300));
        ASSERT_EQ(1, Generate(&st, &out, ad));
        ASSERT_EQ(oracle.Generate(out.size(), ad), out);
      }
    }
  }
}

TEST_P(HmacDrbg, TheLongestRequestMatchesAndOneByteMoreIsRefused) {
  struct drbg_state st = Instantiated();
  DrbgOracle oracle(GetParam(), Bytes(32, 0x41), Bytes(16, 0x42), {});
  Bytes out(65537, 0x77);
  struct drbg_state before = st;
  EXPECT_EQ(65536u, DRBG_MAX_REQUEST_LEN);
  EXPECT_EQ(0, Generate(&st, &out, {}));
  EXPECT_TRUE(SameBytes(before, st));
  EXPECT_EQ(Bytes(65537, 0x77), out);
  out.resize(65536);
  EXPECT_EQ(1, Generate(&st, &out, {}));
  EXPECT_EQ(oracle.Generate(65536, {}), out);
}

TEST_P(HmacDrbg, TheLongestInputsMatchAndOneByteMoreIsRefused) {
  struct drbg_state st, before;
  Bytes longest = Random(DRBG_MAX_INPUT_LEN), small = Random(32), out(40);
  Bytes too_long = Random(DRBG_MAX_INPUT_LEN + 1);
  ASSERT_EQ(1, Instantiate(&st, longest, longest, longest));
  DrbgOracle oracle(GetParam(), longest, longest, longest);
  before = st;
  EXPECT_EQ(0, Reseed(&st, too_long, {}));
  EXPECT_EQ(0, Reseed(&st, small, too_long));
  EXPECT_EQ(0, Generate(&st, &out, too_long));
  EXPECT_TRUE(SameBytes(before, st));
  EXPECT_EQ(1, Reseed(&st, longest, longest));
  oracle.Reseed(longest, longest);
  EXPECT_EQ(1, Generate(&st, &out, longest));
  EXPECT_EQ(oracle.Generate(40, longest), out);

  EXPECT_EQ(0, Instantiate(&st, too_long, small, small));
  EXPECT_TRUE(IsZero(st));
  EXPECT_EQ(0, Instantiate(&st, small, too_long, small));
  EXPECT_EQ(0, Instantiate(&st, small, small, too_long));
  EXPECT_TRUE(IsZero(st));
}

TEST_P(HmacDrbg, RefusesRequestsAfterTheReseedIntervalUntilReseeded) {
  struct drbg_state st = Instantiated();
  Bytes out(10);
  EXPECT_EQ(1u, st.reseed_counter);
  st.reseed_counter = DRBG_RESEED_INTERVAL;
  EXPECT_EQ(0, hmac_drbg_needs_reseed(&st));
  EXPECT_EQ(1, Generate(&st, &out, {}));
  EXPECT_EQ(1, hmac_drbg_needs_reseed(&st));
  struct drbg_state before = st;
  Bytes untouched(10, 0x66);
  EXPECT_EQ(0, Generate(&st, &untouched, {}));
  EXPECT_EQ(Bytes(10, 0x66), untouched);
  EXPECT_TRUE(SameBytes(before, st));
  EXPECT_EQ(1, Reseed(&st, Bytes(32, 5), {}));
  EXPECT_EQ(1u, st.reseed_counter);
  EXPECT_EQ(1, Generate(&st, &out, {}));
}

TEST_P(HmacDrbg, UninstantiateZeroisesAndLaterUseFails) {
  struct drbg_state st = Instantiated();
  Bytes out(10, 0x66);
  EXPECT_EQ(1, hmac_drbg_is_instantiated(&st));
  hmac_drbg_uninstantiate(&st);
  EXPECT_TRUE(IsZero(st));
  EXPECT_EQ(0, hmac_drbg_is_instantiated(&st));
  EXPECT_EQ(0, Generate(&st, &out, {}));
  EXPECT_EQ(Bytes(10, 0x66), out);
  EXPECT_EQ(0, Reseed(&st, Bytes(32, 1), {}));
  EXPECT_TRUE(IsZero(st));
}

TEST_P(HmacDrbg, AnEmptyRequestAdvancesTheStateAndTheCounter) {
  struct drbg_state st = Instantiated();
  DrbgOracle oracle(GetParam(), Bytes(32, 0x41), Bytes(16, 0x42), {});
  Bytes none, out(33);
  EXPECT_EQ(1, Generate(&st, &none, {}));
  EXPECT_EQ(2u, st.reseed_counter);
  oracle.Generate(0, {});
  EXPECT_EQ(1, Generate(&st, &out, {}));
  EXPECT_EQ(oracle.Generate(33, {}), out);
}

TEST_P(HmacDrbg, StrengthsAreThoseOfSp80057) {
  const uint32_t id = GetParam().id;
  const unsigned highest = GetParam().digest_len == 28 ? 192 : 256;
  EXPECT_EQ(highest, hmac_drbg_max_strength(id));
  EXPECT_EQ(highest, Instantiated().strength_bits);
  EXPECT_EQ(112u, hmac_drbg_strength(id, 0));
  EXPECT_EQ(112u, hmac_drbg_strength(id, 112));
  EXPECT_EQ(128u, hmac_drbg_strength(id, 113));
  EXPECT_EQ(192u, hmac_drbg_strength(id, 129));
  EXPECT_EQ(192u, hmac_drbg_strength(id, 192));
  EXPECT_EQ(highest == 192 ? 0u : 256u, hmac_drbg_strength(id, 193));
  EXPECT_EQ(0u, hmac_drbg_strength(id, 257));
}

INSTANTIATE_TEST_SUITE_P(All, HmacDrbg, testing::ValuesIn(HmacAlgs()),
                         CaseName);

TEST(HmacDrbgOfNoHashFunction, IsRefused) {
  for (uint32_t id : {0u, 13u, CORDON_SHAKE128, CORDON_SHAKE256}) {
    struct drbg_state st;
    uint8_t seed[48] = {1};
    memset(&st, 0x44, sizeof st);
    EXPECT_EQ(0, hmac_drbg_instantiate(&st, id, seed, 32, seed, 16, seed, 0));
    EXPECT_TRUE(IsZero(st));
    EXPECT_EQ(0u, hmac_drbg_max_strength(id));
    EXPECT_EQ(0u, hmac_drbg_strength(id, 112));
  }
}

TEST(HmacDrbgLimits, AreWithinTable2OfSp80090A) {
  EXPECT_EQ(uint64_t{1} << 19, 8 * uint64_t{DRBG_MAX_REQUEST_LEN});
  EXPECT_LE(DRBG_RESEED_INTERVAL, uint64_t{1} << 48);
  EXPECT_LE(8 * uint64_t{DRBG_MAX_INPUT_LEN}, uint64_t{1} << 35);
  EXPECT_EQ(32u, DRBG_MIN_ENTROPY_LEN(256));
  EXPECT_EQ(16u, DRBG_MIN_NONCE_LEN(256));
  EXPECT_EQ(14u, DRBG_MIN_ENTROPY_LEN(112));
  EXPECT_EQ(7u, DRBG_MIN_NONCE_LEN(112));
}

TEST(CavpHmacDrbg, Matches) {
  size_t num = ForEachRecord(
      std::string(CORDON_TEST_VECTORS) + "/hmac_drbg.rsp",
      [](RspRecord *record) {
        const Alg &alg = AlgByName(record->section);
        Bytes entropy = record->TakeBytes("EntropyInput");
        Bytes nonce = record->TakeBytes("Nonce");
        Bytes pers = record->TakeBytes("PersonalizationString");
        struct drbg_state st;
        ASSERT_EQ(1, hmac_drbg_instantiate(
                         &st, alg.id, entropy.data(), entropy.size(),
                         nonce.data(), nonce.size(), pers.data(), pers.size()));
        if (record->Has("EntropyInputReseed")) {
          Bytes fresh = record->TakeBytes("EntropyInputReseed");
          ASSERT_EQ(1, Reseed(&st, fresh,
                              record->TakeBytes("AdditionalInputReseed")));
        }
        Bytes expected = record->TakeBytes("ReturnedBits");
        Bytes out(expected.size());
        for (int i = 0; i < 2; i++) {
          ASSERT_EQ(1,
                    Generate(&st, &out, record->TakeBytes("AdditionalInput")));
        }
        EXPECT_EQ(expected, out) << record->where;
      });
  EXPECT_EQ(5u, num);
}

}  // namespace
}  // namespace digest_test
