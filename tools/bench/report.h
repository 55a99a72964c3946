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

// One row a line. The last column but one is the quiet value of the row over
// that of `baseline` for the same operation: the speed of `baseline` in terms
// of the row's, so above 1 the baseline is faster. The last one is, in the row
// of `baseline`, the same against the fastest of the others.
void PrintTable(std::ostream &out, const std::vector<Row> &rows,
                const std::string &baseline);

// Times rounded to a tenth of a nanosecond. The row of `baseline` has, where
// others were measured, "fastest_other" and "speed_vs_fastest_other". A row
// that was not measured has null figures and one more member, "not_measured",
// with the reason.
void PrintJson(std::ostream &out, const std::vector<Row> &rows,
               const std::string &baseline);

}  // namespace bench

#endif
