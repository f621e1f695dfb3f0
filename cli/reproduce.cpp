// `renyi reproduce NAME`: the paper's figures and tables, each by its experiment.
#include "cli/commands.hpp"
#include "cli/make_command.hpp"
#include "cli/reproduce_bnn.hpp"
#include "cli/reproduce_entries.hpp"
#include "cli/reproduce_vae.hpp"
#include "cli/reproduce_vae_figures.hpp"
#include "experiments/corollary_1.hpp"
#include "experiments/effective_alpha.hpp"
#include "experiments/figure_1a.hpp"
#include "experiments/figure_1b.hpp"
#include "experiments/figure_2a.hpp"
#include "experiments/figure_2b.hpp"
#include "experiments/figure_3.hpp"
#include "experiments/table_architectures.hpp"
#include "experiments/table_divergences.hpp"
#include "experiments/theorem_1.hpp"
#include "experiments/theorem_3.hpp"

namespace renyi::cli {
namespace {

CommandText text_of(const ReproduceEntry& entry) {
  return {.name = entry.name, .description = entry.shows};
}

Report list_of_entries() {
  Table table{.name = "experiments",
              .title = "What `renyi reproduce NAME` computes",
              .columns = {"name", "shows", "takes"},
              .notes = {"Times are those of two cores."}};
  for (const auto& entry : reproduce_entries)
    table.rows.push_back(
        {std::string(entry.name), std::string(entry.shows), std::string(entry.takes)});
  return {.tables = {table}};
}

// The seed is the command's, and goes to experiments that draw.
template <class Options>
void take_seed(Options& options, [[maybe_unused]] std::uint64_t seed) {
  if constexpr (requires { options.seed; }) options.seed = seed;
}

template <class Options>
Command experiment(const ReproduceEntry& entry, CommonOptions& common,
                   Report (*compute)(const Options&)) {
  return make_command<Options>(text_of(entry), common, [&common, compute](Options options) {
    take_seed(options, common.seed);
    return compute(options);
  });
}

}  // namespace

Command reproduce_command(CommonOptions& common) {
  Command reproduce{.name = "reproduce", .description = "Compute a figure or table of the paper"};
  reproduce.subcommands = {
      make_command<NoOptions>({.name = "list", .description = "Name every figure and table"},
                              common, [](const NoOptions&) { return list_of_entries(); }),
      make_command<NoOptions>(text_of(table_divergences_entry), common,
                              [](const NoOptions&) { return table_divergences(); }),
      experiment(figure_1a_entry, common, figure_1a),
      experiment(figure_1b_entry, common, figure_1b),
      experiment(figure_2a_entry, common, figure_2a),
      experiment(figure_2b_entry, common, figure_2b),
      experiment(figure_3_entry, common, figure_3),
      experiment(theorem_1_entry, common, theorem_1),
      experiment(corollary_1_entry, common, corollary_1),
      experiment(effective_alpha_entry, common, effective_alpha),
      experiment(theorem_3_entry, common, theorem_3),
      reproduce_bnn_command(text_of(figure_4_entry), common,
                            {BnnMetric::negative_log_likelihood, BnnMetric::rmse}),
      reproduce_vae_command(text_of(table_vae_entry), common),
      reproduce_figure_5_command(text_of(figure_5_entry), common),
      reproduce_figure_6a_command(text_of(figure_6a_entry), common),
      reproduce_figure_6b_command(text_of(figure_6b_entry), common),
      reproduce_speed_command(text_of(vr_max_speed_entry), common),
      reproduce_samples_command(text_of(samples_entry), common),
      reproduce_bnn_command(text_of(table_bnn_ll_entry), common,
                            {BnnMetric::negative_log_likelihood}),
      reproduce_bnn_command(text_of(table_bnn_rmse_entry), common, {BnnMetric::rmse}),
      make_command<NoOptions>(text_of(table_architectures_entry), common,
                              [](const NoOptions&) { return table_architectures(); })};
  return reproduce;
}

}  // namespace renyi::cli
