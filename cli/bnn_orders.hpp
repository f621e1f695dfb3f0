// Which order suits a table: one fit each, compared by the log-likelihood of rows kept apart.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/inference/fit_bnn.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

struct BnnOrder {
  Alpha alpha = Alpha::vi();
  std::optional<BnnFit> fit = {};  // none: training left the numbers
  Vector log_densities = {};       // of each row kept apart
};

// The highest mean; the first one of equals. None where every training left the numbers.
std::optional<std::size_t> best_order(const std::vector<BnnOrder>& orders);

// "orders": the mean with its standard error, and how far it is below the best one, row by row.
Table bnn_orders_table(const std::vector<BnnOrder>& orders, std::size_t best);
Figure bnn_orders_figure(const std::vector<BnnOrder>& orders, std::size_t best);

}  // namespace renyi::cli
