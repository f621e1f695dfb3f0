// The tables that `renyi bound` prints, from log-weights alone.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "renyi/bound/surface.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// One row an order: the mean bound over columns, its errors, and whether the tails allow it.
Table bounds_table(std::span<const Alpha> alphas, const Matrix& log_weights);

// What the weights themselves say: effective draws, tails, the orders to trust.
Table weights_table(const Matrix& log_weights);

// One row a column of log-weights, one column an order. Without names, columns are counted from 1.
Table columns_table(std::span<const Alpha> alphas, const Matrix& log_weights,
                    const std::vector<std::string>& names);

// One row an order, one column a number of draws: the bounds, and their errors.
std::vector<Table> surface_tables(const Surface& surface);

}  // namespace renyi::cli
