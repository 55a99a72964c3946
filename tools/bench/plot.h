// The bar chart of the results, drawn by gnuplot in a process of its own.
#ifndef CORDON_BENCH_PLOT_H_
#define CORDON_BENCH_PLOT_H_

#include <string>
#include <vector>

#include "report.h"

namespace bench {

// A file that will hold a chart. Whatever can go wrong is found out when it is
// made, before anything is measured.
class Plot {
 public:
  // Throws UsageError if the name does not end in .svg or .png, if the file
  // cannot be written, or if gnuplot does not run.
  explicit Plot(const std::string &file);
  // Takes away a file that was made for nothing.
  ~Plot();
  Plot(const Plot &) = delete;
  Plot &operator=(const Plot &) = delete;

  // Draws one group of bars for each operation, one bar for each row that was
  // measured: its quiet value over that of the baseline, and the quiet value in
  // microseconds as its label. Throws ModuleError if gnuplot fails.
  void Draw(const Results &results, const std::string &title);

 private:
  const std::string file_;
  std::string terminal_;
  int fd_;
  bool is_new_;
  bool is_drawn_ = false;
};

}  // namespace bench

#endif
