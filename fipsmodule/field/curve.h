/* The numbers of a curve y^2 = x^3 - 3x + b over a prime field, and of its two
 * moduli. No pointers: tables of points are separate arrays. A curve's own
 * file defines one constant and passes its address to the static inline
 * functions of field/, scalar/, ec/ and ecdsa/, so that limb counts and the
 * switch over back ends fold at compile time. */
#ifndef CORDON_FIELD_CURVE_H_
#define CORDON_FIELD_CURVE_H_

#include "limbs/limb.h"

/* Back ends of a modulus. */
enum {
  MOD_GENERIC = 0, /* Montgomery arithmetic for any odd modulus */
  MOD_P224 = 1,    /* multiplication for the shape of that prime */
  MOD_P256 = 2,
  MOD_P384 = 3,
  MOD_P521 = 4,
  MOD_P256_X86_64 = 5, /* in assembly, see limbs/forms.h */
  MOD_P256_ADX = 6,
  MOD_P256_ORDER_X86_64 = 7,
  MOD_P256_ORDER_ADX = 8
};

/* The back ends of the two moduli in p256_params.inc. */
#if !defined(P256_BACKEND)
#define P256_BACKEND MOD_P256
#endif
#if !defined(P256_ORDER_BACKEND)
#define P256_ORDER_BACKEND MOD_GENERIC
#endif

/* struct modulus is an odd m and what Montgomery arithmetic with the radix
 * R = 2^(w num_limbs) and the inversions need. All values < m. */
struct modulus {
  uint32_t backend;
  uint32_t num_limbs;
  uint32_t bits;        /* 2^(bits - 1) < m < 2^bits */
  uint32_t inv_limbs;   /* of SG_BITS bits, enough for (-2m, 2m) */
  uint32_t inv_batches; /* of divsteps, see field/inverse_impl.h */
  limb_t n0;            /* -m^-1 mod 2^w */
  limb_t m[EC_MAX_LIMBS];
  limb_t one[EC_MAX_LIMBS]; /* R mod m */
  limb_t rr[EC_MAX_LIMBS];  /* R^2 mod m */
};

/* struct comb is the shape of a table of multiples of a point, see
 * ec/prepared_impl.h: a row every `spacing` bits of a scalar, with the odd
 * multiples for digits of `width` bits. 3 <= width <= 12, 2^(width - 1) < n;
 * spacing <= EC_MAX_SPACING <= 64; num_rows is n.bits / spacing and reciprocal
 * 2^16 / spacing, rounded up. */
struct comb {
  uint32_t width;
  uint32_t spacing;
  uint32_t num_rows;
  uint32_t reciprocal;
};

#define EC_MAX_SPACING 64

/* How many choices of tables there are for prepared keys. */
#define EC_NUM_PREPARED 2

/* struct curve has a prime order n (cofactor 1), p < 2n and n < 2p, and p and
 * n of equally many limbs. Coordinates are in Montgomery form. */
struct curve {
  struct modulus p;
  struct modulus n;
  limb_t b[EC_MAX_LIMBS];
  limb_t p_root[EC_MAX_LIMBS]; /* q-th power of a non-square: order 2^p_twos */
  limb_t gx[EC_MAX_LIMBS];
  limb_t gy[EC_MAX_LIMBS];
  uint32_t p_twos; /* e of p - 1 = 2^e q, q odd */
  /* The fixed-base table, see mul_base_xyzz in ec/mul_impl.h. windows is at
   * least 2, width * windows >= n.bits, 2^(width (windows - 1)) <= n, and
   * 1 <= spacing <= windows; last is a row of the table. */
  uint32_t base_width;
  uint32_t base_windows;
  uint32_t base_spacing;
  uint32_t base_last;
  /* The windows of mul_point in ec/mul_impl.h; the same bounds. */
  uint32_t mul_width;
  uint32_t mul_windows;
  /* The wNAF widths of G's and Q's scalars in ec/mul_double_impl.h. */
  uint32_t g_width;
  uint32_t q_width;
  /* The base table seen as a comb of G, with num_rows and width as they are
   * (the width may be 2), and the tables of prepared keys, small and large. */
  struct comb base_comb;
  struct comb prepared[EC_NUM_PREPARED];
};

/* The widths above, for arrays on the stack: mul_width <= 5, q_width <= 6. */
#define EC_MAX_MULTIPLES 16

#endif
