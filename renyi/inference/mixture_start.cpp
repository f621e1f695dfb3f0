#include "renyi/inference/mixture_start.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr double least_log_share = -15.0;
constexpr double least_weight = 0.02;  // so that its gradient is heard

double laplace_evidence(const DensityStart& start) {
  const Eigen::LLT<Matrix> root(start.covariance);
  return start.log_density + root.matrixLLT().diagonal().array().log().sum();
}

bool is_same_mode(const DensityStart& a, const DensityStart& b) {
  const auto variances = a.covariance.diagonal().cwiseMax(b.covariance.diagonal());
  return ((a.at - b.at).cwiseAbs2().array() <= variances.array()).all();
}

// The heaviest first. Points that are no modes count only where there is none.
std::vector<DensityStart> find_mixture_modes(const Density& density, const DensityStart& first,
                                             StartOptions options, Index most, Legs* legs) {
  std::vector<DensityStart> modes = {first};
  options.at.reset();
  for (Index i = 0; i < most; ++i) {
    ++options.start;
    try {
      DensityStart next = find_start(density, options, legs);
      const auto known = [&](const DensityStart& mode) { return is_same_mode(mode, next); };
      if (next.at_mode && std::none_of(modes.begin(), modes.end(), known))
        modes.push_back(std::move(next));
    } catch (const NumericalError&) {  // NOLINT(bugprone-empty-catch): it leads nowhere
    }
  }
  if (modes.size() > 1 && !first.at_mode) modes.erase(modes.begin());
  std::stable_sort(modes.begin(), modes.end(), [](const DensityStart& a, const DensityStart& b) {
    return laplace_evidence(a) > laplace_evidence(b);
  });
  while (std::ssize(modes) > most ||
         laplace_evidence(modes.back()) < laplace_evidence(modes.front()) + least_log_share)
    modes.pop_back();
  return modes;
}

}  // namespace

Vector mixture_start(const Density& density, const DensityStart& first, StartOptions options,
                     const AffineMap& map, const MixtureFamily& family, Legs* legs) {
  const Index d = family.dimension(), components = family.components();
  const auto modes = find_mixture_modes(density, first, std::move(options), components, legs);
  Vector weights(components);
  Matrix means(d, components), sds(d, components);
  const auto count = static_cast<Index>(modes.size());
  for (Index m = 0, at = 0; m < count; ++m) {
    const DensityStart& mode = modes[static_cast<std::size_t>(m)];
    MixtureFamily own(d, (components - m + count - 1) / count);
    Matrix place(d, 1);
    map.invert(mode.at, place);
    own.set(own.nearest(place.col(0), map.invert_covariance(mode.covariance)));
    const double share = std::exp(laplace_evidence(mode) - laplace_evidence(modes.front()));
    weights.segment(at, own.components()) = share * own.weights();
    means.middleCols(at, own.components()) = own.means();
    sds.middleCols(at, own.components()) = own.sds();
    at += own.components();
  }
  weights = (weights / weights.sum()).cwiseMax(least_weight);
  return family.combined(weights / weights.sum(), means, sds);
}

}  // namespace renyi
