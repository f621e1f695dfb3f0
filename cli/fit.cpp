// `renyi fit MODEL`: learn a model from a table or from images. Each model is a file of its own.
#include "cli/commands.hpp"

namespace renyi::cli {

Command fit_command(CommonOptions& common) {
  return {.name = "fit",
          .description = "Learn a model from a table or from images",
          .subcommands = {fit_bnn_command(common), fit_linear_command(common),
                          fit_logistic_command(common), fit_poisson_command(common),
                          fit_probit_command(common), fit_vae_command(common)}};
}

}  // namespace renyi::cli
