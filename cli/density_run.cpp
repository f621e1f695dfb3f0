#include "cli/density_run.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/progress.hpp"

namespace renyi::cli {

Observer DensityTrace::observer() {
  return [this](const Progress& progress) {
    next.add(progress.bound);
    if (next.count == steps_a_point) points.push_back(std::exchange(next, {}).mean);
    return Decision::go_on;
  };
}

void DensityTrace::archive(StateArchive& archive) {
  archive("trace", points);
  archive("trace.count", next.count);
  archive("trace.mean", next.mean);
  archive("trace.squares", next.squares);
}

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
                       const CommonOptions& common, ThreadPool* pool, SettleHooks hooks) {
  DensityRun run;
  DensityFitOptions options = flags.options(common.seed);
  constexpr std::int64_t enough = 200;
  if (flags.optimiser == Optimiser::fixed_draws && flags.draws < enough)
    common.hint(fmt::format(
        "--optimiser fixed-draws: the fit is that of its {} draws; more of them (--draws 500) are "
        "nearer to the posterior",
        flags.draws));
  hooks.observers.push_back(step_observer(common));
  if (!flags.alpha) {
    const auto ladder =
        flags.optimiser == Optimiser::fixed_draws ? std::vector{Alpha::vi()} : default_alphas();
    AlphaChoice choice = choose_alpha(density, options, ladder, pool, hooks);
    run.orders = orders_table(choice);
    options.alpha = choice.fits[choice.chosen].alpha;
    if (flags.starts == 1) run.fits.push_back(std::move(choice.fits[choice.chosen]));
  }
  if (run.fits.empty()) run.fits = fit_from_starts(density, options, flags.starts, pool, hooks);
  run.modes = find_modes(run.fits);
  run.draws = combine_draws(run.fits, run.modes, common.seed);
  return run;
}

}  // namespace renyi::cli
