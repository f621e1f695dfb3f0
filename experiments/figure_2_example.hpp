// The example of the paper's Figure 2 and what both its parts show of it: curves of the expected
// bound, the orders alpha_K, and reference values. Simulating it is figure_2b.hpp's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/bound/gaussian_oracle.hpp"
#include "renyi/report/report.hpp"

namespace renyi::figure_2 {

// p = N((0, 0), I) and q = N((1, 1), I): log w = log p(h) - log q(h) with h = m + e, m = (1, 1) and
// e standard normal is -|m|^2/2 - m.e ~ N(-1, 2). log p(x) is 0 and L_alpha = -alpha.
GaussianLogWeights weights();

// Exact values that another program computed once, to four digits; the paper prints none.
std::optional<double> reference_bound(double alpha, std::int64_t draws);
std::optional<double> reference_alpha_k(std::int64_t draws);

std::string name_of(std::int64_t draws);  // "K=5"

// Throws UsageError unless there is an order, and at least one number of draws, each 1 to 2^24.
void check(const std::vector<Alpha>& alphas, const std::vector<std::int64_t>& draws);

// Even steps from the smallest finite order to the largest, for a smooth curve.
std::vector<double> order_grid(const std::vector<Alpha>& alphas);

// The bounds against alpha: E L̂_{alpha,K} for each K, L_alpha, log p(x), and where they cross.
Figure bounds_figure(const std::vector<Alpha>& alphas, const std::vector<std::int64_t>& draws);

// E L̂_{alpha,K} for each order and K, and L_alpha.
Table expected_table(const std::vector<Alpha>& alphas, const std::vector<std::int64_t>& draws);

// Corollary 1: alpha_K for each K beside its reference.
Table alpha_k_table(const std::vector<std::int64_t>& draws);

}  // namespace renyi::figure_2
