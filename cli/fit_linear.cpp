// `renyi fit linear DATA`: Bayesian linear regression of a table, exact beside its factorised
// approximations of any order, or by a method of other regressions.
#include <fmt/format.h>

#include <array>
#include <utility>

#include "cli/commands.hpp"
#include "cli/glm_work.hpp"
#include "cli/linear_method.hpp"
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
  LinearMethod method = LinearMethod::exact;
  std::optional<std::vector<Alpha>> alphas = {};
  std::string sigma = "learn";
  double prior_precision = 1.0;
  std::string model = {};
  SavedPosterior posterior = SavedPosterior::exact;
  GlmFlags others = {};  // of the other methods

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    TableFlags::describe(self.table, field);
    EncodingOptions::describe(self.encoding, field);
    field("method", self.method,
          "exact, with approximations of any order; others as in fit logistic, with the noise that "
          "the exact one learns or is given");
    field("alpha", self.alphas,
          "of exact: orders of the approximations, auto: 1; of other methods: one, as in fit "
          "logistic");
    field("sigma", self.sigma, "sd of the noise in the units of the target, or learn");
    field("prior-precision", self.prior_precision, "of every standardised coefficient");
    field("model", self.model, "file to save the model to");
    field("posterior", self.posterior, "which to save; approximate: of the first order");
    GlmFlags::describe_method(self.others, field);
  }

  std::vector<Alpha> orders() const { return alphas.value_or(std::vector{Alpha::vi()}); }
  // For methods other than exact.
  GlmFlags method_flags() const {
    GlmFlags flags = others;
    flags.method = parse_enum<GlmMethod>(to_string(method));
    flags.prior_precision = prior_precision;
    flags.table = table;
    flags.encoding = encoding;
    flags.model = model;
    if (alphas) flags.alpha = alphas->front();
    return flags;
  }

  bool shares_rows() const { return method != LinearMethod::exact && method_flags().shares_rows(); }

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
    if (method == LinearMethod::exact) {
      require_no_others();
      return;
    }
    if (alphas && alphas->size() != 1)
      throw UsageError(fmt::format("--alpha: expected one order for --method {}, found {}",
                                   to_string(method), alphas->size()));
    if (posterior != SavedPosterior::exact)
      throw UsageError(
          fmt::format("--posterior: expected --method exact, found {}", to_string(method)));
    method_flags().validate();
  }

 private:
  void require_no_others() const {
    OptionList given, fallback;
    const auto collect_in = [](OptionList& list) {
      return [&list](const char* name, const auto& value, const char* /*text*/) {
        list.emplace_back(name, write_field(value));
      };
    };
    GlmFlags::describe_method(others, collect_in(given));
    const GlmFlags none;
    GlmFlags::describe_method(none, collect_in(fallback));
    for (std::size_t i = 0; i < given.size(); ++i)
      if (given[i] != fallback[i])
        throw UsageError(
            fmt::format("--{}: expected --method other than exact, found exact", given[i].first));
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

struct LinearData {
  TableInput input;
  TableEncoding encoding = {};
  Matrix features = {};
  Vector targets = {};
};

void report_exact(const LinearData& data, const FitLinearOptions& options, Report& report) {
  const LinearFit fit = fit_linear(data.encoding, data.features, data.targets,
                                   {.alphas = options.orders(),
                                    .sigma = options.given_sigma(),
                                    .prior_precision = options.prior_precision});
  if (!options.model.empty()) save(fit, options);
  report.tables = {model_table(fit), bounds_table(fit), coefficients_table(fit)};
  report.figures = {coefficients_figure(fit)};
}

void report_method(const LinearData& data, const FitLinearOptions& options,
                   const CommonOptions& common, Report& report) {
  const GlmFlags flags = options.method_flags();
  flags.processes.hint_if_alone(common);
  Communicator* const others = flags.shares_rows() ? common.others : nullptr;
  GlmWork work(flags,
               {.kind = "linear",
                .options = work_options(common, options),
                .data = data.input.source.fingerprint},
               others, common);
  const LinearMethodFit fit = fit_linear_by(
      [&](const GlmProblem& all) {
        const Share mine = flags.rows_here(all.rows(), others);
        return work.fit(all.part(mine.begin, mine.end), all.rows());
      },
      flags.prior_precision, data.encoding, data.features, data.targets, options.given_sigma());
  if (!options.model.empty() && common.is_first()) {
    TensorFile file = fit.model().save();
    file.metadata["renyi"] = version;
    file.metadata["posterior"] = std::string(to_string(options.method));
    write_safetensors(options.model, file);
  }
  work.finish();
  report.tables = {linear_method_table(flags, fit), linear_method_coefficients(fit)};
  report.figures = {linear_method_figure(flags, fit)};
  work.add_processes(fit.fit, report);
}

Report fit_linear_report(FitLinearOptions options, const CommonOptions& common) {
  Report report;
  if (!options.shares_rows()) {
    hint_if_not_alone(to_string(options.method), common);
    if (!common.is_first()) return report;
  }
  with_flags([&] {
    LinearData data{.input = read_to_learn(options.table, options.encoding)};
    data.encoding = learn_encoding(data.input.table, data.input.rows, options.encoding);
    data.features = encode_features(data.encoding, data.input.table, data.input.rows);
    data.targets = encode_target(data.encoding, data.input.table, data.input.rows);
    if (options.method == LinearMethod::exact)
      report_exact(data, options, report);
    else
      report_method(data, options, common, report);
    report.data = {data.input.source};
  });
  return report;
}

}  // namespace

Command fit_linear_command(CommonOptions& common) {
  return make_command<FitLinearOptions>(
      {.name = "linear",
       .description = "Bayesian linear regression: exact, and approximated at any order or by any "
                      "method",
       .footer = "Columns of words become one column a category; missing cells are refused unless "
                 "--impute "
                 "mean.\n"
                 "Examples:\n"
                 "  renyi fit linear flats.csv --target rent --model flats.safetensors\n"
                 "  renyi fit linear flats.csv --target rent --alpha=-inf,0,0.5,1,inf --sigma 60\n"
                 "  renyi fit linear flats.csv --target rent --method sep --family mean-field\n"
                 "  renyi fit linear boston --split 0        # a folder with its own splits",
       .positional = {"data"},
       .files_out = {"model"},
       .with_others = true},
      common,
      [&common](const FitLinearOptions& options) { return fit_linear_report(options, common); });
}

}  // namespace renyi::cli
