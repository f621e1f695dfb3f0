// `renyi fit stan MODEL.so`: the posterior of a model that BridgeStan has compiled, with bounds on
// its evidence and whether to trust it.
#include <fmt/format.h>

#include <utility>

#include "cli/commands.hpp"
#include "cli/density_figures.hpp"
#include "cli/density_run.hpp"
#include "cli/interrupt.hpp"
#include "cli/make_command.hpp"
#include "cli/resume_legs.hpp"
#include "cli/up_to_a_constant.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/cmdstan_csv.hpp"
#include "renyi/data/table_encoding.hpp"
#include "renyi/models/density_check.hpp"
#include "renyi/models/shared_density.hpp"

namespace renyi::cli {
namespace {

struct FitStanOptions {
  std::string library = {};
  std::string data = {};
  bool unnormalised = false;
  DensityFlags density = {};
  bool weighted = false;
  bool parameters_only = false;
  std::string csv = {};
  CheckpointFlags checkpoint = {};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("library", self.library, "shared library that BridgeStan made of a Stan model");
    field("data", self.data, "data of the model: a file of JSON, or JSON itself");
    field("unnormalised", self.unnormalised,
          "the model has an improper prior or lacks constants: evidence is up to a constant");
    DensityFlags::describe(self.density, field);
    field("weighted", self.weighted, "weigh the draws (PSIS) in tables and figures");
    field("parameters-only", self.parameters_only,
          "neither transformed parameters nor generated quantities");
    field("csv", self.csv, "file to write the draws to, as CmdStan does");
    CheckpointFlags::describe(self.checkpoint, field,
                              "after an interrupt: go on from the checkpoint beside --csv");
  }
  void validate() const { checkpoint.validate(csv, "csv"); }
};

// Resampled by their weights where those count, as the format has none.
void write_draws(const FitStanOptions& options, const DensityRun& run, const NamedDraws& draws) {
  std::vector<Index> kept = all_rows(draws.values.cols());
  if (draws.weights.size() > 0) kept = systematic_sample(draws.weights);
  const auto columns = [&](const Matrix& all) { return Matrix(all(Eigen::all, kept)); };
  const Matrix values = columns(draws.values);
  write_cmdstan_csv(options.csv,
                    {.settings = {{"method", "renyi"},
                                  {"alpha", run.best().alpha.to_string()},
                                  {"family", std::string(to_string(options.density.family))},
                                  {"up_to_a_constant", options.unnormalised ? "1" : "0"},
                                  {"weighted", draws.weights.size() > 0 ? "1" : "0"}},
                     .names = draws.names,
                     .mean = values.rowwise().mean(),
                     .values = values,
                     .log_p = run.draws.log_p(kept),
                     .log_q = run.draws.log_q(kept)});
}

// What a fit that failed may have failed by: values of its parameters that the model refused, or a
// gradient that is none of the density.
std::string likely_cause(const SharedDensity& density) {
  if (density.refusals() > 0)
    return "; the model refused values of its parameters, first: " + density.first_refusal();
  try {
    constexpr double somewhere = 0.1;
    const GradientCheck check =
        check_density_gradient(density, Vector::Constant(density.dimension(), somewhere));
    return check.passed ? "" : "; the model's gradient is not its density's: " + check.to_string();
  } catch (const NumericalError& error) {
    return std::string("; ") + error.what();
  }
}

template <class F>
auto with_cause(const SharedDensity& density, const F& f) {
  try {
    return f();
  } catch (const NumericalError& error) {
    throw NumericalError(error.what() + likely_cause(density));
  }
}

Report fit_stan_report(const FitStanOptions& options, const CommonOptions& common) {
  const SharedDensity density(options.library, {.data = options.data,
                                                .seed = static_cast<std::uint32_t>(common.seed),
                                                .unnormalised = options.unnormalised});
  if (density.dimension() < 1)
    throw DataError({.file = options.library}, "a model with parameters", "one without");
  // A library that lets one call in at a time gains nothing by threads.
  ThreadPool pool(density.is_threaded() ? common.thread_count() : 1);
  DensityTrace trace;
  auto identity = work_options(common, options);
  identity["library"] = density.library_fingerprint();
  ResumableLegs legs({.flags = options.checkpoint,
                      .result = options.csv,
                      .result_flag = "csv",
                      .identity = {.kind = "density",
                                   .options = std::move(identity),
                                   .data = density.data_fingerprint()},
                      .more = [&](StateArchive& archive) { trace.archive(archive); }},
                     common);
  const DensityRun run = with_cause(density, [&] {
    return legs.run([&](Legs& all) {
      return run_density(density, options.density, common, &pool,
                         {.observers = {trace.observer()}, .legs = &all});
    });
  });
  const ConstrainOptions outputs{.transformed = !options.parameters_only,
                                 .generated = !options.parameters_only,
                                 .seed = static_cast<std::uint32_t>(common.seed)};
  constexpr ConstrainOptions parameters{.transformed = false, .generated = false};
  const Trust trust = run.judged(
      {density.constrained_names(parameters), density.constrain(run.draws.theta, parameters), {}});
  NamedDraws draws{
      density.constrained_names(outputs), density.constrain(run.draws.theta, outputs), {}};
  if (options.weighted) draws.weights = trust.weights;
  if (density.refusals() > 0 && trust.verdict != Verdict::trust)
    common.hint(fmt::format("the model refused {} values of its parameters, first: {}",
                            density.refusals(), density.first_refusal()));
  if (!options.csv.empty()) write_draws(options, run, draws);
  legs.finish();
  Report report;
  report.tables = {verdict_table(density.name(), run.best(), trust), evidence_table(trust)};
  if (run.orders) report.tables.push_back(*run.orders);
  if (run.fits.size() > 1) report.tables.push_back(modes_table(run.modes, run.fits));
  report.tables.push_back(parameters_table(draws));
  report.figures = {trace_figure(trace.points, DensityTrace::steps_a_point),
                    weights_figure(run.draws.log_weights()), marginals_figure(draws),
                    pairs_figure(draws)};
  if (trust.up_to_a_constant) label_up_to_a_constant(report.figures.front());
  return report;
}

}  // namespace

Command fit_stan_command(CommonOptions& common) {
  return make_command<FitStanOptions>(
      {.name = "stan",
       .description = "The posterior of a compiled Stan model, and whether to trust it",
       .footer =
           "The library is what BridgeStan makes of a Stan program (bridgestan.compile_model, "
           "or make NAME_model.so).\n"
           "Examples:\n"
           "  renyi fit stan kidscore_model.so --data kidiq.json\n"
           "  renyi fit stan arK_model.so --data arK.json --alpha 0.5 --family mean-field\n"
           "  renyi fit stan arK_model.so --data arK.json --csv draws.csv --resume\n"
           "  renyi fit stan mixture_model.so --data y.json --starts 8 --weighted\n"
           "  renyi fit stan mixture_model.so --data y.json --family mixture --components 2",
       .positional = {"library"},
       .files_in = {"data"},
       .files_out = {"csv"}},
      common, [&common](const FitStanOptions& options) {
        const InterruptGuard guard;
        Report report;
        with_flags([&] { report = fit_stan_report(options, common); });
        return report;
      });
}

}  // namespace renyi::cli
