// `renyi fit logistic DATA`, `fit probit` and `fit poisson`: regressions of two classes and of
// counts, by methods that match each row's likelihood with a Gaussian factor.
#include <fmt/format.h>

#include <utility>

#include "cli/commands.hpp"
#include "cli/glm_rows.hpp"
#include "cli/glm_tables.hpp"
#include "cli/glm_work.hpp"
#include "cli/make_command.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/core/version.hpp"
#include "renyi/models/glm_model.hpp"

namespace renyi::cli {
namespace {

// The average over batches of the bound is not the bound of all rows: 7.5 sds off with batches of
// 256 of 50 000 rows (docs/local-methods.md).
void hint_batch(const GlmFlags& flags, Index rows, const CommonOptions& common) {
  if (flags.method == GlmMethod::vr && !flags.order().is_vi() && flags.batch.value_or(rows) < rows)
    common.hint(
        fmt::format("--batch {}: one bound a batch, at an order other than 1, is not the bound of "
                    "all {} rows; means can be many sds off (leave --batch out, or --method sep)",
                    *flags.batch, rows));
}

Report fit_glm_report(GlmFamily family, const GlmFlags& flags, const CommonOptions& common) {
  flags.processes.hint_if_alone(common);
  if (!flags.shares_rows()) {
    hint_if_not_alone(to_string(flags.method), common);
    if (!common.is_first()) return {};
  }
  Communicator* others = flags.shares_rows() ? common.others : nullptr;
  const GlmRows rows = read_glm_rows(family, flags, others);
  if (common.is_first()) hint_batch(flags, rows.rows, common);
  GlmWork work(flags,
               {.kind = std::string(to_string(family)),
                .options = work_options(common, flags),
                .data = rows.source.fingerprint},
               others, common);
  const LocalFit fit = work.fit(rows.problem, rows.rows);
  if (!flags.model.empty() && common.is_first()) {
    TensorFile file = GlmModel(rows.encoding, family, {fit.mean, fit.covariance}).save();
    file.metadata["renyi"] = version;
    file.metadata["method"] = std::string(to_string(flags.method));
    write_safetensors(flags.model, file);
  }
  work.finish();
  const GlmSummary summary{rows.encoding, flags, family, rows.rows, fit};
  Report report;
  report.data = {rows.source};
  report.tables = {glm_table(summary), glm_coefficients_table(summary)};
  report.figures = {glm_coefficients_figure(summary)};
  work.add_processes(fit, report);
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
       .files_out = {"model"},
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
