#include "experiments/local_to_global.hpp"

#include <cmath>

#include "experiments/tied_energy.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"
#include "renyi/inference/expectation_propagation.hpp"
#include "renyi/inference/laplace.hpp"
#include "renyi/inference/stochastic_ep.hpp"

namespace renyi {
namespace {

// A target with this predictor, from a uniform and a normal number.
double drawn_target(GlmFamily family, double predictor, double uniform, double normal) {
  switch (family) {
    case GlmFamily::logistic:
      return uniform < sigmoid(predictor) ? 1.0 : 0.0;
    case GlmFamily::probit:
      return normal < predictor ? 1.0 : 0.0;
    case GlmFamily::gaussian:
      return predictor + normal;
    case GlmFamily::poisson:
      break;
  }
  double count = 0.0, probability = std::exp(-std::exp(predictor));
  for (double below = probability; below < uniform && count < 1000.0; below += probability)
    probability *= std::exp(predictor) / ++count;
  return count;
}

}  // namespace

GlmProblem correlated_regression(GlmFamily family, std::int64_t rows, std::uint64_t seed) {
  const Stream stream{seed, Purpose::data};
  GlmProblem problem{.likelihood = {family},
                     .design = Matrix(2, rows),
                     .targets = Vector(rows),
                     .prior_precision = 1.0};
  for (Index i = 0; i < rows; ++i) {
    const auto row = static_cast<std::uint64_t>(i);
    double normals[3], uniform[1];
    fill_normal(stream, {.row = row}, normals);
    fill_uniform(stream, {.row = row, .draw = 1}, uniform);
    problem.design.col(i) << normals[0], 0.8 * normals[0] + 0.6 * normals[1];
    const double predictor = problem.design(0, i) - 0.5 * problem.design(1, i);
    problem.targets(i) = drawn_target(family, predictor, uniform[0], normals[2]);
  }
  return problem;
}

std::vector<LocalToGlobal> local_to_global(const GlmProblem& problem, GaussianShape shape,
                                           std::span<const double> betas, std::uint64_t seed) {
  const LocalFit laplace = fit_laplace(problem);
  const Gaussian start{laplace.mean, laplace.covariance};
  const std::int64_t rows = problem.rows();
  std::vector<LocalToGlobal> all;
  for (const double beta : betas) {
    const LocalFit power = fit_ep(problem, {.shape = shape, .beta = beta});
    all.push_back({"power EP", true, beta, 0, 1.0 - beta, Gaussian{power.mean, power.covariance}});
    const LocalFit tied = fit_sep(
        problem, {.shape = shape, .beta = beta, .damping = 0.02, .passes = 2000, .seed = seed});
    const double order = 1.0 - beta / static_cast<double>(rows);
    all.push_back({"stochastic EP", true, beta, 1, order, Gaussian{tied.mean, tied.covariance}});
    for (const std::int64_t batch : {std::int64_t{1}, rows / 4, rows / 2, rows}) {
      const TiedEnergy energy(problem, beta, batch);
      const char* name = batch == 1      ? "black-box alpha"
                         : batch == rows ? "VR bound"
                                         : "VR, batches";
      all.push_back({name, false, beta, batch, energy.order(), energy.best(start, shape)});
    }
  }
  return all;
}

}  // namespace renyi
