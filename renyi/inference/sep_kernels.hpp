// The inner loops of stochastic EP on vectors, for logistic regression at beta = 1 where the
// likelihood hardly changes within a cavity's standard deviation: nearly all rows of large data.
// The other rows are tilted_moments.hpp's, which says the same to rounding.
#pragma once

#include <span>

#include "renyi/core/matrix.hpp"

namespace renyi::kernels {

// Up to this variance of a row's predictor, eight nodes are exact to rounding.
inline constexpr double narrow_variance = 0.01;
inline constexpr Index max_panel_features = 256;  // whose values are kept on the stack

// Slopes and curvatures (see Tilted) of targets 1; those of targets 0 are the ones at -mean, the
// slope with another sign. All of one length, a multiple of 8; variances up to narrow_variance.
void tilted_logistic(std::span<const double> means, std::span<const double> variances,
                     std::span<double> slopes, std::span<double> curvatures);

// One row's step of a site with independent coordinates, all of `size` numbers: the cavity is
// outside + power * site; the site moves by `step` of the way to what the row asks for, which is
// also added to the averages unless they are null.
struct MeanFieldStep {
  Index size;
  const double* x;
  double sign;  // +1 or -1: the class
  const double *outside_precision, *outside_shift;
  double power, step;
  double *precision, *shift;
  double *average_precision, *average_shift;
};
// False, and nothing is done, where the predictor's variance is above narrow_variance, a cavity's
// precision is not positive or there are more than max_panel_features.
bool mean_field_logistic_step(const MeanFieldStep& step);

// Rows of at most so many features side by side: feature j of row r is values[j * stride + r].
// stride is a multiple of 8, and all rows up to it are computed.
struct RowPanel {
  Index features, stride;
  const double* values;
};
// means = mean' x, variances = |L^-1 x|^2 of each row, L lower triangular and column-major.
void predictor_moments(const RowPanel& rows, const double* lower, const double* mean, double* means,
                       double* variances);
// The lower triangle of out = sum_r weights[r] x_r x_r', column-major.
void weighted_gram(const RowPanel& rows, const double* weights, double* out);

}  // namespace renyi::kernels
