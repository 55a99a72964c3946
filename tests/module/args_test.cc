// Bad arguments to every call of module.h, hash.h and drbg.h: the code of each,
// and that outputs are zero or untouched and objects as they were.
#include <gtest/gtest.h>

#include <functional>

#include "module_test.h"

namespace module_test {
namespace {

constexpr uint32_t kUnknownHashes[] = {0, 13, 14, 0x80000002u, 0xffffffffu};
const uint8_t kText[8] = {1, 2, 3, 4, 5, 6, 7, 8};

// One row of a table: a call and the code it must return.
struct Row {
  const char *what;
  cordon_status expected;
  std::function<cordon_status()> call;
};

void Check(const std::vector<Row> &rows) {
  for (const Row &row : rows) {
    EXPECT_EQ(StatusName(row.expected), StatusName(row.call())) << row.what;
  }
}

// What running objects a test needs; all fields live.
class Args : public testing::TestWithParam<uint32_t> {
 protected:
  void SetUp() override {
    memset(&dead_hash_, kFill, sizeof dead_hash_);
    memset(&dead_hmac_, kFill, sizeof dead_hmac_);
    ASSERT_EQ(CORDON_OK, cordon_hash_init(&hash_, id()));
    ASSERT_EQ(CORDON_OK, cordon_hash_update(&hash_, kText, 3));
    ASSERT_EQ(CORDON_OK, cordon_hash_init(&ending_, id()));
    ASSERT_EQ(CORDON_OK, cordon_hash_update_bits(&ending_, kText, 3));
    ASSERT_EQ(CORDON_OK, cordon_hash_init(&finished_, id()));
    Output out;
    ASSERT_EQ(CORDON_OK, cordon_hash_final(out.bytes, &out.len, &finished_));
    ASSERT_EQ(CORDON_OK, cordon_hmac_init(&hmac_, id(), kText, 8));
    begun_ = hmac_;
    ASSERT_EQ(CORDON_OK, cordon_hmac_update(&begun_, kText, 3));
    hmac_ending_ = hmac_;
    ASSERT_EQ(CORDON_OK, cordon_hmac_update_bits(&hmac_ending_, kText, 3));
  }
  uint32_t id() const { return GetParam(); }
  size_t len() const { return DigestLen(id()); }

  cordon_hash hash_, ending_, finished_, dead_hash_, zero_hash_ = {};
  cordon_hmac hmac_, begun_, hmac_ending_, dead_hmac_, zero_hmac_ = {};
};

TEST_P(Args, DigestNeedsAHashAMessageAndRoom) {
  Output o;
  size_t short_len = len() - 1, none = 0, exact = len();
  Check({
      {"NULL length", CORDON_ERR_ARG,
       [&] { return cordon_digest(o.bytes, nullptr, id(), kText, 8); }},
      {"NULL message", CORDON_ERR_ARG,
       [&] { return cordon_digest(o.bytes, &o.len, id(), nullptr, 1); }},
      {"NULL output", CORDON_ERR_ARG,
       [&] { return cordon_digest(nullptr, &exact, id(), kText, 8); }},
  });
  EXPECT_TRUE(o.Refused());
  EXPECT_EQ(0u, o.len);
  EXPECT_EQ(0u, exact);
  o = Output();
  Check({
      {"one byte too short", CORDON_ERR_BUFFER,
       [&] { return cordon_digest(o.bytes, &short_len, id(), kText, 8); }},
      {"no room: how much?", CORDON_ERR_BUFFER,
       [&] { return cordon_digest(nullptr, &none, id(), kText, 8); }},
  });
  EXPECT_EQ(len(), short_len);
  EXPECT_EQ(len(), none);
  EXPECT_TRUE(o.Untouched());
  EXPECT_EQ(CORDON_OK, cordon_digest(o.bytes, &none, id(), nullptr, 0));
  EXPECT_TRUE(AllBytesAre(o.bytes + len(), sizeof o.bytes - len(), kFill));
}

TEST(Args, CallsRefuseUnknownHashes) {
  for (uint32_t id : kUnknownHashes) {
    Output o;
    cordon_hash hash;
    cordon_hmac hmac;
    cordon_drbg drbg;
    cordon_drbg_params params = {id, 128, 0};
    memset(&hash, kFill, sizeof hash);
    memset(&hmac, kFill, sizeof hmac);
    memset(&drbg, kFill, sizeof drbg);
    Check({
        {"digest", CORDON_ERR_ARG,
         [&] { return cordon_digest(o.bytes, &o.len, id, kText, 8); }},
        {"hash_init", CORDON_ERR_ARG,
         [&] { return cordon_hash_init(&hash, id); }},
        {"hmac_init", CORDON_ERR_ARG,
         [&] { return cordon_hmac_init(&hmac, id, kText, 8); }},
        {"drbg_instantiate", CORDON_ERR_ARG,
         [&] { return cordon_drbg_instantiate(&drbg, &params, kText, 8); }},
        {"update after a refused init", CORDON_ERR_OBJECT,
         [&] { return cordon_hash_update(&hash, kText, 8); }},
        {"HMAC after a refused init", CORDON_ERR_OBJECT,
         [&] { return cordon_hmac_update(&hmac, kText, 8); }},
        {"request after a refused instantiate", CORDON_ERR_OBJECT,
         [&] {
           return cordon_drbg_generate(o.bytes, 8, &drbg, 0, nullptr, 0);
         }},
    });
    EXPECT_EQ(0u, o.len);
  }
}

TEST_P(Args, HashCallsNeedAnObjectThatRuns) {
  Output o;
  cordon_hash copy;
  for (cordon_hash *dead : {&finished_, &dead_hash_, &zero_hash_}) {
    const cordon_hash before = *dead;
    Check({
        {"update", CORDON_ERR_OBJECT,
         [&] { return cordon_hash_update(dead, kText, 8); }},
        {"update with nothing", CORDON_ERR_OBJECT,
         [&] { return cordon_hash_update(dead, nullptr, 0); }},
        {"update_bits", CORDON_ERR_OBJECT,
         [&] { return cordon_hash_update_bits(dead, kText, 8); }},
        {"final", CORDON_ERR_OBJECT,
         [&] { return cordon_hash_final(o.bytes, &o.len, dead); }},
        {"copy", CORDON_ERR_OBJECT,
         [&] { return cordon_hash_copy(&copy, dead); }},
    });
    EXPECT_TRUE(IsZero(copy));
    EXPECT_TRUE(SameBytes(before, *dead));
    EXPECT_TRUE(o.Refused());
    EXPECT_EQ(0u, o.len);
  }
  Check({
      {"init", CORDON_ERR_ARG, [&] { return cordon_hash_init(nullptr, id()); }},
      {"update", CORDON_ERR_ARG,
       [&] { return cordon_hash_update(nullptr, kText, 8); }},
      {"update_bits", CORDON_ERR_ARG,
       [&] { return cordon_hash_update_bits(nullptr, kText, 8); }},
      {"final", CORDON_ERR_ARG,
       [&] { return cordon_hash_final(o.bytes, &o.len, nullptr); }},
      {"copy from", CORDON_ERR_ARG,
       [&] { return cordon_hash_copy(&copy, nullptr); }},
      {"copy to", CORDON_ERR_ARG,
       [&] { return cordon_hash_copy(nullptr, &hash_); }},
      {"copy to itself", CORDON_ERR_ARG,
       [&] { return cordon_hash_copy(&hash_, &hash_); }},
      {"wipe", CORDON_ERR_ARG, [&] { return cordon_hash_wipe(nullptr); }},
  });
}

TEST_P(Args, ARefusedHashUpdateLeavesTheObjectRunning) {
  const cordon_hash before = hash_;
  size_t none = 0;
  Output o(len() - 1);
  Check({
      {"NULL piece", CORDON_ERR_ARG,
       [&] { return cordon_hash_update(&hash_, nullptr, 1); }},
      {"NULL bits", CORDON_ERR_ARG,
       [&] { return cordon_hash_update_bits(&hash_, nullptr, 1); }},
      {"short output", CORDON_ERR_BUFFER,
       [&] { return cordon_hash_final(o.bytes, &o.len, &hash_); }},
      {"no output", CORDON_ERR_BUFFER,
       [&] { return cordon_hash_final(nullptr, &none, &hash_); }},
      {"NULL length", CORDON_ERR_ARG,
       [&] { return cordon_hash_final(o.bytes, nullptr, &hash_); }},
      {"NULL output", CORDON_ERR_ARG,
       [&] { return cordon_hash_final(nullptr, &none, &hash_); }},
  });
  EXPECT_EQ(len(), o.len);
  EXPECT_TRUE(o.Untouched());
  EXPECT_TRUE(SameBytes(before, hash_));
  Check({
      {"nothing", CORDON_OK,
       [&] { return cordon_hash_update(&hash_, nullptr, 0); }},
      {"no bits", CORDON_OK,
       [&] { return cordon_hash_update_bits(&hash_, nullptr, 0); }},
  });
  EXPECT_TRUE(SameBytes(before, hash_));
}

TEST_P(Args, NothingFollowsAPartialByte) {
  const cordon_hash before = ending_;
  const cordon_hmac hmac_before = hmac_ending_;
  cordon_hash copy;
  cordon_hmac hmac_copy;
  Output a, b, c;
  Check({
      {"hash update", CORDON_ERR_OBJECT,
       [&] { return cordon_hash_update(&ending_, kText, 1); }},
      {"hash update with nothing", CORDON_ERR_OBJECT,
       [&] { return cordon_hash_update(&ending_, nullptr, 0); }},
      {"hash update_bits", CORDON_ERR_OBJECT,
       [&] { return cordon_hash_update_bits(&ending_, kText, 1); }},
      {"HMAC update", CORDON_ERR_OBJECT,
       [&] { return cordon_hmac_update(&hmac_ending_, kText, 1); }},
      {"HMAC update_bits", CORDON_ERR_OBJECT,
       [&] { return cordon_hmac_update_bits(&hmac_ending_, kText, 1); }},
      {"HMAC digest", CORDON_ERR_OBJECT,
       [&] {
         return cordon_hmac_digest(a.bytes, &a.len, &hmac_ending_, kText, 1);
       }},
  });
  EXPECT_TRUE(SameBytes(before, ending_));
  EXPECT_TRUE(SameBytes(hmac_before, hmac_ending_));
  Check({
      {"hash copy", CORDON_OK,
       [&] { return cordon_hash_copy(&copy, &ending_); }},
      {"HMAC copy", CORDON_OK,
       [&] { return cordon_hmac_copy(&hmac_copy, &hmac_ending_); }},
      {"hash final", CORDON_OK,
       [&] { return cordon_hash_final(b.bytes, &b.len, &ending_); }},
      {"final of the copy", CORDON_OK,
       [&] { return cordon_hash_final(c.bytes, &c.len, &copy); }},
  });
  EXPECT_EQ(0, memcmp(b.bytes, c.bytes, len()));
}

TEST_P(Args, HmacCallsNeedAKeyedObject) {
  Output o;
  cordon_hmac copy;
  for (cordon_hmac *dead : {&dead_hmac_, &zero_hmac_}) {
    Check({
        {"update", CORDON_ERR_OBJECT,
         [&] { return cordon_hmac_update(dead, kText, 8); }},
        {"update_bits", CORDON_ERR_OBJECT,
         [&] { return cordon_hmac_update_bits(dead, kText, 8); }},
        {"final", CORDON_ERR_OBJECT,
         [&] { return cordon_hmac_final(o.bytes, &o.len, dead); }},
        {"digest", CORDON_ERR_OBJECT,
         [&] { return cordon_hmac_digest(o.bytes, &o.len, dead, kText, 8); }},
        {"copy", CORDON_ERR_OBJECT,
         [&] { return cordon_hmac_copy(&copy, dead); }},
    });
    EXPECT_TRUE(IsZero(copy));
    EXPECT_TRUE(o.Refused());
    EXPECT_EQ(0u, o.len);
  }
  Check({
      {"init", CORDON_ERR_ARG,
       [&] { return cordon_hmac_init(nullptr, id(), kText, 8); }},
      {"update", CORDON_ERR_ARG,
       [&] { return cordon_hmac_update(nullptr, kText, 8); }},
      {"update_bits", CORDON_ERR_ARG,
       [&] { return cordon_hmac_update_bits(nullptr, kText, 8); }},
      {"final", CORDON_ERR_ARG,
       [&] { return cordon_hmac_final(o.bytes, &o.len, nullptr); }},
      {"digest", CORDON_ERR_ARG,
       [&] { return cordon_hmac_digest(o.bytes, &o.len, nullptr, kText, 8); }},
      {"copy from", CORDON_ERR_ARG,
       [&] { return cordon_hmac_copy(&copy, nullptr); }},
      {"copy to", CORDON_ERR_ARG,
       [&] { return cordon_hmac_copy(nullptr, &hmac_); }},
      {"copy to itself", CORDON_ERR_ARG,
       [&] { return cordon_hmac_copy(&hmac_, &hmac_); }},
      {"wipe", CORDON_ERR_ARG, [&] { return cordon_hmac_wipe(nullptr); }},
  });
}

TEST_P(Args, ARefusedHmacCallLeavesTheObjectAsItWas) {
  const cordon_hmac before = begun_, keyed = hmac_;
  Output o(len() - 1), p(len() - 1);
  Check({
      {"NULL piece", CORDON_ERR_ARG,
       [&] { return cordon_hmac_update(&begun_, nullptr, 1); }},
      {"NULL bits", CORDON_ERR_ARG,
       [&] { return cordon_hmac_update_bits(&begun_, nullptr, 1); }},
      {"short output", CORDON_ERR_BUFFER,
       [&] { return cordon_hmac_final(o.bytes, &o.len, &begun_); }},
      {"NULL length", CORDON_ERR_ARG,
       [&] { return cordon_hmac_final(o.bytes, nullptr, &begun_); }},
      {"digest while a message runs", CORDON_ERR_OBJECT,
       [&] {
         size_t room = sizeof o.bytes;
         return cordon_hmac_digest(nullptr, &room, &begun_, kText, 1);
       }},
      {"digest of NULL", CORDON_ERR_ARG,
       [&] {
         size_t room = 0;
         return cordon_hmac_digest(nullptr, &room, &hmac_, nullptr, 1);
       }},
      {"digest into a short buffer", CORDON_ERR_BUFFER,
       [&] { return cordon_hmac_digest(p.bytes, &p.len, &hmac_, nullptr, 0); }},
      {"digest without a length", CORDON_ERR_ARG,
       [&] {
         return cordon_hmac_digest(p.bytes, nullptr, &hmac_, nullptr, 0);
       }},
  });
  EXPECT_EQ(len(), o.len);
  EXPECT_EQ(len(), p.len);
  EXPECT_TRUE(o.Untouched());
  EXPECT_TRUE(p.Untouched());
  EXPECT_TRUE(SameBytes(before, begun_));
  EXPECT_TRUE(SameBytes(keyed, hmac_));
}

// A key of 0 bytes is a key; a NULL with a length is none, and leaves no
// object behind.
TEST_P(Args, HmacInitTakesAnEmptyKeyAndRefusesAMissingOne) {
  cordon_hmac h = begun_;
  EXPECT_EQ(CORDON_OK, cordon_hmac_init(&h, id(), nullptr, 0));
  EXPECT_EQ(CORDON_ERR_ARG, cordon_hmac_init(&h, id(), nullptr, 1));
  EXPECT_EQ(CORDON_ERR_OBJECT, cordon_hmac_update(&h, kText, 8));
}

// FIPS 180-4: 2^64 - 1 bits for the functions on 32-bit words. The lengths are
// refused before a byte is read.
TEST_P(Args, HashesRefuseMessagesAboveTheLimitOfTheirWords) {
  if (id() > CORDON_SHA256) {
    return;  // 2^128 - 1 bits do not fit a size_t
  }
  const size_t too_long = static_cast<size_t>(1) << 61;
  // It is not read, but must not be taken for one that overlaps an object.
  const uint8_t *text = reinterpret_cast<const uint8_t *>(this + 1);
  const cordon_hash before = hash_;
  const cordon_hmac hmac_before = begun_;
  Output o;
  Check({
      {"digest", CORDON_ERR_LIMIT,
       [&] { return cordon_digest(o.bytes, &o.len, id(), text, too_long); }},
      {"update", CORDON_ERR_LIMIT,
       [&] { return cordon_hash_update(&hash_, text, too_long - 3); }},
      {"HMAC update", CORDON_ERR_LIMIT,
       [&] { return cordon_hmac_update(&begun_, text, too_long - 67); }},
      {"HMAC digest", CORDON_ERR_LIMIT,
       [&] {
         size_t room = len();
         return cordon_hmac_digest(o.bytes, &room, &hmac_, kText,
                                   too_long - 64);
       }},
  });
  EXPECT_TRUE(o.Refused());
  EXPECT_EQ(0u, o.len);
  EXPECT_TRUE(SameBytes(before, hash_));
  EXPECT_TRUE(SameBytes(hmac_before, begun_));
}

// The one call that allows in and out to be the same buffer.
TEST_P(Args, DigestMayWriteOverItsMessage) {
  Output a, b;
  memcpy(a.bytes, kText, 8);
  ASSERT_EQ(CORDON_OK, cordon_digest(b.bytes, &b.len, id(), a.bytes, 100));
  ASSERT_EQ(CORDON_OK, cordon_digest(a.bytes, &a.len, id(), a.bytes, 100));
  EXPECT_EQ(0, memcmp(a.bytes, b.bytes, len()));
}

INSTANTIATE_TEST_SUITE_P(EachHash, Args, testing::Range(1u, CORDON_SHAKE128),
                         [](const testing::TestParamInfo<uint32_t> &info) {
                           std::string name = HashName(info.param);
                           for (char &c : name) {
                             c = c == '-' || c == '/' ? '_' : c;
                           }
                           return name;
                         });

class XofArgs : public testing::TestWithParam<uint32_t> {
 protected:
  void SetUp() override {
    ASSERT_EQ(CORDON_OK, cordon_hash_init(&hash_, GetParam()));
    ASSERT_EQ(CORDON_OK, cordon_hash_update(&hash_, kText, 3));
  }
  cordon_hash hash_;
};

INSTANTIATE_TEST_SUITE_P(Shake, XofArgs,
                         testing::Values(CORDON_SHAKE128, CORDON_SHAKE256));

TEST_P(XofArgs, GivesAnyLengthInAnyPieces) {
  Output whole, pieces;
  ASSERT_EQ(CORDON_OK, cordon_xof(whole.bytes, 150, GetParam(), kText, 3));
  EXPECT_TRUE(AllBytesAre(whole.bytes + 150, 10, kFill));
  size_t at = 0;
  for (size_t n : {0, 1, 31, 32, 0, 80, 6}) {
    ASSERT_EQ(CORDON_OK, cordon_hash_squeeze(pieces.bytes + at, n, &hash_));
    at += n;
  }
  EXPECT_EQ(0, memcmp(whole.bytes, pieces.bytes, 150));
  // The digest is the beginning of the output, at its fixed length.
  Output digest;
  ASSERT_EQ(CORDON_OK,
            cordon_digest(digest.bytes, &digest.len, GetParam(), kText, 3));
  EXPECT_EQ(DigestLen(GetParam()), digest.len);
  EXPECT_EQ(0, memcmp(whole.bytes, digest.bytes, digest.len));
}

TEST_P(XofArgs, NothingButOutputFollowsOutput) {
  cordon_hash copy;
  Output o, a, b;
  ASSERT_EQ(CORDON_OK, cordon_hash_squeeze(nullptr, 0, &hash_));
  const cordon_hash before = hash_;
  Check({
      {"update", CORDON_ERR_OBJECT,
       [&] { return cordon_hash_update(&hash_, kText, 1); }},
      {"update_bits", CORDON_ERR_OBJECT,
       [&] { return cordon_hash_update_bits(&hash_, kText, 1); }},
      {"final", CORDON_ERR_OBJECT,
       [&] { return cordon_hash_final(o.bytes, &o.len, &hash_); }},
      {"NULL output", CORDON_ERR_ARG,
       [&] { return cordon_hash_squeeze(nullptr, 1, &hash_); }},
      {"NULL object", CORDON_ERR_ARG,
       [&] { return cordon_hash_squeeze(o.bytes, 1, nullptr); }},
      {"output over the object", CORDON_ERR_ARG,
       [&] {
         return cordon_hash_squeeze(reinterpret_cast<uint8_t *>(&hash_) + 8, 1,
                                    &hash_);
       }},
      {"copy", CORDON_OK, [&] { return cordon_hash_copy(&copy, &hash_); }},
  });
  EXPECT_TRUE(SameBytes(before, hash_));
  EXPECT_TRUE(o.Refused());
  ASSERT_EQ(CORDON_OK, cordon_hash_squeeze(a.bytes, 40, &hash_));
  ASSERT_EQ(CORDON_OK, cordon_hash_squeeze(b.bytes, 40, &copy));
  EXPECT_EQ(0, memcmp(a.bytes, b.bytes, 40));
}

TEST_P(XofArgs, HasNoHmacAndNoDrbg) {
  cordon_hmac hmac;
  cordon_drbg drbg;
  cordon_drbg_params params = {GetParam(), 128, 0};
  Check({
      {"hmac_init", CORDON_ERR_UNSUPPORTED,
       [&] { return cordon_hmac_init(&hmac, GetParam(), kText, 8); }},
      {"hmac_update", CORDON_ERR_OBJECT,
       [&] { return cordon_hmac_update(&hmac, kText, 8); }},
      {"drbg_instantiate", CORDON_ERR_UNSUPPORTED,
       [&] { return cordon_drbg_instantiate(&drbg, &params, nullptr, 0); }},
  });
}

TEST(Xof, IsOfShakeAlone) {
  for (uint32_t id = 0; id <= kNumHashes + 1; id++) {
    Output o;
    bool known = id >= 1 && id <= kNumHashes;
    cordon_status want = !known      ? CORDON_ERR_ARG
                         : IsXof(id) ? CORDON_OK
                                     : CORDON_ERR_UNSUPPORTED;
    EXPECT_EQ(want, cordon_xof(o.bytes, 16, id, kText, 8)) << id;
    EXPECT_EQ(want != CORDON_OK, AllBytesAre(o.bytes, 16, 0));
    EXPECT_TRUE(AllBytesAre(o.bytes + 16, 16, kFill));
    cordon_hash h;
    if (known && !IsXof(id)) {
      ASSERT_EQ(CORDON_OK, cordon_hash_init(&h, id));
      const cordon_hash before = h;
      EXPECT_EQ(want, cordon_hash_squeeze(o.bytes, 16, &h)) << id;
      EXPECT_TRUE(SameBytes(before, h));
    }
  }
  Output o;
  EXPECT_EQ(CORDON_ERR_ARG, cordon_xof(nullptr, 1, CORDON_SHAKE128, kText, 8));
  EXPECT_EQ(CORDON_ERR_ARG,
            cordon_xof(o.bytes, 8, CORDON_SHAKE128, nullptr, 1));
  EXPECT_TRUE(AllBytesAre(o.bytes, 8, 0));
}

TEST(StatusArgs, AreChecked) {
  cordon_selftest_record record;
  memset(&record, kFill, sizeof record);
  uint32_t past = Info().num_selftests;
  Check({
      {"get_info", CORDON_ERR_ARG, [] { return cordon_get_info(nullptr); }},
      {"selftest_info", CORDON_ERR_ARG,
       [] { return cordon_selftest_info(0, nullptr); }},
      {"selftest_info past the end", CORDON_ERR_ARG,
       [&] { return cordon_selftest_info(past, &record); }},
      {"selftest_info far past the end", CORDON_ERR_ARG,
       [&] { return cordon_selftest_info(0xffffffffu, &record); }},
      {"last_indicator", CORDON_ERR_ARG,
       [] { return cordon_last_indicator(nullptr); }},
      {"no callback", CORDON_OK,
       [] { return cordon_set_callback(nullptr, nullptr); }},
  });
  EXPECT_TRUE(AllBytesAre(&record, sizeof record, kFill));
}

// R35, R36
TEST(DrbgArgs, AreChecked) {
  cordon_drbg drbg, dead;
  cordon_drbg_params params = CORDON_DRBG_DEFAULT;
  cordon_drbg_params bad_flags = {CORDON_SHA256, 256, 2};
  ASSERT_EQ(CORDON_OK, cordon_drbg_instantiate(&drbg, &params, nullptr, 0));
  memset(&dead, kFill, sizeof dead);
  const cordon_drbg before = drbg;
  Output o;
  Check({
      {"instantiate NULL", CORDON_ERR_ARG,
       [&] { return cordon_drbg_instantiate(nullptr, &params, nullptr, 0); }},
      {"no parameters", CORDON_ERR_ARG,
       [&] { return cordon_drbg_instantiate(&dead, nullptr, nullptr, 0); }},
      {"NULL personalisation", CORDON_ERR_ARG,
       [&] { return cordon_drbg_instantiate(&dead, &params, nullptr, 1); }},
      {"unknown flag", CORDON_ERR_ARG,
       [&] { return cordon_drbg_instantiate(&dead, &bad_flags, nullptr, 0); }},
      {"reseed NULL", CORDON_ERR_ARG,
       [&] { return cordon_drbg_reseed(nullptr, nullptr, 0); }},
      {"reseed with NULL input", CORDON_ERR_ARG,
       [&] { return cordon_drbg_reseed(&drbg, nullptr, 1); }},
      {"generate into NULL", CORDON_ERR_ARG,
       [&] { return cordon_drbg_generate(nullptr, 1, &drbg, 0, nullptr, 0); }},
      {"generate from NULL", CORDON_ERR_ARG,
       [&] {
         return cordon_drbg_generate(o.bytes, 9, nullptr, 0, nullptr, 0);
       }},
      {"generate with NULL input", CORDON_ERR_ARG,
       [&] { return cordon_drbg_generate(o.bytes, 9, &drbg, 0, nullptr, 1); }},
      {"generate with an unknown flag", CORDON_ERR_ARG,
       [&] { return cordon_drbg_generate(o.bytes, 9, &drbg, 2, nullptr, 0); }},
      {"uninstantiate NULL", CORDON_ERR_ARG,
       [] { return cordon_drbg_uninstantiate(nullptr); }},
      {"random into NULL", CORDON_ERR_ARG,
       [] { return cordon_random(nullptr, 1); }},
      {"random, nothing", CORDON_OK, [] { return cordon_random(nullptr, 0); }},
  });
  EXPECT_TRUE(SameBytes(before, drbg));
  EXPECT_TRUE(AllBytesAre(o.bytes, 9, 0));
  EXPECT_TRUE(AllBytesAre(o.bytes + 9, sizeof o.bytes - 9, kFill));
  Check({
      {"nothing", CORDON_OK,
       [&] { return cordon_drbg_generate(nullptr, 0, &drbg, 0, nullptr, 0); }},
      {"uninstantiated: request", CORDON_ERR_OBJECT,
       [&] { return cordon_drbg_generate(o.bytes, 9, &dead, 0, nullptr, 0); }},
      {"uninstantiated: reseed", CORDON_ERR_OBJECT,
       [&] { return cordon_drbg_reseed(&dead, nullptr, 0); }},
      {"uninstantiated: uninstantiate", CORDON_ERR_OBJECT,
       [&] { return cordon_drbg_uninstantiate(&dead); }},
  });
  EXPECT_TRUE(IsZero(dead));
}

}  // namespace
}  // namespace module_test
