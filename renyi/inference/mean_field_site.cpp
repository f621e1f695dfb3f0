#include "renyi/inference/mean_field_site.hpp"

#include "renyi/models/tilted_moments.hpp"

namespace renyi {

// With V the cavity's variances, the tilted covariance is V - beta curvature V x x' V and the
// tilted mean that of the cavity plus beta slope V x.
double mean_field_site(const RowLikelihood& row, const Eigen::Ref<const Vector>& x, double beta,
                       const NaturalDiagonal& cavity, NaturalDiagonal& site) {
  double mean = 0.0, variance = 0.0;
  for (Index c = 0; c < x.size(); ++c) {
    const double weighted = x(c) / cavity.precision(c);
    mean += weighted * cavity.shift(c);
    variance += weighted * x(c);
  }
  if (variance == 0.0) {  // no feature: nothing to learn
    site.precision.setZero(x.size());
    site.shift.setZero(x.size());
    return row.at(0.0).value;
  }
  const Tilted tilted = tilted_moments(row, beta, mean, variance);
  site.precision.resize(x.size());
  site.shift.resize(x.size());
  for (Index c = 0; c < x.size(); ++c) {
    const double coordinate_variance = 1.0 / cavity.precision(c);
    const double square = x(c) * x(c);
    // Of the coordinate's variance that is left; of a single one that is tilted.share.
    const double own = coordinate_variance * square / variance;
    const double share = tilted.share + (1.0 - own) * (1.0 - tilted.share);
    site.precision(c) = square * tilted.curvature / share;
    site.shift(c) =
        x(c) * (tilted.slope + cavity.shift(c) * coordinate_variance * x(c) * tilted.curvature) /
        share;
  }
  return tilted.log_normaliser;
}

}  // namespace renyi
