// The model of density_automatic.cpp as a prior and rows, of which a step of training takes 100 at
// a time: for data of which one pass over all is too much for a step. With minibatches alpha is
// best left at 1, where they bring noise but no bias.
#include <cmath>
#include <cstdio>
#include <renyi/renyi.hpp>

// y ~ N(intercept + slope x, sd), with N(0, 10) priors and sd ~ exponential(1).
struct Line {
  renyi::Vector x, y;

  renyi::Index dimension() const { return 3; }
  renyi::Index rows() const { return x.size(); }

  template <class T>
  T log_prior(std::span<const T> theta) const {
    T sum = -0.005 * renyi::dot(theta.first(2), theta.first(2));
    const T sd = renyi::constrain_positive(theta[2], sum);  // e^theta, its log Jacobian in the sum
    return sum - sd;
  }

  template <class T>
  T log_likelihood(renyi::Index row, std::span<const T> theta) const {
    using std::exp;
    const T error = (y(row) - theta[0] - theta[1] * x(row)) * exp(-theta[2]);
    return -0.5 * error * error - theta[2];
  }
};

int main() {
  renyi::Matrix noise(2000, 2);
  renyi::fill_normal({.seed = 1, .purpose = renyi::Purpose::data}, {},
                     Eigen::Ref<renyi::Matrix>(noise));
  const renyi::Vector x = noise.col(0), y = 0.9 + 0.8 * x.array() + 0.4 * noise.col(1).array();
  const renyi::UserDensity density(Line{x, y});
  const renyi::DensityFit fit = renyi::fit_density(density, {.batch = 100});
  for (renyi::Index i = 0; i < density.dimension(); ++i)
    std::printf("%s %6.3f, sd %.3f\n", density.coordinate_name(i).c_str(), fit.trust.mean(i),
                fit.trust.sd(i));
  std::printf("%s: %s\n", std::string(renyi::to_string(fit.trust.verdict)).c_str(),
              fit.trust.reason.c_str());
}
