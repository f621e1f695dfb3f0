#include "cli/density_run.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/progress_line.hpp"

namespace renyi::cli {
namespace {

// The bound of every few steps, kept and shown.
Observer trace_observer(const CommonOptions& common, std::vector<double>& trace) {
  const bool listens = common.err != nullptr && !common.quiet && common.is_first();
  const auto line = listens ? std::make_shared<ProgressLine>(
                                  *common.err, progress_style(*common.err, false).terminal)
                            : nullptr;
  const auto mean = std::make_shared<RunningMean>();
  return [line, mean, &trace](const Progress& progress) {
    mean->add(progress.bound);
    if (mean->count == DensityRun::steps_a_point) trace.push_back(std::exchange(*mean, {}).mean);
    if (line)
      line->show({.done = progress.step, .all = progress.steps, .seconds = progress.seconds}, [&] {
        return fmt::format("step {}  bound {:.6g}  ESS {:.3g}", progress.step, progress.bound,
                           progress.effective_draws);
      });
    return Decision::go_on;
  };
}

}  // namespace

DensityFitOptions DensityFlags::options(std::uint64_t seed) const {
  DensityFitOptions options{.alpha = alpha.value_or(Alpha::vi()),
                            .family = family,
                            .sizes = sizes,
                            .draws = draws,
                            .optimiser = optimiser,
                            .judged = judged,
                            .settle = {.learning_rate = learning_rate,
                                       .tolerance = tolerance,
                                       .stages = stages,
                                       .stage_steps = stage_steps},
                            .start = {.seed = seed}};
  options.validate();
  return options;
}

DensityRun run_density(const Density& density, const DensityFlags& flags,
                       const CommonOptions& common, ThreadPool* pool) {
  DensityRun run;
  DensityFitOptions options = flags.options(common.seed);
  constexpr std::int64_t enough = 200;
  if (flags.optimiser == Optimiser::fixed_draws && flags.draws < enough)
    common.hint(fmt::format(
        "--optimiser fixed-draws: the fit is that of its {} draws; more of them (--draws 500) are "
        "nearer to the posterior",
        flags.draws));
  const std::vector<Observer> observers = {trace_observer(common, run.trace),
                                           InterruptGuard::observer()};
  if (!flags.alpha) {
    const auto ladder =
        flags.optimiser == Optimiser::fixed_draws ? std::vector{Alpha::vi()} : default_alphas();
    AlphaChoice choice = choose_alpha(density, options, ladder, pool, observers);
    run.orders = orders_table(choice);
    options.alpha = choice.fits[choice.chosen].alpha;
    if (flags.starts == 1) run.fits.push_back(std::move(choice.fits[choice.chosen]));
  }
  if (run.fits.empty()) run.fits = fit_from_starts(density, options, flags.starts, pool, observers);
  InterruptGuard::rethrow();
  run.modes = find_modes(run.fits);
  run.draws = combine_draws(run.fits, run.modes, common.seed);
  return run;
}

}  // namespace renyi::cli
