/* The shipped arithmetic over toy curves, behind plain C functions. Numbers
 * are single limbs in uint64_t: "raw" ones as the module keeps them (fields in
 * Montgomery form), "plain" ones as integers. */
#ifndef CORDON_TESTS_EXHAUSTIVE_TOY_H_
#define CORDON_TESTS_EXHAUSTIVE_TOY_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct toy;

struct toy_point {
  uint64_t x, y, z; /* raw */
};

struct toy_affine {
  uint64_t x, y; /* raw */
};

/* What a function gives that is not the same for every aliasing of its
 * arguments; no raw value of a toy modulus. */
#define TOY_MISMATCH UINT64_MAX

unsigned toy_limb_bits(void);
int toy_has_checks(void); /* built with CORDON_VERIFY */

/* toy_new makes y^2 = x^3 - 3x + b mod p with G = (gx, gy) of order n; the
 * numbers are plain. p, n < 256. */
struct toy *toy_new(uint32_t p, uint32_t b, uint32_t n, uint32_t gx,
                    uint32_t gy);
void toy_free(struct toy *t);
/* The widths of struct curve. */
struct toy_windows {
  unsigned base_width, base_windows, base_spacing, base_last;
  unsigned mul_width, mul_windows;
  unsigned g_width, q_width;
  unsigned prepared_width, prepared_spacing;
};
void toy_set_windows(struct toy *t, const struct toy_windows *w);
/* toy_set_base_entry and toy_set_g_entry fill the tables with plain points. */
void toy_set_base_entry(struct toy *t, size_t at, uint32_t x, uint32_t y);
void toy_set_g_entry(struct toy *t, size_t at, uint32_t x, uint32_t y);

enum toy_op {
  TOY_FE_ADD,
  TOY_FE_SUB,
  TOY_FE_MUL,
  TOY_FE_SQR,
  TOY_FE_NEG,
  TOY_FE_HALF,
  TOY_FE_INVERSE,
  TOY_FE_FROM_PLAIN,
  TOY_FE_TO_PLAIN,
  TOY_FE_MOVE, /* a */
  TOY_FE_KEEP, /* b */
  TOY_N_ADD,   /* the same modulo n, by the functions of any modulus */
  TOY_N_SUB,
  TOY_N_MUL,
  TOY_N_SQR,
  TOY_N_NEG,
  TOY_N_HALF,
  TOY_N_FROM_MONT,
  TOY_SC_ADD,
  TOY_SC_MUL_MONT,
  TOY_SC_MUL,
  TOY_SC_DIVIDE,          /* b / a */
  TOY_SC_INVERSE_VARTIME, /* 0 where it fails */
  TOY_SC_FROM_FIELD,
  TOY_P_DIVIDE, /* b / a modulo p and n, constant-time and not */
  TOY_N_DIVIDE,
  TOY_P_DIVIDE_VARTIME,
  TOY_N_DIVIDE_VARTIME
};

/* toy_apply is the result of op on the raw a and b, with every aliasing. */
uint64_t toy_apply(const struct toy *t, enum toy_op op, uint64_t a, uint64_t b);
int toy_fe_equal(const struct toy *t, uint64_t a, uint64_t b);
int toy_fe_is_zero(const struct toy *t, uint64_t a);
int toy_sc_is_zero(const struct toy *t, uint64_t a);
int toy_fe_sqrt_vartime(const struct toy *t, uint64_t *out, uint64_t a);
int toy_fe_from_bytes(const struct toy *t, uint64_t *out, uint8_t in);
uint8_t toy_fe_to_bytes(const struct toy *t, uint64_t a);
int toy_sc_from_bytes(const struct toy *t, uint64_t *out, uint8_t in);
int toy_sc_from_candidate(const struct toy *t, uint64_t *out, uint8_t in);
uint8_t toy_sc_to_bytes(const struct toy *t, uint64_t a);
uint64_t toy_sc_from_wide(const struct toy *t, const uint8_t *in, size_t len);
uint64_t toy_sc_from_digest(const struct toy *t, const uint8_t *digest,
                            size_t len);

/* Any modulus and any number of limbs: little-endian words of 32 bits.
 * The inversions give start / x. */
#define TOY_MAX_WORDS 17
int toy_wide_inverse_vartime(const uint32_t *m, unsigned bits, uint32_t *out,
                             const uint32_t *x, const uint32_t *start);
void toy_wide_inverse(const uint32_t *m, unsigned bits, uint32_t *out,
                      const uint32_t *x, const uint32_t *start);
void toy_wide_mul(const uint32_t *m, unsigned bits, uint32_t *out,
                  const uint32_t *a, const uint32_t *b);
void toy_wide_from_digest(const uint32_t *n, unsigned bits, uint32_t *out,
                          const uint8_t *digest, size_t len);

enum toy_addition { TOY_ADD_AFFINE, TOY_ADD_AFFINE_VARTIME };
/* Of two Jacobian points. */
enum toy_sum { TOY_ADD, TOY_ADD_OR_DOUBLE };

struct toy_point toy_double(const struct toy *t, struct toy_point a);
struct toy_point toy_add(const struct toy *t, enum toy_addition which,
                         struct toy_point a, struct toy_affine b);
struct toy_point toy_add_jacobian(const struct toy *t, enum toy_sum which,
                                  struct toy_point a, struct toy_point b);
struct toy_affine toy_to_affine(const struct toy *t, struct toy_point a);
int toy_is_on_curve(const struct toy *t, struct toy_affine a);
int toy_affine_equal(const struct toy *t, struct toy_affine a,
                     struct toy_affine b);

int toy_from_bytes_vartime(const struct toy *t, struct toy_affine *out,
                           uint8_t x, uint8_t y);
int toy_decompress_vartime(const struct toy *t, struct toy_affine *out,
                           uint8_t x, int y_odd);
void toy_to_bytes(const struct toy *t, uint8_t *x, uint8_t *y,
                  struct toy_affine a);
int toy_has_order_vartime(const struct toy *t, struct toy_affine a);

/* toy_make_odd is 1 iff n - k was taken. */
int toy_make_odd(const struct toy *t, uint64_t *out, uint64_t k);
int toy_odd_digit(const struct toy *t, uint64_t k, size_t i);
size_t toy_wnaf_vartime(const struct toy *t, int16_t *digits, uint64_t k,
                        unsigned width);
struct toy_affine toy_mul_base(const struct toy *t, uint64_t k);
/* toy_mul_point sets *finite to the mask that it returns: 1, 0 or -1. */
struct toy_affine toy_mul_point(const struct toy *t, struct toy_affine q,
                                uint64_t k, int *finite);
/* toy_odd_multiples makes out[j] = (2j + 1) q, 2^(q_width - 2) of them, and
 * checks the powers of Z that are kept with them, and the affine ones. */
int toy_odd_multiples(const struct toy *t, struct toy_point *out,
                      struct toy_affine q);
struct toy_point toy_mul_double_vartime(const struct toy *t, uint64_t u1,
                                        struct toy_affine q, uint64_t u2);

/* toy_prepare makes the table of q as a prepared key has it, and returns its
 * number of points; the first of row r is out[r 2^(prepared_width - 2)]. */
#define TOY_MAX_PREPARED 1024
size_t toy_prepare(const struct toy *t, struct toy_affine *out,
                   struct toy_affine q);
/* toy_prepared_sum_vartime takes the table that toy_prepare made last. */
struct toy_point toy_prepared_sum_vartime(const struct toy *t, uint64_t u1,
                                          uint64_t u2);

int toy_sign(const struct toy *t, uint8_t *r, uint8_t *s, uint64_t d,
             uint64_t k, const uint8_t *digest, size_t digest_len);
int toy_verify_vartime(const struct toy *t, struct toy_affine q, uint8_t r,
                       uint8_t s, const uint8_t *digest, size_t digest_len);

/* The additions that toy_watched_mul_base makes. */
struct toy_step {
  struct toy_point a;
  struct toy_affine b;
};
#define TOY_MAX_STEPS 16

/* toy_watched_mul_base is mul_base, compiled so that each addition is written
 * down, up to TOY_MAX_STEPS of them. */
struct toy_affine toy_watched_mul_base(const struct toy *t, uint64_t k,
                                       struct toy_step *steps,
                                       size_t *num_steps);

#ifdef __cplusplus
}
#endif

#endif
