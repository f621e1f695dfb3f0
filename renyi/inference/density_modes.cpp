#include "renyi/inference/density_modes.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"

namespace renyi {
namespace {

double evidence_of(const DensityFit& fit) {
  return fit.trust.log_evidence.value_or(fit.trust.growing.back().estimate.value);
}

bool same_mode(const Trust& a, const Trust& b) {
  return ((a.mean - b.mean).cwiseAbs().array() <= a.sd.cwiseMax(b.sd).array()).all();
}

}  // namespace

std::vector<DensityMode> find_modes(const std::vector<DensityFit>& fits) {
  std::vector<DensityMode> modes;
  const bool any = std::any_of(fits.begin(), fits.end(),
                               [](const DensityFit& fit) { return fit.training.settled; });
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (any && !fits[i].training.settled) continue;
    const double evidence = evidence_of(fits[i]);
    const auto mode = std::find_if(modes.begin(), modes.end(), [&](const DensityMode& m) {
      return same_mode(fits[m.fit].trust, fits[i].trust);
    });
    if (mode == modes.end()) {
      modes.push_back({.fit = i, .fits = {i}, .log_evidence = evidence});
      continue;
    }
    mode->fits.push_back(i);
    if (evidence > mode->log_evidence) {
      mode->fit = i;
      mode->log_evidence = evidence;
    }
  }
  std::vector<double> evidences;
  evidences.reserve(modes.size());
  for (const DensityMode& mode : modes) evidences.push_back(mode.log_evidence);
  const double all = log_sum_exp(evidences);
  for (DensityMode& mode : modes) mode.weight = std::exp(mode.log_evidence - all);
  std::stable_sort(modes.begin(), modes.end(),
                   [](const DensityMode& a, const DensityMode& b) { return a.weight > b.weight; });
  return modes;
}

std::vector<DensityFit> fit_from_starts(const Density& density, const DensityFitOptions& options,
                                        std::int64_t starts, ThreadPool* pool,
                                        const SettleHooks& hooks) {
  if (starts < 1) throw UsageError("starts: expected 1 or more, found " + std::to_string(starts));
  std::vector<DensityFit> fits;
  std::exception_ptr first_error;
  for (std::int64_t i = 0; i < starts; ++i) {
    DensityFitOptions own = options;
    own.start.start = static_cast<std::uint32_t>(i);
    try {
      fits.push_back(fit_density(density, own, pool, hooks));
    } catch (const NumericalError&) {
      if (!first_error) first_error = std::current_exception();
    }
  }
  if (fits.empty()) std::rethrow_exception(first_error);
  return fits;
}

DensityDraws combine_draws(const std::vector<DensityFit>& fits,
                           const std::vector<DensityMode>& modes, std::uint64_t seed) {
  const DensityDraws& first = fits[modes.front().fit].draws;
  const Index draws = first.theta.cols();
  std::vector<double> offset(1);
  fill_uniform({.seed = seed, .purpose = Purpose::predict, .step = 1}, {}, offset);
  DensityDraws all{Matrix(first.theta.rows(), draws), Vector(draws), Vector(draws)};
  std::size_t mode = 0;
  double reached = modes.front().weight;
  for (Index k = 0; k < draws; ++k) {
    const double place = (static_cast<double>(k) + offset[0]) / static_cast<double>(draws);
    while (place > reached && mode + 1 < modes.size()) reached += modes[++mode].weight;
    const DensityDraws& own = fits[modes[mode].fit].draws;
    all.theta.col(k) = own.theta.col(k);
    all.log_p(k) = own.log_p(k);
    all.log_q(k) = own.log_q(k) + std::log(modes[mode].weight);
  }
  return all;
}

}  // namespace renyi
