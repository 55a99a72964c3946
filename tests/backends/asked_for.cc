// Where CORDON_BACKEND asks for a back end, the run is void unless it is the
// one in use. One that the processor lacks ends the run as skipped; any other
// difference is a failure.
#include <cordon/module.h>
#include <cordon/names.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "machine.h"

namespace {

class AskedFor : public testing::Environment {
 public:
  void SetUp() override {
    const char *name = std::getenv("CORDON_BACKEND");
    if (name == nullptr) {
      return;
    }
    SkipWithout(name);
    cordon_info info;
    ASSERT_EQ(CORDON_OK, cordon_get_info(&info));
    ASSERT_STREQ(name, cordon_backend_name(info.backend));
  }
};

const testing::Environment *const asked_for =
    testing::AddGlobalTestEnvironment(new AskedFor);

}  // namespace
