// The commands that reproduce the paper's figures of auto-encoders, its samples and its timing.
#pragma once

#include "cli/command.hpp"
#include "cli/make_command.hpp"

namespace renyi::cli {

Command reproduce_figure_5_command(const CommandText& text, CommonOptions& common);
Command reproduce_figure_6a_command(const CommandText& text, CommonOptions& common);
Command reproduce_figure_6b_command(const CommandText& text, CommonOptions& common);
Command reproduce_samples_command(const CommandText& text, CommonOptions& common);
Command reproduce_speed_command(const CommandText& text, CommonOptions& common);

}  // namespace renyi::cli
