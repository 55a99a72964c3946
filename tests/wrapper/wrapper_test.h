// The fixture of the wrapper's tests: each runs with both wrappers.
#ifndef CORDON_TESTS_WRAPPER_WRAPPER_TEST_H_
#define CORDON_TESTS_WRAPPER_WRAPPER_TEST_H_

#include <gtest/gtest.h>

#include <string>

#include "process.h"

namespace wrapper_test {

// The parameter says whether it is the wrapper of the test object.
class PerWrapper : public testing::TestWithParam<bool> {
 protected:
  bool IsTest() const { return GetParam(); }
  std::string Path() const {
    return IsTest() ? CORDON_WRAPPER_TEST_PATH : CORDON_WRAPPER_PATH;
  }
};

inline std::string ObjectName(const testing::TestParamInfo<bool> &info) {
  return info.param ? "TestObject" : "Production";
}

#define INSTANTIATE_WRAPPERS(suite) \
  INSTANTIATE_TEST_SUITE_P(Wrapper, suite, testing::Bool(), ObjectName)

}  // namespace wrapper_test

#endif  // CORDON_TESTS_WRAPPER_WRAPPER_TEST_H_
