// `renyi reproduce NAME`: the paper's figures and tables, each by its experiment.
#include <fmt/format.h>

#include "cli/commands.hpp"
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
constexpr Entry figure_2b_entry{
    "fig2b", "Figure 2(b): the bias of the Monte-Carlo bound against alpha and K", "a second"};
constexpr Entry entries[] = {table_divergences_entry, figure_2b_entry};

CLI::App* add_entry(CLI::App& reproduce, const Entry& entry) {
  return reproduce.add_subcommand(entry.name, entry.shows);
}

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

void add_reproduce(CLI::App& root, CommandLine& line) {
  auto* reproduce = root.add_subcommand("reproduce", "Compute a figure or table of the paper");
  reproduce->require_subcommand(1);
  const auto nothing = std::make_shared<NoOptions>();
  set_action<NoOptions>(*reproduce->add_subcommand("list", "Name every figure and table"), line,
                        nothing, [](const NoOptions&) { return list_of_entries(); });
  set_action<NoOptions>(*add_entry(*reproduce, table_divergences_entry), line, nothing,
                        [](const NoOptions&) { return table_divergences(); });

  auto* figure = add_entry(*reproduce, figure_2b_entry);
  const auto options = std::make_shared<Figure2bOptions>();
  add_fields(*figure, *options);
  set_action<Figure2bOptions>(*figure, line, options, [&line](Figure2bOptions figure_options) {
    figure_options.seed = line.common.seed;
    return figure_2b(figure_options);
  });
}

}  // namespace renyi::cli
