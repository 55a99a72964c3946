// Clock calibration, pinning and the name of the machine's CPU.
#include "machine.h"

#include <sched.h>
#include <time.h>

#include <fstream>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace bench {
namespace {

const uint64_t kMinCalibrationNs = 20000000;

// CPUID 80000007h, EDX bit 8 (invariant TSC) and 80000001h, EDX bit 27
// (RDTSCP).
bool HasInvariantCounter() {
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

uint64_t MonotonicNs() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1000000000u +
         static_cast<uint64_t>(t.tv_nsec);
}

Clock::Clock() : counter_(HasInvariantCounter()) {
  start_ns_ = MonotonicNs();
  start_ticks_ = Begin();
}

double Clock::NsPerTick() const {
  if (!counter_) return 1.0;
  uint64_t now_ns = MonotonicNs();
  while (now_ns - start_ns_ < kMinCalibrationNs) now_ns = MonotonicNs();
  const uint64_t now_ticks = End();
  return static_cast<double>(now_ns - start_ns_) /
         static_cast<double>(now_ticks - start_ticks_);
}

const char *Clock::Source() const {
  return counter_ ? "time stamp counter, scaled to CLOCK_MONOTONIC"
                  : "CLOCK_MONOTONIC";
}

int PinToOneCore() {
  const int core = sched_getcpu();
  if (core < 0 || core >= CPU_SETSIZE) return -1;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  return sched_setaffinity(0, sizeof(set), &set) == 0 ? core : -1;
}

std::string CpuModel() {
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
