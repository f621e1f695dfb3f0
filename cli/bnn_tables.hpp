// What a fitted network looks like: what it is and how training went, as a table.
#pragma once

#include <optional>

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

}  // namespace renyi::cli
