// What every fitted model of a table can do, whatever it is: predict new rows and be scored on
// them. The commands predict and evaluate know models through this alone; load_model.hpp finds out
// which a file holds.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "renyi/data/table_encoding.hpp"
#include "renyi/models/conformal.hpp"
#include "renyi/models/scores.hpp"

namespace renyi {

// One row a row of features, in the units of the table.
struct Predictions {
  Vector mean;
  Vector noise_sd;   // what would remain if the model were known
  Vector model_sd;   // what is not known of the model
  Matrix quantiles;  // rows x levels

  Vector sd() const;  // of both together
};

struct ClassPredictions {
  Matrix probabilities;  // rows x classes, as encoding().classes() has them
};

// A model whose target is numbers has predict() and score(), one whose target is classes has
// predict_classes(), which class_scores.hpp scores; one of either kind is asked for nothing else,
// and what it does not have throws UsageError.
class PredictiveModel {
 public:
  PredictiveModel() = default;
  PredictiveModel(const PredictiveModel&) = default;
  PredictiveModel& operator=(const PredictiveModel&) = default;
  virtual ~PredictiveModel() = default;

  virtual std::string_view kind() const = 0;  // as in `renyi fit KIND`
  virtual const TableEncoding& encoding() const = 0;
  bool is_classifier() const { return encoding().has_classes(); }

  // Features as encode_features() makes them, levels between 0 and 1.
  virtual Predictions predict(const ConstMatrixRef& features, std::span<const double> levels) const;
  // Targets in the units of the table.
  virtual RowScores score(const ConstMatrixRef& features, const ConstVectorRef& targets) const;
  // Intervals that were calibrated on rows held out, where there were any.
  virtual std::optional<Conformal> conformal() const { return std::nullopt; }

  virtual ClassPredictions predict_classes(const ConstMatrixRef& features) const;
};

}  // namespace renyi
