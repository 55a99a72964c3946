/* The toy curve of toy.c, toy_point.c and toy_watch.c. */
#ifndef CORDON_TESTS_EXHAUSTIVE_TOY_INSTANCE_H_
#define CORDON_TESTS_EXHAUSTIVE_TOY_INSTANCE_H_

#include "field/curve.h"
#include "toy.h"

#define TOY_MAX_ENTRIES 128

struct toy {
  struct curve c;
  limb_t base[2 * TOY_MAX_ENTRIES];
  limb_t g[2 * TOY_MAX_ENTRIES];
};

#endif
