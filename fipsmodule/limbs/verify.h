/* VERIFY_CHECK states an invariant. Builds with CORDON_VERIFY trap when it is
 * false; others do not evaluate it. */
#ifndef CORDON_LIMBS_VERIFY_H_
#define CORDON_LIMBS_VERIFY_H_

#if defined(CORDON_VERIFY)
#define VERIFY_CHECK(cond) \
  do {                     \
    if (!(cond)) {         \
      __builtin_trap();    \
    }                      \
  } while (0)
#else
#define VERIFY_CHECK(cond) \
  do {                     \
  } while (0)
#endif

#endif
