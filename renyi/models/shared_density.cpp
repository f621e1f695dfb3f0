#include "renyi/models/shared_density.hpp"

#include <fmt/format.h>

#include <exception>
#include <string_view>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/data/byte_source.hpp"
#include "renyi/data/fingerprint.hpp"

namespace renyi {
namespace {

std::vector<std::string> names_between_commas(const char* text) {
  std::vector<std::string> names;
  std::string_view rest = text == nullptr ? "" : text;
  while (!rest.empty()) {
    const auto comma = rest.find(',');
    names.emplace_back(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
  }
  return names;
}

bool is_json_text(const std::string& data) {
  const auto first = data.find_first_not_of(" \t\r\n");
  return first == std::string::npos || data[first] == '{';
}

std::string json_text(const std::string& data) {
  if (is_json_text(data)) return data;
  ByteSource source = ByteSource::open(data);
  std::string text;
  for (auto bytes = source.peek(); !bytes.empty(); bytes = source.peek()) {
    text += bytes;
    source.skip(bytes.size());
  }
  return text;
}

// f(), where an exception of a library becomes one of ours.
template <class F>
auto call_library(const std::string& path, const char* function, F f) {
  std::string what = "an exception of an unknown kind";
  try {
    return f();
  } catch (const std::exception& exception) {
    what = exception.what();
  } catch (...) {  // NOLINT(bugprone-empty-catch): `what` says so
  }
  throw NumericalError(fmt::format("{}: {} threw: {}", path, function, what));
}

std::string fingerprint_of(ByteSource bytes) {
  Fingerprint fingerprint;
  std::vector<char> some(ByteSource::buffer_size);
  while (const std::size_t size = bytes.read(some)) fingerprint.add_cell({some.data(), size});
  return fingerprint.text();
}

}  // namespace

SharedDensity::SharedDensity(const std::string& library, const SharedDensityOptions& options)
    : library_(library), bridge_(load_bridge_interface(library_)), model_(make_model(options)) {
  const auto text = [](const char* found) { return found == nullptr ? "" : std::string(found); };
  unnormalised_ = options.unnormalised;
  name_ = text(bridge_.name(model_.get()));
  names_ = names_between_commas(bridge_.param_unc_names(model_.get()));
  if (const Index count = bridge_.param_unc_num(model_.get()); count != std::ssize(names_))
    throw DataError({.file = library}, fmt::format("names of {} parameters", count),
                    fmt::format("{}", names_.size()));
  if (bridge_.model_info != nullptr)
    threaded_ =
        text(bridge_.model_info(model_.get())).find("STAN_THREADS=true") != std::string::npos;
}

SharedDensity::Model SharedDensity::make_model(const SharedDensityOptions& options) {
  const std::string data = json_text(options.data);
  library_fingerprint_ = fingerprint_of(ByteSource::open(library_.path()));
  data_fingerprint_ = fingerprint_of(ByteSource::of_memory(data));
  char* message = nullptr;
  bs_model* const model = call_library(library_.path(), "bs_model_construct", [&] {
    return bridge_.model_construct(data.c_str(), options.seed, &message);
  });
  if (model == nullptr)
    throw DataError({.file = is_json_text(options.data) ? library_.path() : options.data},
                    "data that the model takes", taken_message(message));
  return {model, bridge_.model_destruct};
}

std::string SharedDensity::taken_message(char* message) const {
  if (message == nullptr) return "no message of the model";
  std::string text = message;
  bridge_.free_error_msg(message);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::string SharedDensity::coordinate_name(Index coordinate) const {
  return names_.at(static_cast<std::size_t>(coordinate));
}

std::string SharedDensity::first_refusal() const {
  const std::lock_guard lock(message_lock_);
  return first_refusal_;
}

double SharedDensity::evaluate(const double* theta, double* gradient) const {
  double value = 0.0;
  char* message = nullptr;
  const int failed = gradient == nullptr
                         ? bridge_.log_density(model_.get(), false, true, theta, &value, &message)
                         : bridge_.log_density_gradient(model_.get(), false, true, theta, &value,
                                                        gradient, &message);
  if (failed == 0) return value;
  const std::string text = taken_message(message);
  const std::lock_guard lock(message_lock_);
  if (refusals_++ == 0) first_refusal_ = text;
  return -infinity;
}

void SharedDensity::each_draw(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                              Eigen::Ref<Matrix>* gradients) const {
  std::unique_lock turn(turn_, std::defer_lock);
  if (!threaded_) turn.lock();
  call_library(
      library_.path(), gradients == nullptr ? "bs_log_density" : "bs_log_density_gradient", [&] {
        for (Index k = 0; k < theta.cols(); ++k) {
          double* const gradient = gradients == nullptr ? nullptr : gradients->col(k).data();
          values(k) = evaluate(theta.col(k).data(), gradient);
          if (gradient != nullptr && values(k) == -infinity) gradients->col(k).setZero();
        }
      });
}

void SharedDensity::log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values) const {
  each_draw(theta, values, nullptr);
}

void SharedDensity::log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                             Eigen::Ref<Matrix> gradients) const {
  each_draw(theta, values, &gradients);
}

std::vector<std::string> SharedDensity::constrained_names(const ConstrainOptions& options) const {
  return names_between_commas(
      bridge_.param_names(model_.get(), options.transformed, options.generated));
}

Matrix SharedDensity::constrain(const ConstMatrixRef& theta,
                                const ConstrainOptions& options) const {
  const std::lock_guard turn(turn_);
  char* message = nullptr;
  const std::unique_ptr<bs_rng, void (*)(bs_rng*)> generator(
      bridge_.rng_construct(options.seed, &message), bridge_.rng_destruct);
  if (generator == nullptr)
    throw NumericalError(fmt::format("{}: no random numbers: {}", name_, taken_message(message)));
  Matrix values(bridge_.param_num(model_.get(), options.transformed, options.generated),
                theta.cols());
  for (Index k = 0; k < theta.cols(); ++k) {
    const int failed = call_library(library_.path(), "bs_param_constrain", [&] {
      return bridge_.param_constrain(model_.get(), options.transformed, options.generated,
                                     theta.col(k).data(), values.col(k).data(), generator.get(),
                                     &message);
    });
    if (failed != 0)
      throw NumericalError(fmt::format("{}: draw {}: {}", name_, k + 1, taken_message(message)));
  }
  return values;
}

}  // namespace renyi
