// Strict DER through the verifying service: every laxness that bugs in other
// implementations accepted, in a signature that would be valid without it.
#include <openssl/ecdsa.h>

#include "service_test.h"

namespace service_test {
namespace {

const Bytes kMsg = {'a', 'b', 'c'};

Bytes Tlv(uint8_t tag, const Bytes &contents) {
  if (contents.size() >= 128) {
    return Bytes{tag, 0x81, static_cast<uint8_t>(contents.size())} + contents;
  }
  return Bytes{tag, static_cast<uint8_t>(contents.size())} + contents;
}

// The shortest two's complement of a non-negative integer.
Bytes Contents(Bytes v) {
  while (v.size() > 1 && v[0] == 0) {
    v.erase(v.begin());
  }
  return (v[0] & 0x80) ? Bytes(1, 0) + v : v;
}

Bytes Sequence(const Bytes &contents) { return Tlv(0x30, contents); }
Bytes Integer(const Bytes &contents) { return Tlv(0x02, contents); }

// Strict by another's parser: it reads all of it, writes the same bytes again,
// and finds no negative integer.
bool IsStrict(const Bytes &der) {
  const uint8_t *p = der.data();
  ECDSA_SIG *sig = d2i_ECDSA_SIG(nullptr, &p, static_cast<long>(der.size()));
  bool ok = sig != nullptr && p == der.data() + der.size();
  if (ok) {
    uint8_t *again = nullptr;
    int len = i2d_ECDSA_SIG(sig, &again);
    ok = len > 0 && Bytes(again, again + len) == der &&
         !BN_is_negative(ECDSA_SIG_get0_r(sig)) &&
         !BN_is_negative(ECDSA_SIG_get0_s(sig));
    OPENSSL_free(again);
  }
  ECDSA_SIG_free(sig);
  return ok;
}

class Der : public testing::Test {
 protected:
  Der() : pair_(Hex(kPrivate)) {
    // r with the first bit set, s without: both kinds of INTEGER.
    do {
      Bytes raw = SignOrDie(pair_.priv, kRaw, kMsg);
      r_ = Contents(Bytes(raw.begin(), raw.begin() + 32));
      s_ = Contents(Bytes(raw.begin() + 32, raw.end()));
    } while (r_.size() != 33 || s_.size() != 32);
    good_ = Sequence(Integer(r_) + Integer(s_));
  }

  cordon_status Verify(const Bytes &sig) {
    return service_test::Verify(kMessage, &pair_.pub, &kDer, kMsg, sig);
  }

  void ExpectMalformed(const Bytes &sig) {
    SCOPED_TRACE(ToHex(sig));
    EXPECT_EQ(CORDON_ERR_ENCODING, Verify(sig));
    EXPECT_FALSE(IsStrict(sig));
  }

  Pair pair_;
  Bytes r_, s_, good_;
};

TEST_F(Der, AcceptsTheOneEncoding) {
  ASSERT_TRUE(IsStrict(good_));
  EXPECT_EQ(CORDON_OK, Verify(good_));
}

TEST_F(Der, RejectsLongFormLengths_CVE_2020_14966_CVE_2020_13822) {
  Bytes body = Integer(r_) + Integer(s_);
  uint8_t n = static_cast<uint8_t>(body.size());
  uint8_t nr = static_cast<uint8_t>(r_.size());
  uint8_t ns = static_cast<uint8_t>(s_.size());
  for (const Bytes &length :
       {Bytes{0x81}, Bytes{0x82, 0}, Bytes{0x83, 0, 0}, Bytes{0x84, 0, 0, 0},
        Bytes{0x88, 0, 0, 0, 0, 0, 0, 0}}) {
    ExpectMalformed(Bytes(1, 0x30) + length + Bytes(1, n) + body);
    ExpectMalformed(
        Sequence(Bytes(1, 2) + length + Bytes(1, nr) + r_ + Integer(s_)));
    ExpectMalformed(
        Sequence(Integer(r_) + Bytes(1, 2) + length + Bytes(1, ns) + s_));
  }
}

TEST_F(Der, RejectsLengthsThatOverflow) {
  Bytes body = Integer(r_) + Integer(s_);
  for (const Bytes &length :
       {Bytes{0xff}, Bytes{0x84, 0xff, 0xff, 0xff, 0xff},
        Bytes{0x85, 1, 0, 0, 0, 0x45},
        Bytes{0x88, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
        Bytes{0x89, 1, 0, 0, 0, 0, 0, 0, 0, 0x45}, Bytes{0x82, 0xff, 0xff},
        Bytes{0x7f}, Bytes{0x80}}) {
    ExpectMalformed(Bytes(1, 0x30) + length + body);
    ExpectMalformed(Sequence(Bytes(1, 2) + length + r_ + Integer(s_)));
    ExpectMalformed(Sequence(Integer(r_) + Bytes(1, 2) + length + s_));
  }
}

TEST_F(Der, RejectsLeadingZeros_CVE_2020_13822_CVE_2019_14859) {
  for (size_t zeros : {1, 2, 30, 90}) {
    ExpectMalformed(Sequence(Integer(Bytes(zeros, 0) + r_) + Integer(s_)));
    ExpectMalformed(Sequence(Integer(r_) + Integer(Bytes(zeros, 0) + s_)));
  }
}

TEST_F(Der, RejectsAMissingSignByte_CVE_2024_42460) {
  Bytes bare(r_.begin() + 1, r_.end());
  ExpectMalformed(Sequence(Integer(bare) + Integer(s_)));
}

TEST_F(Der, RejectsNegativeIntegers_CVE_2024_42459) {
  for (const Bytes &v : {Bytes{0xff}, Bytes{0x80}, Bytes{0xff, 0x00},
                         Bytes(1, 0xff) + r_, Bytes(33, 0xff)}) {
    ExpectMalformed(Sequence(Integer(v) + Integer(s_)));
    ExpectMalformed(Sequence(Integer(r_) + Integer(v)));
  }
}

TEST_F(Der, RejectsTrailingBytesInside_CVE_2020_14966) {
  Bytes body = Integer(r_) + Integer(s_);
  for (const Bytes &tail :
       {Bytes{0}, Bytes{0, 0}, Bytes{5, 0}, Integer({1}), Bytes(40, 0xaa)}) {
    ExpectMalformed(Sequence(body + tail));
    ExpectMalformed(Sequence(tail + body));
    ExpectMalformed(Sequence(Integer(r_) + tail + Integer(s_)));
    // The length of the SEQUENCE does not cover it.
    Bytes shorter = Sequence(body + tail);
    shorter[1] = static_cast<uint8_t>(body.size());
    ExpectMalformed(shorter);
  }
}

TEST_F(Der, RejectsTrailingBytesAfter_CVE_2016_1000342_CVE_2024_48949) {
  for (const Bytes &tail : {Bytes{0}, Bytes{0, 0}, Bytes{5, 0}, good_}) {
    ExpectMalformed(good_ + tail);
  }
}

TEST_F(Der, RejectsEmptyIntegersAndSequences_CVE_2019_14853) {
  ExpectMalformed(Sequence(Integer({}) + Integer(s_)));
  ExpectMalformed(Sequence(Integer(r_) + Integer({})));
  ExpectMalformed(Sequence(Integer({}) + Integer({})));
  ExpectMalformed(Sequence({}));
  ExpectMalformed(Sequence(Integer(r_)));
  ExpectMalformed({0x30});
  ExpectMalformed({});
}

TEST_F(Der, RejectsWrongTags_InvalidTypes_CVE_2024_42461) {
  Bytes body = Integer(r_) + Integer(s_);
  for (int tag = 0; tag < 256; tag++) {
    uint8_t t = static_cast<uint8_t>(tag);
    if (tag != 0x30) {
      ExpectMalformed(Tlv(t, body));
    }
    if (tag != 0x02) {
      ExpectMalformed(Sequence(Tlv(t, r_) + Integer(s_)));
      ExpectMalformed(Sequence(Integer(r_) + Tlv(t, s_)));
    }
  }
  ExpectMalformed(body);
  ExpectMalformed(Sequence(good_));
  ExpectMalformed(Sequence(Sequence(Integer(r_)) + Integer(s_)));
}

TEST_F(Der, RejectsIndefiniteLengths_BerEncodedSignature) {
  Bytes body = Integer(r_) + Integer(s_);
  const Bytes end(2, 0);
  ExpectMalformed(Bytes{0x30, 0x80} + body + end);
  ExpectMalformed(Bytes{0x30, 0x80} + body);
  ExpectMalformed(
      Sequence(Bytes{0x22, 0x80} + Integer(r_) + end + Integer(s_)));
  ExpectMalformed(Sequence(Tlv(0x22, Integer(r_)) + Integer(s_)));
  ExpectMalformed(Sequence(Bytes{0x02, 0x80} + r_ + end + Integer(s_)));
}

TEST_F(Der, RejectsTruncationAtEveryByte) {
  for (size_t len = 0; len < good_.size(); len++) {
    Bytes cut(good_.begin(), good_.begin() + static_cast<long>(len));
    ExpectMalformed(cut);
    // With the length of the SEQUENCE made right.
    if (len >= 2) {
      cut[1] = static_cast<uint8_t>(len - 2);
      ExpectMalformed(cut);
    }
  }
}

// Well-formed, but too big: that is a false signature, not a bad encoding.
TEST_F(Der, TellsOutOfRangeFromMalformed_Mbed_TLS_6190) {
  const Bytes zero(1, 0), one(1, 1);
  for (const Bytes &v :
       {Bytes(1, 1) + Bytes(32, 0), Bytes(1, 0x7f) + Bytes(40, 0xff),
        Bytes(1, 1) + Bytes(200, 0), Contents(Hex(kOrder)),
        Contents(Bytes(32, 0xff)), zero}) {
    for (const Bytes &other : {zero, one, s_}) {
      EXPECT_EQ(CORDON_ERR_SIGNATURE,
                Verify(Sequence(Integer(v) + Integer(other))));
      EXPECT_EQ(CORDON_ERR_SIGNATURE,
                Verify(Sequence(Integer(other) + Integer(v))));
    }
    // Malformed wins, wherever it is.
    ExpectMalformed(Sequence(Integer(v) + Integer({})));
    ExpectMalformed(Sequence(Integer(v) + Integer(s_) + zero));
  }
}

TEST_F(Der, AcceptsLongContentsInTheShortestLongForm) {
  // Two INTEGERs of 64 bytes: 132 bytes of contents, so 81 84.
  Bytes big = Bytes(1, 1) + Bytes(63, 0);
  Bytes sig = Sequence(Integer(big) + Integer(big));
  ASSERT_EQ(0x81, sig[1]);
  EXPECT_TRUE(IsStrict(sig));
  EXPECT_EQ(CORDON_ERR_SIGNATURE, Verify(sig));
}

// No signature but the one itself is accepted, and malformed is told from
// false as another strict parser does. All values; in the development build,
// where sanitizers make it slow, sixteen of those outside the headers.
TEST_F(Der, RejectsEverySingleByteMutation_InvalidEncoding) {
  const int step = BestReason() == CORDON_REASON_NOT_VERIFIED ? 17 : 1;
  int malformed = 0, wrong = 0;
  for (size_t i = 0; i < good_.size(); i++) {
    bool header = i < 5 || (i >= 4 + r_.size() && i < 7 + r_.size());
    for (int change = 1; change < 256; change += header ? 1 : step) {
      Bytes bad(good_);
      bad[i] ^= static_cast<uint8_t>(change);
      cordon_status st = Verify(bad);
      if (IsStrict(bad)) {
        EXPECT_EQ(CORDON_ERR_SIGNATURE, st) << ToHex(bad);
        wrong++;
      } else {
        EXPECT_EQ(CORDON_ERR_ENCODING, st) << ToHex(bad);
        malformed++;
      }
    }
  }
  EXPECT_GT(malformed, 1000);
  EXPECT_GT(wrong, 500);
}

TEST_F(Der, RejectsEveryInsertedAndEveryRemovedByte) {
  for (size_t i = 0; i <= good_.size(); i++) {
    for (uint8_t value : {0x00, 0x02, 0x80, 0xff}) {
      Bytes longer(good_);
      longer.insert(longer.begin() + static_cast<long>(i), value);
      EXPECT_EQ(CORDON_ERR_ENCODING, Verify(longer));
    }
    if (i < good_.size()) {
      Bytes shorter(good_);
      shorter.erase(shorter.begin() + static_cast<long>(i));
      EXPECT_EQ(CORDON_ERR_ENCODING, Verify(shorter));
    }
  }
}

TEST_F(Der, WritesWhatTheStrictParserReads) {
  size_t lengths[80] = {0};
  for (int i = 0; i < 400; i++) {
    Bytes sig = SignOrDie(pair_.priv, kDer, kMsg);
    ASSERT_LE(sig.size(), 72u);
    EXPECT_TRUE(IsStrict(sig)) << ToHex(sig);
    lengths[sig.size()]++;
  }
  EXPECT_GT(lengths[70], 0u);
  EXPECT_GT(lengths[71], 0u);
  EXPECT_GT(lengths[72], 0u);
}

}  // namespace
}  // namespace service_test
