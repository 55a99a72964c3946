// How programs meet the module: calls before its constructor, the environment,
// libraries that come and go.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <sstream>

#include "child.h"
#include "machine.h"

namespace module_test {
namespace {

// R11: services called before the constructor of the module run power-on
// themselves, and it runs once.
class EarlyCall : public testing::TestWithParam<const char *> {};

TEST_P(EarlyCall, IsServedAndPowerOnRunsOnce) {
  ChildResult child = RunChild({GetParam()});
  EXPECT_EQ(0, child.status);
  std::istringstream in(child.out);
  std::string name, digest;
  int status;
  std::string state, events, first_events;
  int calls = 0;
  while (in >> name >> status >> state >> events >> digest) {
    EXPECT_EQ(CORDON_OK, status) << name;
    EXPECT_EQ("0be2a710", state) << name;
    EXPECT_EQ("e355", digest) << name;  // e3b0c442 ... 7852b855
    if (calls == 0) {
      first_events = events;
    }
    EXPECT_EQ(first_events, events) << name;
    calls++;
  }
  EXPECT_EQ(3, calls) << child.out;
}

INSTANTIATE_TEST_SUITE_P(Production, EarlyCall,
                         testing::Values(CORDON_EARLY_PROGRAM,
                                         CORDON_EARLY_PROGRAM_SHARED),
                         [](const testing::TestParamInfo<const char *> &info) {
                           return info.index == 0 ? "InAStaticProgram"
                                                  : "OfASharedLibrary";
                         });

// R5: a name lowers the choice, one that is not known to the lowest back end,
// and status shows what is in use and what was allowed.
TEST(BackEnd, IsLoweredByTheEnvironmentAndShown) {
  const std::vector<std::pair<std::string, uint32_t>> table = {
      {"", 0},  // not set
      {"CORDON_BACKEND=portable", CORDON_BACKEND_PORTABLE},
      {"CORDON_BACKEND=x86_64", CORDON_BACKEND_X86_64},
      {"CORDON_BACKEND=avx2", CORDON_BACKEND_AVX2},
      {"CORDON_BACKEND=adx", CORDON_BACKEND_ADX},
      {"CORDON_BACKEND=sha", CORDON_BACKEND_SHA},
      {"CORDON_BACKEND=no-such-back-end", CORDON_BACKEND_PORTABLE},
      {"CORDON_BACKEND=unknown", CORDON_BACKEND_PORTABLE},
      {"CORDON_BACKEND=", CORDON_BACKEND_PORTABLE},
      {"CORDON_BACKEND=ADX", CORDON_BACKEND_PORTABLE},
  };
  unsetenv("CORDON_BACKEND");
  for (const auto &[setting, limit] : table) {
    std::vector<std::string> environment;
    if (!setting.empty()) {
      environment.push_back(setting);
    }
    std::vector<Phase> phases =
        RunTrials(CORDON_TRIAL_PROGRAM, {"fill", "print"}, environment);
    EXPECT_EQ(std::to_string(BackEndUnder(limit)) + " " + std::to_string(limit),
              phases[1].backend)
        << setting;
    // R3: approval is unaffected.
    EXPECT_EQ("operational", phases[1].state) << setting;
    EXPECT_TRUE(phases[1].trials["digest/SHA-256"].approved) << setting;
    EXPECT_TRUE(phases[1].trials["ecdsa_sign/SHA-256"].approved) << setting;
  }
}

class Unload : public testing::TestWithParam<const char *> {};

// R22: the C library wipes the state of a thread when it ends, by a function
// that is no longer there if the library was unloaded before.
TEST_P(Unload, BeforeTheThreadsEndDoesNotCrashThem) {
  ChildResult child = RunChild({CORDON_UNLOAD_PROGRAM, GetParam()});
  EXPECT_EQ(0, child.status);
  EXPECT_EQ("random 0\nunload 0\nrandom 0\nunload 0\nend\n", child.out);
}

INSTANTIATE_TEST_SUITE_P(Production, Unload,
                         testing::Values(CORDON_SHARED_LIBRARY, CORDON_PLUGIN),
                         [](const testing::TestParamInfo<const char *> &info) {
                           return info.index == 0 ? "OfTheSharedLibrary"
                                                  : "OfAPlugin";
                         });

}  // namespace
}  // namespace module_test
