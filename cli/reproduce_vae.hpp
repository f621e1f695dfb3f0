// The command that reproduces the paper's table of auto-encoders.
#pragma once

#include "cli/command.hpp"
#include "cli/make_command.hpp"

namespace renyi::cli {

// Fits the auto-encoders, or takes their scores from the store.
Command reproduce_vae_command(const CommandText& text, CommonOptions& common);

}  // namespace renyi::cli
