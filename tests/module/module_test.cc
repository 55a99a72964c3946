// The short forms of module_test.h.
#include "module_test.h"

namespace module_test {

const char *HashName(uint32_t hash) {
  static const char *const names[] = {
      "none",        "SHA-224",     "SHA-256",  "SHA-384",  "SHA-512",
      "SHA-512/224", "SHA-512/256", "SHA3-224", "SHA3-256", "SHA3-384",
      "SHA3-512",    "SHAKE128",    "SHAKE256"};
  return hash <= kNumHashes ? names[hash] : "unknown";
}

size_t DigestLen(uint32_t hash) {
  static const size_t lens[] = {0,  28, 32, 48, 64, 28, 32,
                                28, 32, 48, 64, 32, 64};
  return hash <= kNumHashes ? lens[hash] : 0;
}

static const char *const kCurveBits[] = {"?", "224", "256", "384", "521"};

std::string CurveName(uint32_t curve) {
  return std::string("P-") + kCurveBits[curve];
}

std::string CurveSuffix(uint32_t curve) {
  return std::string("p") + kCurveBits[curve];
}

cordon_info Info() {
  cordon_info info;
  memset(&info, 0, sizeof info);
  if (cordon_get_info(&info) != CORDON_OK) {
    memset(&info, 0, sizeof info);
  }
  return info;
}

std::string StateName(uint32_t state) {
  switch (state) {
    case CORDON_STATE_SELF_TEST:
      return "self-test";
    case CORDON_STATE_SOFT_ERROR:
      return "soft-error";
    case CORDON_STATE_OPERATIONAL:
      return "operational";
    case CORDON_STATE_DEGRADED:
      return "degraded";
    case CORDON_STATE_ERROR:
      return "error";
    default:
      return "unknown";
  }
}

std::string StatusName(cordon_status status) {
  static const char *const names[] = {
      "OK",      "ARG",     "LENGTH",    "BUFFER",     "ENCODING", "POINT",
      "KEY",     "KEY_USE", "SIGNATURE", "STATE",      "OBJECT",   "BLOCKED",
      "ENTROPY", "PCT",     "LIMIT",     "UNSUPPORTED"};
  return status <= 0 && status >= CORDON_ERR_UNSUPPORTED ? names[-status]
                                                         : "unknown";
}

std::vector<cordon_selftest_record> SelfTests() {
  std::vector<cordon_selftest_record> all;
  cordon_selftest_record record;
  for (uint32_t i = 0; cordon_selftest_info(i, &record) == CORDON_OK; i++) {
    all.push_back(record);
  }
  return all;
}

uint32_t SelfTestId(const std::string &name) {
  for (const cordon_selftest_record &record : SelfTests()) {
    if (name == record.name) {
      return record.id;
    }
  }
  return 0;
}

cordon_selftest_record SelfTest(const std::string &name) {
  for (const cordon_selftest_record &record : SelfTests()) {
    if (name == record.name) {
      return record;
    }
  }
  return {};
}

cordon_indicator Indicator() {
  cordon_indicator indicator = {};
  if (cordon_last_indicator(&indicator) != CORDON_OK) {
    indicator = {};
  }
  return indicator;
}

std::vector<cordon_event> EventsSince(uint64_t from) {
  std::vector<cordon_event> out;
  cordon_info info = Info();
  for (uint64_t sequence = from + 1; sequence <= info.num_events; sequence++) {
    for (const cordon_event &event : info.events) {
      if (event.sequence == sequence) {
        out.push_back(event);
      }
    }
  }
  return out;
}

std::string EventText(const cordon_event &event) {
  static const char *const kinds[] = {"?", "start", "pass", "fail", "state"};
  std::string text = event.kind <= CORDON_EVENT_STATE ? kinds[event.kind] : "?";
  if (event.kind == CORDON_EVENT_STATE) {
    return text + " " + StateName(event.state);
  }
  for (const cordon_selftest_record &record : SelfTests()) {
    if (record.id == event.selftest) {
      return text + " " + record.name;
    }
  }
  return text + " ?";
}

}  // namespace module_test
