// `renyi fit linear DATA`: Bayesian linear regression of a table, exact beside its factorised
// approximations of any order.
#include <array>
#include <utility>

#include "cli/commands.hpp"
#include "cli/linear_tables.hpp"
#include "cli/make_command.hpp"
#include "cli/table_input.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/core/version.hpp"

namespace renyi::cli {

enum class SavedPosterior : std::uint8_t { exact, approximate };

}  // namespace renyi::cli

template <>
struct renyi::EnumNames<renyi::cli::SavedPosterior> {
  static constexpr std::string_view what = "posterior";
  static constexpr std::array<std::string_view, 2> names = {"exact", "approximate"};
};

namespace renyi::cli {
namespace {

struct FitLinearOptions {
  TableFlags table = {};
  EncodingOptions encoding = {.task = Task::regression};
  std::vector<Alpha> alphas = {Alpha::vi()};
  std::string sigma = "learn";
  double prior_precision = 1.0;
  std::string model = {};
  SavedPosterior posterior = SavedPosterior::exact;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    TableFlags::describe(self.table, field);
    EncodingOptions::describe(self.encoding, field);
    field("alpha", self.alphas, "orders of the approximations");
    field("sigma", self.sigma, "sd of the noise in the units of the target, or learn");
    field("prior-precision", self.prior_precision, "of every standardised coefficient");
    field("model", self.model, "file to save the model to");
    field("posterior", self.posterior, "which to save; approximate: of the first order");
  }

  // Nothing for "learn".
  std::optional<double> given_sigma() const {
    if (sigma == "learn") return std::nullopt;
    double value = 0.0;
    try {
      read_field("sigma", sigma, value);
    } catch (const UsageError&) {
      throw UsageError("--sigma: expected a positive number or learn, found '" + sigma + "'");
    }
    return value;
  }
  void validate() const {
    table.validate();
    encoding.validate();
    given_sigma();
  }
};

void save(const LinearFit& fit, const FitLinearOptions& options) {
  const bool exact = options.posterior == SavedPosterior::exact;
  const LinearCandidate& candidate = exact ? fit.exact : fit.approximations.front();
  TensorFile file = fit.model(candidate).save();
  file.metadata["renyi"] = version;
  file.metadata["posterior"] = exact ? "exact" : "alpha = " + candidate.alpha->to_string();
  write_safetensors(options.model, file);
}

Report fit_linear_report(FitLinearOptions options) {
  Report report;
  with_flags([&] {
    const TableInput input = read_to_learn(options.table, options.encoding);
    const TableEncoding encoding = learn_encoding(input.table, input.rows, options.encoding);
    const LinearFit fit = fit_linear(encoding, encode_features(encoding, input.table, input.rows),
                                     encode_target(encoding, input.table, input.rows),
                                     {.alphas = options.alphas,
                                      .sigma = options.given_sigma(),
                                      .prior_precision = options.prior_precision});
    if (!options.model.empty()) save(fit, options);
    report.data = {input.source};
    report.tables = {model_table(fit), bounds_table(fit), coefficients_table(fit)};
    report.figures = {coefficients_figure(fit)};
  });
  return report;
}

}  // namespace

Command fit_linear_command(CommonOptions& common) {
  return make_command<FitLinearOptions>(
      {.name = "linear",
       .description = "Bayesian linear regression: exact, and approximated at any order",
       .footer = "Columns of words become one column a category; missing cells are refused unless "
                 "--impute "
                 "mean.\n"
                 "Examples:\n"
                 "  renyi fit linear flats.csv --target rent --model flats.safetensors\n"
                 "  renyi fit linear flats.csv --target rent --alpha=-inf,0,0.5,1,inf --sigma 60\n"
                 "  renyi fit linear boston --split 0        # a folder with its own splits",
       .positional = {"data"},
       .file_out = "model"},
      common, [](const FitLinearOptions& options) { return fit_linear_report(options); });
}

}  // namespace renyi::cli
