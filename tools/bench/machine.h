// The machine under the bench: its clock, its cores, its name.
#ifndef CORDON_BENCH_MACHINE_H_
#define CORDON_BENCH_MACHINE_H_

#include <cstdint>
#include <string>

namespace bench {

// Reads a tick counter around an operation. On x86-64 with an invariant time
// stamp counter that is the counter, fenced on both sides; elsewhere it is
// CLOCK_MONOTONIC in nanoseconds. Ticks are time, not core cycles.
class Clock {
 public:
  Clock();
  inline uint64_t Begin() const;
  inline uint64_t End() const;
  // Compares the ticks since construction with CLOCK_MONOTONIC.
  double NsPerTick() const;
  const char *Source() const;

 private:
  bool counter_;
  uint64_t start_ticks_;
  uint64_t start_ns_;
};

uint64_t MonotonicNs();

// Pins this thread to the core it runs on; its number, or -1 if the system
// refuses.
int PinToOneCore();

// As /proc/cpuinfo names it.
std::string CpuModel();

}  // namespace bench

#if defined(__x86_64__)
#include <x86intrin.h>

inline uint64_t bench::Clock::Begin() const {
  if (!counter_) return MonotonicNs();
  _mm_lfence();
  const uint64_t ticks = __rdtsc();
  _mm_lfence();
  return ticks;
}

inline uint64_t bench::Clock::End() const {
  if (!counter_) return MonotonicNs();
  unsigned core;
  const uint64_t ticks = __rdtscp(&core);
  _mm_lfence();
  return ticks;
}
#else
inline uint64_t bench::Clock::Begin() const { return MonotonicNs(); }
inline uint64_t bench::Clock::End() const { return MonotonicNs(); }
#endif

#endif
