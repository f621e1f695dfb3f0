// `renyi fit MODEL`: learn a model from a table or from images, or the posterior of a density. Each
// is a file of its own.
#include "cli/commands.hpp"

namespace renyi::cli {

Command fit_command(CommonOptions& common) {
  return {.name = "fit",
          .description = "Learn a model from a table or from images, or a posterior from a density",
          .subcommands = {fit_bnn_command(common), fit_linear_command(common),
                          fit_logistic_command(common), fit_poisson_command(common),
                          fit_probit_command(common), fit_stan_command(common),
                          fit_vae_command(common)}};
}

}  // namespace renyi::cli
