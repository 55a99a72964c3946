// How results are printed: a table for people, a JSON array for programs.
#ifndef CORDON_BENCH_REPORT_H_
#define CORDON_BENCH_REPORT_H_

#include <ostream>
#include <string>
#include <vector>

#include "engine.h"

namespace bench {

struct Row {
  std::string operation;
  std::string curve;
  std::string implementation;
  std::string backend;
  bool measured;
  Figures figures;     // if measured
  std::string reason;  // if not
};

struct Results {
  // Those of one operation stand together.
  std::vector<Row> rows;
  // The implementation that the others are compared with; where empty, the
  // first one that was measured of each operation.
  std::string baseline;
  // "OpenSSL 3.0.19 is /usr/lib/libcrypto.so.3"
  std::vector<std::string> peers;
  // What one core cycle took, by an estimate; 0 if there is none.
  double ns_per_cycle = 0;
};

// The row that `row` is compared with, or null.
const Row *BaselineOf(const Results &results, const Row &row);

// One row a line. The column of speed is the quiet value of the row over that
// of the baseline: the speed of the baseline in terms of the row's, so above 1
// the baseline is faster. The next one is, in the row of the baseline, the same
// against the fastest of the others. Cycles come last where they are known.
void PrintTable(std::ostream &out, const Results &results);

// Times rounded to a tenth of a nanosecond. The row of the baseline has, where
// others were measured, "fastest_other" and "speed_vs_fastest_other"; with
// cycles each row has "cycles". A row that was not measured has null figures
// and one more member, "not_measured", with the reason.
void PrintJson(std::ostream &out, const Results &results);

}  // namespace bench

#endif
