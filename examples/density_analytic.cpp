// The model of density_automatic.cpp with its gradient written by hand, which is faster where
// matrices do the work; and the check that says whether it is the gradient.
#include <cmath>
#include <cstdio>
#include <renyi/renyi.hpp>

// y ~ N(intercept + slope x, sd), with N(0, 10) priors and sd ~ exponential(1).
struct Line {
  renyi::Vector x{{0.1, 0.4, 0.7, 1.1, 1.4, 1.8, 2.1, 2.5, 2.9, 3.2, 3.5, 3.9}};
  renyi::Vector y{{1.2, 0.8, 1.7, 1.5, 2.4, 2.1, 2.6, 3.3, 2.9, 3.8, 3.5, 4.4}};

  renyi::Index dimension() const { return 3; }

  double log_joint_gradient(std::span<const double> theta, std::span<double> gradient) const {
    const double sd = std::exp(theta[2]), rows = static_cast<double>(x.size());
    const renyi::Vector errors = (y.array() - theta[0] - theta[1] * x.array()) / sd;
    gradient[0] = errors.sum() / sd - 0.01 * theta[0];
    gradient[1] = errors.dot(x) / sd - 0.01 * theta[1];
    gradient[2] = errors.squaredNorm() - rows + 1.0 - sd;
    return -0.5 * errors.squaredNorm() - (rows - 1.0) * theta[2] - sd -
           0.005 * (theta[0] * theta[0] + theta[1] * theta[1]);
  }
};

int main() {
  const renyi::UserDensity density(Line{});
  const auto check = renyi::check_density_gradient(density, renyi::Vector{{0.5, -0.5, 0.2}});
  std::printf("%s\n", check.to_string().c_str());
  const renyi::DensityFit fit = renyi::fit_density(density, {.alpha = renyi::Alpha(0.5)});
  for (renyi::Index i = 0; i < density.dimension(); ++i)
    std::printf("%s %6.3f, sd %.3f\n", density.coordinate_name(i).c_str(), fit.trust.mean(i),
                fit.trust.sd(i));
  std::printf("%s: %s\n", std::string(renyi::to_string(fit.trust.verdict)).c_str(),
              fit.trust.reason.c_str());
}
