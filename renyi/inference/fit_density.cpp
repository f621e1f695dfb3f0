#include "renyi/inference/fit_density.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/families/full_rank_family.hpp"
#include "renyi/inference/density_objective.hpp"
#include "renyi/inference/fixed_draws.hpp"
#include "renyi/inference/mixture_start.hpp"
#include "renyi/inference/tail_probe.hpp"

namespace renyi {
namespace {

// Of the result, by which it is judged: few, as there may be many threads.
constexpr Index draws_a_time = 64;

// Without the score, whose mean is 0: its noise does not vanish where q is the posterior.
Estimator quiet_estimator(Alpha alpha, const Family& family) {
  if (alpha == Alpha::vi()) return Estimator::stick_the_landing;
  return alpha.is_finite() && family.parts() == 1 ? Estimator::doubly_reparameterised
                                                  : Estimator::reparameterised;
}

// Coordinates that keep the family what it is: those that say which coordinates are independent,
// or have few factors, may not be turned.
AffineMap map_at(const DensityStart& start, FamilyKind kind) {
  const bool turns = kind != FamilyKind::mean_field && kind != FamilyKind::low_rank;
  return turns ? AffineMap::whitening(start.at, start.covariance)
               : AffineMap::diagonal(start.at, start.covariance);
}

Vector start_in(const AffineMap& map, const DensityStart& start, const Family& family) {
  const Index d = map.dimension();
  return family.nearest(Vector::Zero(d), map.invert_covariance(start.covariance));
}

TrainOptions train_options(const DensityFitOptions& options, Alpha alpha,
                           const Objective& objective, const Family& family) {
  return {.alpha = alpha,
          .draws = options.draws,
          .batch = options.batch > 0 ? options.batch : objective.rows(),
          .estimator = quiet_estimator(alpha, family),
          .seed = options.start.seed};
}

// Mean and covariance of the best Gaussian by alpha = 1, from a start of the curvature's making:
// families that are no Gaussians cannot turn their coordinates, and begin where one ends.
DensityStart gaussian_start(const Density& density, DensityStart start,
                            const DensityFitOptions& options, ThreadPool* pool,
                            const SettleHooks& hooks) {
  FullRankFamily family(density.dimension());
  const AffineMap map = map_at(start, FamilyKind::full_rank);
  DensityObjective objective(density, family, map, options.grouping, pool, Alpha::vi());
  const Settled training =
      train_until_settled(objective, family, start_in(map, start, family), options.settle,
                          train_options(options, Alpha::vi(), objective, family), hooks);
  family.set(training.parameters);
  start.at = map.shift + map.scale * family.mean();
  start.covariance = map.scale * family.covariance() * map.scale.transpose();
  start.log_density = log_joint(density, start.at);
  return start;
}

// Where nothing holds q, as nothing holds it where the density has no finite integral, it grows or
// goes on as long as it is trained.
std::optional<Doubt> ran_away(const DensityFit& fit, const Density& density) {
  constexpr double far = 1e6;
  for (Index i = 0; i < density.dimension(); ++i) {
    const double start_sd = std::sqrt(fit.found.covariance(i, i));
    const double way = std::abs(fit.trust.mean(i) - fit.found.at(i)) / start_sd;
    const double growth = fit.trust.sd(i) / start_sd;
    if (way < far && growth < far) continue;
    return Doubt{Verdict::do_not_trust,
                 fmt::format("training ran away along {}: mean {:.2g} and sd {:.2g}, from a start "
                             "at {:.2g} and {:.2g}; the density seems to have no finite integral",
                             density.coordinate_name(i), fit.trust.mean(i), fit.trust.sd(i),
                             fit.found.at(i), start_sd)};
  }
  return std::nullopt;
}

// Between blocks of draws the leg may be left.
DensityDraws draw_in(Leg& leg, const DensityFit& fit, const Density& density, Index count,
                     std::uint64_t seed, ThreadPool* pool) {
  const Index d = density.dimension();
  Matrix noise(fit.family->noise(), count), u(d, count), gradients(d, count);
  fill_normal({.seed = seed, .purpose = Purpose::predict}, {}, noise);
  DensityDraws draws{Matrix(d, count), Vector(count), Vector(count)};
  fit.family->draw(noise, u);
  fit.family->log_density(u, draws.log_q, gradients);
  draws.log_q.array() -= fit.map.log_determinant();
  fit.map.apply(u, draws.theta);
  const Partition blocks(count, draws_a_time);
  const auto log_p = [&](std::int64_t i) {
    log_joints(density, draws.theta.middleCols(blocks.begin(i), blocks.size(i)),
               draws.log_p.segment(blocks.begin(i), blocks.size(i)));
  };
  const bool is_pooled = pool != nullptr && !density.has_threads();
  const std::int64_t blocks_a_time = is_pooled ? 4 * pool->threads() : 1;
  for (std::int64_t first = 0; first < blocks.shards(); first += blocks_a_time) {
    leg.pause();
    if (is_pooled)
      pool->for_each(std::min(blocks_a_time, blocks.shards() - first),
                     [&](std::int64_t i) { log_p(first + i); });
    else
      log_p(first);
  }
  for (Index k = 0; k < count; ++k)
    if (std::isnan(draws.log_p(k)) || draws.log_p(k) == INFINITY)
      throw NumericalError(
          fmt::format("density: expected a number or -inf, found {} at {} = {:.6g}", draws.log_p(k),
                      density.coordinate_name(0), draws.theta(0, k)));
  return draws;
}

}  // namespace

void DensityFitOptions::validate() const {
  const auto at_least = [](const char* field, std::int64_t least, std::int64_t found) {
    if (found < least)
      throw UsageError(fmt::format("{}: expected {} or more, found {}", field, least, found));
  };
  at_least("draws", 1, draws);
  at_least("batch", 0, batch);
  at_least("judged", 100, judged);
  sizes.validate();
  settle.validate();
}

DensityDraws draw_from(const DensityFit& fit, const Density& density, Index count,
                       std::uint64_t seed, ThreadPool* pool) {
  Leg none(nullptr, {});
  return draw_in(none, fit, density, count, seed, pool);
}

DensityFit fit_density(const Density& density, const DensityFitOptions& options, ThreadPool* pool,
                       const SettleHooks& hooks, const DensityFit* from) {
  options.validate();
  if (density.dimension() < 1)
    throw UsageError("density: expected one coordinate or more to fit, found none");
  const auto begin = std::chrono::steady_clock::now();
  const double before = hooks.legs != nullptr ? hooks.legs->seconds_before() : 0.0;
  const std::uint64_t seed = options.start.seed;
  DensityFit fit{.alpha = options.alpha};
  fit.family = make_family(options.family, density.dimension(), options.sizes);
  fit.found = from != nullptr ? from->found : find_start(density, options.start, hooks.legs);
  fit.start = from != nullptr ? from->start : fit.found;
  if (from == nullptr &&
      (options.family == FamilyKind::mixture || options.family == FamilyKind::flow))
    fit.start = gaussian_start(density, fit.start, options, pool, hooks);
  fit.map = from != nullptr ? from->map : map_at(fit.start, options.family);
  Vector start;
  if (from != nullptr)
    start = from->training.parameters;
  else if (const auto* mixture = dynamic_cast<const MixtureFamily*>(fit.family.get()))
    start = mixture_start(density, fit.start, options.start, fit.map, *mixture, hooks.legs);
  else
    start = start_in(fit.map, fit.start, *fit.family);

  DensityObjective objective(density, *fit.family, fit.map, options.grouping, pool, options.alpha);
  const TrainOptions train = train_options(options, options.alpha, objective, *fit.family);
  fit.training =
      options.optimiser == Optimiser::fixed_draws
          ? train_fixed_draws(objective, start, train, hooks.legs)
          : train_until_settled(objective, *fit.family, start, options.settle, train, hooks);
  fit.family->set(fit.training.parameters);
  Leg judgement(hooks.legs, [](StateArchive&) {});  // nothing is kept: it is made again
  fit.draws = draw_in(judgement, fit, density, options.judged, seed, pool);
  fit.trust = judge(fit.draws.theta, coordinate_names(density), fit.draws.log_weights(),
                    fit.training.settled);
  fit.doubt = ran_away(fit, density);
  if (fit.doubt)
    fit.training.settled = false;
  else if (fit.training.settled && options.probes_tails)
    fit.doubt = doubt_of(
        probe_tails(density, *fit.family, fit.map, fit.draws.theta, fit.trust, pool, &judgement),
        density);
  lower(fit.doubt, fit.trust);
  fit.trust.up_to_a_constant = density.up_to_a_constant();
  fit.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (hooks.legs != nullptr) fit.seconds += hooks.legs->seconds_before() - before;
  return fit;
}

}  // namespace renyi
