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

// The same as factors of the predictor, whose product with N(mean, variance) has the tilted
// moments, times `share`. False, with nothing of use in the results, where a variance is above
// narrow_variance or a mean is not finite.
bool logistic_sites(std::span<const double> means, std::span<const double> variances, double share,
                    std::span<double> precisions, std::span<double> shifts);

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

// Up to this variance of a row's predictor, four powers of it are exact to rounding.
inline constexpr double series_variance = 0.002;
inline constexpr double small_step = 1e-4;  // what a site moves by where many rows share it

// Such steps one after another, of rows of a design: feature c of row i is design[i * size + c],
// its class is whether its target is above a half.
struct MeanFieldRows {
  Index size;
  const double *design, *targets;
  const double *outside_precision, *outside_shift;
  double power, step;
  double *precision, *shift;
  double *average_precision, *average_shift;
};
// How many of the rows were done: all before the first whose predictor's variance is above
// series_variance or has moved too far since it was read; none where a cavity's precision is not
// positive, the step is above small_step or there are more than max_panel_features. The row after
// those is as good as any to start from, or else mean_field_logistic_step's.
Index mean_field_logistic_rows(const MeanFieldRows& site, std::span<const Index> rows);

// Rows of at most so many features side by side: feature j of row r is values[j * stride + r].
// stride is a multiple of 8, and all rows up to it are computed.
struct RowPanel {
  Index features, stride;
  const double* values;
};
// Rows of a design: feature c of row i is design[i * size + c], and its sign is + where its target
// is above a half, - else, so that all are as if their target were 1.
struct SignedRows {
  Index size;
  const double *design, *targets;
};
// Rows that are wanted soon, if any: the functions below fetch them from memory on their way, which
// would else stand still while they compute and be all that is waited for after that.
struct ComingRows {
  SignedRows from{};
  std::span<const Index> rows{};
};
// These rows, at least one, with their sign as a panel of this stride, and zeros behind them.
void read_panel(const SignedRows& from, std::span<const Index> rows, Index stride, double* values,
                const ComingRows& coming = {});
// means = mean' x, variances = |L^-1 x|^2 of each row, L lower triangular and column-major.
void predictor_moments(const RowPanel& rows, const double* lower, const double* mean, double* means,
                       double* variances, const ComingRows& coming = {});
// The lower triangle of out = sum_r weights[r] x_r x_r', column-major.
void weighted_gram(const RowPanel& rows, const double* weights, double* out,
                   const ComingRows& coming = {});
// out = sum_r weights[r] x_r.
void weighted_sum(const RowPanel& rows, const double* weights, double* out);

}  // namespace renyi::kernels
