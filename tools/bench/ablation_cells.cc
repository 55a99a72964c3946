// Checks of the limb layouts, and the cells that time them.
#include "ablation_cells.h"

#include <algorithm>
#include <array>
#include <memory>
#include <random>

#include "ablation.h"
#include "errors.h"
#include "implementation.h"
#include "variant_cells.h"

namespace bench {
namespace {

using FieldBytes = std::array<uint8_t, 32>;

// Multiplications in one timed call.
const size_t kNumRepeats = 200;
const size_t kNumRandomChecks = 200;

const char *const kNames[ABLATION_NUM_VARIANTS] = {"4x64", "8x32", "9x29",
                                                   "10x26"};

// p of P-256, big-endian.
const FieldBytes kPrime = {0xff, 0xff, 0xff, 0xff, 0,    0,    0,    1,
                           0,    0,    0,    0,    0,    0,    0,    0,
                           0,    0,    0,    0,    0xff, 0xff, 0xff, 0xff,
                           0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};

FieldBytes RandomValue(std::mt19937_64 *random) {
  FieldBytes value;
  do {
    for (uint8_t &byte : value) byte = static_cast<uint8_t>((*random)());
  } while (value >= kPrime);
  return value;
}

// 0, 1, p - 1, p - 2 and each 2^i and 2^i - 1 around the limb borders.
std::vector<FieldBytes> EdgeValues() {
  std::vector<FieldBytes> values(4);
  values[1][31] = 1;
  values[2] = values[3] = kPrime;
  values[2][31] -= 1;
  values[3][31] -= 2;
  for (size_t bit = 26; bit < 256; bit++) {
    if (bit % 26 && bit % 29 && bit % 32) continue;
    FieldBytes power = {}, below = {};
    power[31 - bit / 8] = static_cast<uint8_t>(1u << bit % 8);
    for (size_t i = 0; i < bit; i++) {
      below[31 - i / 8] |= static_cast<uint8_t>(1u << i % 8);
    }
    values.push_back(power);
    values.push_back(below);
  }
  return values;
}

FieldBytes Product(ablation_variant variant, const FieldBytes &a,
                   const FieldBytes &b) {
  ablation_element x[ABLATION_NUM_STREAMS], y, chained;
  ablation_from_bytes(variant, &y, b.data());
  for (ablation_element &element : x) {
    ablation_from_bytes(variant, &element, a.data());
  }
  chained = x[0];
  ablation_chain(variant, &chained, &y, 1);
  ablation_streams(variant, x, &y, 1);
  FieldBytes result, other;
  ablation_to_bytes(variant, result.data(), &chained);
  for (const ablation_element &element : x) {
    ablation_to_bytes(variant, other.data(), &element);
    if (other != result)
      throw WrongAnswer("ablation: chain and streams differ");
  }
  return result;
}

void CheckProduct(const FieldBytes &a, const FieldBytes &b) {
  FieldBytes expected;
  ablation_reference(expected.data(), a.data(), b.data());
  for (int v = 0; v < ABLATION_NUM_VARIANTS; v++) {
    const auto variant = static_cast<ablation_variant>(v);
    if (!ablation_available(variant)) continue;
    if (Product(variant, a, b) != expected) {
      throw WrongAnswer(std::string("ablation: ") + kNames[v] +
                        " gives a wrong product");
    }
  }
}

void CheckAll(std::mt19937_64 *random) {
  const std::vector<FieldBytes> edges = EdgeValues();
  for (const FieldBytes &a : edges) {
    CheckProduct(a, a);
    CheckProduct(a, edges[2]);
    CheckProduct(a, RandomValue(random));
  }
  for (size_t i = 0; i < kNumRandomChecks; i++) {
    CheckProduct(RandomValue(random), RandomValue(random));
  }
}

using Loop = void (*)(ablation_variant, ablation_element *,
                      const ablation_element *, size_t);

// The elements change from call to call, which multiplication does not mind:
// its time depends on no value.
Cell MakeCell(ablation_variant variant, size_t group, std::mt19937_64 *random) {
  const bool streams = group == 1;
  auto x = std::make_shared<std::vector<ablation_element>>(
      kNumInputs * ABLATION_NUM_STREAMS);
  for (ablation_element &element : *x) {
    ablation_from_bytes(variant, &element, RandomValue(random).data());
  }
  Cell cell;
  cell.operation = streams ? "field-mul-throughput" : "field-mul-latency";
  cell.curve = "P-256";
  cell.implementation = kNames[variant];
  cell.backend = "ablation";
  cell.group = group;
  cell.num_inputs = kNumInputs;
  cell.repeats = kNumRepeats * (streams ? ABLATION_NUM_STREAMS : 1);
  const Loop loop = streams ? ablation_streams : ablation_chain;
  cell.run = [x, variant, loop](size_t i) {
    const size_t other = (i + 1) % kNumInputs;
    ablation_element y = (*x)[other * ABLATION_NUM_STREAMS];
    loop(variant, &(*x)[i * ABLATION_NUM_STREAMS], &y, kNumRepeats);
    return true;
  };
  return cell;
}

// One addition that waits for the one before it.
inline void ChainedAddition(uint64_t *x, uint64_t step) {
  *x += step;
  __asm__("" : "+r"(*x));
}

// One core cycle each, on the machines that this is for: the loop around eight
// of them hides behind them.
uint64_t ChainedAdditions(uint64_t x, size_t num) {
  for (size_t i = 0; i < num; i += 8) {
    ChainedAddition(&x, i);
    ChainedAddition(&x, i);
    ChainedAddition(&x, i);
    ChainedAddition(&x, i);
    ChainedAddition(&x, i);
    ChainedAddition(&x, i);
    ChainedAddition(&x, i);
    ChainedAddition(&x, i);
  }
  return x;
}

Cell CycleCell(size_t group) {
  Cell cell;
  cell.operation = kCycleOperation;
  cell.implementation = "one";
  cell.backend = "ablation";
  cell.group = group;
  cell.num_inputs = kNumInputs;
  cell.repeats = 10000;
  cell.run = [](size_t i) { return ChainedAdditions(i, 10000) < UINT64_MAX; };
  return cell;
}

}  // namespace

std::vector<Cell> AblationCells(std::vector<MissingCell> *missing) {
  std::mt19937_64 random(std::random_device{}());
  CheckAll(&random);
  std::vector<Cell> cells;
  for (size_t group = 0; group < 2; group++) {
    for (int v = 0; v < ABLATION_NUM_VARIANTS; v++) {
      const auto variant = static_cast<ablation_variant>(v);
      if (!ablation_available(variant)) continue;
      cells.push_back(MakeCell(variant, group, &random));
    }
  }
  AddVariantCells(&cells);
  AddLimbsCells(&cells, missing);
  cells.push_back(CycleCell(cells.back().group + 1));
  return cells;
}

}  // namespace bench
