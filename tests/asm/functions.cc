// The table of functions; see functions.h.
#include "functions.h"

#include <cstdlib>

extern "C" {
#include "asm_headers.inc"
#include "limbs/forms.h"
#include "module/cpu.h"
}

namespace asm_test {

#define ASM_ARG_OUT Kind::kOut
#define ASM_ARG_INOUT Kind::kInOut
#define ASM_ARG_IN Kind::kIn
#define ASM_ARG_VALUE Kind::kValue
#define ASM_ARG_COUNT Kind::kValue
#define ASM_ARG_ODD Kind::kOdd
#define ASM_FUNCTION(name, forms, stack, result, num, ...)                 \
  {#name,        reinterpret_cast<void (*)()>(name), forms, stack, result, \
   {__VA_ARGS__}},

const std::vector<Function> &Functions() {
  static const std::vector<Function> functions = {
#include "asm_lists.inc"
  };
  return functions;
}

const Function &Find(const std::string &name) {
  for (const Function &f : Functions()) {
    if (f.name == name) {
      return f;
    }
  }
  std::abort();
}

uint32_t Forms() {
  cpu_words words;
  cpu_read(&words);
  return cpu_choose_forms(&words, 0);
}

uint32_t FormAvx2() { return FORM_AVX2; }

bool Runs(const Function &f) { return (Forms() & f.forms) == f.forms; }

}  // namespace asm_test
