/* All services of Cordon at once. Apart from these: <cordon/names.h>, names of
 * codes and ids for messages, and <cordon/host.h>, what the host provides. */
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
