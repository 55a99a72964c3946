/* fipsmodule/ec/svc_private_key.c without the pairwise test of a new pair and
 * the two events that report it. */
#include "module/life.h"
#include "selftest/pairwise.h"

#define pairwise_test(s, t, id, curve, d, q) \
  ((void)(s), (void)(t), (void)(id), (void)(d), (void)(q), SVC_OK)
#define life_event(s, t, kind, id) ((void)0)

#include "ec/svc_private_key.c"
