#include "renyi/inference/train_options.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"

namespace renyi {
namespace {

constexpr std::int64_t usual_epochs = 500;

template <class Number>
void require(bool holds, const char* field, const char* expected, Number found) {
  if (!holds) throw UsageError(fmt::format("{}: expected {}, found {}", field, expected, found));
}

}  // namespace

std::int64_t TrainOptions::epoch_count() const {
  if (epochs > 0) return epochs;
  const std::int64_t of_stages = own_epochs(schedule);
  return of_stages > 0 ? of_stages : usual_epochs;
}

void TrainOptions::validate() const {
  require(draws >= 1 && draws <= std::int64_t{max_draw} + 1, "draws", "1 to 2^24", draws);
  require(batch >= 1, "batch", "at least one row", batch);
  require(epochs >= 0, "epochs", "a number from 0", epochs);
  require(learning_rate > 0.0 && std::isfinite(learning_rate), "learning-rate", "a number above 0",
          learning_rate);
  renyi::validate(schedule);
  require_defined(estimator, alpha);
  require(averaging >= 0.0 && averaging <= 1.0, "averaging", "a number from 0 to 1", averaging);
  require(clip >= 0.0, "clip", "a number from 0", clip);
  require(patience >= 0, "patience", "a number from 0", patience);
  adam.validate();
}

}  // namespace renyi
