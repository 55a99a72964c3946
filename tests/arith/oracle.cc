// The answers of GMP; see oracle.h.
#include "oracle.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>

#if defined(CORDON_TEST_FORMS)
extern "C" {
#include "module/cpu.h"
}
#endif

mpz_class kP, kB, kN, kGx, kGy, kTop;
size_t kBits, kLen;
uint32_t kCurve;

void Select(uint32_t curve) {
  static const struct {
    const char *p, *b, *n, *gx, *gy;
  } kCurves[] = {
      {"ffffffffffffffffffffffffffffffff000000000000000000000001",
       "b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4",
       "ffffffffffffffffffffffffffff16a2e0b8f03e13dd29455c5c2a3d",
       "b70e0cbd6bb4bf7f321390b94a03c1d356c21122343280d6115c1d21",
       "bd376388b5f723fb4c22dfe6cd4375a05a07476444d5819985007e34"},
      {"ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
       "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b",
       "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
       "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
       "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"},
      {"ffffffffffffffffffffffffffffffffffffffffffffffff"
       "fffffffffffffffeffffffff0000000000000000ffffffff",
       "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe814112"
       "0314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aef",
       "ffffffffffffffffffffffffffffffffffffffffffffffff"
       "c7634d81f4372ddf581a0db248b0a77aecec196accc52973",
       "aa87ca22be8b05378eb1c71ef320ad746e1d3b628ba79b98"
       "59f741e082542a385502f25dbf55296c3a545e3872760ab7",
       "3617de4a96262c6f5d9e98bf9292dc29f8f41dbd289a147c"
       "e9da3113b5f0b8c00a60b1ce1d7e819d7a431d7c90ea0e5f"},
      {"1ff"
       "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
       "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
       "051"
       "953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e1"
       "56193951ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00",
       "1ff"
       "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa"
       "51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409",
       "0c6"
       "858e06b70404e9cd9e3ecb662395b4429c648139053fb521f828af606b4d3dba"
       "a14b5e77efe75928fe1dc127a2ffa8de3348b3c1856a429bf97e7e31c2e5bd66",
       "118"
       "39296a789a3bc0045c8a5fb42c7d1bd998f54449579b446817afbd17273e662c"
       "97ee72995ef42640c550b9013fad0761353c7086a272c24088be94769fd16650"}};
  const auto &c = kCurves[curve - 1];
  kCurve = curve;
  kP = mpz_class(c.p, 16);
  kB = mpz_class(c.b, 16);
  kN = mpz_class(c.n, 16);
  kGx = mpz_class(c.gx, 16);
  kGy = mpz_class(c.gy, 16);
  kBits = mpz_sizeinbase(kN.get_mpz_t(), 2);
  kLen = (kBits + 7) / 8;
  kTop = mpz_class(1) << (8 * kLen);
}

namespace {

struct Call {
  uint32_t curve, operation;
  Bytes in, out;
};

constexpr size_t kReplayPerOperation = 60;
std::vector<Call> replay;
size_t kept[5][OP_NUM];

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

#if defined(CORDON_TEST_FORMS)
// The forms that the program was built to test are set before any test runs.
// Exit code 77, for ctest, where this machine lacks one.
const bool forms_are_set = [] {
  cpu_words words;
  cpu_read(&words);
  if ((cpu_choose_forms(&words, 0) & CORDON_TEST_FORMS) != CORDON_TEST_FORMS) {
    std::printf("this machine does not have the forms to test: skipped\n");
    std::exit(77);
  }
  op_set_forms(CORDON_TEST_FORMS);
  return true;
}();
#endif

}  // namespace

std::string CurveName(const testing::TestParamInfo<uint32_t> &info) {
  return std::vector<std::string>{"P224", "P256", "P384",
                                  "P521"}[info.param - 1];
}

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
  out.resize(op_run(kCurve, operation, out.data(), in.data(), in.size()));
  if (kept[kCurve][operation] < kReplayPerOperation) {
    kept[kCurve][operation]++;
    replay.push_back({kCurve, operation, in, out});
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
  for (unsigned i = 0; i < kBits; i++) {
    mpz_class power = mpz_class(1) << i;
    add(power - 1);
    add(power);
    add(power + 1);
  }
  for (unsigned i = 0; i < kBits; i += 32) {
    mpz_class word = mpz_class(0xffffffffu) << i;
    add(word);
    add(kTop - 1 - word);
    add(m - 1 - word);
    add(kTop - (mpz_class(1) << i));
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
  n = n * 80 / kBits / (kBits > 256 ? 2 : 1) + 1;
#if defined(CORDON_TEST_REDUCED)
  n = n / 10 + 1;
#endif
  std::printf("%s: %zu\n", what, n);
  return n;
}

size_t WriteReplay(const std::string &path) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  for (const Call &call : replay) {
    const uint8_t head[6] = {uint8_t(call.curve),
                             uint8_t(call.operation),
                             uint8_t(call.in.size() / 256),
                             uint8_t(call.in.size()),
                             uint8_t(call.out.size() / 256),
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
