/* The integrity measurement over the sealed range and the tail. */
#ifndef CORDON_MODULE_INTEGRITY_H_
#define CORDON_MODULE_INTEGRITY_H_

#include <stdint.h>

#pragma GCC visibility push(hidden)

/* integrity_measure computes the MAC of the module as it is in memory. In a
 * development build there is nothing to measure: it copies the constant that
 * stands for the slot. */
void integrity_measure(uint8_t mac[32]);

#pragma GCC visibility pop

#endif
