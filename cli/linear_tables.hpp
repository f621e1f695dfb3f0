// What a fitted linear regression looks like: the tables and the figure of `renyi fit linear`, all
// in the units of the table that it was learned from.
#pragma once

#include <string>
#include <vector>

#include "renyi/models/linear_fit.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// What one unit of a standardised coefficient is in the units of the table, the intercept's first.
Vector coefficient_units(const TableEncoding& encoding);
std::vector<std::string> coefficient_names(const TableEncoding& encoding);
// "sigma, maximum likelihood" or "sigma, given".
std::string sigma_text(const LinearFit& fit);

// Intervals of the effects of features, a `shift` beside their places.
Series coefficient_intervals(const TableEncoding& encoding, const Gaussian& coefficients,
                             const std::string& name, double shift);

// Rows, noise, evidence.
Table model_table(const LinearFit& fit);
// One row an order: the bound that its approximation reaches beside the evidence.
Table bounds_table(const LinearFit& fit);
// One row a coefficient: mean and sd of the exact posterior and of every approximation.
Table coefficients_table(const LinearFit& fit);
// The same as intervals, per standard deviation of each feature.
Figure coefficients_figure(const LinearFit& fit);

}  // namespace renyi::cli
