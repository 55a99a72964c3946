// The measuring engine: interleaved rounds in random order, each call timed
// alone, and the figures drawn from the samples.
#ifndef CORDON_BENCH_ENGINE_H_
#define CORDON_BENCH_ENGINE_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "machine.h"

namespace bench {

// One thing to time: an operation of one implementation.
struct Cell {
  std::string operation;
  std::string curve;
  std::string implementation;
  std::string backend;
  // Cells of one group get the same number of passes and rounds.
  size_t group;
  size_t num_inputs;
  // One call on one input; false is a failure of the call.
  std::function<bool(size_t)> run;
  // Instead of run: a call that times itself, in nanoseconds; 0 is a failure.
  std::function<uint64_t()> probe;
  // How many times one call repeats the operation.
  size_t repeats = 1;
};

struct Figures {
  double median_ns;
  // 10th percentile of each input within a round, the best of the rounds,
  // averaged over the inputs.
  double quiet_ns;
  // (90th - 10th percentile of all samples) / median.
  double spread;
  size_t rounds;
};

// Measures every cell; the cells of a group share `seconds`. The result has
// the order of the cells. Throws WrongAnswer if a call fails.
std::vector<Figures> Measure(const std::vector<Cell> &cells, double seconds,
                             const Clock &clock);

}  // namespace bench

#endif
