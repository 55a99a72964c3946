// Every operation is checked before it is timed: a bench of a wrong operation
// is worse than none.
#ifndef CORDON_BENCH_CHECKS_H_
#define CORDON_BENCH_CHECKS_H_

#include "implementation.h"

namespace bench {

// An implementation with its own objects for one pool.
struct Party {
  Implementation *implementation;
  Keys *keys;
};

// Each party that can do `op` does it on every input, and each party judges
// the result: signatures are verified by all (and refused over a changed
// digest), pairs recomputed by all, shared secrets compared from both sides.
// Throws WrongAnswer.
void CheckCurveOperation(const Operation &op, const KeyPool &pool,
                         const std::vector<Party> &parties);

// The hash of "abc" (FIPS 180-4 examples), then that all implementations
// agree on the messages that will be timed. Throws WrongAnswer.
void CheckHashOperation(const Operation &op, const Bytes &messages,
                        const std::vector<Implementation *> &parties);

// Message i of a hash operation starts here in the buffer of messages.
inline const uint8_t *Message(const Bytes &messages, size_t i) {
  return messages.data() + 64 * i;
}

// Random bytes that hold kNumInputs messages of any operation.
Bytes MakeMessages();

}  // namespace bench

#endif
