#include "renyi/models/linear_mean_field.hpp"

#include "renyi/models/linear_bound.hpp"
#include "renyi/models/mean_field.hpp"

namespace renyi {

LinearMeanField fit_mean_field(Alpha alpha, const LinearRegression& model, double sigma) {
  const LinearPosterior posterior = model.posterior(sigma);
  const MeanField best = mean_field_approximation(alpha, posterior.precision);
  LinearMeanField fit;
  fit.q = {posterior.mean, best.precision.cwiseInverse()};
  fit.bound = linear_bound(alpha, model, sigma, full(fit.q));
  // As in linear_bound_gradient, with the means agreed. By the tilted covariance of the optimum
  // itself it holds at ±inf too, where q is on the edge of what is legal.
  const RegressionStatistics& data = model.statistics();
  const double spread = (data.root * best.tilted_covariance).cwiseProduct(data.root).sum();
  fit.log_sigma_slope = (data.squared_errors(posterior.mean)(0) + spread) / (sigma * sigma) -
                        static_cast<double>(data.rows);
  return fit;
}

}  // namespace renyi
