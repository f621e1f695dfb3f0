#include "renyi/inference/state_tensors.hpp"

#include <type_traits>
#include <utility>

namespace renyi {
namespace {

struct HistoryColumn {
  enum : Index {
    number,
    bound,
    effective_draws,
    learning_rate,
    has_error,
    error,
    has_score,
    score,
    count
  };
};

Matrix history_rows(const std::vector<EpochSummary>& history) {
  Matrix rows(std::ssize(history), HistoryColumn::count);
  Index r = 0;
  for (const EpochSummary& epoch : history) {
    rows.row(r++) << static_cast<double>(epoch.epoch), epoch.bound, epoch.effective_draws,
        epoch.learning_rate, epoch.standard_error ? 1.0 : 0.0, epoch.standard_error.value_or(0.0),
        epoch.validation_score ? 1.0 : 0.0, epoch.validation_score.value_or(0.0);
  }
  return rows;
}

std::vector<EpochSummary> history_of(const Matrix& rows) {
  std::vector<EpochSummary> history(static_cast<std::size_t>(rows.rows()));
  for (Index r = 0; r < rows.rows(); ++r) {
    EpochSummary& epoch = history[static_cast<std::size_t>(r)];
    epoch = {.epoch = r + 1,
             .bound = rows(r, HistoryColumn::bound),
             .effective_draws = rows(r, HistoryColumn::effective_draws),
             .learning_rate = rows(r, HistoryColumn::learning_rate)};
    if (rows(r, HistoryColumn::has_error) != 0.0)
      epoch.standard_error = rows(r, HistoryColumn::error);
    if (rows(r, HistoryColumn::has_score) != 0.0)
      epoch.validation_score = rows(r, HistoryColumn::score);
  }
  return history;
}

template <class State>
void archive_history(State& state, StateArchive& archive) {
  Matrix rows = archive.loads() ? Matrix(0, HistoryColumn::count) : history_rows(state.history);
  archive("history", rows);
  if constexpr (!std::is_const_v<State>) {
    if (!archive.loads()) return;
    if (rows.rows() != state.epoch && rows.rows() != 0)
      archive.refuse("a row of tensor 'history' for each of " + std::to_string(state.epoch) +
                         " epochs, or none",
                     std::to_string(rows.rows()));
    state.history = history_of(rows);
  }
}

template <class State>
void archive_best(State& state, StateArchive& archive) {
  if constexpr (!std::is_const_v<State>) {
    if (archive.loads() && archive.has("best.parameters")) {
      state.best.emplace();
      state.best->parameters.resize(state.parameters.size());
    }
  }
  if (!state.best) return;
  archive("best.parameters", state.best->parameters);
  archive("best.score", state.best->score);
  archive("best.epoch", state.best->epoch);
}

// The state is const where it is saved.
template <class State>
void archive_all(State& state, StateArchive& archive) {
  archive("parameters", state.parameters);
  if constexpr (!std::is_const_v<State>) {
    if (archive.loads())
      for (auto* part : {&state.adam.first, &state.adam.second, &state.average})
        part->resize(state.parameters.size());
  }
  archive("adam.first", state.adam.first);
  archive("adam.second", state.adam.second);
  archive("average", state.average);
  archive("epoch", state.epoch);
  archive("batch", state.batch);
  archive("step", state.step);
  archive("adam.steps", state.adam.steps);
  archive("averaged", state.averaged);
  for (const auto& [name, running] :
       {std::pair("bound", &state.bound), std::pair("effective_draws", &state.effective_draws)}) {
    archive(std::string(name) + ".count", running->count);
    archive(std::string(name) + ".mean", running->mean);
    archive(std::string(name) + ".squares", running->squares);
  }
  archive("seconds", state.seconds);
  archive_history(state, archive);
  archive_best(state, archive);
}

}  // namespace

template <class T>
void archive_state(BasicTrainState<T>& state, StateArchive& archive) {
  if (archive.loads()) state = {};
  archive_all(state, archive);
}

template <class T>
void save_state(const BasicTrainState<T>& state, TensorFile& file) {
  StateArchive archive = StateArchive::saving_to(file);
  archive_all(state, archive);
}

template <class T>
BasicTrainState<T> load_state(const TensorFile& file, const std::string& path) {
  BasicTrainState<T> state;
  StateArchive archive = StateArchive::loading_from(file, path);
  archive_all(state, archive);
  return state;
}

template void archive_state(BasicTrainState<double>&, StateArchive&);
template void save_state(const BasicTrainState<float>&, TensorFile&);
template void save_state(const BasicTrainState<double>&, TensorFile&);
template BasicTrainState<float> load_state(const TensorFile&, const std::string&);
template BasicTrainState<double> load_state(const TensorFile&, const std::string&);

}  // namespace renyi
