#include "renyi/bound/divergence/distribution.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "renyi/bound/divergence/covariance_factor.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

using MaybeProblem = std::optional<ParameterProblem>;

// Relative to the two standard deviations, as what a user's own arithmetic leaves behind.
constexpr double symmetry_tolerance = 1e-9;

std::string number(double value) { return fmt::format("{}", value); }

MaybeProblem positive(const std::string& field, double value) {
  if (std::isfinite(value) && value > 0.0) return std::nullopt;
  return ParameterProblem{field, "a positive finite number", number(value)};
}

MaybeProblem each_positive(const std::string& field, const Vector& values) {
  if (values.size() == 0) return ParameterProblem{field, "at least one number", "none"};
  for (Index i = 0; i < values.size(); ++i)
    if (auto problem = positive(fmt::format("{}[{}]", field, i), values(i))) return problem;
  return std::nullopt;
}

MaybeProblem check_mean(const Vector& mean) {
  if (mean.size() == 0) return ParameterProblem{"mean", "at least one number", "none"};
  for (Index i = 0; i < mean.size(); ++i)
    if (!std::isfinite(mean(i)))
      return ParameterProblem{fmt::format("mean[{}]", i), "a finite number", number(mean(i))};
  return std::nullopt;
}

MaybeProblem check_entries(const Matrix& covariance) {
  for (Index i = 0; i < covariance.rows(); ++i) {
    for (Index j = 0; j < covariance.cols(); ++j) {
      const double value = covariance(i, j);
      const std::string field = fmt::format("covariance[{}][{}]", i, j);
      if (!std::isfinite(value)) return ParameterProblem{field, "a finite number", number(value)};
      const double scale =
          std::sqrt(std::abs(covariance(i, i))) * std::sqrt(std::abs(covariance(j, j)));
      if (std::abs(value - covariance(j, i)) > symmetry_tolerance * scale)
        return ParameterProblem{
            field, fmt::format("{} as in the transposed place", covariance(j, i)), number(value)};
    }
  }
  return std::nullopt;
}

MaybeProblem check(const Gaussian& gaussian) {
  if (auto problem = check_mean(gaussian.mean)) return problem;
  const Matrix& covariance = gaussian.covariance;
  const Index n = gaussian.mean.size();
  if (covariance.rows() != n || covariance.cols() != n)
    return ParameterProblem{"covariance", fmt::format("a {} x {} matrix, as the mean has it", n, n),
                            fmt::format("{} x {}", covariance.rows(), covariance.cols())};
  if (auto problem = check_entries(covariance)) return problem;
  if (divergence::factor(covariance).positive_definite) return std::nullopt;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(covariance, Eigen::EigenvaluesOnly);
  return ParameterProblem{"covariance", "a positive definite matrix",
                          fmt::format("smallest eigenvalue {:.6g}", solver.eigenvalues()(0))};
}

MaybeProblem check(const DiagonalGaussian& gaussian) {
  if (auto problem = check_mean(gaussian.mean)) return problem;
  if (gaussian.variance.size() != gaussian.mean.size())
    return ParameterProblem{"variance",
                            fmt::format("{} numbers, as the mean has", gaussian.mean.size()),
                            number(static_cast<double>(gaussian.variance.size()))};
  return each_positive("variance", gaussian.variance);
}

MaybeProblem check(const Categorical& categorical) {
  const Vector& p = categorical.probabilities;
  if (p.size() == 0) return ParameterProblem{"probabilities", "at least one number", "none"};
  for (Index i = 0; i < p.size(); ++i)
    if (!(p(i) >= 0.0 && p(i) <= 1.0 + probability_sum_tolerance))
      return ParameterProblem{fmt::format("probabilities[{}]", i), "a probability in [0, 1]",
                              number(p(i))};
  if (std::abs(p.sum() - 1.0) <= probability_sum_tolerance) return std::nullopt;
  return ParameterProblem{"probabilities",
                          fmt::format("a sum of 1 (within {})", probability_sum_tolerance),
                          fmt::format("the sum {}", p.sum())};
}

MaybeProblem check(const Poisson& poisson) { return positive("rate", poisson.rate); }
MaybeProblem check(const Exponential& exponential) { return positive("rate", exponential.rate); }

MaybeProblem check(const Gamma& gamma) {
  if (auto problem = positive("shape", gamma.shape)) return problem;
  return positive("rate", gamma.rate);
}

MaybeProblem check(const Beta& beta) {
  if (auto problem = positive("a", beta.a)) return problem;
  return positive("b", beta.b);
}

MaybeProblem check(const Dirichlet& dirichlet) {
  return each_positive("concentration", dirichlet.concentration);
}

struct FamilyName {
  std::string operator()(const Gaussian& /*unused*/) const { return "Gaussian"; }
  std::string operator()(const DiagonalGaussian& /*unused*/) const { return "Gaussian"; }
  std::string operator()(const Categorical& /*unused*/) const { return "categorical"; }
  std::string operator()(const Poisson& /*unused*/) const { return "Poisson"; }
  std::string operator()(const Exponential& /*unused*/) const { return "exponential"; }
  std::string operator()(const Gamma& /*unused*/) const { return "gamma"; }
  std::string operator()(const Beta& /*unused*/) const { return "beta"; }
  std::string operator()(const Dirichlet& /*unused*/) const { return "Dirichlet"; }
};

struct Dimension {
  Index operator()(const Gaussian& gaussian) const { return gaussian.mean.size(); }
  Index operator()(const DiagonalGaussian& gaussian) const { return gaussian.mean.size(); }
  Index operator()(const Categorical& categorical) const {
    return categorical.probabilities.size();
  }
  Index operator()(const Dirichlet& dirichlet) const { return dirichlet.concentration.size(); }
  template <typename Scalar>
  Index operator()(const Scalar& /*unused*/) const {
    return 1;
  }
};

}  // namespace

Gaussian full(const DiagonalGaussian& gaussian) {
  return {gaussian.mean, gaussian.variance.asDiagonal()};
}

Categorical bernoulli(double p) {
  if (!(p >= 0.0 && p <= 1.0))
    throw UsageError(fmt::format("bernoulli.p: expected a probability in [0, 1], found {}", p));
  return Categorical{Vector{{1.0 - p, p}}};
}

std::optional<ParameterProblem> find_problem(const Distribution& distribution) {
  return std::visit([](const auto& d) { return check(d); }, distribution);
}

void validate(const Distribution& distribution, const std::string& name) {
  if (const auto problem = find_problem(distribution))
    throw UsageError(fmt::format("{}.{}: expected {}, found {}", name, problem->field,
                                 problem->expected, problem->found));
}

std::string family_name(const Distribution& distribution) {
  return std::visit(FamilyName{}, distribution);
}

Index dimension(const Distribution& distribution) { return std::visit(Dimension{}, distribution); }

}  // namespace renyi
