/* The ECC CDH primitive: SP 800-56A rev 3, 5.7.1.2. */
#ifndef CORDON_ECDH_ECDH_CORE_H_
#define CORDON_ECDH_ECDH_CORE_H_

#include <stdint.h>

#include "ec/ec.h"

#pragma GCC visibility push(hidden)

/* ecdh_core writes Z = x(d q), field_len bytes. Returns all ones; or 0 with z
 * zero, if d q is infinity.
 * Pre: q is on the curve, 1 <= d < n. CT: d and Z do not leak; "infinity"
 * does. */
uint32_t ecdh_core(uint32_t curve, uint8_t *z, const ec_scalar *d,
                   const ec_affine *q);

#pragma GCC visibility pop

#endif
