// The distributions between which a divergence has a closed form, as plain parameters with their
// checks. The divergences themselves are in renyi/bound/divergence.hpp.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "renyi/core/matrix.hpp"

namespace renyi {

struct Gaussian {
  Vector mean;
  Matrix covariance;  // symmetric, positive definite
};

struct DiagonalGaussian {
  Vector mean;
  Vector variance;
};

// The same distribution with its zeros written out.
Gaussian full(const DiagonalGaussian& gaussian);

// Outcome i has probability probabilities(i); zeros are allowed.
struct Categorical {
  Vector probabilities;
};

struct Poisson {
  double rate;
};

struct Exponential {
  double rate;
};

struct Gamma {
  double shape;
  double rate;
};

struct Beta {
  double a;
  double b;
};

struct Dirichlet {
  Vector concentration;
};

using Distribution = std::variant<Gaussian, DiagonalGaussian, Categorical, Poisson, Exponential,
                                  Gamma, Beta, Dirichlet>;

// Two outcomes, "0" with probability 1 - p and "1" with probability p.
Categorical bernoulli(double p);

// How far from 1 the probabilities of a categorical may sum; within it they are rescaled.
inline constexpr double probability_sum_tolerance = 1e-9;

// The first thing that is wrong with a distribution's parameters.
struct ParameterProblem {
  std::string field;  // "covariance", "probabilities[2]"
  std::string expected;
  std::string found;
};
std::optional<ParameterProblem> find_problem(const Distribution& distribution);

// Throws UsageError "p.covariance: expected ..., found ..." with `name` for the p.
void validate(const Distribution& distribution, const std::string& name);

// "Gaussian" (full or diagonal), "categorical", ...: what must be equal for a divergence to exist.
std::string family_name(const Distribution& distribution);
// The number of coordinates of an outcome; for a categorical the number of outcomes.
Index dimension(const Distribution& distribution);

}  // namespace renyi
