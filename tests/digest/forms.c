/* The forms of code for tests that link parts of the module: as in the module,
 * those of this machine, or fewer where CORDON_BACKEND says so. */
#include <cordon/module.h>
#include <cordon/names.h>
#include <stdlib.h>
#include <string.h>

#include "module/cpu.h"

uint32_t cpu_forms(void) {
  static uint32_t forms;
  static int known;
  if (!known) {
    const char *name = getenv("CORDON_BACKEND");
    uint32_t limit = name == NULL ? 0 : CORDON_BACKEND_PORTABLE;
    struct cpu_words words;
    for (uint32_t id = 1; name != NULL && id <= CORDON_BACKEND_SHA; id++) {
      limit = strcmp(name, cordon_backend_name(id)) == 0 ? id : limit;
    }
    cpu_read(&words);
    forms = cpu_choose_forms(&words, limit);
    known = 1;
  }
  return forms;
}
