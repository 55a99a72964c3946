/* The widths of tables that toy curves allow, and their tables. */
#include <algorithm>

#include "exhaustive_test.h"

namespace {

constexpr unsigned kMaxWidth = 7;

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

unsigned NumRows(const Windows &w) {
  return (w.base_windows + w.base_spacing - 1) / w.base_spacing;
}

/* BaseSumCanBeN is whether n = C 2^(w (P + 1)) + D, C odd, |D| < 2^(w P), for
 * the digit P of a row. */
bool BaseSumCanBeN(const Windows &w, unsigned row, int n) {
  const unsigned p = w.base_spacing * row;
  for (int c = 1; p + 1 < w.base_windows && c <= 2 * n; c += 2) {
    const long long d = n - (1LL * c << (w.base_width * (p + 1)));
    if ((d < 0 ? -d : d) < 1LL << (w.base_width * p)) {
      return true;
    }
  }
  return false;
}

/* BaseDoubles is whether some odd k is twice its own digit of the last row. */
bool BaseDoubles(const Windows &w, int n) {
  const unsigned at = w.base_width * w.base_spacing * w.base_last;
  for (long long k = 1; k < n; k += 2) {
    const long long bits = (k + (1LL << (w.base_width * w.base_windows))) / 2;
    const long long v = (bits >> at) & ((1 << w.base_width) - 1);
    const long long d = 2 * v - ((1 << w.base_width) - 1);
    if ((k - (2 * d * (1LL << at))) % n == 0) {
      return true;
    }
  }
  return false;
}

/* Bounded is what tools/gentables demands. */
bool Bounded(const Windows &w, int n) {
  return !BaseSumCanBeN(w, NumRows(w) - 1, n) &&
         !BaseSumCanBeN(w, w.base_last, n) && !BaseDoubles(w, n);
}

}  // namespace

std::vector<Windows> ToyTest::BaseWindows(bool bounded) const {
  std::vector<Windows> out;
  for (unsigned width = 1; width <= kMaxWidth; width++) {
    const unsigned num = NumWindows(width, c().n);
    for (unsigned spacing = 1; spacing <= num; spacing++) {
      Windows w = {width, num, spacing, 0, 0, 0, 2, 2, 3, 2};
      w.base_last = (NumRows(w) > 1) ? 1 : 0;
      for (; w.base_last < NumRows(w); w.base_last++) {
        if ((1 << width) - 1 < c().n && Bounded(w, c().n) == bounded) {
          out.push_back(w);
        }
      }
    }
  }
  return out;
}

std::vector<Windows> ToyTest::MulWindows() const {
  std::vector<Windows> out;
  for (unsigned width = 1; width <= 5; width++) {
    const unsigned num = NumWindows(width, c().n);
    if (num != 0 && (1 << width) + 1 < c().n) {
      out.push_back({1, 0, 1, 0, width, num, 2, 2, 3, 2});
    }
  }
  return out;
}

std::vector<Windows> ToyTest::AllWindows() const {
  const std::vector<Windows> base = BaseWindows(), mul = MulWindows();
  std::vector<Windows> out;
  for (unsigned g = 2; (1 << (g - 1)) - 1 < c().n; g++) {
    for (unsigned q = 2; q <= 6 && (2 << (q - 2)) + 1 < c().n; q++) {
      Windows w = base[out.size() % base.size()];
      const Windows &m = mul[out.size() % mul.size()];
      w.mul_width = m.mul_width;
      w.mul_windows = m.mul_windows;
      w.g_width = g;
      w.q_width = q;
      out.push_back(w);
    }
  }
  return out;
}

void ToyTest::SetWindows(const Windows &w) {
  size_t at = 0;
  toy_set_windows(t(), &w);
  for (unsigned i = 0; i < NumRows(w); i++) {
    for (long long j = 0; j < 1 << (w.base_width - 1); j++) {
      const Point &a =
          o().Multiple((2 * j + 1) << (w.base_width * w.base_spacing * i));
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
