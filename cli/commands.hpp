// The list of commands; each is made in the file of its name.
#pragma once

#include <vector>

#include "cli/command.hpp"
#include "cli/common_options.hpp"

namespace renyi::cli {

Command bound_command(CommonOptions& common);
Command divergence_command(CommonOptions& common);
Command encode_command(CommonOptions& common);
Command evaluate_command(CommonOptions& common);
Command fit_command(CommonOptions& common);
Command predict_command(CommonOptions& common);
Command reconstruct_command(CommonOptions& common);
Command reproduce_command(CommonOptions& common);
Command report_command(CommonOptions& common);
Command bench_command(CommonOptions& common);
Command runs_command(CommonOptions& common);
Command sample_command(CommonOptions& common);
Command sweep_command(CommonOptions& common);
// Completes the commands before it in the list, and itself.
Command completion_command(CommonOptions& common, std::vector<Command> others);

// What `renyi fit` fits; fit_command lists them.
Command fit_bnn_command(CommonOptions& common);
Command fit_linear_command(CommonOptions& common);
Command fit_logistic_command(CommonOptions& common);
Command fit_poisson_command(CommonOptions& common);
Command fit_probit_command(CommonOptions& common);
Command fit_stan_command(CommonOptions& common);
Command fit_vae_command(CommonOptions& common);

// All of them. `common` must outlive them.
std::vector<Command> all_commands(CommonOptions& common);

}  // namespace renyi::cli
