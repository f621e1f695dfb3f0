// The commands that reproduce the paper's results on Bayesian neural networks.
#pragma once

#include <vector>

#include "cli/command.hpp"
#include "cli/make_command.hpp"
#include "experiments/published_bnn.hpp"

namespace renyi::cli {

// A command that fits the networks, or takes the fits from the store, and reports these metrics.
Command reproduce_bnn_command(const CommandText& text, CommonOptions& common,
                              std::vector<BnnMetric> metrics);

}  // namespace renyi::cli
