// d * G against libcrypto where carries, equal points and infinity were
// mishandled: around powers of two, at window edges, at the ends of the range.
#include "oracle.h"

namespace service_test {
namespace {

void ExpectMultiple(const Num &d) {
  Pair pair(d.AsBytes(32));
  EXPECT_EQ(ToHex(Point::Base(d).Encode()), ToHex(ExportPublic(pair.pub)))
      << ToHex(d.AsBytes(32));
}

// The sums inside a scalar multiplication meet P + P and P - P for small
// scalars and for those near n.
TEST(Multiples, OfTheEndsOfTheRangeAreRight_openssl_2417_openssl_2419) {
  for (unsigned long d = 1; d <= 140; d++) {
    ExpectMultiple(Num(d));
    ExpectMultiple(Order() - d);
  }
  const Num half = ModN((Order() + 1ul) * InverseModN(Num(2ul)));
  for (unsigned long i = 0; i < 4; i++) {
    ExpectMultiple(half + i);
    ExpectMultiple(half - (i + 1));
  }
}

TEST(Multiples,
     AroundPowersOfTwoAreRight_CVE_2021_4160_CVE_2011_4354_CVE_2017_7781) {
  for (int i = 2; i < 256; i++) {
    const Num power = Num::PowerOfTwo(i);
    for (const Num &d : {power - 1ul, power, power + 1ul}) {
      ExpectMultiple(d);
      ExpectMultiple(Order() - d);
    }
  }
}

TEST(Multiples,
     OfRunsOfBitsAreRight_CVE_2015_8803_CVE_2015_8804_CVE_2015_8805) {
  for (int width = 2; width <= 9; width++) {
    for (int at = 0; at + width < 256; at += width) {
      // One window of all ones, and one whose top bit alone is set.
      ExpectMultiple((Num::PowerOfTwo(width) - 1ul) * Num::PowerOfTwo(at));
      ExpectMultiple(Num::PowerOfTwo(255) - Num::PowerOfTwo(at));
    }
  }
}

TEST(Multiples, OfLimbPatternsAreRight_CVE_2017_8932_golang_21334) {
  Random random(10);
  const char *limbs[] = {"0000000000000000", "ffffffffffffffff",
                         "00000000ffffffff", "ffffffff00000000",
                         "8000000000000000", "7fffffffffffffff"};
  for (int i = 0; i < 6 * 6 * 6 * 6; i++) {
    std::string hex;
    for (int j = 0, rest = i; j < 4; j++, rest /= 6) {
      hex += limbs[rest % 6];
    }
    const Num d = Num::FromHex(hex.c_str());
    if (d < Order() && !(d == Num(0ul))) {
      ExpectMultiple(d);
    }
  }
  for (int i = 0; i < 200; i++) {
    ExpectMultiple(ModN(Num(random.Of(32))));
  }
}

// A scalar that is out of range is refused, never reduced.
TEST(Multiples, OfScalarsOutOfRangeAreNone_CVE_2021_20305) {
  for (const Num &add : {Num(0ul), Num(1ul), Num(2ul), Num::FromHex("ffffffff"),
                         Num::PowerOfTwo(222)}) {
    const Bytes d = (Order() + add).AsBytes(32);
    cordon_private_key key;
    EXPECT_EQ(CORDON_ERR_KEY,
              cordon_private_import(&key, CORDON_P256, CORDON_USE_SIGN, nullptr,
                                    d.data(), d.size()));
    EXPECT_TRUE(IsAllZero(key));
  }
}

}  // namespace
}  // namespace service_test
