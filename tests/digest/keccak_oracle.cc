// FIPS 202 once more, from its definitions: tables are computed as the standard
// derives them, and messages are strings of bits.
#include "digest_test.h"

namespace digest_test {
namespace {

// rc of 3.2.5, algorithm 5.
bool RoundBit(unsigned t) {
  unsigned r = 1;  // R[0] is bit 0
  for (unsigned i = 0; i < t % 255; i++) {
    r <<= 1;
    if (r & 0x100) {
      r ^= 0x171;  // x^8 + x^6 + x^5 + x^4 + 1
    }
  }
  return (r & 1) != 0;
}

uint64_t RoundConstant(unsigned round) {
  uint64_t out = 0;
  for (unsigned j = 0; j <= 6; j++) {
    if (RoundBit(j + 7 * round)) {
      out |= uint64_t{1} << ((1u << j) - 1);
    }
  }
  return out;
}

uint64_t Rotate(uint64_t x, unsigned n) {
  return n == 0 ? x : x << n | x >> (64 - n);
}

struct State {
  uint64_t a[5][5];  // [x][y]
};

State Theta(const State &in) {
  State out;
  for (int x = 0; x < 5; x++) {
    uint64_t d = 0;
    for (int y = 0; y < 5; y++) {
      d ^= in.a[(x + 4) % 5][y] ^ Rotate(in.a[(x + 1) % 5][y], 1);
    }
    for (int y = 0; y < 5; y++) {
      out.a[x][y] = in.a[x][y] ^ d;
    }
  }
  return out;
}

// 3.2.2: the t-th lane on the way of (x, y) = (y, 2 x + 3 y) turns by
// (t + 1) (t + 2) / 2.
State Rho(const State &in) {
  State out = in;
  int x = 1, y = 0;
  for (unsigned t = 0; t < 24; t++) {
    out.a[x][y] = Rotate(in.a[x][y], (t + 1) * (t + 2) / 2 % 64);
    int next = (2 * x + 3 * y) % 5;
    x = y;
    y = next;
  }
  return out;
}

State Pi(const State &in) {
  State out;
  for (int x = 0; x < 5; x++) {
    for (int y = 0; y < 5; y++) {
      out.a[x][y] = in.a[(x + 3 * y) % 5][x];
    }
  }
  return out;
}

State Chi(const State &in) {
  State out;
  for (int x = 0; x < 5; x++) {
    for (int y = 0; y < 5; y++) {
      out.a[x][y] = in.a[x][y] ^ (~in.a[(x + 1) % 5][y] & in.a[(x + 2) % 5][y]);
    }
  }
  return out;
}

}  // namespace

void OracleKeccak(uint64_t lanes[25]) {
  static const std::vector<uint64_t> constants = [] {
    std::vector<uint64_t> out;
    for (unsigned round = 0; round < 24; round++) {
      out.push_back(RoundConstant(round));
    }
    return out;
  }();
  State s;
  for (int i = 0; i < 25; i++) {
    s.a[i % 5][i / 5] = lanes[i];
  }
  for (uint64_t constant : constants) {
    s = Chi(Pi(Rho(Theta(s))));
    s.a[0][0] ^= constant;
  }
  for (int i = 0; i < 25; i++) {
    lanes[i] = s.a[i % 5][i / 5];
  }
}

Bytes OracleSponge(const Alg &alg, const Bytes &msg, size_t num_bits,
                   size_t out_len) {
  const size_t rate = 8 * alg.block_len;
  std::vector<bool> bits;
  for (size_t i = 0; i < num_bits; i++) {
    bits.push_back(((msg[i / 8] >> (i % 8)) & 1) != 0);
  }
  for (char c : std::string(IsShake(alg) ? "1111" : "01")) {
    bits.push_back(c == '1');
  }
  bits.push_back(true);
  while (bits.size() % rate != rate - 1) {
    bits.push_back(false);
  }
  bits.push_back(true);

  uint64_t lanes[25] = {0};
  for (size_t i = 0; i < bits.size(); i++) {
    lanes[i % rate / 64] ^= static_cast<uint64_t>(bits[i]) << (i % 64);
    if (i % rate == rate - 1) {
      OracleKeccak(lanes);
    }
  }
  Bytes out;
  while (out.size() < out_len) {
    size_t at = out.size() % alg.block_len;
    if (at == 0 && !out.empty()) {
      OracleKeccak(lanes);
    }
    out.push_back(static_cast<uint8_t>(lanes[at / 8] >> (8 * (at % 8))));
  }
  return out;
}

}  // namespace digest_test
