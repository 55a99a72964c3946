// Checks of the variants, and the cells that time them.
#include "variant_cells.h"

#include <algorithm>
#include <memory>

#include "errors.h"
#include "implementation.h"
#include "unsealed.h"

namespace bench {
namespace {

const struct unsealed_module &kModule = unsealed_module;

// Inversions in one timed call, of as many different values.
const size_t kNumInversions = 15;

using Scalar = std::array<uint8_t, 32>;

// n of P-256, big-endian.
const Scalar kOrder = {0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00,
                       0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                       0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84,
                       0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51};

struct Variant {
  unsealed_variant id;
  const char *name;
  uint64_t num_calls;  // of the arithmetic, which it replaces in an operation
};

const Variant kShipped = {UNSEALED_SHIPPED, "shipped", 0};

// The objects of the unsealed sources for the entries of a pool.
struct Objects {
  explicit Objects(const KeyPool &keys) : pool(keys) {
    for (size_t i = 0; i < kNumInputs; i++) {
      const KeyPair &pair = pool.entries[i].pair;
      if (!kModule.import_scalar(&privates[i], pair.d.data()) ||
          !kModule.import_point(&publics[i], pair.point.data())) {
        throw ModuleError("the unsealed sources refuse a key of the pool");
      }
    }
  }

  bool Sign(size_t i, Signature *out) const {
    out->len = out->der.size();
    return kModule.sign(out->der.data(), &out->len, &privates[i],
                        pool.entries[i].digest.data()) == 1;
  }

  bool Verify(size_t i, const Digest &digest, const Signature &sig) const {
    return kModule.verify(&publics[i], digest.data(), sig.der.data(),
                          sig.len) == 1;
  }

  // A random number below n.
  Scalar Value(size_t i) const {
    Scalar x;
    std::copy_n(pool.entries[i].pair.d.begin(), x.size(), x.begin());
    return x;
  }

  const KeyPool pool;
  std::array<cordon_private_key, kNumInputs> privates;
  std::array<cordon_public_key, kNumInputs> publics;
};

[[noreturn]] void Wrong(const Variant &variant, const char *what) {
  throw WrongAnswer(std::string("ablation: ") + variant.name + " " + what);
}

// Runs an operation with the variant, which must replace all of its calls.
template <typename Operation>
bool With(const Variant &variant, Operation operation) {
  const uint64_t before = kModule.count();
  kModule.choose(variant.id);
  const bool ok = operation();
  kModule.choose(UNSEALED_SHIPPED);
  if (kModule.count() - before != variant.num_calls) {
    Wrong(variant, "does not take its part in the operation");
  }
  return ok;
}

// The signatures that the variant makes are valid.
void CheckSign(const Variant &variant, const Objects &objects) {
  for (size_t i = 0; i < kNumInputs; i++) {
    Signature sig;
    const bool ok = With(variant, [&] { return objects.Sign(i, &sig); });
    if (!ok || !objects.Verify(i, objects.pool.entries[i].digest, sig)) {
      Wrong(variant, "makes wrong signatures");
    }
  }
}

// It accepts a signature, and no other digest with it.
void CheckVerify(const Variant &variant, const Objects &objects) {
  for (size_t i = 0; i < kNumInputs; i++) {
    const PoolEntry &entry = objects.pool.entries[i];
    Digest other = entry.digest;
    other[i] ^= 1;
    if (!With(variant,
              [&] { return objects.Verify(i, entry.digest, entry.sig); })) {
      Wrong(variant, "refuses a signature");
    }
    if (With(variant, [&] { return objects.Verify(i, other, entry.sig); })) {
      Wrong(variant, "accepts a wrong signature");
    }
  }
}

Scalar Inverted(const Variant &variant, Scalar x) {
  if (!With(variant, [&] { return kModule.invert(x.data(), 1) == 1; })) {
    Wrong(variant, "inverts too little");
  }
  return x;
}

void CheckInversion(const Variant &variant, const Scalar &x) {
  if (Inverted(variant, x) != Inverted(kShipped, x)) {
    Wrong(variant, "gives a wrong inverse");
  }
}

// Random values, 2^i and n - 2^i.
void CheckInversions(const Variant &variant, const Objects &objects) {
  for (size_t i = 0; i < kNumInputs; i++) {
    CheckInversion(variant, objects.Value(i));
  }
  for (size_t bit = 0; bit < 256; bit++) {
    Scalar power = {}, rest = kOrder;
    power[31 - bit / 8] = static_cast<uint8_t>(1u << bit % 8);
    if (power >= kOrder) continue;
    int borrow = 0;
    for (size_t i = 32; i-- > 0;) {
      const int digit = rest[i] - power[i] - borrow;
      borrow = digit < 0;
      rest[i] = static_cast<uint8_t>(digit);
    }
    CheckInversion(variant, power);
    CheckInversion(variant, rest);
  }
}

Cell MakeCell(const char *operation, const Variant &variant, size_t group) {
  Cell cell;
  cell.operation = operation;
  cell.curve = "P-256";
  cell.implementation = variant.name;
  cell.backend = "ablation";
  cell.group = group;
  cell.num_inputs = kNumInputs;
  return cell;
}

using Shared = std::shared_ptr<const Objects>;

Cell SignCell(const Variant &variant, size_t group, Shared objects) {
  CheckSign(variant, *objects);
  Cell cell = MakeCell("sign", variant, group);
  cell.run = [variant, objects](size_t i) {
    Signature sig;
    kModule.choose(variant.id);
    return objects->Sign(i, &sig);
  };
  return cell;
}

Cell VerifyCell(const Variant &variant, size_t group, Shared objects) {
  CheckVerify(variant, *objects);
  Cell cell = MakeCell("verify", variant, group);
  cell.run = [variant, objects](size_t i) {
    const PoolEntry &entry = objects->pool.entries[i];
    kModule.choose(variant.id);
    return objects->Verify(i, entry.digest, entry.sig);
  };
  return cell;
}

Cell InversionCell(const Variant &variant, size_t group, Shared objects) {
  CheckInversions(variant, *objects);
  Cell cell = MakeCell("inverse-vartime", variant, group);
  cell.repeats = kNumInversions;
  cell.run = [variant, objects](size_t i) {
    Scalar x = objects->Value(i);
    kModule.choose(variant.id);
    return kModule.invert(x.data(), kNumInversions) == 1;
  };
  return cell;
}

}  // namespace

void AddVariantCells(std::vector<Cell> *cells) {
  const Variant fermat = {UNSEALED_FERMAT, "fermat", 1};
  const Variant affine = {UNSEALED_FERMAT_AFFINE, "fermat, affine x", 2};
  const Variant bits = {UNSEALED_BEEU_BITS, "one bit at a time", 1};
  const Curve *curve = FindCurve("P-256");
  const Shared objects =
      std::make_shared<const Objects>(MakePool(*curve, kNumInputs));
  size_t group = cells->empty() ? 0 : cells->back().group + 1;
  for (const Variant &variant : {kShipped, fermat}) {
    cells->push_back(SignCell(variant, group, objects));
  }
  group++;
  for (const Variant &variant : {kShipped, fermat, affine}) {
    cells->push_back(VerifyCell(variant, group, objects));
  }
  group++;
  for (const Variant &variant : {kShipped, bits, fermat}) {
    cells->push_back(InversionCell(variant, group, objects));
  }
}

}  // namespace bench
