// What the processor itself says of a back end, apart from the module's own
// reading; a run that asks for one that is not there counts as skipped.
#ifndef CORDON_TESTS_BACKENDS_MACHINE_H_
#define CORDON_TESTS_BACKENDS_MACHINE_H_

#include <cstdlib>
#include <iostream>
#include <string>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

inline bool MachineHas(const std::string &name) {
#if defined(__x86_64__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
              __builtin_cpu_supports("bmi2");
  bool has_leaf = __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0;
  bool adx = has_leaf && (ebx & (1u << 19)) != 0;
  bool sha = has_leaf && (ebx & (1u << 29)) != 0 &&
             __builtin_cpu_supports("ssse3") &&
             __builtin_cpu_supports("sse4.1");
  return name == "portable" || name == "x86_64" || (name == "avx2" && avx2) ||
         (name == "adx" && avx2 && adx) || (name == "sha" && sha);
#else
  return name == "portable";
#endif
}

// SkipWithout ends the run where the machine lacks the back end, with the text
// that SKIP_REGULAR_EXPRESSION of the run looks for.
inline void SkipWithout(const std::string &name) {
  if (!MachineHas(name)) {
    std::cout << "This machine has no back end " << name << ".\n";
    std::exit(EXIT_SUCCESS);
  }
}

#endif
