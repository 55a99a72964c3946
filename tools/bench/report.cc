// The table and the JSON of the results.
#include "report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace bench {
namespace {

using Line = std::vector<std::string>;

template <typename... Values>
std::string Format(const char *pattern, Values... values) {
  char text[64];
  std::snprintf(text, sizeof(text), pattern, values...);
  return text;
}

double OpsPerSecond(const Figures &figures) { return 1e9 / figures.median_ns; }

bool SameOperation(const Row &a, const Row &b) {
  return a.measured && b.measured && a.operation == b.operation &&
         a.curve == b.curve;
}

// Null where `row` is the only one of its operation.
const Row *FastestOther(const std::vector<Row> &rows, const Row &row) {
  const Row *fastest = nullptr;
  for (const Row &other : rows) {
    if (&other == &row || !SameOperation(row, other)) continue;
    if (fastest && fastest->figures.quiet_ns <= other.figures.quiet_ns) {
      continue;
    }
    fastest = &other;
  }
  return fastest;
}

std::string Cycles(const Row &row, double ns_per_cycle) {
  const double cycles = row.figures.quiet_ns / ns_per_cycle;
  return Format(cycles < 1000 ? "%.1f" : "%.0f", cycles);
}

Line MakeLine(const Results &results, const Row &row) {
  Line line = {row.operation, row.curve, row.implementation, row.backend};
  if (!row.measured) {
    line.push_back("not measured: " + row.reason);
    return line;
  }
  line.push_back(Format("%.1f", row.figures.median_ns));
  line.push_back(Format("%.1f", row.figures.quiet_ns));
  line.push_back(Format("%.1f %%", 100 * row.figures.spread));
  line.push_back(Format("%.0f", OpsPerSecond(row.figures)));
  line.push_back(Format("%zu", row.figures.rounds));
  const Row *base = BaselineOf(results, row);
  line.push_back(
      base ? Format("%.3f", row.figures.quiet_ns / base->figures.quiet_ns)
           : "");
  const Row *fastest = FastestOther(results.rows, row);
  line.push_back(
      base == &row && fastest
          ? Format("%.3f", fastest->figures.quiet_ns / row.figures.quiet_ns)
          : "");
  if (results.ns_per_cycle > 0) {
    line.push_back(Cycles(row, results.ns_per_cycle));
  }
  return line;
}

// Names to the left, numbers to the right; a reason takes the free space.
void PrintLine(std::ostream &out, const Line &line,
               const std::vector<size_t> &widths, bool measured) {
  std::string text;
  for (size_t i = 0; i < line.size(); i++) {
    const std::string pad(widths[i] - std::min(widths[i], line[i].size()), ' ');
    const bool left = i < 4 || !measured;
    text += (i ? "  " : "") + (left ? line[i] + pad : pad + line[i]);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  out << text << "\n";
}

double Rounded(double scale, double value) {
  return std::round(value * scale) / scale;
}

nlohmann::ordered_json ToJson(const Results &results, const Row &row) {
  nlohmann::ordered_json object = {{"operation", row.operation},
                                   {"curve", row.curve},
                                   {"implementation", row.implementation},
                                   {"backend", row.backend}};
  if (!row.measured) {
    for (const char *figure : {"median_ns", "quiet_ns", "ops_per_second"}) {
      object[figure] = nullptr;
    }
    object["rounds"] = 0;
    object["not_measured"] = row.reason;
    return object;
  }
  object["median_ns"] = Rounded(10, row.figures.median_ns);
  object["quiet_ns"] = Rounded(10, row.figures.quiet_ns);
  object["ops_per_second"] = Rounded(10, OpsPerSecond(row.figures));
  object["rounds"] = row.figures.rounds;
  const Row *fastest = FastestOther(results.rows, row);
  if (fastest && BaselineOf(results, row) == &row) {
    object["fastest_other"] = fastest->implementation;
    object["speed_vs_fastest_other"] =
        Rounded(1000, fastest->figures.quiet_ns / row.figures.quiet_ns);
  }
  if (results.ns_per_cycle > 0) {
    object["cycles"] = Rounded(10, row.figures.quiet_ns / results.ns_per_cycle);
  }
  return object;
}

}  // namespace

const Row *BaselineOf(const Results &results, const Row &row) {
  for (const Row &other : results.rows) {
    if (SameOperation(row, other) &&
        (results.baseline.empty() ||
         results.baseline == other.implementation)) {
      return &other;
    }
  }
  return nullptr;
}

void PrintTable(std::ostream &out, const Results &results) {
  const std::string base =
      results.baseline.empty() ? "the first" : results.baseline;
  Line head = {"operation",      "curve",
               "implementation", "backend",
               "median ns",      "quiet ns",
               "spread",         "ops/s",
               "rounds",         "speed of " + base + " vs this",
               "vs fastest"};
  if (results.ns_per_cycle > 0) head.push_back("cycles");
  std::vector<size_t> widths;
  for (const std::string &title : head) widths.push_back(title.size());
  std::vector<Line> lines;
  for (const Row &row : results.rows) {
    lines.push_back(MakeLine(results, row));
    const size_t num_columns = row.measured ? head.size() : 4;
    for (size_t i = 0; i < num_columns; i++) {
      widths[i] = std::max(widths[i], lines.back()[i].size());
    }
  }
  PrintLine(out, head, widths, true);
  for (size_t r = 0; r < lines.size(); r++) {
    PrintLine(out, lines[r], widths, results.rows[r].measured);
  }
}

void PrintJson(std::ostream &out, const Results &results) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const Row &row : results.rows) array.push_back(ToJson(results, row));
  out << array.dump(2, ' ', false,
                    nlohmann::ordered_json::error_handler_t::replace)
      << "\n";
}

}  // namespace bench
