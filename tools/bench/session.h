// One run of the bench over implementations: load, check, measure.
#ifndef CORDON_BENCH_SESSION_H_
#define CORDON_BENCH_SESSION_H_

#include <string>
#include <vector>

#include "machine.h"
#include "operation.h"
#include "report.h"

namespace bench {

// Loads the peers, checks and measures `operations` on this module and on
// each peer, `seconds` an operation. Throws Error.
Results RunSession(const std::vector<Operation> &operations,
                   const std::vector<std::string> &peers, double seconds,
                   const Clock &clock);

// Measures what the module does not do.
Results RunAblation(double seconds, const Clock &clock);

}  // namespace bench

#endif
