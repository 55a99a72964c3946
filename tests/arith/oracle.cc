// The answers of GMP; see oracle.h.
#include "oracle.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

const mpz_class kR = mpz_class(1) << 256;
const mpz_class kP = kR - (mpz_class(1) << 224) + (mpz_class(1) << 192) +
                     (mpz_class(1) << 96) - 1;
const mpz_class kB(
    "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b", 16);
const mpz_class kN(
    "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);
const mpz_class kGx(
    "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296", 16);
const mpz_class kGy(
    "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5", 16);

namespace {

struct Call {
  uint32_t operation;
  Bytes in, out;
};

constexpr size_t kReplayPerOperation = 400;
std::vector<Call> replay;
size_t kept[OP_NUM];

gmp_randclass &Randomness() {
  static gmp_randclass *state = [] {
    auto *s = new gmp_randclass(gmp_randinit_mt);
    const char *seed = std::getenv("CORDON_TEST_SEED");
    unsigned long value = seed ? std::strtoul(seed, nullptr, 10) : 20250101;
    std::printf("CORDON_TEST_SEED=%lu\n", value);
    s->seed(value);
    return s;
  }();
  return *state;
}

}  // namespace

Bytes ToBytes(const mpz_class &a, size_t len) {
  Bytes out(len, 0);
  size_t used = (mpz_sizeinbase(a.get_mpz_t(), 2) + 7) / 8;
  if (a != 0) {
    mpz_export(out.data() + (len - used), nullptr, 1, 1, 1, 0, a.get_mpz_t());
  }
  return out;
}

mpz_class FromBytes(const Bytes &bytes, size_t at, size_t len) {
  mpz_class out;
  mpz_import(out.get_mpz_t(), len, 1, 1, 1, 0, bytes.data() + at);
  return out;
}

Bytes FromHex(const std::string &hex) {
  Bytes out;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    out.push_back(uint8_t(std::stoul(hex.substr(i, 2), nullptr, 16)));
  }
  return out;
}

Bytes Compute(op operation, const std::vector<Bytes> &inputs) {
  Bytes in, out(OP_MAX_LEN);
  for (const Bytes &part : inputs) {
    in.insert(in.end(), part.begin(), part.end());
  }
  out.resize(op_run(operation, out.data(), in.data(), in.size()));
  if (kept[operation] < kReplayPerOperation) {
    kept[operation]++;
    replay.push_back({operation, in, out});
  }
  return out;
}

Bytes Compute(op operation, const Integers &inputs) {
  std::vector<Bytes> parts;
  for (const mpz_class &a : inputs) {
    parts.push_back(ToBytes(a));
  }
  return Compute(operation, parts);
}

mpz_class ComputeInteger(op operation, const Integers &inputs) {
  return FromBytes(Compute(operation, inputs));
}

mpz_class Mod(const mpz_class &a, const mpz_class &m) {
  mpz_class r;
  mpz_mod(r.get_mpz_t(), a.get_mpz_t(), m.get_mpz_t());
  return r;
}

mpz_class InverseMod(const mpz_class &a, const mpz_class &m) {
  mpz_class r;
  if (!mpz_invert(r.get_mpz_t(), a.get_mpz_t(), m.get_mpz_t())) {
    return 0;
  }
  return r;
}

Point Generator() { return {false, kGx, kGy}; }

Point Add(const Point &a, const Point &b) {
  mpz_class slope;
  if (a.infinity) {
    return b;
  }
  if (b.infinity) {
    return a;
  }
  if (a.x != b.x) {
    slope = (b.y - a.y) * InverseMod(Mod(b.x - a.x, kP), kP);
  } else if (a.y == b.y) {
    slope = (3 * a.x * a.x - 3) * InverseMod(Mod(2 * a.y, kP), kP);
  } else {
    return {};
  }
  Point r;
  r.infinity = false;
  r.x = Mod(slope * slope - a.x - b.x, kP);
  r.y = Mod(slope * (a.x - r.x) - a.y, kP);
  return r;
}

Point Negate(const Point &a) {
  return a.infinity ? a : Point{false, a.x, Mod(-a.y, kP)};
}

Point Multiply(const mpz_class &k, const Point &a) {
  Point r;
  for (size_t i = mpz_sizeinbase(k.get_mpz_t(), 2); i-- > 0;) {
    r = Add(r, r);
    if (mpz_tstbit(k.get_mpz_t(), i)) {
      r = Add(r, a);
    }
  }
  return r;
}

Integers Edges(const mpz_class &m) {
  Integers out;
  auto add = [&](const mpz_class &a) {
    if (a >= 0 && a < m) {
      out.push_back(a);
      if (a != 0) {
        out.push_back(m - a);
      }
    }
  };
  for (int i = 0; i <= 64; i++) {
    add(i);
  }
  for (unsigned i = 0; i < 256; i++) {
    mpz_class power = mpz_class(1) << i;
    add(power - 1);
    add(power);
    add(power + 1);
  }
  for (unsigned i = 0; i < 256; i += 32) {
    mpz_class word = mpz_class(0xffffffffu) << i;
    add(word);
    add(kR - 1 - word);
    add(kR - (mpz_class(1) << i));
    add(m / 2 + (mpz_class(1) << i));
  }
  for (const mpz_class &near : {kP, kN, mpz_class(kP - kN)}) {
    for (int i = -2; i <= 2; i++) {
      add(near + i);
      add((near >> 1) + i);
    }
  }
  return out;
}

Integers SomeEdges(const mpz_class &m, size_t step) {
  Integers out, all = Edges(m);
  for (size_t i = 0; i < all.size(); i += step) {
    out.push_back(all[i]);
  }
  return out;
}

mpz_class RandomBelow(const mpz_class &m) {
  return Randomness().get_z_range(m);
}

size_t Scaled(const char *what, size_t n) {
#if defined(CORDON_TEST_REDUCED)
  n = n / 10 + 1;
#endif
  std::printf("%s: %zu\n", what, n);
  return n;
}

size_t WriteReplay(const std::string &path) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  for (const Call &call : replay) {
    const uint8_t head[3] = {uint8_t(call.operation), uint8_t(call.in.size()),
                             uint8_t(call.out.size())};
    file.write(reinterpret_cast<const char *>(head), sizeof head);
    file.write(reinterpret_cast<const char *>(call.in.data()),
               std::streamsize(call.in.size()));
    file.write(reinterpret_cast<const char *>(call.out.data()),
               std::streamsize(call.out.size()));
  }
  file.close();
  return file ? replay.size() : 0;
}
