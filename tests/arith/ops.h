/* The arithmetic of the curves as operations on byte strings, so that one test
 * serves every limb size, and a file of operands and results can be replayed
 * by a program of another ABI. All integers are as long as the order of the
 * curve, big-endian. */
#ifndef CORDON_TESTS_ARITH_OPS_H_
#define CORDON_TESTS_ARITH_OPS_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum op {
  OP_FE_ADD,       /* a b -> a + b mod p */
  OP_FE_SUB,       /* a b -> a - b mod p */
  OP_FE_NEG,       /* a -> -a mod p */
  OP_FE_HALF,      /* a -> a / 2 mod p */
  OP_FE_MUL,       /* a b -> a b mod p */
  OP_FE_SQR,       /* a -> a^2 mod p */
  OP_FE_MUL_RAW,   /* a b -> a b mod p; here a and b are in Montgomery form */
  OP_FE_SQR_RAW,   /* a -> a^2 mod p, likewise */
  OP_FE_INVERSE,   /* a -> 1 / a mod p, or 0 */
  OP_FE_MUL_PLAIN, /* like OP_FE_MUL_RAW, by the generic multiplication */
  OP_SC_ADD,       /* the same modulo n */
  OP_SC_MUL,
  OP_SC_INVERSE,
  OP_FE_BEEU,           /* a -> 01 1 / a mod p, or 00 0 */
  OP_SC_BEEU,           /* the same modulo n */
  OP_SC_FROM_BYTES,     /* a -> 01 a, or 00 0 */
  OP_SC_FROM_CANDIDATE, /* a -> 01 a + 1, or 00 0 */
  OP_SC_FROM_WIDE,      /* a, 8 bytes longer -> a mod (n - 1) + 1 */
  OP_SC_DIVIDE,         /* a b -> a / b mod n, or 0 */
  OP_MUL_BASE,          /* k -> x y */
  OP_MUL,               /* k x y -> 01 x y of k (x, y), or 00 0 0 */
  OP_DOUBLE_MUL,        /* u1 u2 x y -> 01 x y of u1 G + u2 (x, y), or 00 0 0 */
  OP_FROM_BYTES,        /* x y -> 01 x y, or 00 0 0 */
  OP_DECOMPRESS,        /* x, one byte parity -> 01 x y, or 00 0 0 */
  OP_VALIDATE,          /* x y -> 01 or 00; x, y < p */
  OP_SIGN,              /* d k digest -> 01 r s, or 00 0 0 */
  OP_VERIFY,            /* x y r s digest -> 01 or 00 */
  OP_NUM
};

/* Longest input and output of an operation. */
#define OP_MAX_LEN 400

/* op_run computes one operation on the curve of that id, and returns the length
 * of the output or 0 for an unknown operation or a wrong length of the input.
 */
size_t op_run(uint32_t curve, uint32_t op, uint8_t *out, const uint8_t *in,
              size_t in_len);

/* op_set_forms sets the forms of limbs/forms.h that all later calls use; none,
 * that is portable C, at first. */
void op_set_forms(uint32_t forms);

/* op_limb_bits is the limb size it was compiled for. */
unsigned op_limb_bits(void);

/* What the tests must know of a curve's constants. */
struct op_constants {
  unsigned base_width, base_windows, base_spacing, base_last;
  unsigned p_divsteps, n_divsteps; /* steps that the inversions make */
  unsigned divsteps_batch;         /* in batches of so many */
};
struct op_constants op_constants(uint32_t curve);

#ifdef __cplusplus
}
#endif

#endif
