/* Puts implementations, checks and engine together. */
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

Row row_of(const Cell &cell) {
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
    implementations_.push_back(open_cordon());
    for (const std::string &path : peers) add_peer(path);
    messages_ = make_messages();
  }

  Results run(const std::vector<Operation> &operations, double seconds,
              const Clock &clock) {
    for (const Operation &op : operations) check(op);
    for (size_t group = 0; group < operations.size(); group++) {
      plan(operations[group], group);
    }
    const std::vector<Figures> figures = measure(cells_, seconds, clock);
    for (size_t c = 0; c < cells_.size(); c++) {
      rows_[row_of_cell_[c]].figures = figures[c];
    }
    return {rows_, peers_};
  }

 private:
  /* One curve's pool and each implementation's objects for it; null where
   * the implementation lacks every operation of the curve. */
  struct CurveState {
    KeyPool pool;
    std::vector<std::unique_ptr<Keys>> keys;
  };

  /* Two libraries of one version are told apart by a number. */
  void add_peer(const std::string &path) {
    implementations_.push_back(open_peer(path));
    Implementation *peer = implementations_.back().get();
    const std::string base = peer->name();
    for (size_t number = 2; is_taken(peer); number++) {
      peer->rename(base + " #" + std::to_string(number));
    }
    peers_.push_back(peer->name() + " is " + path);
  }

  bool is_taken(const Implementation *peer) const {
    for (const auto &other : implementations_) {
      if (other.get() != peer && other->name() == peer->name()) return true;
    }
    return false;
  }

  bool can_use_curve(const Implementation &who, const Curve *curve) const {
    for (const Operation &op : all_operations()) {
      if (op.curve == curve && who.missing(op).empty()) return true;
    }
    return false;
  }

  CurveState &curve_state(const Curve *curve) {
    const auto found = curves_.find(curve);
    if (found != curves_.end()) return found->second;
    CurveState &state = curves_[curve];
    state.pool = make_pool(*curve);
    for (const auto &who : implementations_) {
      state.keys.push_back(can_use_curve(*who, curve) ? who->load(state.pool)
                                                      : nullptr);
    }
    return state;
  }

  void check(const Operation &op) {
    if (op.kind == Kind::hash) {
      std::vector<Implementation *> parties;
      for (const auto &who : implementations_) {
        if (who->missing(op).empty()) parties.push_back(who.get());
      }
      check_hash_operation(op, messages_, parties);
    } else if (op.curve) {
      CurveState &state = curve_state(op.curve);
      std::vector<Party> parties;
      for (size_t i = 0; i < implementations_.size(); i++) {
        if (!state.keys[i]) continue;
        parties.push_back({implementations_[i].get(), state.keys[i].get()});
      }
      check_curve_operation(op, state.pool, parties);
    }
  }

  void plan(const Operation &op, size_t group) {
    for (size_t i = 0; i < implementations_.size(); i++) {
      if (i > 0 && !op.peers_have_it()) continue;
      Cell cell;
      cell.operation = op.name;
      cell.curve = op.curve_name();
      cell.implementation = implementations_[i]->name();
      cell.backend = implementations_[i]->backend();
      cell.group = group;
      rows_.push_back(row_of(cell));
      rows_.back().reason = implementations_[i]->missing(op);
      rows_.back().measured = rows_.back().reason.empty();
      if (!rows_.back().measured) continue;
      set_body(op, i, &cell);
      cells_.push_back(cell);
      row_of_cell_.push_back(rows_.size() - 1);
    }
  }

  void set_body(const Operation &op, size_t i, Cell *cell) {
    cell->num_inputs = num_inputs;
    if (op.kind == Kind::power_on) {
      cell->num_inputs = 1;
      cell->probe = fresh_power_on_ns;
    } else if (op.kind == Kind::hash) {
      Implementation *who = implementations_[i].get();
      cell->run = [this, who, op](size_t input) {
        uint8_t out[64];
        return who->digest(op.hash, out, message(messages_, input),
                           op.message_len);
      };
    } else {
      CurveState &state = curve_state(op.curve);
      set_curve_body(op.kind, state.pool, state.keys[i].get(), cell);
    }
  }

  static void set_curve_body(Kind kind, const KeyPool &pool, Keys *keys,
                             Cell *cell) {
    const PoolEntry *entries = pool.entries.data();
    if (kind == Kind::sign) {
      cell->run = [keys, entries](size_t i) {
        Signature sig;
        return keys->sign(i, entries[i].digest, &sig);
      };
    } else if (kind == Kind::verify) {
      cell->run = [keys, entries](size_t i) {
        return keys->verify(i, entries[i].digest, entries[i].sig);
      };
    } else {
      cell->run = [keys](size_t i) { return keys->keygen(i); };
    }
  }

  std::vector<std::unique_ptr<Implementation>> implementations_;
  std::vector<std::string> peers_;
  std::map<const Curve *, CurveState> curves_;
  Bytes messages_;
  std::vector<Cell> cells_;
  std::vector<Row> rows_;
  std::vector<size_t> row_of_cell_;
};

}  // namespace

Results run_session(const std::vector<Operation> &operations,
                    const std::vector<std::string> &peers, double seconds,
                    const Clock &clock) {
  Session session(peers);
  return session.run(operations, seconds, clock);
}

Results run_ablation(double seconds, const Clock &clock) {
  const std::vector<Cell> cells = ablation_cells();
  const std::vector<Figures> figures = measure(cells, seconds, clock);
  std::vector<Row> rows;
  for (size_t c = 0; c < cells.size(); c++) {
    rows.push_back(row_of(cells[c]));
    rows.back().figures = figures[c];
  }
  return {rows, {}};
}

}  // namespace bench
