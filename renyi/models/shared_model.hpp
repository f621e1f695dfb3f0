// A model of a table whose rows are shared out over threads and processes. What it says of a row is
// left to the model.
#pragma once

#include "renyi/core/communicator.hpp"
#include "renyi/core/parallel.hpp"
#include "renyi/models/predictive_model.hpp"

namespace renyi {

// Rows are asked for in blocks that depend on their number alone, so that the bits depend on
// neither threads nor processes. Processes make all calls alike, and all get all rows.
class SharedModel final : public PredictiveModel {
 public:
  // All must outlive this; pool and others may be null.
  explicit SharedModel(const PredictiveModel& model, ThreadPool* pool,
                       Communicator* others = nullptr)
      : model_(model), pool_(pool), others_(others) {}

  std::string_view kind() const override { return model_.kind(); }
  const TableEncoding& encoding() const override { return model_.encoding(); }
  std::optional<Conformal> conformal() const override { return model_.conformal(); }

  Predictions predict(const ConstMatrixRef& features,
                      std::span<const double> levels) const override;
  RowScores score(const ConstMatrixRef& features, const ConstVectorRef& targets) const override;
  ClassPredictions predict_classes(const ConstMatrixRef& features) const override;

 private:
  // f(first row, their number, out): fills `out`, columns x rows, of each block. The result is rows
  // x columns.
  template <class F>
  Matrix each_block(Index rows, Index columns, F f) const;

  const PredictiveModel& model_;
  ThreadPool* pool_;
  Communicator* others_;
};

}  // namespace renyi
