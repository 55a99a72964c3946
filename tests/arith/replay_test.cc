// Writes operands and results of every operation, for the replay in another
// ABI; they have met the oracle in the tests of this same program.
#include <gtest/gtest.h>

#include "oracle.h"

namespace {

void RunOne(const mpz_class &a, const mpz_class &b) {
  for (op o :
       {OP_FE_ADD, OP_FE_SUB, OP_FE_MUL, OP_FE_MUL_RAW, OP_FE_MUL_PLAIN}) {
    Compute(o, Integers{Mod(a, kP), Mod(b, kP)});
  }
  for (op o : {OP_FE_NEG, OP_FE_HALF, OP_FE_SQR, OP_FE_SQR_RAW, OP_FE_INVERSE,
               OP_FE_BEEU}) {
    Compute(o, Integers{Mod(a, kP)});
  }
  for (op o : {OP_SC_ADD, OP_SC_MUL, OP_SC_DIVIDE}) {
    Compute(o, Integers{Mod(a, kN), Mod(b, kN)});
  }
  for (op o :
       {OP_SC_INVERSE, OP_SC_BEEU, OP_SC_FROM_BYTES, OP_SC_FROM_CANDIDATE}) {
    Compute(o, Integers{o == OP_SC_INVERSE ? Mod(a, kN) : a});
  }
  Compute(OP_SC_FROM_WIDE, std::vector<Bytes>{ToBytes(a * b % kTop, kLen + 8)});
}

void RunPoints(const mpz_class &d, const mpz_class &k) {
  Bytes q = Compute(OP_MUL_BASE, Integers{d}), digest = ToBytes(d * k % kTop);
  Bytes x(q.begin(), q.begin() + long(kLen)),
      y(q.begin() + long(kLen), q.end());
  Bytes parity = x;
  parity.push_back(uint8_t(y[kLen - 1] & 1));
  Compute(OP_MUL, {ToBytes(k), x, y});
  Compute(OP_DOUBLE_MUL, {ToBytes(k), ToBytes(d), x, y});
  EXPECT_EQ(Compute(OP_FROM_BYTES, {x, y})[0], 1);
  EXPECT_EQ(Compute(OP_DECOMPRESS, {parity})[0], 1);
  EXPECT_EQ(Compute(OP_VALIDATE, {x, y})[0], 1);
  Bytes signature = Compute(OP_SIGN, {ToBytes(d), ToBytes(k), digest});
  ASSERT_EQ(signature[0], 1);
  Bytes r(signature.begin() + 1, signature.begin() + 1 + long(kLen));
  Bytes s(signature.begin() + 1 + long(kLen), signature.end());
  EXPECT_EQ(Compute(OP_VERIFY, {x, y, r, s, digest}), Bytes{1});
  digest[3] ^= 4;
  EXPECT_EQ(Compute(OP_VERIFY, {x, y, r, s, digest}), Bytes{0});
}

TEST(Replay, WritesOperandsAndResults) {
  for (uint32_t curve = 1; curve <= 4; curve++) {
    Select(curve);
    Integers edges = SomeEdges(kTop, 19);
    for (size_t i = 0; i < edges.size(); i++) {
      RunOne(edges[i], edges[(7 * i + 3) % edges.size()]);
    }
    for (size_t i = Scaled("points", 30) + 5; i-- > 0;) {
      RunPoints(RandomBelow(kN - 1) + 1, RandomBelow(kN - 1) + 1);
    }
  }
  size_t written = WriteReplay(CORDON_REPLAY_FILE);
  std::printf("records: %zu\n", written);
  EXPECT_GT(written, 2000u);
}

}  // namespace
