// Puts implementations, checks and engine together.
#include "session.h"

#include <map>
#include <memory>

#include "ablation_cells.h"
#include "checks.h"
#include "errors.h"
#include "implementation.h"
#include "power_on.h"

namespace bench {
namespace {

Row RowOf(const Cell &cell) {
  return {cell.operation,
          cell.curve,
          cell.implementation,
          cell.backend,
          true,
          {},
          ""};
}

class Session {
 public:
  explicit Session(const std::vector<std::string> &peers) {
    implementations_.push_back(OpenCordon());
    for (const std::string &path : peers) AddPeer(path);
    messages_ = MakeMessages();
  }

  Results Run(const std::vector<Operation> &operations, double seconds,
              const Clock &clock) {
    for (const Operation &op : operations) Check(op);
    for (size_t group = 0; group < operations.size(); group++) {
      Plan(operations[group], group);
    }
    const std::vector<Figures> figures = Measure(cells_, seconds, clock);
    for (size_t c = 0; c < cells_.size(); c++) {
      rows_[row_of_cell_[c]].figures = figures[c];
    }
    return {rows_, "cordon", peers_, 0};
  }

 private:
  // One curve's pool and each implementation's objects for it; null where
  // the implementation lacks every operation of the curve.
  struct CurveState {
    KeyPool pool;
    std::vector<std::unique_ptr<Keys>> keys;
  };

  // Two libraries of one version are told apart by a number.
  void AddPeer(const std::string &path) {
    implementations_.push_back(OpenPeer(path));
    Implementation *peer = implementations_.back().get();
    const std::string base = peer->name();
    for (size_t number = 2; IsTaken(peer); number++) {
      peer->Rename(base + " #" + std::to_string(number));
    }
    peers_.push_back(peer->name() + " is " + path);
  }

  bool IsTaken(const Implementation *peer) const {
    for (const auto &other : implementations_) {
      if (other.get() != peer && other->name() == peer->name()) return true;
    }
    return false;
  }

  bool CanUseCurve(const Implementation &who, const Curve *curve) const {
    for (const Operation &op : AllOperations()) {
      if (op.curve == curve && who.Missing(op).empty()) return true;
    }
    return false;
  }

  CurveState &StateOf(const Operation &op) {
    const Curve *curve = op.curve;
    const size_t num_entries = op.IsBatch() ? kBatchLen : kNumInputs;
    const auto found = curves_.find({curve, num_entries});
    if (found != curves_.end()) return found->second;
    CurveState &state = curves_[{curve, num_entries}];
    state.pool = MakePool(*curve, num_entries);
    for (const auto &who : implementations_) {
      state.keys.push_back(CanUseCurve(*who, curve) ? who->Load(state.pool)
                                                    : nullptr);
    }
    return state;
  }

  void Check(const Operation &op) {
    if (op.kind == Kind::hash) {
      std::vector<Implementation *> parties;
      for (const auto &who : implementations_) {
        if (who->Missing(op).empty()) parties.push_back(who.get());
      }
      CheckHashOperation(op, messages_, parties);
    } else if (op.curve) {
      CurveState &state = StateOf(op);
      std::vector<Party> parties;
      for (size_t i = 0; i < implementations_.size(); i++) {
        if (!state.keys[i]) continue;
        parties.push_back({implementations_[i].get(), state.keys[i].get()});
      }
      CheckCurveOperation(op, state.pool, parties);
    }
  }

  void Plan(const Operation &op, size_t group) {
    for (size_t i = 0; i < implementations_.size(); i++) {
      if (i > 0 && !op.PeersHaveIt()) continue;
      Cell cell;
      cell.operation = op.name;
      cell.curve = op.CurveName();
      cell.implementation = implementations_[i]->name();
      cell.backend = i > 0 && op.IsPrepared() ? "plain verify"
                                              : implementations_[i]->backend();
      cell.group = group;
      rows_.push_back(RowOf(cell));
      rows_.back().reason = implementations_[i]->Missing(op);
      rows_.back().measured = rows_.back().reason.empty();
      if (!rows_.back().measured) continue;
      SetBody(op, i, &cell);
      cells_.push_back(cell);
      row_of_cell_.push_back(rows_.size() - 1);
    }
  }

  void SetBody(const Operation &op, size_t i, Cell *cell) {
    cell->num_inputs = kNumInputs;
    if (op.kind == Kind::power_on) {
      cell->num_inputs = 1;
      cell->probe = FreshPowerOnNs;
    } else if (op.kind == Kind::hash) {
      Implementation *who = implementations_[i].get();
      cell->run = [this, who, op](size_t input) {
        uint8_t out[64];
        return who->Digest(op.hash, out, Message(messages_, input),
                           op.message_len);
      };
    } else {
      CurveState &state = StateOf(op);
      SetCurveBody(op.kind, state.pool, state.keys[i].get(), cell);
    }
  }

  static void SetCurveBody(Kind kind, const KeyPool &pool, Keys *keys,
                           Cell *cell) {
    const PoolEntry *entries = pool.entries.data();
    if (kind == Kind::sign) {
      cell->run = [keys, entries](size_t i) {
        Signature sig;
        return keys->Sign(i, entries[i].digest, &sig);
      };
    } else if (kind == Kind::sign_deterministic) {
      cell->run = [keys, entries](size_t i) {
        Signature sig;
        return keys->SignDeterministic(i, entries[i].digest, &sig);
      };
    } else if (kind == Kind::ecdh) {
      cell->run = [keys](size_t i) {
        uint8_t z[kMaxFieldLen];
        return keys->Agree(i, (i + 1) % kNumInputs, z);
      };
    } else if (kind == Kind::verify) {
      cell->run = [keys, entries](size_t i) {
        return keys->Verify(i, entries[i].digest, entries[i].sig);
      };
    } else if (kind == Kind::sign_batch) {
      cell->num_inputs = 1;
      cell->repeats = kBatchLen;
      cell->run = [keys, &pool](size_t) {
        Signature sigs[kBatchLen];
        return keys->SignBatch(pool, sigs);
      };
    } else if (kind == Kind::verify_batch) {
      cell->num_inputs = 1;
      cell->repeats = kBatchLen;
      cell->run = [keys, &pool](size_t) { return keys->VerifyBatch(pool); };
    } else if (kind == Kind::verify_prepared_small ||
               kind == Kind::verify_prepared_large) {
      const bool large = kind == Kind::verify_prepared_large;
      cell->run = [keys, entries, large](size_t i) {
        return keys->VerifyPrepared(i, large, entries[i].digest,
                                    entries[i].sig);
      };
    } else if (kind == Kind::keygen_no_pct) {
      cell->run = [keys](size_t i) { return keys->KeygenWithoutTest(i); };
    } else {
      cell->run = [keys](size_t i) { return keys->Keygen(i); };
    }
  }

  std::vector<std::unique_ptr<Implementation>> implementations_;
  std::vector<std::string> peers_;
  std::map<std::pair<const Curve *, size_t>, CurveState> curves_;
  Bytes messages_;
  std::vector<Cell> cells_;
  std::vector<Row> rows_;
  std::vector<size_t> row_of_cell_;
};

}  // namespace

Results RunSession(const std::vector<Operation> &operations,
                   const std::vector<std::string> &peers, double seconds,
                   const Clock &clock) {
  Session session(peers);
  return session.Run(operations, seconds, clock);
}

Results RunAblation(double seconds, const Clock &clock) {
  std::vector<MissingCell> missing;
  const std::vector<Cell> cells = AblationCells(&missing);
  const std::vector<Figures> figures = Measure(cells, seconds, clock);
  std::vector<Row> rows;
  double ns_per_cycle = 0;
  for (size_t c = 0; c < cells.size(); c++) {
    rows.push_back(RowOf(cells[c]));
    rows.back().figures = figures[c];
    if (cells[c].operation == kCycleOperation) {
      ns_per_cycle = figures[c].quiet_ns;
    }
  }
  for (const MissingCell &one : missing) {
    rows.push_back(RowOf(one.cell));
    rows.back().measured = false;
    rows.back().reason = one.reason;
  }
  return {rows, "", {}, ns_per_cycle};
}

}  // namespace bench
