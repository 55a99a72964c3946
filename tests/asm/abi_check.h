// What a function owes its caller, as checks that say what is wrong; "" if
// nothing is. The generated functions pass them, and controls that break one
// promise each do not.
#ifndef CORDON_TESTS_ASM_ABI_CHECK_H_
#define CORDON_TESTS_ASM_ABI_CHECK_H_

#include <string>

#include "functions.h"

namespace asm_test {

// Callee-saved registers, the stack and what is above and below its own part
// of it, the direction flag, MXCSR, the upper halves of the vector registers.
std::string CheckCaller(const Function &f);

// At each of 65 alignments of its arguments: results, what it returns among
// them, inputs that stay as they are, and the bytes beside them.
std::string CheckNeighbours(const Function &f);

// With pages that may not be touched before and behind each argument.
std::string CheckPages(const Function &f);

// With its output at each input that may be the same, and at all of them at
// once.
std::string CheckAliases(const Function &f);

}  // namespace asm_test

#endif
