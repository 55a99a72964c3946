// What the module does not do, as things to measure: the limb layouts of
// ablation.c, the variants of unsealed.h, the programs of limbs/.
#ifndef CORDON_BENCH_ABLATION_CELLS_H_
#define CORDON_BENCH_ABLATION_CELLS_H_

#include <vector>

#include "engine.h"
#include "limbs_cells.h"

namespace bench {

// The operation that takes one core cycle.
inline constexpr char kCycleOperation[] = "chained-addition";

// Checks every layout against bit-by-bit multiplication on random and edge
// values, and every variant against the shipped one, then returns their cells,
// what is shipped first, and the one of kCycleOperation; what this build does
// not have is in `missing`. Throws WrongAnswer.
std::vector<Cell> AblationCells(std::vector<MissingCell> *missing);

}  // namespace bench

#endif
