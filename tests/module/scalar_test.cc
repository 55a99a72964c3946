// The rule of rejection by which private keys and nonces are made, at its
// edges, on the development library: the DRBG cannot be made to give such
// values.
#include <gtest/gtest.h>

#include "module_test.h"

extern "C" {
#include "ec/ec.h"
}

namespace module_test {
namespace {

const Bytes kOrder = {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
                      0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                      0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84,
                      0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};

// x + delta as 32 bytes, big-endian.
Bytes Plus(Bytes x, int delta) {
  for (size_t i = x.size(); i-- > 0;) {
    int sum = x[i] + delta;
    x[i] = static_cast<uint8_t>(sum & 0xff);
    delta = sum >> 8;
  }
  return x;
}

Bytes Small(uint8_t x) {
  Bytes out(32, 0);
  out[31] = x;
  return out;
}

// The scalar that comes of a candidate, or nothing if it is rejected.
Bytes FromCandidate(const Bytes &c) {
  ec_scalar k;
  if (ec_scalar_from_candidate(CORDON_P256, &k, c.data()) == 0) {
    return {};
  }
  Bytes out(32);
  ec_scalar_to_bytes(CORDON_P256, out.data(), &k);
  return out;
}

// R23, R24: FIPS 186-5, A.2.2 and A.3.2: c > n - 2 is rejected, d = c + 1.
TEST(Candidate, IsAcceptedUpToOrderMinusTwoAndGivesItsSuccessor) {
  EXPECT_EQ(Hex(Small(1)), Hex(FromCandidate(Small(0))));
  EXPECT_EQ(Hex(Small(2)), Hex(FromCandidate(Small(1))));
  EXPECT_EQ(Hex(Plus(kOrder, -2)), Hex(FromCandidate(Plus(kOrder, -3))));
  EXPECT_EQ(Hex(Plus(kOrder, -1)), Hex(FromCandidate(Plus(kOrder, -2))));
  for (int bit = 0; bit < 256; bit++) {
    Bytes c(32, 0);
    c[31 - bit / 8] = static_cast<uint8_t>(1 << bit % 8);
    EXPECT_EQ(Hex(Plus(c, 1)), Hex(FromCandidate(c))) << bit;
    EXPECT_EQ(Hex(c), Hex(FromCandidate(Plus(c, -1)))) << bit;
  }
}

// R23
TEST(Candidate, FromOrderMinusOneOnIsRejected) {
  for (int delta : {-1, 0, 1, 2, 255}) {
    EXPECT_TRUE(FromCandidate(Plus(kOrder, delta)).empty()) << delta;
  }
  EXPECT_TRUE(FromCandidate(Bytes(32, 0xff)).empty());
  Bytes high = kOrder;
  high[4] = 1;
  EXPECT_TRUE(FromCandidate(high).empty());
}

// R30: an imported scalar: 1 to n - 1.
TEST(Scalar, IsTakenBetweenOneAndOrderMinusOne) {
  ec_scalar k;
  for (const Bytes &good : {Small(1), Small(2), Plus(kOrder, -1)}) {
    EXPECT_NE(0u, ec_scalar_from_bytes(CORDON_P256, &k, good.data()));
    Bytes out(32);
    ec_scalar_to_bytes(CORDON_P256, out.data(), &k);
    EXPECT_EQ(Hex(good), Hex(out));
  }
  for (const Bytes &bad :
       {Small(0), kOrder, Plus(kOrder, 1), Bytes(32, 0xff)}) {
    EXPECT_EQ(0u, ec_scalar_from_bytes(CORDON_P256, &k, bad.data()));
  }
}

}  // namespace
}  // namespace module_test
