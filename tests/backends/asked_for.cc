// Where CORDON_BACKEND asks for a back end, the run is void unless it is the
// one in use. One that the processor lacks ends the run as skipped; any other
// difference is a failure.
#include <cordon/module.h>
#include <cordon/names.h>
#include <gtest/gtest.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <cstdlib>
#include <iostream>
#include <string>

namespace {

// What the processor itself says, apart from the module's own reading.
bool MachineHas(const std::string &name) {
#if defined(__x86_64__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
              __builtin_cpu_supports("bmi2");
  bool adx = __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 &&
             (ebx & (1u << 19)) != 0;
  return name == "portable" || name == "x86_64" || (name == "avx2" && avx2) ||
         (name == "adx" && avx2 && adx);
#else
  return name == "portable";
#endif
}

class AskedFor : public testing::Environment {
 public:
  void SetUp() override {
    const char *name = std::getenv("CORDON_BACKEND");
    if (name == nullptr) {
      return;
    }
    if (!MachineHas(name)) {
      std::cout << "This machine has no back end " << name << ".\n";
      std::exit(EXIT_SUCCESS);
    }
    cordon_info info;
    ASSERT_EQ(CORDON_OK, cordon_get_info(&info));
    ASSERT_STREQ(name, cordon_backend_name(info.backend));
  }
};

const testing::Environment *const asked_for =
    testing::AddGlobalTestEnvironment(new AskedFor);

}  // namespace
