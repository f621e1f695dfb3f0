// `renyi reproduce NAME`: the paper's figures and tables, each by its experiment.
#include "cli/commands.hpp"
#include "cli/make_command.hpp"
#include "experiments/figure_2a.hpp"
#include "experiments/figure_2b.hpp"
#include "experiments/table_divergences.hpp"

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
constexpr Entry figure_2a_entry{
    "fig2a", "Figure 2(a): the bound's properties in alpha and K, with exact numbers", "a second"};
constexpr Entry figure_2b_entry{
    "fig2b", "Figure 2(b): the bias of the Monte-Carlo bound against alpha and K", "a second"};
constexpr Entry entries[] = {table_divergences_entry, figure_2a_entry, figure_2b_entry};

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

}  // namespace

Command reproduce_command(CommonOptions& common) {
  Command reproduce{.name = "reproduce", .description = "Compute a figure or table of the paper"};
  reproduce.subcommands = {
      make_command<NoOptions>({.name = "list", .description = "Name every figure and table"},
                              common, [](const NoOptions&) { return list_of_entries(); }),
      make_command<NoOptions>(text_of(table_divergences_entry), common,
                              [](const NoOptions&) { return table_divergences(); }),
      make_command<Figure2aOptions>(
          text_of(figure_2a_entry), common,
          [](const Figure2aOptions& options) { return figure_2a(options); }),
      make_command<Figure2bOptions>(text_of(figure_2b_entry), common,
                                    [&common](Figure2bOptions options) {
                                      options.seed = common.seed;
                                      return figure_2b(options);
                                    })};
  return reproduce;
}

}  // namespace renyi::cli
