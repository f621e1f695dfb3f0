// `renyi fit logistic DATA`, `fit probit` and `fit poisson`: regressions of two classes and of
// counts, by methods that match each row's likelihood with a Gaussian factor.
#include <fmt/format.h>

#include <utility>

#include "cli/commands.hpp"
#include "cli/glm_tables.hpp"
#include "cli/make_command.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/core/version.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/models/glm_model.hpp"

namespace renyi::cli {
namespace {

void require_two_classes(const TableEncoding& encoding, const TableInput& input) {
  if (encoding.classes().size() != 2)
    throw DataError({.file = input.table.head.file, .column = encoding.target.position + 1},
                    fmt::format("two classes in column {}", excerpt(encoding.target.name)),
                    fmt::format("{}", encoding.classes().size()));
}

void require_counts(const TableEncoding& encoding, const TableInput& input,
                    const GlmLikelihood& likelihood, const Vector& targets) {
  for (Index i = 0; i < targets.size(); ++i)
    if (!likelihood.allows(targets(i)))
      throw DataError(
          input.table.place(input.rows[static_cast<std::size_t>(i)], encoding.target.position),
          fmt::format("{} in column {}", likelihood.expected(), excerpt(encoding.target.name)),
          fmt::format("{}", targets(i)));
}

Report fit_glm_report(GlmFamily family, GlmFlags flags, const CommonOptions& common) {
  if (!common.is_first() && !flags.shares_rows()) return {};
  flags.encoding.task = has_two_classes(family) ? Task::classification : Task::regression;
  const TableInput input = read_to_learn(flags.table, flags.encoding);
  TableEncoding encoding = learn_encoding(input.table, input.rows, flags.encoding);
  const GlmLikelihood likelihood{family};
  const Vector targets = encode_target(encoding, input.table, input.rows);
  if (has_two_classes(family)) {
    require_two_classes(encoding, input);
  } else {
    require_counts(encoding, input, likelihood, targets);
    encoding.target_mean = 0.0;  // counts are not standardised
    encoding.target_scale = 1.0;
  }
  const GlmProblem problem =
      make_problem(likelihood, encode_features(encoding, input.table, input.rows), targets,
                   flags.prior_precision);
  ThreadPool pool(common.thread_count());
  const LocalFit fit =
      flags.fit(problem, common.seed, &pool, flags.shares_rows() ? common.others : nullptr);
  if (!flags.model.empty() && common.is_first()) {
    TensorFile file = GlmModel(encoding, family, {fit.mean, fit.covariance}).save();
    file.metadata["renyi"] = version;
    file.metadata["method"] = std::string(to_string(flags.method));
    write_safetensors(flags.model, file);
  }
  const GlmSummary summary{encoding, flags, problem, fit};
  Report report;
  report.data = {input.source};
  report.tables = {glm_table(summary), glm_coefficients_table(summary)};
  report.figures = {glm_coefficients_figure(summary)};
  if (flags.shares_rows() && common.others != nullptr) {
    auto& rows = report.tables.front().rows;
    rows.push_back({std::string("processes"), std::int64_t{common.others->size()}});
    rows.push_back({std::string("bytes that the first one sent"),
                    static_cast<std::int64_t>(common.others->traffic().bytes)});
  }
  return report;
}

Command glm_command(GlmFamily family, const std::string& description, const std::string& examples,
                    CommonOptions& common) {
  return make_command<GlmFlags>(
      {.name = std::string(to_string(family)),
       .description = description,
       .footer = "Columns of words become one column a category; missing cells are refused unless "
                 "--impute mean.\nExamples:\n" +
                 examples,
       .positional = {"data"},
       .file_out = "model",
       .with_others = true},
      common, [family, &common](const GlmFlags& flags) {
        Report report;
        with_flags([&] { report = fit_glm_report(family, flags, common); });
        return report;
      });
}

}  // namespace

Command fit_logistic_command(CommonOptions& common) {
  return glm_command(
      GlmFamily::logistic,
      "Logistic regression of two classes: EP, power EP, stochastic EP, Laplace, VR, BB-alpha",
      "  renyi fit logistic loans.csv --target default --model loans.safetensors\n"
      "  renyi fit logistic loans.csv --target default --method sep --family mean-field\n"
      "  renyi fit logistic loans.csv --target default --method pep --beta 0.5",
      common);
}

Command fit_probit_command(CommonOptions& common) {
  return glm_command(
      GlmFamily::probit,
      "Probit regression of two classes: EP, power EP, stochastic EP, Laplace, VR, BB-alpha",
      "  renyi fit probit loans.csv --target default --model loans.safetensors", common);
}

Command fit_poisson_command(CommonOptions& common) {
  return glm_command(
      GlmFamily::poisson,
      "Poisson regression of counts: EP, power EP, stochastic EP, Laplace, VR, BB-alpha",
      "  renyi fit poisson visits.csv --target visits --model visits.safetensors", common);
}

}  // namespace renyi::cli
