// Show version, show status, and the registry of self-tests, while the module
// serves.
#include <cordon/names.h>
#include <gtest/gtest.h>

#include "seal_memory.h"
#include "trials.h"

namespace module_test {
namespace {

// R1
TEST(Info, ShowsNameAndVersion) {
  cordon_info info = Info();
  EXPECT_STREQ("Cordon", info.name);
  EXPECT_STREQ("0.1.0", info.version);
  EXPECT_TRUE(AllBytesAre(info.name + 6, sizeof info.name - 6, 0));
  EXPECT_TRUE(AllBytesAre(info.version + 5, sizeof info.version - 5, 0));
}

// R1
TEST(Info, ShowsThatTheModuleIsOperational) {
  EXPECT_EQ("operational", StateName(State()));
}

// R7: the digest is that of the sealed bytes; a development build claims none.
TEST(Info, ShowsTheDigestOfASealedModuleOnly) {
  cordon_info info = Info();
  SealMemory seal = FindSeal();
  if (seal.begin == nullptr) {
    EXPECT_EQ(CORDON_INTEGRITY_NONE, info.integrity);
    EXPECT_TRUE(IsZero(info.digest));
    EXPECT_TRUE(IsZero(info.build_identity));
    return;
  }
  EXPECT_EQ(CORDON_INTEGRITY_VERIFIED, info.integrity);
  EXPECT_EQ(0, memcmp(info.digest, seal.begin + seal.slot, sizeof info.digest));
  EXPECT_FALSE(IsZero(info.digest));
  EXPECT_FALSE(IsZero(info.build_identity));
}

// R5
TEST(Info, ShowsTheBackEnd) {
  cordon_info info = Info();
  EXPECT_LE(CORDON_BACKEND_PORTABLE, info.backend);
  EXPECT_GE(CORDON_BACKEND_SHA, info.backend);
  EXPECT_STRNE("unknown", cordon_backend_name(info.backend));
}

// R1
TEST(Info, SaysTheSameTwice) {
  cordon_info a = Info(), b = Info();
  EXPECT_TRUE(SameBytes(a, b));
}

// R11
TEST(Registry, HasAPassedRecordForEveryPowerOnTest) {
  std::vector<cordon_selftest_record> records = SelfTests();
  EXPECT_EQ(Info().num_selftests, records.size());
  ASSERT_GE(records.size(), 2u);
  std::set<std::string> names;
  for (size_t i = 0; i < records.size(); i++) {
    const cordon_selftest_record &record = records[i];
    EXPECT_EQ(i + 1, record.id);
    EXPECT_TRUE(names.insert(record.name).second) << record.name;
    EXPECT_LT(strnlen(record.name, sizeof record.name), sizeof record.name);
    EXPECT_NE(0, record.algorithm[0]) << record.name;
    EXPECT_EQ(0u, record.reserved);
    if (record.kind == CORDON_TEST_POWER_ON) {
      EXPECT_EQ(CORDON_TEST_PASSED, record.result) << record.name;
      EXPECT_GE(record.runs, 1u) << record.name;
    } else {
      EXPECT_TRUE(record.kind == CORDON_TEST_FIRST_USE ||
                  record.kind == CORDON_TEST_CONDITIONAL)
          << record.name;
    }
  }
}

// R8: the order of the registry is that of power-on.
TEST(Registry, BeginsWithHmacAndIntegrityWhichBlockEverything) {
  std::vector<cordon_selftest_record> records = SelfTests();
  EXPECT_STREQ("hmac-sha256", records[0].name);
  EXPECT_STREQ("integrity", records[1].name);
  EXPECT_EQ(0xffffffffu, records[0].blocks);
  EXPECT_EQ(0xffffffffu, records[1].blocks);
}

// R18: what each other test blocks, service by service, as the trials say.
TEST(Registry, BlocksTheServicesWhoseTrialsNeedTheTest) {
  for (const cordon_selftest_record &record : SelfTests()) {
    uint32_t blocks = 0;
    for (const Trial &trial : Trials()) {
      blocks |= trial.needs.count(record.name) ? 1u << trial.service : 0;
    }
    if (record.blocks != 0xffffffffu) {
      EXPECT_EQ(blocks, record.blocks) << record.name;
    }
  }
}

// R8, R21: the log of power-on.
TEST(EventLog, KeepsTheEventsOfPowerOnInOrder) {
  std::vector<cordon_event> events = EventsSince(0);
  const std::vector<cordon_selftest_record> records = SelfTests();
  size_t at = 0;
  ASSERT_GT(events.size(), 4u);
  EXPECT_EQ("state self-test", EventText(events[at++]));
  for (const cordon_selftest_record &record : records) {
    if (record.kind == CORDON_TEST_POWER_ON) {
      ASSERT_GT(events.size(), at + 2);
      EXPECT_EQ(std::string("start ") + record.name, EventText(events[at++]));
      EXPECT_EQ(CORDON_STATE_SELF_TEST, events[at].state);
      EXPECT_EQ(std::string("pass ") + record.name, EventText(events[at++]));
    }
  }
  EXPECT_EQ("state operational", EventText(events[at]));
  for (size_t i = 0; i < at; i++) {
    EXPECT_EQ(i + 1, events[i].sequence);
    EXPECT_LE(events[i].ticks, events[i + 1].ticks);
  }
}

// R21: the log holds its first half for good, and the latest of the rest.
TEST(EventLog, KeepsTheFirstAndTheLatestEvents) {
  std::vector<cordon_event> first = EventsSince(0);
  uint32_t id = SelfTestId("sha224");
  for (int i = 0; i < CORDON_NUM_EVENTS; i++) {
    ASSERT_EQ(CORDON_OK, cordon_selftest(id));
  }
  cordon_info info = Info();
  std::vector<cordon_event> kept = EventsSince(0);
  ASSERT_EQ(static_cast<size_t>(CORDON_NUM_EVENTS), kept.size());
  EXPECT_TRUE(SameBytes(first[0], kept[0]));
  EXPECT_EQ(CORDON_NUM_EVENTS / 2u, kept[CORDON_NUM_EVENTS / 2 - 1].sequence);
  EXPECT_EQ(info.num_events, kept.back().sequence);
  EXPECT_EQ(info.num_events - CORDON_NUM_EVENTS / 2 + 1,
            kept[CORDON_NUM_EVENTS / 2].sequence);
}

}  // namespace
}  // namespace module_test
