// The answers of GMP: integers modulo p and n, points in affine coordinates,
// and the values at which arithmetic has gone wrong before.
#ifndef CORDON_TESTS_ARITH_ORACLE_H_
#define CORDON_TESTS_ARITH_ORACLE_H_

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "ops.h"

using Bytes = std::vector<uint8_t>;
using Integers = std::vector<mpz_class>;

// The curve that the test is about, chosen by Select: its numbers, the lengths
// of an order in bits and bytes, and kTop = 2^(8 kLen).
extern mpz_class kP, kB, kN, kGx, kGy, kTop;
extern size_t kBits, kLen;
extern uint32_t kCurve;
void Select(uint32_t curve);

// Integers of kLen bytes, unless another length is given.
Bytes ToBytes(const mpz_class &a, size_t len = kLen);
mpz_class FromBytes(const Bytes &bytes, size_t at = 0, size_t len = kLen);
Bytes FromHex(const std::string &hex);

// CurveTest is a test of every curve.
class CurveTest : public testing::TestWithParam<uint32_t> {
 protected:
  void SetUp() override { Select(GetParam()); }
};
std::string CurveName(const testing::TestParamInfo<uint32_t> &info);
#define INSTANTIATE_FOR_CURVES(suite) \
  INSTANTIATE_TEST_SUITE_P(, suite, testing::Range(1u, 5u), CurveName)

// Compute is op_run on the concatenation of its arguments. Each call is also
// kept for the replay, up to a bound per operation.
Bytes Compute(op operation, const std::vector<Bytes> &inputs);
Bytes Compute(op operation, const Integers &inputs);
mpz_class ComputeInteger(op operation, const Integers &inputs);

// Mod is a mod m in [0, m), InverseMod 1 / a, or 0 where there is none.
mpz_class Mod(const mpz_class &a, const mpz_class &m);
mpz_class InverseMod(const mpz_class &a, const mpz_class &m);

struct Point {
  bool infinity = true;
  mpz_class x, y;
  bool operator==(const Point &other) const {
    return infinity == other.infinity &&
           (infinity || (x == other.x && y == other.y));
  }
};
Point Generator();
Point Add(const Point &a, const Point &b);
Point Negate(const Point &a);
Point Multiply(const mpz_class &k, const Point &a);

// Edges are values below m: 0, 1, m - 1, 2^i and 2^i +- 1 and their
// negatives, limb edges, runs of ones, neighbours of windows of tables.
Integers Edges(const mpz_class &m);
// SomeEdges is every step-th of them.
Integers SomeEdges(const mpz_class &m, size_t step);

// Random numbers, from a seed that is printed when a test fails.
mpz_class RandomBelow(const mpz_class &m);

// Scaled is n, or fewer of long numbers and under the sanitizers, and prints
// what it is.
size_t Scaled(const char *what, size_t n);

// WriteReplay writes the calls that Compute kept, and returns how many.
size_t WriteReplay(const std::string &path);

#endif
