/* Magic words of the objects that live in the caller's memory. The word of an
 * object that holds secrets is bound to its address, so that a copy made by
 * memcpy is refused. */
#ifndef CORDON_MODULE_OBJECT_H_
#define CORDON_MODULE_OBJECT_H_

#include <stdint.h>

#define OBJECT_HASH 0x8f1d3c6a27b95e04u
#define OBJECT_HASH_ENDING 0x8f1d3c6a27b95e7bu    /* after a partial byte */
#define OBJECT_HASH_SQUEEZING 0x8f1d3c6a27b95e92u /* after the first output */
#define OBJECT_HMAC 0x4ac7905be16d2f38u
#define OBJECT_HMAC_BEGUN 0x4ac7905be16d2f57u  /* a message was begun */
#define OBJECT_HMAC_ENDING 0x4ac7905be16d2f69u /* after a partial byte */
#define OBJECT_DRBG 0xd36e81f7405ca92bu
#define OBJECT_PRIVATE_KEY 0x5b24e8d09f7163acu
#define OBJECT_PUBLIC_KEY 0xe70f5a9316c84bd2u
#define OBJECT_PREPARED_KEY 0x2c98b3f5d04e7a61u

/* object_tag mixes the address into a word: times the odd integer nearest to
 * 2^64 / golden ratio, a bijection that spreads its low bits. */
static inline uint64_t object_tag(const void *p, uint64_t kind) {
  return kind ^ (uint64_t)(uintptr_t)p * 0x9e3779b97f4a7c15u;
}

#endif
