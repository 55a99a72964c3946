/* Clock calibration, pinning and the name of the machine's CPU. */
#include "machine.h"

#include <sched.h>
#include <time.h>

#include <fstream>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace bench {
namespace {

const uint64_t min_calibration_ns = 20000000;

/* CPUID 80000007h, EDX bit 8 (invariant TSC) and 80000001h, EDX bit 27
 * (RDTSCP). */
bool has_invariant_counter() {
#if defined(__x86_64__)
  unsigned a, b, c, power, features;
  return __get_cpuid(0x80000001u, &a, &b, &c, &features) &&
         __get_cpuid(0x80000007u, &a, &b, &c, &power) && (features >> 27 & 1) &&
         (power >> 8 & 1);
#else
  return false;
#endif
}

}  // namespace

uint64_t monotonic_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u +
         static_cast<uint64_t>(t.tv_nsec);
}

Clock::Clock() : counter_(has_invariant_counter()) {
  start_ns_ = monotonic_ns();
  start_ticks_ = begin();
}

double Clock::ns_per_tick() const {
  if (!counter_) return 1.0;
  uint64_t now_ns = monotonic_ns();
  while (now_ns - start_ns_ < min_calibration_ns) now_ns = monotonic_ns();
  const uint64_t now_ticks = end();
  return static_cast<double>(now_ns - start_ns_) /
         static_cast<double>(now_ticks - start_ticks_);
}

const char *Clock::source() const {
  return counter_ ? "time stamp counter, scaled to CLOCK_MONOTONIC"
                  : "CLOCK_MONOTONIC";
}

int pin_to_one_core() {
  const int core = sched_getcpu();
  if (core < 0 || core >= CPU_SETSIZE) return -1;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  return sched_setaffinity(0, sizeof(set), &set) == 0 ? core : -1;
}

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  std::string line;
  while (std::getline(info, line)) {
    if (line.rfind("model name", 0) != 0) continue;
    const size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown CPU";
}

}  // namespace bench
