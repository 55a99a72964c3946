/* Planted leaks: faults that the constant-time audit must report in each of
 * its runs, or the run is void. CORDON_PLANT_LEAK is a sum of the numbers
 * below. It is set for the audit's own object alone, which is sealed as a test
 * object; in what ships, CT_PLANT is empty. */
#ifndef CORDON_LIMBS_PLANT_H_
#define CORDON_LIMBS_PLANT_H_

#if !defined(CORDON_PLANT_LEAK)
#define CORDON_PLANT_LEAK 0
#elif !defined(CORDON_AUDIT_BUILD) || !defined(CORDON_TEST_OBJECT)
#error "planted leaks belong to the audit's own test object"
#endif

/* CT_PLANT(name, statement) is the statement where that leak is planted. */
#define CT_PLANT(name, ...) CT_PLANT_##name(__VA_ARGS__)

/* CT_LEAK_HERE is a side effect that keeps a branch a branch. */
#define CT_LEAK_HERE __asm__ __volatile__("nop")
/* CT_LEAK_USE makes the compiler compute x. */
#define CT_LEAK_USE(x) __asm__ __volatile__("" : : "r"(x))

/* On the sign of a digit of the recoding. */
#if (CORDON_PLANT_LEAK & 1) != 0
#define CT_PLANT_branch(...) __VA_ARGS__
#else
#define CT_PLANT_branch(...) (void)0
#endif

/* A table entry is read at its secret index. */
#if (CORDON_PLANT_LEAK & 2) != 0
#define CT_PLANT_table(...) __VA_ARGS__
#else
#define CT_PLANT_table(...) (void)0
#endif

/* By a byte of a nonce candidate. */
#if (CORDON_PLANT_LEAK & 4) != 0
#define CT_PLANT_division(...) __VA_ARGS__
#else
#define CT_PLANT_division(...) (void)0
#endif

/* An early exit at the first limb that differs. */
#if (CORDON_PLANT_LEAK & 8) != 0
#define CT_PLANT_compare(...) __VA_ARGS__
#else
#define CT_PLANT_compare(...) (void)0
#endif

/* On the accept bit of a candidate before it is public. */
#if (CORDON_PLANT_LEAK & 16) != 0
#define CT_PLANT_rejection(...) __VA_ARGS__
#else
#define CT_PLANT_rejection(...) (void)0
#endif

/* No leak: a candidate becomes all ones, which is rejected, and stays secret.
 * No run meets one by itself. */
#if (CORDON_PLANT_LEAK & 32) != 0
#define CT_PLANT_candidate(...) __VA_ARGS__
static inline void ct_plant_ones(unsigned char *p, unsigned long n) {
  for (unsigned long i = 0; i < n; i++) {
    unsigned a = p[i], b = ~a;
    __asm__("" : "+r"(b));
    p[i] = (unsigned char)(a | b);
  }
}
#else
#define CT_PLANT_candidate(...) (void)0
#endif

#endif
