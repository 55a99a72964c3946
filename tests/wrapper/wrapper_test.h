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

// Answer sends one request and returns the strings of the reply in hexadecimal,
// joined by spaces; or "exit N".
inline std::string Answer(const std::string &path, const Strings &request) {
  Result result = RunWrapper(path, Frame(request));
  if (result.code != 0) {
    return "exit " + std::to_string(result.code);
  }
  std::string rest, text;
  std::vector<Strings> replies = ParseFrames(result.output, &rest);
  if (replies.size() != 1 || !rest.empty()) {
    return "not one frame";
  }
  for (const std::string &s : replies[0]) {
    text += (text.empty() ? "" : " ") + Hex(s);
  }
  return text;
}

}  // namespace wrapper_test

#endif  // CORDON_TESTS_WRAPPER_WRAPPER_TEST_H_
