// The limb layouts of ablation.c as things to measure.
#ifndef CORDON_BENCH_ABLATION_CELLS_H_
#define CORDON_BENCH_ABLATION_CELLS_H_

#include <vector>

#include "engine.h"

namespace bench {

// Checks every layout against bit-by-bit multiplication on random and edge
// values, then returns latency and throughput cells of each; throws
// WrongAnswer.
std::vector<Cell> AblationCells();

}  // namespace bench

#endif
