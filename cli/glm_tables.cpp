#include "cli/glm_tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace renyi::cli {
namespace {

std::string effect_text(const GlmSummary& summary) {
  const std::string target = summary.encoding.target.name;
  switch (summary.family) {
    case GlmFamily::logistic:
      return fmt::format("the log odds of {} = {}", target, summary.encoding.classes().back());
    case GlmFamily::probit:
      return fmt::format("the probit of {} = {}", target, summary.encoding.classes().back());
    case GlmFamily::gaussian:
      return fmt::format("the mean of {}", target);
    default:
      return fmt::format("the log of the mean of {}", target);
  }
}

std::string title_of(GlmFamily family) {
  if (family == GlmFamily::gaussian) return "Linear";
  const auto kind = std::string(to_string(family));
  return static_cast<char>(std::toupper(kind.front())) + kind.substr(1);
}

std::string method_text(const GlmSummary& summary) {
  switch (summary.flags.method) {
    case GlmMethod::laplace:
      return "Laplace";
    case GlmMethod::ep:
      return "expectation propagation";
    case GlmMethod::pep:
      return "power EP";
    case GlmMethod::sep:
      return "stochastic EP";
    case GlmMethod::vr:
      return "variational Renyi bound";
    case GlmMethod::bb_alpha:
      return "black-box alpha";
  }
  return "";
}

}  // namespace

Table glm_table(const GlmSummary& summary) {
  const auto& [encoding, flags, family, rows, fit] = summary;
  Table table{.name = "model",
              .title = fmt::format("{} regression of {} on {} columns", title_of(family),
                                   encoding.target.name, encoding.features.size()),
              .columns = {"quantity", "value"}};
  const auto add = [&table](const char* quantity, Cell value) {
    table.rows.push_back({std::string(quantity), std::move(value)});
  };
  add("rows", std::int64_t{rows});
  add("coefficients", std::int64_t{fit.mean.size()});
  add("method", method_text(summary));
  add("family", std::string(to_string(flags.family)));
  if (flags.method == GlmMethod::pep || flags.method == GlmMethod::sep) {
    add("beta", flags.power(rows));
    const double divisor = flags.method == GlmMethod::sep ? static_cast<double>(rows) : 1.0;
    add("alpha", 1.0 - flags.power(rows) / divisor);
  }
  if (flags.is_trained()) add("alpha", flags.order().value());
  add("log evidence", std::isfinite(fit.log_evidence) ? Cell(fit.log_evidence) : NotAvailable{});
  add(flags.method == GlmMethod::laplace ? "Newton steps" : "passes", fit.passes);
  add("change in the last", fit.change);
  if (flags.is_trained()) {
    add("numbers that are trained", fit.site_numbers);
  } else if (flags.method != GlmMethod::laplace) {
    add("updates rejected", fit.rejected);
    add("numbers kept as factors", fit.site_numbers);
  }
  table.notes.emplace_back(
      "log evidence: the method's approximation of it. change: the largest of a mean, in standard "
      "deviations, or of a log standard deviation.");
  if (!fit.converged && flags.is_trained())
    table.notes.emplace_back(
        "Training has not settled: more --draws or a larger --batch may help.");
  else if (!fit.converged)
    table.notes.emplace_back(
        "The moments still change, or updates were rejected: more --passes, a smaller --damping or "
        "a smaller --beta may help.");
  return table;
}

Table glm_coefficients_table(const GlmSummary& summary) {
  constexpr double two_sided_95 = 1.959963984540054;
  Table table{.name = "coefficients",
              .title = "Coefficients of the standardised columns",
              .columns = {"coefficient", "mean", "sd", "lower", "upper"}};
  const auto names = summary.encoding.design_names();
  const Vector sd = summary.fit.sd();
  for (Index i = 0; i < sd.size(); ++i) {
    const double mean = summary.fit.mean(i);
    table.rows.push_back(
        {i == 0 ? std::string("(intercept)") : names[static_cast<std::size_t>(i - 1)], mean, sd(i),
         mean - two_sided_95 * sd(i), mean + two_sided_95 * sd(i)});
  }
  table.notes.push_back(fmt::format(
      "Changes of {} for a change of a column by one standard deviation; lower and upper: the "
      "central 95 %. (intercept): at the mean of every column.",
      effect_text(summary)));
  return table;
}

Figure glm_coefficients_figure(const GlmSummary& summary) {
  Figure figure{.name = "coefficients",
                .title = "Effect of one standard deviation of each feature, 95 % intervals",
                .x = {.label = "feature", .categories = summary.encoding.design_names()},
                .y = {.label = "change of " + effect_text(summary)}};
  Series series{.name = method_text(summary), .mark = Mark::points};
  const Table table = glm_coefficients_table(summary);
  for (std::size_t i = 1; i < table.rows.size(); ++i) {
    series.x.push_back(static_cast<double>(i - 1));
    series.y.push_back(std::get<double>(table.rows[i][1]));
    series.lower.push_back(std::get<double>(table.rows[i][3]));
    series.upper.push_back(std::get<double>(table.rows[i][4]));
  }
  figure.series.push_back(std::move(series));
  return figure;
}

}  // namespace renyi::cli
