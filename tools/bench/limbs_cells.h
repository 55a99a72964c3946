// The programs of limbs/ as things to measure.
#ifndef CORDON_BENCH_LIMBS_CELLS_H_
#define CORDON_BENCH_LIMBS_CELLS_H_

#include <string>
#include <vector>

#include "engine.h"

namespace bench {

// What cannot be measured, and why.
struct MissingCell {
  Cell cell;
  std::string reason;
};

// Starts the programs, which compare their layouts, and appends cells that ask
// them; throws WrongAnswer if the layouts differ, ModuleError if a program does
// not run or is not there. One that this build does not make is in `missing`.
void AddLimbsCells(std::vector<Cell> *cells, std::vector<MissingCell> *missing);

}  // namespace bench

#endif
