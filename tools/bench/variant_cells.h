// The variants of unsealed.h as things to measure.
#ifndef CORDON_BENCH_VARIANT_CELLS_H_
#define CORDON_BENCH_VARIANT_CELLS_H_

#include <vector>

#include "engine.h"

namespace bench {

// Checks each variant of signing, verifying and inverting on P-256 against the
// shipped one, and that it takes part at all, then appends a cell for each, the
// shipped one first; throws WrongAnswer.
void AddVariantCells(std::vector<Cell> *cells);

}  // namespace bench

#endif
