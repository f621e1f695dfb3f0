// What a fitted network looks like: how training went, as tables and figures.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "renyi/inference/fit_bnn.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// What is said of a fit beside its history.
struct BnnSummary {
  const TableEncoding& encoding;
  const BnnOptions& options;
  const BnnFit& fit;
  Index rows = 0;       // learned from
  Index validated = 0;  // kept apart
  std::optional<Conformal> conformal = {};
};

Table bnn_table(const BnnSummary& summary);

// The bound after each epoch, and the validation score where there is one.
std::vector<Figure> training_figures(const std::vector<EpochSummary>& history);

}  // namespace renyi::cli
