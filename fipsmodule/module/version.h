/* The name and version that `show version` reports (R1). */
#ifndef CORDON_MODULE_VERSION_H_
#define CORDON_MODULE_VERSION_H_

#define MODULE_NAME "Cordon"
#define MODULE_VERSION "0.1.0"

#endif
