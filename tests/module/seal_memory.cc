// Finding and changing the sealed module in memory.
#include "seal_memory.h"

#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "module/seal_layout.h"

namespace module_test {
namespace {

// The magic of the header, kept here with its first byte changed so that this
// copy is not found.
bool IsHeader(const uint8_t *p) {
  static const uint8_t magic[SEAL_MAGIC_LEN] = {
      0x92, 0x43, 0x4f, 0x52, 0x44, 0x4f, 0x4e, 0x2d,
      0x53, 0x45, 0x41, 0x4c, 0x0d, 0x0a, 0x1a, 0x00};
  return (p[0] ^ 1) == magic[0] &&
         memcmp(p + 1, magic + 1, SEAL_MAGIC_LEN - 1) == 0;
}

uint32_t Load32(const uint8_t *p) {
  uint32_t x;
  memcpy(&x, p, sizeof x);
  return x;
}

int VisitObject(struct dl_phdr_info *info, size_t, void *arg) {
  SealMemory *found = static_cast<SealMemory *>(arg);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) &ph = info->dlpi_phdr[i];
    if (ph.p_type != PT_LOAD || !(ph.p_flags & PF_X)) {
      continue;
    }
    uint8_t *base = reinterpret_cast<uint8_t *>(info->dlpi_addr + ph.p_vaddr);
    uint8_t *end = base + ph.p_memsz;
    uintptr_t first = (reinterpret_cast<uintptr_t>(base) + 63) & ~63ull;
    for (uint8_t *p = reinterpret_cast<uint8_t *>(first);
         p + SEAL_HEADER_LEN <= end; p += 64) {
      if (IsHeader(p)) {
        *found = {p, Load32(p + SEAL_OFF_RANGE_LEN), Load32(p + SEAL_OFF_SLOT)};
        return 1;
      }
    }
  }
  return 0;
}

}  // namespace

SealMemory FindSeal() {
  SealMemory found = {nullptr, 0, 0};
  dl_iterate_phdr(VisitObject, &found);
  return found;
}

bool FlipByte(uint8_t *at, uint8_t mask) {
  uintptr_t size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  uintptr_t page = reinterpret_cast<uintptr_t>(at) & ~(size - 1);
  void *p = reinterpret_cast<void *>(page);
  if (mprotect(p, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
    return false;
  }
  *at = static_cast<uint8_t>(*at ^ mask);
  return mprotect(p, size, PROT_READ | PROT_EXEC) == 0;
}

}  // namespace module_test
