// What every generated function owes its caller, driven by the generated list;
// and functions that break one promise each, which the same checks must catch.
#include <gtest/gtest.h>

#include "abi_check.h"

namespace asm_test {
namespace {

class Abi : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!Runs(Find(GetParam()))) {
      GTEST_SKIP() << "this machine does not run it";
    }
  }
};

TEST_P(Abi, KeepsRegistersFlagsAndTheStackOfItsCaller) {
  EXPECT_EQ("", CheckCaller(Find(GetParam())));
}

TEST_P(Abi, TouchesNothingBesideItsArgumentsAtAnyAlignment) {
  EXPECT_EQ("", CheckNeighbours(Find(GetParam())));
}

TEST_P(Abi, ReadsNothingOutsideItsArguments) {
  EXPECT_EQ("", CheckPages(Find(GetParam())));
}

TEST_P(Abi, OutputsMayBeTheInputsThatItNames) {
  EXPECT_EQ("", CheckAliases(Find(GetParam())));
}

std::vector<std::string> Names() {
  std::vector<std::string> names;
  for (const Function &f : Functions()) {
    names.push_back(f.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Every, Abi, testing::ValuesIn(Names()),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.param;
                         });

// The controls of abi_controls.S: (out, in), 32 bytes each.
extern "C" {
void control_good();
void control_rbx();
void control_r15();
void control_direction();
void control_mxcsr();
void control_upper();
void control_stack();
void control_below();
void control_frame();
void control_before();
void control_behind();
void control_input();
void control_reads_behind();
void control_reads_before();
void control_aligned();
void control_result();
void control_alias();
void control_alias_all();
}

Function Control(void (*call)()) {
  return {"control", call,
          0,         0,
          0,         {{Kind::kOut, 32, 0, false}, {Kind::kIn, 32, 0, true}}};
}

TEST(AbiControl, AFunctionThatKeepsItsPromisesPasses) {
  Function f = Control(control_good);
  EXPECT_EQ("", CheckCaller(f));
  EXPECT_EQ("", CheckNeighbours(f));
  EXPECT_EQ("", CheckPages(f));
  EXPECT_EQ("", CheckAliases(f));
}

struct Broken {
  const char *name;
  void (*call)();
  std::string (*check)(const Function &);
  const char *verdict;
};

TEST(AbiControl, EachBrokenPromiseIsCaught) {
  std::vector<Broken> broken = {
      {"rbx", control_rbx, CheckCaller, "lost callee-saved register 0"},
      {"r15", control_r15, CheckCaller, "lost callee-saved register 5"},
      {"direction", control_direction, CheckCaller,
       "left the direction flag set"},
      {"mxcsr", control_mxcsr, CheckCaller, "changed MXCSR"},
      {"stack", control_stack, CheckCaller, "moved the stack pointer"},
      {"below", control_below, CheckCaller, "wrote below its stack at -9"},
      {"frame", control_frame, CheckCaller,
       "wrote into its caller's frame at 8"},
      {"before", control_before, CheckNeighbours,
       "argument 0: wrote at byte -1"},
      {"behind", control_behind, CheckNeighbours,
       "argument 0: wrote at byte 32"},
      {"input", control_input, CheckNeighbours, "changed input 1"},
      {"aligned", control_aligned, CheckNeighbours,
       "another result at alignment 1"},
      {"reads behind", control_reads_behind, CheckPages,
       "touched what is behind an argument"},
      {"reads before", control_reads_before, CheckPages,
       "touched what is before an argument"},
      {"alias", control_alias, CheckAliases,
       "another result with its output at input 1"},
  };
  if ((Forms() & FormAvx2()) != 0) {
    broken.push_back({"upper", control_upper, CheckCaller,
                      "left the upper half of a vector register in use"});
  }
  for (const Broken &b : broken) {
    EXPECT_EQ(b.verdict, b.check(Control(b.call))) << b.name;
  }
}

TEST(AbiControl, AnotherReturnValueIsCaught) {
  Function f = Control(control_result);
  EXPECT_EQ("", CheckNeighbours(f));
  f.result = 4;
  EXPECT_EQ("another result at alignment 1", CheckNeighbours(f));
}

TEST(AbiControl, AnotherSumOfThreeEqualArgumentsIsCaught) {
  Function f = Control(control_alias_all);
  f.args.push_back(f.args[1]);
  EXPECT_EQ("another result with its output and all inputs at one place",
            CheckAliases(f));
}

}  // namespace
}  // namespace asm_test
