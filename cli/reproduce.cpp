// `renyi reproduce NAME`: the paper's figures and tables, each by its experiment.
#include "cli/commands.hpp"
#include "cli/make_command.hpp"
#include "experiments/corollary_1.hpp"
#include "experiments/effective_alpha.hpp"
#include "experiments/figure_1a.hpp"
#include "experiments/figure_1b.hpp"
#include "experiments/figure_2a.hpp"
#include "experiments/figure_2b.hpp"
#include "experiments/table_divergences.hpp"
#include "experiments/theorem_1.hpp"
#include "experiments/theorem_3.hpp"

namespace renyi::cli {
namespace {

struct NoOptions {
  template <class Self, class Visitor>
  static void describe(Self& /*self*/, Visitor&& /*field*/) {}
  void validate() const {}
};

// What there is to reproduce: one line here, one file in experiments/.
struct Entry {
  const char* name;
  const char* shows;
  const char* takes;
};
constexpr Entry table_divergences_entry{
    "table-divergences", "Table 1: the special cases of Rényi's divergence, each checked",
    "no time"};
constexpr Entry figure_1a_entry{
    "fig1a", "Figure 1(a): the best factorised Gaussian for a posterior, by order", "no time"};
constexpr Entry figure_1b_entry{
    "fig1b", "Figure 1(b): the noise sigma that the bound of each order prefers", "a second"};
constexpr Entry figure_2a_entry{
    "fig2a", "Figure 2(a): the bound's properties in alpha and K, with exact numbers", "a second"};
constexpr Entry figure_2b_entry{
    "fig2b", "Figure 2(b): the bias of the Monte-Carlo bound against alpha and K", "a second"};
constexpr Entry theorem_1_entry{
    "theorem1", "Theorem 1: the evidence between bounds of orders of both signs", "a second"};
constexpr Entry corollary_1_entry{
    "corollary1", "Corollary 1 and Lemma 2: the order alpha_K that K draws make right", "seconds"};
constexpr Entry effective_alpha_entry{
    "effective-alpha", "Appendix D: the order that q is fitted by in effect, with K draws",
    "seconds"};
constexpr Entry theorem_3_entry{
    "theorem3", "Theorem 3 and Corollary 2: the energy of mini-batches, and where they fail",
    "seconds"};
constexpr Entry entries[] = {table_divergences_entry, figure_1a_entry,       figure_1b_entry,
                             figure_2a_entry,         figure_2b_entry,       theorem_1_entry,
                             corollary_1_entry,       effective_alpha_entry, theorem_3_entry};

CommandText text_of(const Entry& entry) { return {.name = entry.name, .description = entry.shows}; }

Report list_of_entries() {
  Table table{.name = "experiments",
              .title = "What `renyi reproduce NAME` computes",
              .columns = {"name", "shows", "takes"}};
  for (const auto& entry : entries)
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
Command experiment(const Entry& entry, CommonOptions& common, Report (*compute)(const Options&)) {
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
      experiment(theorem_1_entry, common, theorem_1),
      experiment(corollary_1_entry, common, corollary_1),
      experiment(effective_alpha_entry, common, effective_alpha),
      experiment(theorem_3_entry, common, theorem_3)};
  return reproduce;
}

}  // namespace renyi::cli
