// Each registered self-test made to fail, by name, in copies of a program over
// the production object; every public call is tried while it is failed, and
// after it passed again.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "child.h"
#include "trials.h"

namespace module_test {
namespace {

// The self-tests that sealed copies can be made to fail in. Of the others the
// integrity test fails by a changed byte (below), and the health test of
// entropy by a host without entropy (host_test.cc).
std::vector<std::string> BreakableTests() {
  ChildResult child = RunChild(
      {CORDON_SEAL_TOOL, "break", "--object", CORDON_OBJECT, "--list"});
  EXPECT_EQ(0, child.status);
  std::vector<std::string> names;
  std::istringstream in(child.out);
  for (std::string name; in >> name;) {
    names.push_back(name);
  }
  return names;
}

// A broken copy in the folder of the tests, removed at the end, and where in
// the sealed range its byte differs.
class BrokenProgram {
 public:
  explicit BrokenProgram(const std::string &test)
      : name_("broken-" + test + "-" + std::to_string(getpid())) {
    ChildResult child =
        RunChild({CORDON_SEAL_TOOL, "break", "--object", CORDON_OBJECT, test,
                  CORDON_TRIAL_PROGRAM, name_});
    EXPECT_EQ(0, child.status);
    Bytes good = ReadFile(CORDON_TRIAL_PROGRAM), bad = ReadFile(name_);
    if (good.size() == bad.size() && good != bad) {
      auto first = std::mismatch(good.begin(), good.end(), bad.begin()).first;
      offset_ = static_cast<size_t>(first - good.begin()) -
                ReadSealHeader(good).offset;
    }
  }
  ~BrokenProgram() { unlink(name_.c_str()); }
  std::string name() const { return "./" + name_; }
  std::string flip() const { return "flip:" + std::to_string(offset_); }

 private:
  std::string name_;
  size_t offset_ = 0;
};

// The place of an event in a list; behind its end if it is not there.
ptrdiff_t Position(const std::vector<std::string> &events,
                   const std::string &event) {
  return std::find(events.begin(), events.end(), event) - events.begin();
}

bool Has(const std::vector<std::string> &events, const std::string &event) {
  return Position(events, event) != static_cast<ptrdiff_t>(events.size());
}

void ExpectAllServed(const Phase &phase) {
  EXPECT_EQ("operational", phase.state);
  for (const Trial &trial : Trials()) {
    ASSERT_EQ(1u, phase.trials.count(trial.name)) << trial.name;
    EXPECT_EQ("OK", phase.trials.at(trial.name).status) << trial.name;
    EXPECT_TRUE(phase.trials.at(trial.name).clean) << trial.name;
  }
}

// Calls that need no live object: a program whose power-on failed could not
// make one, and the others are tried once the failed test has passed.
bool NeedsNoObject(const Trial &trial) {
  static const std::set<std::string> functions = {
      "digest",           "hash_init",  "hmac_init",
      "drbg_instantiate", "random",     "keygen",
      "private_import",   "kdf_derive", "xof"};
  return functions.count(trial.function) != 0 ||
         trial.service == CORDON_SERVICE_NONE;
}

// Exactly the calls that depend on the failed test are refused, in the code
// for it, and `blocks` of the registry says the same service by service.
void ExpectExactlyDependentsBlocked(const Phase &phase, const std::string &test,
                                    bool filled) {
  EXPECT_EQ("degraded", phase.state);
  EXPECT_EQ("verified", phase.integrity);
  ASSERT_EQ(1u, phase.tests.count(test));
  unsigned blocked_services = 0;
  for (const Trial &trial : Trials()) {
    const TrialLine &line = phase.trials.at(trial.name);
    bool depends = trial.needs.count(test) != 0;
    if (!filled && !NeedsNoObject(trial)) {
      EXPECT_TRUE(line.status != "OK" || trial.service == CORDON_SERVICE_WIPE)
          << trial.name;
      continue;
    }
    EXPECT_TRUE(line.clean) << trial.name << " " << line.status;
    EXPECT_EQ(depends ? "BLOCKED" : "OK", line.status) << trial.name;
    EXPECT_FALSE(depends && line.approved) << trial.name;
    if (depends) {
      blocked_services |= 1u << trial.service;
    }
  }
  if (filled) {
    EXPECT_EQ(phase.tests.at(test).blocks, blocked_services);
  }
  for (const auto &[name, line] : phase.tests) {
    if (name != test) {
      EXPECT_NE("failed", line.result) << name;
    }
  }
}

void ExpectFinalError(const Phase &phase) {
  EXPECT_EQ("error", phase.state);
  EXPECT_EQ("Cordon 0.1.0", phase.version);
  for (const Trial &trial : Trials()) {
    const TrialLine &line = phase.trials.at(trial.name);
    EXPECT_TRUE(line.clean) << trial.name << " " << line.status;
    EXPECT_FALSE(line.approved) << trial.name;
    if (trial.service == CORDON_SERVICE_NONE) {
      EXPECT_EQ("OK", line.status) << trial.name;  // R1: status in every state
    } else if (trial.service != CORDON_SERVICE_WIPE) {
      EXPECT_EQ("STATE", line.status) << trial.name;
    }
  }
}

// R18: a trial's dependencies name registered tests only, and every public
// call has a trial.
TEST(Trials, NameRegisteredTestsAndCoverEveryCall) {
  std::vector<Phase> phases = RunTrials(CORDON_TRIAL_PROGRAM, {"print"});
  std::set<std::string> tried;
  for (const Trial &trial : Trials()) {
    tried.insert(trial.function);
    for (const std::string &test : trial.needs) {
      EXPECT_EQ(1u, phases[0].tests.count(test)) << test;
    }
  }
  Bytes text = ReadFile(CORDON_SERVICES_LIST);
  std::istringstream in(std::string(text.begin(), text.end()));
  for (std::string service; in >> service;) {
    if (service.rfind("any:", 0) == 0) {
      service.erase(0, 4);
    }
    if (service[0] != '#' && service.find(':') == std::string::npos &&
        service != "selftest") {  // tried by name, everywhere here
      EXPECT_EQ(1u, tried.count(service)) << service << " has no trial";
      tried.erase(service);
    }
  }
  EXPECT_TRUE(tried.empty()) << *tried.begin();
}

// R18: every test of the registry is made to fail somewhere.
TEST(Break, KnowsEveryRegisteredTestButIntegrityAndEntropy) {
  std::vector<Phase> phases = RunTrials(CORDON_TRIAL_PROGRAM, {"print"});
  std::vector<std::string> breakable = BreakableTests();
  for (const auto &[name, line] : phases[0].tests) {
    bool elsewhere = name == "integrity" || name == "entropy-health";
    EXPECT_EQ(!elsewhere,
              std::count(breakable.begin(), breakable.end(), name) == 1)
        << name;
  }
}

// R1, R2, R11: unbroken, everything is served.
TEST(Production, ServesEveryCallWhenAllTestsPass) {
  std::vector<Phase> phases = RunTrials(
      CORDON_TRIAL_PROGRAM, {"fill", "print", "selftest:all", "print"});
  EXPECT_EQ("", phases[0].fill);
  ExpectAllServed(phases[1]);
  EXPECT_EQ("Cordon 0.1.0", phases[1].version);
  EXPECT_EQ("verified", phases[1].integrity);
  EXPECT_EQ("OK", phases[2].selftest);
  ExpectAllServed(phases[3]);
}

// R8: HMAC passes before the integrity test starts, at power-on.
TEST(Production, RunsHmacBeforeIntegrityBeforeAllOthers) {
  std::vector<Phase> phases = RunTrials(CORDON_TRIAL_PROGRAM, {"print"});
  const std::vector<std::string> first = {
      "state self-test", "start hmac-sha256", "pass hmac-sha256",
      "start integrity", "pass integrity"};
  ASSERT_GE(phases[0].events.size(), first.size());
  EXPECT_TRUE(std::equal(first.begin(), first.end(), phases[0].events.begin()));
}

bool IsConditional(const std::string &test) {
  return test.rfind("pairwise-", 0) == 0;
}

// No call without a key gets as far as these.
bool MeetsAKey(const std::string &test) {
  return IsConditional(test) || test.rfind("ecdsa-deterministic-", 0) == 0;
}

class SoftFailure : public testing::TestWithParam<std::string> {
 protected:
  std::string test() const { return GetParam(); }
};
using FirstUseFailure = SoftFailure;

// R46: after a failure on demand, all other tests ran again before the module
// was degraded.
void ExpectOthersRanBeforeDegraded(const Phase &phase,
                                   const std::string &test) {
  const std::vector<std::string> &events = phase.events;
  auto soft = std::find(events.begin(), events.end(), "state soft-error");
  auto degraded = std::find(events.begin(), events.end(), "state degraded");
  ASSERT_NE(events.end(), soft);
  ASSERT_NE(events.end(), degraded);
  ASSERT_LT(soft, degraded);
  std::vector<std::string> between(soft, degraded);
  for (const auto &[name, line] : phase.tests) {
    if (name == test) {
      EXPECT_TRUE(Has({events.begin(), soft + 0}, "fail " + name));
      EXPECT_FALSE(Has(between, "start " + name));
    } else if (!IsConditional(name)) {
      EXPECT_TRUE(Has(between, "start " + name)) << name;
      EXPECT_TRUE(Has(between, "pass " + name)) << name;
    }
  }
  EXPECT_LT(Position(between, "pass hmac-sha256"),
            Position(between, "start integrity"));
}

// R11, R12, R13, R14, R15, R16, R18, R46: failed at power-on or before the
// first use, what depends on it refuses and the rest works. A pairwise test
// meets the failure on the first new key, which is another code.
// R18, R19, R20: with live objects: the failed test blocks, a repeated failure
// keeps blocking, and a pass on demand brings everything back.
TEST_P(SoftFailure, BlocksExactlyWhatDependsOnItUntilItPasses) {
  BrokenProgram program(test());
  const std::string run = "selftest:" + test();
  std::vector<Phase> p = RunTrials(
      program.name(), {MeetsAKey(test()) ? run : "events", "print", "events"});
  p[1].state = p[2].state;  // after its trials, of which one may have failed it
  p[1].tests = p[2].tests;
  ExpectExactlyDependentsBlocked(p[1], test(), false);
  EXPECT_EQ("failed", p[1].tests[test()].result);
  // The integrity test would find the repaired byte: it does not run while
  // that is repaired.
  p = RunTrials(program.name(),
                {program.flip(), run, "fill", "print",  // repaired
                 program.flip(), run, "print",          // failed again
                 run, "events",                         // and still failed
                 program.flip(), run, "print"});        // repaired
  EXPECT_EQ("OK", p[1].selftest);
  EXPECT_EQ("", p[2].fill);
  ExpectAllServed(p[3]);
  EXPECT_EQ("BLOCKED", p[5].selftest);
  ExpectExactlyDependentsBlocked(p[6], test(), true);
  ExpectOthersRanBeforeDegraded(p[6], test());
  EXPECT_EQ("BLOCKED", p[7].selftest);
  EXPECT_EQ("degraded", p[8].state);
  EXPECT_EQ("OK", p[10].selftest);
  ExpectAllServed(p[11]);
  EXPECT_EQ("passed", p[11].tests[test()].result);
}

// R11, R18: of a test before first use, the call that asks for it is the one
// that meets the failure: it is refused without output, and the test ran once.
TEST_P(FirstUseFailure, RefusesTheFirstCallThatNeedsIt) {
  BrokenProgram program(GetParam());
  std::vector<Phase> p =
      RunTrials(program.name(), {"events", "print", "events"});
  EXPECT_EQ("operational", p[0].state);
  EXPECT_EQ("not-run", p[0].tests[GetParam()].result);
  EXPECT_FALSE(Has(p[0].events, "start " + GetParam()));
  const std::vector<std::string> &events = p[2].events;
  EXPECT_EQ(1, std::count(events.begin(), events.end(), "start " + GetParam()));
}

std::vector<std::string> SoftTests() {
  std::vector<std::string> names = {
      "sha224",      "sha256",        "sha384",      "sha512",
      "sha512-224",  "sha512-256",    "drbg-sha256", "drbg-sha512",
      "drbg-errors", "drbg-failures", "kdf-onestep", "sha3-224",
      "sha3-256",    "sha3-384",      "sha3-512",    "shake128",
      "shake256"};
  for (uint32_t curve = 1; curve <= kNumCurves; curve++) {
    for (const char *family :
         {"ecdsa-sign-", "ecdsa-verify-", "ecdsa-deterministic-", "ecdh-",
          "pairwise-sign-", "pairwise-agree-"}) {
      names.push_back(family + CurveSuffix(curve));
    }
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Production, SoftFailure,
                         testing::ValuesIn(SoftTests()),
                         [](const testing::TestParamInfo<std::string> &info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });
INSTANTIATE_TEST_SUITE_P(Production, FirstUseFailure,
                         testing::Values("shake128", "ecdh-p521"),
                         [](const testing::TestParamInfo<std::string> &info) {
                           return info.index == 0 ? "OfAHash" : "OfACurve";
                         });

// R18: the list above is the list of the tool, but for the test of the final
// error.
TEST(Break, ListsTheSoftFailuresThatAreTriedHere) {
  std::vector<std::string> tried = SoftTests(), breakable = BreakableTests();
  tried.push_back("hmac-sha256");
  EXPECT_EQ(std::set<std::string>(breakable.begin(), breakable.end()),
            std::set<std::string>(tried.begin(), tried.end()));
}

// R17: keygen itself meets the failed pairwise test: no key, its own code, and
// the DRBG and signing go on.
class PairwiseFailure : public testing::TestWithParam<const char *> {};

TEST_P(PairwiseFailure, MakesNoKey) {
  const std::string use = GetParam(), test = "pairwise-" + use + "-p256";
  BrokenProgram program(test);
  std::vector<Phase> p = RunTrials(program.name(), {"fill", "print", "print"});
  const std::string trial = "keygen/P-256-" + use;
  EXPECT_EQ("PCT", p[1].trials[trial].status);
  EXPECT_TRUE(p[1].trials[trial].clean);
  EXPECT_EQ("BLOCKED", p[2].trials[trial].status);
  ExpectExactlyDependentsBlocked(p[2], test, true);
  EXPECT_TRUE(Has(p[2].events, "start " + test));
  EXPECT_TRUE(Has(p[2].events, "fail " + test));
}

INSTANTIATE_TEST_SUITE_P(Production, PairwiseFailure,
                         testing::Values("sign", "agree"),
                         [](const testing::TestParamInfo<const char *> &info) {
                           return std::string(info.param);
                         });

// R6, R8, R18: a failed HMAC test is final, and integrity never runs.
TEST(Production, EndsInTheFinalErrorWhenHmacFails) {
  BrokenProgram program("hmac-sha256");
  std::vector<Phase> p = RunTrials(
      program.name(), {"print", "fill", "print", program.flip(),
                       "selftest:hmac-sha256", "selftest:all", "print"});
  ExpectFinalError(p[0]);
  EXPECT_EQ("failed", p[0].tests["hmac-sha256"].result);
  EXPECT_EQ("not-run", p[0].tests["integrity"].result);
  EXPECT_EQ("failed", p[0].integrity);
  const std::vector<std::string> events = {"state self-test",
                                           "start hmac-sha256",
                                           "fail hmac-sha256", "state error"};
  EXPECT_EQ(events, p[0].events);
  EXPECT_EQ("private_import", p[1].fill);
  // R19: never recovers, even though the byte is repaired.
  EXPECT_EQ("STATE", p[4].selftest);
  EXPECT_EQ("STATE", p[5].selftest);
  ExpectFinalError(p[6]);
  EXPECT_TRUE(p[6].events.empty());
}

class ChangedByte : public testing::TestWithParam<double> {};

// R6, R7: one changed byte, wherever it is, and nothing is served.
TEST_P(ChangedByte, EndsInTheFinalError) {
  Bytes program = ReadFile(CORDON_TRIAL_PROGRAM);
  SealHeader header = ReadSealHeader(program);
  size_t at =
      static_cast<size_t>(GetParam() * static_cast<double>(header.range_len));
  program[header.offset + 64 + at] ^= 0x01;
  std::string name = "changed-" + std::to_string(getpid());
  WriteProgram(name, program);
  std::vector<Phase> p =
      RunTrials("./" + name, {"print", "selftest:all", "print"});
  unlink(name.c_str());
  ExpectFinalError(p[0]);
  EXPECT_EQ("failed", p[0].integrity);
  EXPECT_EQ("passed", p[0].tests["hmac-sha256"].result);
  EXPECT_EQ("failed", p[0].tests["integrity"].result);
  EXPECT_EQ("not-run", p[0].tests["sha224"].result);
  EXPECT_EQ("STATE", p[1].selftest);
  ExpectFinalError(p[2]);
}

// The version text behind the header, and the tables of the curve near the
// end: bytes that no power-on code runs. (The flip harness does them all.)
INSTANTIATE_TEST_SUITE_P(Production, ChangedByte, testing::Values(0.0, 0.7),
                         [](const testing::TestParamInfo<double> &info) {
                           return info.index == 0 ? "InTheVersion"
                                                  : "InTheTables";
                         });

// R7: the digest itself.
TEST(Production, EndsInTheFinalErrorWhenTheDigestIsChanged) {
  Bytes program = ReadFile(CORDON_TRIAL_PROGRAM);
  SealHeader header = ReadSealHeader(program);
  program[header.offset + header.slot + 31] ^= 0x80;
  std::string name = "slot-" + std::to_string(getpid());
  WriteProgram(name, program);
  std::vector<Phase> p = RunTrials("./" + name, {"print"});
  unlink(name.c_str());
  ExpectFinalError(p[0]);
}

// R10, R19: changed in memory after load, found on demand, and final.
TEST(Production, FindsAByteThatChangedInMemoryOnDemand) {
  std::vector<Phase> p = RunTrials(
      CORDON_TRIAL_PROGRAM,
      {"fill", "print", "flip:80", "print", "selftest:integrity", "print",
       "flip:80", "selftest:integrity", "selftest:all", "print"});
  ExpectAllServed(p[1]);
  ExpectAllServed(p[3]);  // nobody has looked yet
  EXPECT_EQ("STATE", p[4].selftest);
  ExpectFinalError(p[5]);
  EXPECT_TRUE(Has(p[5].events, "pass hmac-sha256"));
  EXPECT_TRUE(Has(p[5].events, "fail integrity"));
  EXPECT_TRUE(Has(p[5].events, "state error"));
  EXPECT_EQ("STATE", p[7].selftest);
  EXPECT_EQ("STATE", p[8].selftest);
  ExpectFinalError(p[9]);
}

// R10, R46: a soft failure runs the integrity test again too.
TEST(Production, FindsAChangedByteWhileItHandlesASoftFailure) {
  BrokenProgram program("sha224");
  const std::string run = "selftest:sha224";
  std::vector<Phase> p =
      RunTrials(program.name(), {program.flip(), run, "fill", "print",
                                 program.flip(), "flip:80", run, "print"});
  ExpectAllServed(p[3]);
  EXPECT_EQ("STATE", p[6].selftest);
  ExpectFinalError(p[7]);
}

}  // namespace
}  // namespace module_test
