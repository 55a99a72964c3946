// Scheduling of the rounds, sampling, and the statistics over the samples.
#include "engine.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <numeric>
#include <random>

#include "errors.h"

namespace bench {
namespace {

// Ten passes make the 10th percentile of an input a value that was seen.
const size_t kMinPasses = 10;
const size_t kMaxPasses = 200;
// A slice this long outlasts the cold start after another cell.
const double kSliceNs = 2e6;
const size_t kMaxRounds = 250;
const size_t kMinRounds = 3;

// Saturates: four seconds are no measurement of ours.
using Sample = uint32_t;
const Sample kMaxSample = std::numeric_limits<Sample>::max();

struct Samples {
  std::vector<Sample> all;
  std::vector<Sample> quiet;  // by input: best round's 10th percentile
};

struct Group {
  std::vector<size_t> cells;
  size_t passes = 1;
  size_t rounds = 0;
  uint64_t spent_ns = 0;
};

// The q-quantile by nearest rank (of ten samples the 10th percentile is the
// least); reorders v. Pre: v is not empty, 0 < q <= 1.
Sample Quantile(std::vector<Sample> *v, double q) {
  const double rank = std::ceil(q * static_cast<double>(v->size()));
  const auto nth = v->begin() + static_cast<std::ptrdiff_t>(rank) - 1;
  std::nth_element(v->begin(), nth, v->end());
  return *nth;
}

[[noreturn]] void CallFailed(const Cell &cell) {
  throw WrongAnswer(cell.implementation + ": a call of " + cell.operation +
                    " failed while it was timed");
}

Sample SampleOnce(const Cell &cell, size_t input, const Clock &clock) {
  uint64_t cost;
  bool ok;
  if (cell.probe) {
    cost = cell.probe();
    ok = cost != 0;
  } else {
    const uint64_t begin = clock.Begin();
    ok = cell.run(input);
    cost = clock.End() - begin;
  }
  if (!ok) CallFailed(cell);
  return static_cast<Sample>(std::min<uint64_t>(cost, kMaxSample));
}

// Untimed calls bring code, tables and the first inputs into the caches.
void WarmUp(const Cell &cell) {
  if (cell.probe) return;
  for (size_t i = 0; i < std::min<size_t>(cell.num_inputs, 4); i++) {
    if (!cell.run(i)) CallFailed(cell);
  }
}

// Each pass goes through all inputs, so that no predictor sees one input many
// times in a row.
void RunSlice(const Cell &cell, size_t passes, const Clock &clock,
              Samples *out) {
  std::vector<std::vector<Sample>> by_input(cell.num_inputs);
  for (auto &samples : by_input) samples.reserve(passes);
  WarmUp(cell);
  for (size_t pass = 0; pass < passes; pass++) {
    for (size_t i = 0; i < cell.num_inputs; i++) {
      by_input[i].push_back(SampleOnce(cell, i, clock));
    }
  }
  for (size_t i = 0; i < cell.num_inputs; i++) {
    out->all.insert(out->all.end(), by_input[i].begin(), by_input[i].end());
    out->quiet[i] = std::min(out->quiet[i], Quantile(&by_input[i], 0.1));
  }
}

// Passes for slices of kSliceNs, at least kMinPasses, but few enough that
// kMinRounds fit into the budget; a first pass of each cell tells the cost.
size_t ChoosePasses(const std::vector<Cell> &cells, const Group &group,
                    double budget_ns, const Clock &clock) {
  double slowest = 1, sum = 1;
  for (size_t c : group.cells) {
    Samples ignored = {{}, std::vector<Sample>(cells[c].num_inputs)};
    double cost = budget_ns;
    for (int attempt = 0; attempt < 2; attempt++) {
      const uint64_t begin = MonotonicNs();
      RunSlice(cells[c], 1, clock, &ignored);
      cost = std::min(cost, static_cast<double>(MonotonicNs() - begin));
    }
    slowest = std::max(slowest, cost);
    sum += cost;
  }
  const double wanted =
      std::clamp(kSliceNs / slowest, static_cast<double>(kMinPasses),
                 static_cast<double>(kMaxPasses));
  const double fits = budget_ns / (sum * static_cast<double>(kMinRounds));
  return static_cast<size_t>(std::max(1.0, std::min(wanted, fits)));
}

std::vector<Group> MakeGroups(const std::vector<Cell> &cells, double budget_ns,
                              const Clock &clock) {
  std::map<size_t, Group> by_id;
  for (size_t c = 0; c < cells.size(); c++) {
    by_id[cells[c].group].cells.push_back(c);
  }
  std::vector<Group> groups;
  for (auto &[id, group] : by_id) {
    group.passes = ChoosePasses(cells, group, budget_ns, clock);
    groups.push_back(group);
  }
  return groups;
}

bool IsFinished(const Group &group, uint64_t budget_ns) {
  return group.spent_ns >= budget_ns || group.rounds >= kMaxRounds;
}

void ShowProgress(const std::vector<Group> &groups, uint64_t budget_ns) {
  if (!isatty(STDERR_FILENO)) return;
  uint64_t done = 0;
  for (const Group &group : groups) {
    done += IsFinished(group, budget_ns) ? budget_ns : group.spent_ns;
  }
  const uint64_t total = std::max<uint64_t>(1, budget_ns * groups.size());
  std::fprintf(stderr, "\rmeasuring: %3u %%%s",
               static_cast<unsigned>(100 * done / total),
               done == total ? "\n" : "");
}

// What the timing itself costs, in ticks: the same path around nothing.
double MeasureOverhead(const Clock &clock) {
  Cell nothing;
  nothing.num_inputs = 1;
  nothing.run = [](size_t) { return true; };
  Samples samples = {{}, {kMaxSample}};
  for (size_t round = 0; round < 10; round++) {
    RunSlice(nothing, 1000, clock, &samples);
  }
  return samples.quiet[0];
}

Figures Summarise(const Cell &cell, Samples *samples, size_t rounds,
                  double overhead, double ns_per_tick) {
  const double scale =
      (cell.probe ? 1.0 : ns_per_tick) / static_cast<double>(cell.repeats);
  const double offset = cell.probe ? 0.0 : overhead;
  auto to_ns = [&](double ticks) {
    return std::max(0.1, (ticks - offset) * scale);
  };
  const double sum =
      std::accumulate(samples->quiet.begin(), samples->quiet.end(), 0.0);
  const double low = to_ns(Quantile(&samples->all, 0.1));
  const double high = to_ns(Quantile(&samples->all, 0.9));
  Figures figures;
  figures.median_ns = to_ns(Quantile(&samples->all, 0.5));
  figures.quiet_ns = to_ns(sum / static_cast<double>(samples->quiet.size()));
  figures.spread = (high - low) / figures.median_ns;
  figures.rounds = rounds;
  return figures;
}

// One slice of every cell of every unfinished group, in a new random order;
// false if all are finished.
bool RunRound(const std::vector<Cell> &cells, uint64_t budget_ns,
              const Clock &clock, std::mt19937_64 *random,
              std::vector<Group> *groups, std::vector<Samples> *samples) {
  std::vector<std::pair<Group *, size_t>> order;
  for (Group &group : *groups) {
    if (IsFinished(group, budget_ns)) continue;
    for (size_t c : group.cells) order.emplace_back(&group, c);
    group.rounds++;
  }
  std::shuffle(order.begin(), order.end(), *random);
  for (const auto &[group, c] : order) {
    const uint64_t begin = MonotonicNs();
    RunSlice(cells[c], group->passes, clock, &(*samples)[c]);
    group->spent_ns += MonotonicNs() - begin;
  }
  return !order.empty();
}

}  // namespace

std::vector<Figures> Measure(const std::vector<Cell> &cells, double seconds,
                             const Clock &clock) {
  const uint64_t budget_ns = static_cast<uint64_t>(seconds * 1e9);
  const double overhead = MeasureOverhead(clock);
  std::vector<Group> groups =
      MakeGroups(cells, static_cast<double>(budget_ns), clock);
  std::vector<Samples> samples(cells.size());
  for (size_t c = 0; c < cells.size(); c++) {
    samples[c].quiet.assign(cells[c].num_inputs, kMaxSample);
  }
  std::mt19937_64 random(std::random_device{}());
  while (RunRound(cells, budget_ns, clock, &random, &groups, &samples)) {
    ShowProgress(groups, budget_ns);
  }

  const double ns_per_tick = clock.NsPerTick();
  std::vector<Figures> figures(cells.size());
  for (const Group &group : groups) {
    for (size_t c : group.cells) {
      figures[c] =
          Summarise(cells[c], &samples[c], group.rounds, overhead, ns_per_tick);
    }
  }
  return figures;
}

}  // namespace bench
