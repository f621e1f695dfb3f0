// `renyi bound`: the bound of log-weights that any program has written, and whether to trust it.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <limits>

#include "cli/bound_tables.hpp"
#include "cli/commands.hpp"
#include "cli/density_tables.hpp"
#include "cli/make_command.hpp"
#include "cli/up_to_a_constant.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/cmdstan_csv.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/data/numeric_matrix.hpp"

namespace renyi::cli {
namespace {

struct BoundOptions {
  std::string weights;
  std::vector<Alpha> alphas = Alpha::parse_list("-inf,-1,0,0.5,1,2,inf");
  bool per_column = false;
  bool cmdstan = false;
  bool surface = false;
  std::vector<std::int64_t> draws;
  SurfaceOptions subsets;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("weights", self.weights, "log-weights: CSV or NPY, plain or gzip; - is stdin");
    field("alpha", self.alphas, "orders of the bound");
    field("per-column", self.per_column, "also print the bound of every column");
    field("cmdstan", self.cmdstan, "the file is CmdStan's, of draws with log_p__ and log_g__");
    field("surface", self.surface, "also print what fewer draws would have given");
    field("draws", self.draws, "numbers of draws on the surface; default 1, 2, 5, 10, ... and all");
    SurfaceOptions::describe(self.subsets, field);
  }
  void validate() const { subsets.validate(); }
};

// 1, 2, 5, 10, 20, 50, ... up to all draws.
std::vector<Index> default_sizes(Index draws) {
  std::vector<Index> sizes;
  for (Index decade = 1; decade < draws; decade *= 10)
    for (const Index step : {1, 2, 5})
      if (decade * step < draws) sizes.push_back(decade * step);
  sizes.push_back(draws);
  return sizes;
}

std::vector<Index> chosen_sizes(const BoundOptions& options, Index draws) {
  if (options.draws.empty()) return default_sizes(draws);
  for (const auto size : options.draws)
    if (size < 1 || size > draws)
      throw UsageError(
          fmt::format("--draws: expected numbers from 1 to {}, the rows of {}, found {}", draws,
                      options.weights, size));
  return {options.draws.begin(), options.draws.end()};
}

// Of the numbers row by row, whatever format they came in.
DataSource weights_source(const std::string& path, const Matrix& values) {
  Fingerprint fingerprint;
  for (Index r = 0; r < values.rows(); ++r) {
    for (Index c = 0; c < values.cols(); ++c) {
      const auto bytes = std::bit_cast<std::array<char, sizeof(double)>>(values(r, c));
      fingerprint.add_cell({bytes.data(), bytes.size()});
    }
    fingerprint.end_row();
  }
  return {.path = path, .fingerprint = fingerprint.text(), .rows = values.rows()};
}

// log_p__ - log_g__ of a fit of CmdStan's variational methods, of renyi fit stan --csv, or the
// like.
struct CmdStanWeights {
  NumericMatrix weights = {};
  bool up_to_a_constant = false;
  bool of_stan = false;
  std::optional<Trust> trust = {};  // nothing of draws too few to be judged
};

// Of the parameters that stand beside the weights, and are numbers.
std::optional<Trust> judged(const CmdStanDraws& draws, const Vector& log_weights) {
  constexpr Index fewest = 100;
  if (log_weights.size() < fewest) return std::nullopt;
  std::vector<Index> columns;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < draws.names.size(); ++i)
    if (!draws.names[i].ends_with("__") && draws.values.col(static_cast<Index>(i)).allFinite()) {
      columns.push_back(static_cast<Index>(i));
      names.push_back(draws.names[i]);
    }
  return judge(draws.values(Eigen::all, columns).transpose(), names, log_weights, true);
}

CmdStanWeights read_cmdstan_weights(const std::string& path) {
  const CmdStanDraws draws = read_cmdstan_csv(path);
  const Vector log_weights = draws.column("log_p__") - draws.column("log_g__");
  for (Index k = 0; k < log_weights.size(); ++k)
    if (!(log_weights(k) < std::numeric_limits<double>::infinity()))
      throw DataError({.file = path}, "log_p__ and log_g__ that make log-weights below infinity",
                      fmt::format("{} in draw {}", log_weights(k), k + 1));
  if (draws.setting("weighted") == "1")
    throw DataError({.file = path}, "draws of q",
                    "draws resampled by their weights, which are draws of q no more; write the "
                    "file without --weighted");
  // log_g__ as Stan writes it lacks constants; renyi's file says what it has.
  const bool of_stan = draws.setting("method") != "renyi";
  CmdStanWeights read{.weights = {log_weights, {"log_p__ - log_g__"}},
                      .up_to_a_constant = of_stan || draws.setting("up_to_a_constant") == "1",
                      .of_stan = of_stan,
                      .trust = judged(draws, log_weights)};
  if (read.trust) read.trust->up_to_a_constant = read.up_to_a_constant;
  return read;
}

// Of bounds, all but the errors of the surface.
void label_bounds(Report& report) {
  for (Table& table : report.tables)
    if (table.name == "bounds" || table.name == "columns" || table.name == "surface")
      label_up_to_a_constant(table, {"bound"});
}

Report bound_report(const BoundOptions& options, const CommonOptions& common) {
  const auto [weights, up_to_a_constant, of_stan, trust] =
      options.cmdstan
          ? read_cmdstan_weights(options.weights)
          : CmdStanWeights{read_matrix(options.weights, {.range = NumberRange::below_infinity})};
  const Matrix& log_weights = weights.values;

  Report report{.data = {weights_source(options.weights, log_weights)}};
  report.tables.push_back(bounds_table(options.alphas, log_weights));
  report.tables.push_back(weights_table(log_weights));
  if (options.per_column)
    report.tables.push_back(columns_table(options.alphas, log_weights, weights.names));
  if (options.surface) {
    SurfaceOptions subsets = options.subsets;
    subsets.seed = common.seed;
    ThreadPool pool(common.thread_count());
    const auto sizes = chosen_sizes(options, log_weights.rows());
    for (auto& table :
         surface_tables(bound_surface(log_weights, options.alphas, sizes, subsets, pool)))
      report.tables.push_back(std::move(table));
  }
  if (trust) {
    report.tables.push_back(audit_table(*trust));
    report.tables.push_back(evidence_table(*trust));
  }
  if (up_to_a_constant) label_bounds(report);
  if (of_stan)
    report.tables.front().notes.emplace_back(
        "Stan's own log_g__ lacks the constants of log q: its bounds are all off by the same "
        "unknown amount, effective draws and tails are right. That of renyi fit stan has them.");
  return report;
}

}  // namespace

Command bound_command(CommonOptions& common) {
  return make_command<BoundOptions>(
      {.name = "bound",
       .description = "The Rényi bound of a program's log-weights at any order",
       .footer =
           "One row a draw, one column a datapoint: log w = log p(x, h) - log q(h|x), h drawn "
           "from q.\n"
           "Examples:\n"
           "  renyi bound weights.csv --alpha=-inf,-1,0,0.5,1,inf\n"
           "  renyi bound draws.csv --cmdstan\n"
           "  renyi bound weights.npy --surface --draws=1,5,50\n"
           "  my-program | renyi bound - --alpha=0,1 --format json",
       .positional = {"weights"}},
      common, [&common](const BoundOptions& options) { return bound_report(options, common); });
}

}  // namespace renyi::cli
