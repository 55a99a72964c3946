// The numbers of P-256 for the tests of its functions: those of the oracle, and
// the radix of Montgomery form.
#ifndef CORDON_TESTS_ASM_NUMBERS_H_
#define CORDON_TESTS_ASM_NUMBERS_H_

#include <cordon/types.h>

#include "../arith/oracle.h"

namespace asm_test {

// UseP256 comes before any use of the oracle's numbers.
inline void UseP256() {
  if (kCurve != CORDON_P256) {
    Select(CORDON_P256);
  }
}

// Radix is R = 2^256, RInverse 1 / R mod p, Half 1 / 2 mod p.
inline const mpz_class &Radix() {
  static const mpz_class r = mpz_class(1) << 256;
  return r;
}

inline const mpz_class &RInverse() {
  static const mpz_class r = InverseMod(Radix(), kP);
  return r;
}

inline const mpz_class &Half() {
  static const mpz_class r = InverseMod(2, kP);
  return r;
}

}  // namespace asm_test

#endif
