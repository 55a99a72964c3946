// The four curves, with the key pairs of RFC 6979, A.2.4 to A.2.7, for tests
// that hold on each.
#ifndef CORDON_TESTS_SERVICE_CURVE_H_
#define CORDON_TESTS_SERVICE_CURVE_H_

#include "oracle.h"

namespace service_test {

struct Curve {
  uint32_t id;
  const char *name;  // "P224", as a name of a test may have it
  size_t len;        // of a coordinate, and of a scalar
  size_t der_len;    // of a signature, at most
  unsigned strength;
  const char *d, *x, *y;

  Bytes D() const { return Hex(d); }
  Bytes Point() const { return Bytes(1, 4) + Hex(x) + Hex(y); }
};
const std::vector<Curve> &Curves();
inline void PrintTo(const Curve &c, std::ostream *os) { *os << c.name; }
inline std::string CurveTestName(const testing::TestParamInfo<Curve> &info) {
  return info.param.name;
}

// A key of the curve from its scalar; its use is what the test says.
struct CurvePair {
  cordon_private_key priv;
  cordon_public_key pub;

  CurvePair(const Curve &c, const Bytes &d,
            uint32_t use = CORDON_USE_SIGN | CORDON_USE_AGREE);
  CurvePair(const CurvePair &) = delete;
  ~CurvePair();
};

// The tests of each curve; the oracle is set to it.
class PerCurve : public testing::TestWithParam<Curve> {
 protected:
  PerCurve() : c_(GetParam()) { UseCurve(c_.id); }
  ~PerCurve() override { UseCurve(CORDON_P256); }

  cordon_status ImportPoint(cordon_public_key *pub, const Bytes &in) const {
    return cordon_public_import(pub, c_.id, in.data(), in.size());
  }
  const Curve c_;
};

}  // namespace service_test

#endif  // CORDON_TESTS_SERVICE_CURVE_H_
