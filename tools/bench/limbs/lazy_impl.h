/* Montgomery multiplication mod p of P-256 in n limbs of w bits, n w > 256,
 * where columns are summed up before carries, with R = 2^(n w).
 *
 * Limbs are signed. Values a, b give one in (-|a b| / R, p + |a b| / R), with
 * all limbs but the highest in [0, 2^w). Bound: limbs below 2^30 and 2^29 in
 * 9 x 29, below 2^29 in 10 x 26. A column then holds at most n products, 9 *
 * 2^59 or 10 * 2^58, four shifted digits below 2^(2w) and a carry: below 2^63.
 */
#ifndef CORDON_BENCH_LAZY_IMPL_H_
#define CORDON_BENCH_LAZY_IMPL_H_

#include <stdint.h>

#define LAZY_INLINE static inline __attribute__((always_inline, unused))

/* lazy_add_power adds m * 2^e at limb i. */
LAZY_INLINE void lazy_add_power(int64_t *t, int w, int i, int e, int64_t m) {
  t[i + e / w] += m * ((int64_t)1 << (e % w));
}

/* lazy_reduce sets r = t / R mod p. With m the lowest limb, t + m p has a
 * lowest limb of 0, as p = -1 modulo 2^96. */
LAZY_INLINE void lazy_reduce(int n, int w, int32_t *r, int64_t *t) {
  const int64_t mask = ((int64_t)1 << w) - 1;
  for (int i = 0; i < n; i++) {
    int64_t m = t[i] & mask;
    t[i + 1] += t[i] >> w; /* t[i] - m has no other bits */
    lazy_add_power(t, w, i, 96, m);
    lazy_add_power(t, w, i, 192, m);
    lazy_add_power(t, w, i, 224, -m);
    lazy_add_power(t, w, i, 256, m);
  }
  for (int k = n; k < 2 * n - 1; k++) {
    r[k - n] = (int32_t)(t[k] & mask);
    t[k + 1] += t[k] >> w;
  }
  r[n - 1] = (int32_t)t[2 * n - 1];
}

LAZY_INLINE void lazy_mul(int n, int w, int32_t *r, const int32_t *a,
                          const int32_t *b) {
  int64_t t[20];
  for (int k = 0; k < 2 * n; k++) t[k] = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      t[i + j] += (int64_t)a[i] * b[j];
    }
  }
  lazy_reduce(n, w, r, t);
}

LAZY_INLINE void lazy_sqr(int n, int w, int32_t *r, const int32_t *a) {
  int64_t t[20];
  for (int k = 0; k < 2 * n; k++) t[k] = 0;
  for (int i = 0; i < n; i++) {
    const int32_t twice = 2 * a[i];
    t[2 * i] += (int64_t)a[i] * a[i];
    for (int j = i + 1; j < n; j++) {
      t[i + j] += (int64_t)twice * a[j];
    }
  }
  lazy_reduce(n, w, r, t);
}

#endif
