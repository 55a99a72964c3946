/* All public headers of Cordon at once. */
#ifndef CORDON_CORDON_H_
#define CORDON_CORDON_H_

#include <cordon/batch.h>
#include <cordon/drbg.h>
#include <cordon/ecdh.h>
#include <cordon/ecdsa.h>
#include <cordon/hash.h>
#include <cordon/key.h>
#include <cordon/module.h>
#include <cordon/prepared.h>
#include <cordon/types.h>

#endif
