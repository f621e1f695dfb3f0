// The model of density_automatic.cpp as a prior and rows, of which training takes four at a time:
// for data of which one pass over all is too much for a step.
#include <cmath>
#include <cstdio>
#include <renyi/renyi.hpp>
#include <vector>

// y ~ N(intercept + slope x, sd), with N(0, 10) priors and sd ~ exponential(1).
struct Line {
  std::vector<double> x = {0.1, 0.4, 0.7, 1.1, 1.4, 1.8, 2.1, 2.5, 2.9, 3.2, 3.5, 3.9};
  std::vector<double> y = {1.2, 0.8, 1.7, 1.5, 2.4, 2.1, 2.6, 3.3, 2.9, 3.8, 3.5, 4.4};

  renyi::Index dimension() const { return 3; }
  renyi::Index rows() const { return std::ssize(x); }

  template <class T>
  T log_prior(std::span<const T> theta) const {
    T sum = -0.005 * renyi::dot(theta.first(2), theta.first(2));
    const T sd = renyi::constrain_positive(theta[2], sum);  // e^theta, its log Jacobian in the sum
    return sum - sd;
  }

  template <class T>
  T log_likelihood(renyi::Index row, std::span<const T> theta) const {
    using std::exp;
    const auto n = static_cast<std::size_t>(row);
    const T error = (y[n] - theta[0] - theta[1] * x[n]) * exp(-theta[2]);
    return -0.5 * error * error - theta[2];
  }
};

int main() {
  const renyi::UserDensity density(Line{});
  const renyi::DensityFit fit =
      renyi::fit_density(density, {.alpha = renyi::Alpha(0.5), .batch = 4});
  for (renyi::Index i = 0; i < density.dimension(); ++i)
    std::printf("%s %6.3f, sd %.3f\n", density.coordinate_name(i).c_str(), fit.trust.mean(i),
                fit.trust.sd(i));
  std::printf("%s: %s\n", std::string(renyi::to_string(fit.trust.verdict)).c_str(),
              fit.trust.reason.c_str());
}
