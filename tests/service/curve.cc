// The table of the curves; see curve.h.
#include "curve.h"

namespace service_test {

const std::vector<Curve> &Curves() {
  static const std::vector<Curve> curves = {
      {CORDON_P224, "P224", 28, 64, 112,
       "f220266e1105bfe3083e03ec7a3a654651f45e37167e88600bf257c1",
       "00cf08da5ad719e42707fa431292dea11244d64fc51610d94b130d6c",
       "eeab6f3debe455e3dbf85416f7030cbd94f34f2d6f232c69f3c1385a"},
      {CORDON_P256, "P256", 32, 72, 128,
       "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721",
       "60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6",
       "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"},
      {CORDON_P384, "P384", 48, 104, 192,
       "6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d8"
       "96d5724e4c70a825f872c9ea60d2edf5",
       "ec3a4e415b4e19a4568618029f427fa5da9a8bc4ae92e02e06aae5286b300c64"
       "def8f0ea9055866064a254515480bc13",
       "8015d9b72d7d57244ea8ef9ac0c621896708a59367f9dfb9f54ca84b3f1c9db1"
       "288b231c3ae0d4fe7344fd2533264720"},
      {CORDON_P521, "P521", 66, 139, 256,
       "00fad06daa62ba3b25d2fb40133da757205de67f5bb0018fee8c86e1b68c7e75"
       "caa896eb32f1f47c70855836a6d16fcc1466f6d8fbec67db89ec0c08b0e996b8"
       "3538",
       "01894550d0785932e00eaa23b694f213f8c3121f86dc97a04e5a7167db4e5bcd"
       "371123d46e45db6b5d5370a7f20fb633155d38ffa16d2bd761dcac474b9a2f50"
       "23a4",
       "00493101c962cd4d2fddf782285e64584139c2f91b47f87ff82354d6630f746a"
       "28a0db25741b5b34a828008b22acc23f924faafbd4d33f81ea66956dfeaa2bfd"
       "fcf5"},
  };
  return curves;
}

CurvePair::CurvePair(const Curve &c, const Bytes &d, uint32_t use) {
  EXPECT_EQ(CORDON_OK, cordon_private_import(&priv, c.id, use, nullptr,
                                             d.data(), d.size()));
  EXPECT_EQ(CORDON_OK, cordon_private_public(&pub, &priv));
}

CurvePair::~CurvePair() { EXPECT_EQ(CORDON_OK, cordon_private_wipe(&priv)); }

}  // namespace service_test
