#include "renyi/models/predictive_model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

UsageError other_target(const PredictiveModel& model, std::string_view expected) {
  return UsageError(fmt::format("model: expected one of {}, found {} of {}", expected, model.kind(),
                                model.is_classifier() ? "classes" : "numbers"));
}

}  // namespace

Vector Predictions::sd() const {
  return noise_sd.binaryExpr(model_sd,
                             [](double noise, double model) { return std::hypot(noise, model); });
}

Predictions PredictiveModel::predict(const ConstMatrixRef& /*features*/,
                                     std::span<const double> /*levels*/) const {
  throw other_target(*this, "numbers");
}

RowScores PredictiveModel::score(const ConstMatrixRef& /*features*/,
                                 const ConstVectorRef& /*targets*/) const {
  throw other_target(*this, "numbers");
}

ClassPredictions PredictiveModel::predict_classes(const ConstMatrixRef& /*features*/) const {
  throw other_target(*this, "classes");
}

}  // namespace renyi
