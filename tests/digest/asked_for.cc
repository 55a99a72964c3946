// Where CORDON_BACKEND asks for a back end, the run is void unless it is the
// highest one whose forms are in use. One that the processor lacks ends the run
// as skipped; any other difference is a failure.
#include <cordon/names.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "../backends/machine.h"

extern "C" {
#include "module/cpu.h"
}

namespace {

class AskedFor : public testing::Environment {
 public:
  void SetUp() override {
    const char *name = std::getenv("CORDON_BACKEND");
    if (name == nullptr) {
      return;
    }
    SkipWithout(name);
    ASSERT_STREQ(name, cordon_backend_name(cpu_backend(cpu_forms())));
  }
};

const testing::Environment *const asked_for =
    testing::AddGlobalTestEnvironment(new AskedFor);

}  // namespace
