// A reader of CAVP's response files: `[section]` lines, comments, and records
// of `Name = value` lines between blank lines. A missing file, a line of
// another kind and a field that nobody took are errors.
#ifndef CORDON_TESTS_DIGEST_RSP_H_
#define CORDON_TESTS_DIGEST_RSP_H_

#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "digest_test.h"

namespace digest_test {

class RspRecord {
 public:
  bool Has(const std::string &name) const { return Find(name) >= 0; }

  // Take removes the first field of that name and returns its value.
  std::string Take(const std::string &name) {
    long at = Find(name);
    if (at < 0) {
      throw std::runtime_error(where + ": no field " + name);
    }
    std::string value = fields[static_cast<size_t>(at)].second;
    fields.erase(fields.begin() + at);
    return value;
  }

  size_t TakeNumber(const std::string &name) { return std::stoul(Take(name)); }

  Bytes TakeBytes(const std::string &name) {
    std::string hex = Take(name);
    Bytes out;
    if (hex.size() % 2 != 0) {
      throw std::runtime_error(where + ": odd number of digits in " + name);
    }
    for (size_t i = 0; i < hex.size(); i += 2) {
      size_t used = 0;
      out.push_back(
          static_cast<uint8_t>(std::stoul(hex.substr(i, 2), &used, 16)));
      if (used != 2) {
        throw std::runtime_error(where + ": not hexadecimal: " + name);
      }
    }
    return out;
  }

  std::string where, section;
  std::vector<std::pair<std::string, std::string>> fields;

 private:
  long Find(const std::string &name) const {
    for (size_t i = 0; i < fields.size(); i++) {
      if (fields[i].first == name) {
        return static_cast<long>(i);
      }
    }
    return -1;
  }
};

inline std::string Trim(const std::string &s) {
  size_t from = s.find_first_not_of(" \t\r");
  size_t to = s.find_last_not_of(" \t\r");
  return from == std::string::npos ? "" : s.substr(from, to - from + 1);
}

inline void Deliver(RspRecord *record,
                    const std::function<void(RspRecord *)> &use,
                    size_t *num_records) {
  if (record->fields.empty()) {
    return;
  }
  use(record);
  if (!record->fields.empty()) {
    throw std::runtime_error(record->where + ": unread field " +
                             record->fields.front().first);
  }
  ++*num_records;
}

// ForEachRecord calls `use` for every record and returns how many there were.
inline size_t ForEachRecord(const std::string &path,
                            const std::function<void(RspRecord *)> &use) {
  std::ifstream file(path);
  if (!file) {
    throw std::runtime_error("cannot open " + path);
  }
  std::string line;
  RspRecord record;
  size_t num_records = 0, num_lines = 0;
  while (std::getline(file, line)) {
    num_lines++;
    line = Trim(line);
    if (line.empty()) {
      Deliver(&record, use, &num_records);
      continue;
    }
    if (line[0] == '#') {
      continue;
    }
    if (record.fields.empty()) {
      record.where = path + ":" + std::to_string(num_lines);
    }
    if (line[0] == '[' && line.back() == ']') {
      record.section = line.substr(1, line.size() - 2);
      continue;
    }
    size_t eq = line.find('=');
    if (eq == std::string::npos) {
      throw std::runtime_error(path + ":" + std::to_string(num_lines) +
                               ": neither a section nor a field");
    }
    record.fields.emplace_back(Trim(line.substr(0, eq)),
                               Trim(line.substr(eq + 1)));
  }
  Deliver(&record, use, &num_records);
  return num_records;
}

}  // namespace digest_test

#endif
