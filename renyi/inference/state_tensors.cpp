#include "renyi/inference/state_tensors.hpp"

#include <fmt/format.h>

#include <cstring>
#include <type_traits>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

template <class Number>
constexpr ElementType element_type() {
  if constexpr (std::is_same_v<Number, float>) return ElementType::f32;
  if constexpr (std::is_same_v<Number, std::int64_t>) return ElementType::i64;
  return ElementType::f64;
}

template <class Number>
Tensor tensor_of(const Number* numbers, const std::vector<std::int64_t>& shape) {
  Tensor tensor{.type = element_type<Number>(), .shape = shape};
  tensor.bytes.resize(static_cast<std::size_t>(*tensor_bytes(tensor.shape, tensor.type)));
  if (!tensor.bytes.empty()) std::memcpy(tensor.bytes.data(), numbers, tensor.bytes.size());
  return tensor;
}
template <class Number>
Tensor tensor_of(const std::vector<Number>& numbers) {
  return tensor_of(numbers.data(), {std::ssize(numbers)});
}
template <class T>
Tensor tensor_of(const VectorOf<T>& vector) {
  return tensor_of(vector.data(), {vector.size()});
}

constexpr std::int64_t history_columns = 8;

std::vector<double> history_rows(const std::vector<EpochSummary>& history) {
  std::vector<double> rows;
  for (const EpochSummary& epoch : history) {
    const auto& [number, bound, error, draws, rate, score] = epoch;
    for (const double value : {static_cast<double>(number), bound, draws, rate, error ? 1.0 : 0.0,
                               error.value_or(0.0), score ? 1.0 : 0.0, score.value_or(0.0)})
      rows.push_back(value);
  }
  return rows;
}

// Reads the arrays of one file.
class StateReader {
 public:
  StateReader(const TensorFile& file, const std::string& path) : file_(file), path_(path) {}

  bool has(const std::string& name) const { return file_.tensors.contains(name); }

  // A size of -1 may be any.
  template <class Number>
  std::vector<Number> numbers(const std::string& name, std::vector<std::int64_t> shape) const {
    const auto found = file_.tensors.find(name);
    if (found == file_.tensors.end())
      throw DataError({.file = path_}, fmt::format("a tensor '{}'", name), "none of that name");
    const Tensor& tensor = found->second;
    if (!shape.empty() && shape[0] < 0 && !tensor.shape.empty()) shape[0] = tensor.shape[0];
    if (tensor.type != element_type<Number>() || tensor.shape != shape)
      throw DataError(
          {.file = path_},
          fmt::format("tensor '{}' of {} and shape [{}]", name, to_string(element_type<Number>()),
                      fmt::join(shape, ", ")),
          fmt::format("{} and [{}]", to_string(tensor.type), fmt::join(tensor.shape, ", ")));
    std::vector<Number> numbers(tensor.bytes.size() / sizeof(Number));
    if (!numbers.empty()) std::memcpy(numbers.data(), tensor.bytes.data(), tensor.bytes.size());
    return numbers;
  }

  template <class T>
  VectorOf<T> parameters(const std::string& name, std::int64_t size) const {
    const std::vector<T> values = numbers<T>(name, {size});
    const VectorOf<T> vector = Eigen::Map<const VectorOf<T>>(values.data(), std::ssize(values));
    if (!vector.allFinite())
      throw DataError({.file = path_}, fmt::format("finite numbers in tensor '{}'", name),
                      "others");
    return vector;
  }

  std::vector<std::int64_t> counts(const std::string& name, std::int64_t size) const {
    std::vector<std::int64_t> values = numbers<std::int64_t>(name, {size});
    for (const std::int64_t value : values)
      if (value < 0)
        throw DataError({.file = path_}, fmt::format("counts in tensor '{}'", name),
                        fmt::to_string(value));
    return values;
  }

  std::vector<EpochSummary> history(std::int64_t epochs) const {
    const std::vector<double> rows = numbers<double>("history", {epochs, history_columns});
    std::vector<EpochSummary> history(static_cast<std::size_t>(epochs));
    const double* row = rows.data();
    for (EpochSummary& epoch : history) {
      epoch = {.epoch = static_cast<std::int64_t>(&epoch - history.data()) + 1,
               .bound = row[1],
               .effective_draws = row[2],
               .learning_rate = row[3]};
      if (row[4] != 0.0) epoch.standard_error = row[5];
      if (row[6] != 0.0) epoch.validation_score = row[7];
      row += history_columns;
    }
    return history;
  }

 private:
  const TensorFile& file_;
  const std::string& path_;
};

}  // namespace

template <class T>
void save_state(const BasicTrainState<T>& state, TensorFile& file) {
  const auto& [first, second, adam_steps] = state.adam;
  file.tensors["parameters"] = tensor_of(state.parameters);
  file.tensors["adam.first"] = tensor_of(first);
  file.tensors["adam.second"] = tensor_of(second);
  file.tensors["average"] = tensor_of(state.average);
  file.tensors["position"] =
      tensor_of(std::vector{state.epoch, state.batch, state.step, adam_steps, state.averaged});
  file.tensors["running.count"] =
      tensor_of(std::vector{state.bound.count, state.effective_draws.count});
  file.tensors["running"] =
      tensor_of(std::vector{state.bound.mean, state.bound.squares, state.effective_draws.mean,
                            state.effective_draws.squares});
  file.tensors["history"] =
      tensor_of(history_rows(state.history).data(), {std::ssize(state.history), history_columns});
  if (!state.best) return;
  file.tensors["best.parameters"] = tensor_of(state.best->parameters);
  file.tensors["best.score"] = tensor_of(std::vector{state.best->score});
  file.tensors["best.epoch"] = tensor_of(std::vector{state.best->epoch});
}

template <class T>
BasicTrainState<T> load_state(const TensorFile& file, const std::string& path) {
  const StateReader read(file, path);
  BasicTrainState<T> state;
  state.parameters = read.parameters<T>("parameters", -1);
  const Index size = state.parameters.size();
  state.adam = {.first = read.parameters<T>("adam.first", size),
                .second = read.parameters<T>("adam.second", size)};
  state.average = read.parameters<T>("average", size);
  const auto position = read.counts("position", 5);
  state.epoch = position[0];
  state.batch = position[1];
  state.step = position[2];
  state.adam.steps = position[3];
  state.averaged = position[4];
  const auto counts = read.counts("running.count", 2);
  const auto running = read.numbers<double>("running", {4});
  state.bound = {counts[0], running[0], running[1]};
  state.effective_draws = {counts[1], running[2], running[3]};
  state.history = read.history(state.epoch);
  if (read.has("best.parameters"))
    state.best = {.parameters = read.parameters<T>("best.parameters", size),
                  .score = read.numbers<double>("best.score", {1})[0],
                  .epoch = read.counts("best.epoch", 1)[0]};
  return state;
}

template void save_state(const BasicTrainState<float>&, TensorFile&);
template void save_state(const BasicTrainState<double>&, TensorFile&);
template BasicTrainState<float> load_state(const TensorFile&, const std::string&);
template BasicTrainState<double> load_state(const TensorFile&, const std::string&);

}  // namespace renyi
