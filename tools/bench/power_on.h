// The cost of the module's power-on tests, as a program pays it.
#ifndef CORDON_BENCH_POWER_ON_H_
#define CORDON_BENCH_POWER_ON_H_

#include <cstdint>

namespace bench {

// Nanoseconds between the first and the last power-on event of this process,
// from the module's own log; 0 if the module is not operational.
uint64_t OwnPowerOnNs();

// The same of a fresh process: this program, started with
// kPowerOnProbeOption. 0 if that failed.
uint64_t FreshPowerOnNs();

inline constexpr char kPowerOnProbeOption[] = "--power-on-probe";

}  // namespace bench

#endif
