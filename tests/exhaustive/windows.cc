/* The widths of tables that toy curves allow, and their tables. */
#include <algorithm>

#include "exhaustive_test.h"

namespace {

/* NumWindows covers n with a final window that begins at or below n, 0 if no
 * number of windows does. */
unsigned NumWindows(unsigned width, int n) {
  for (unsigned num = 2; width * (num - 1) <= 16; num++) {
    if (width * num >= static_cast<unsigned>(NumBits(n)) &&
        (1 << (width * (num - 1))) <= n) {
      return num;
    }
  }
  return 0;
}

}  // namespace

std::vector<Windows> ToyTest::AllWindows() const {
  std::vector<unsigned> g_widths, q_widths;
  std::vector<Windows> out;
  for (unsigned w = 2; (1 << (w - 1)) - 1 < c().n; w++) {
    g_widths.push_back(w);
  }
  for (unsigned w = 2; w <= 6 && (2 << (w - 2)) + 1 < c().n; w++) {
    q_widths.push_back(w);
  }
  for (unsigned g : g_widths) {
    for (unsigned q : q_widths) {
      /* All pairs of these two; the third takes turns. */
      unsigned base = 1 + static_cast<unsigned>(out.size() % 7);
      while ((1 << base) - 1 >= c().n || NumWindows(base, c().n) == 0) {
        base = base % 7 + 1;
      }
      out.push_back({base, NumWindows(base, c().n), g, q});
    }
  }
  return out;
}

void ToyTest::SetWindows(const Windows &w) {
  size_t at = 0;
  toy_set_windows(t(), w.base_width, w.base_windows, w.g_width, w.q_width);
  for (unsigned i = 0; i < w.base_windows; i++) {
    for (long long j = 0; j < 1 << (w.base_width - 1); j++) {
      const Point &a = o().Multiple((2 * j + 1) << (w.base_width * i));
      ASSERT_FALSE(a.infinite);
      toy_set_base_entry(t(), at++, static_cast<uint32_t>(a.x),
                         static_cast<uint32_t>(a.y));
    }
  }
  for (size_t j = 0; j < static_cast<size_t>(1) << (w.g_width - 2); j++) {
    const Point &a = o().Multiple(2 * static_cast<long long>(j) + 1);
    ASSERT_FALSE(a.infinite);
    toy_set_g_entry(t(), j, static_cast<uint32_t>(a.x),
                    static_cast<uint32_t>(a.y));
  }
}
