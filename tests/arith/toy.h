/* Toy curves: the generic point, scalar and ECDSA functions over curves so
 * small that every input can be tried. Constants and tables are made at run
 * time, from an affine oracle on machine integers that is also what the tests
 * compare with. */
#ifndef CORDON_TESTS_ARITH_TOY_H_
#define CORDON_TESTS_ARITH_TOY_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TOY_MAX_N 256

/* A point; infinity is (0, 0), which is on none of the curves. */
struct toy_point {
  unsigned x, y;
};

/* The curve in use. multiples[i] = i G. */
struct toy {
  unsigned p, b, n, bits; /* bits of n */
  struct toy_point multiples[TOY_MAX_N];
};
extern struct toy toy;

/* toy_use makes a curve the one in use, with windows of these widths. */
void toy_use(unsigned p, unsigned b, unsigned n, unsigned gx, unsigned gy,
             unsigned base_width, unsigned g_width, unsigned q_width);

/* Affine oracle. */
struct toy_point toy_add(struct toy_point a, struct toy_point b);
unsigned toy_inverse_of(unsigned a, unsigned m);

/* The functions under test. za and zb are the Z of the inputs, 1 to p - 1. */
enum toy_addition {
  TOY_ADD_AFFINE,          /* incomplete */
  TOY_ADD_AFFINE_COMPLETE,
  TOY_ADD_AFFINE_VARTIME,
  TOY_ADD_VARTIME,
  TOY_SUB_VARTIME
};
struct toy_point toy_run_add(enum toy_addition kind, struct toy_point a,
                             unsigned za, struct toy_point b, unsigned zb);
struct toy_point toy_run_double(struct toy_point a, unsigned z);
struct toy_point toy_run_mul_base(unsigned k);
struct toy_point toy_run_double_mul(unsigned u1, struct toy_point q,
                                    unsigned u2);
int toy_run_has_order(struct toy_point q);
int toy_run_decompress(struct toy_point *out, unsigned x, int y_odd);
int toy_run_from_bytes(unsigned x, unsigned y);
int toy_run_scalar_from_bytes(unsigned *out, unsigned in);
int toy_run_scalar_from_candidate(unsigned *out, unsigned in);

/* Inversion modulo any m < 256: start / a. The second is BEEU and returns its
 * result code. */
unsigned toy_run_inverse(unsigned m, unsigned a, unsigned start);
int toy_run_beeu(unsigned *out, unsigned m, unsigned a, unsigned start);

/* ECDSA with a one-byte digest. */
int toy_run_sign(unsigned *r, unsigned *s, unsigned d, unsigned k,
                 unsigned digest);
int toy_run_verify(struct toy_point q, unsigned r, unsigned s,
                   unsigned digest);

#ifdef __cplusplus
}
#endif

#endif
