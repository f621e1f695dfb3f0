#include "renyi/bound/divergence/distribution.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/bound/divergence/pairs.hpp"

namespace renyi::distribution_test {
namespace {

std::string complaint(const Distribution& distribution) {
  try {
    validate(distribution, "p");
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Distribution, ProperParametersPass) {
  for (const std::string family : testing::all_families)
    rc::detail::checkGTest([family] {
      const auto [p, q] = testing::any_pair(family, 300.0);
      RC_ASSERT(complaint(p).empty());
      RC_ASSERT(complaint(q).empty());
      RC_ASSERT(family_name(p) == family_name(q));
      RC_ASSERT(dimension(p) == dimension(q));
    });
}

TEST(Distribution, PositiveParametersArePositiveAndFinite) {
  for (const double wrong : {0.0, -1.0, infinity, std::nan("")}) {
    const std::vector<Distribution> refused = {Poisson{wrong},
                                               Exponential{wrong},
                                               Gamma{wrong, 1.0},
                                               Gamma{1.0, wrong},
                                               Beta{wrong, 1.0},
                                               Beta{1.0, wrong},
                                               Dirichlet{Vector{{wrong}}},
                                               DiagonalGaussian{Vector{{0.0}}, Vector{{wrong}}}};
    for (const auto& distribution : refused)
      EXPECT_NE(complaint(distribution).find("expected a positive finite number"),
                std::string::npos);
  }
  EXPECT_EQ(complaint(Gamma{1.0, -2.0}), "p.rate: expected a positive finite number, found -2");
}

TEST(Distribution, ACovarianceIsSymmetricAndPositiveDefinite) {
  const Vector mean{{0.0, 0.0}};
  EXPECT_EQ(complaint(Gaussian{mean, Matrix{{1.0, 2.0}, {2.0, 1.0}}}),
            "p.covariance: expected a positive definite matrix, found smallest eigenvalue -1");
  EXPECT_EQ(complaint(Gaussian{mean, Matrix{{1.0, 0.5}, {0.25, 1.0}}}),
            "p.covariance[0][1]: expected 0.25 as in the transposed place, found 0.5");
  EXPECT_EQ(complaint(Gaussian{mean, Matrix{{1.0}}}),
            "p.covariance: expected a 2 x 2 matrix, as the mean has it, found 1 x 1");
  EXPECT_FALSE(complaint(Gaussian{mean, Matrix{{1.0, infinity}, {infinity, 1.0}}}).empty());
  EXPECT_FALSE(complaint(Gaussian{Vector{{0.0, infinity}}, Matrix::Identity(2, 2)}).empty());
  EXPECT_FALSE(complaint(Gaussian{}).empty());
}

TEST(Distribution, ProbabilitiesSumToOne) {
  EXPECT_EQ(complaint(Categorical{Vector{{0.5, 0.25}}}),
            "p.probabilities: expected a sum of 1 (within 1e-09), found the sum 0.75");
  EXPECT_EQ(complaint(Categorical{Vector{{1.5, -0.5}}}),
            "p.probabilities[0]: expected a probability in [0, 1], found 1.5");
  EXPECT_TRUE(complaint(Categorical{Vector::Constant(10, 0.1)}).empty());
  EXPECT_FALSE(complaint(Categorical{}).empty());
  EXPECT_FALSE(complaint(Categorical{Vector{{std::nan(""), 1.0}}}).empty());
}

TEST(Distribution, ABernoulliHasTwoOutcomes) {
  EXPECT_EQ(bernoulli(0.25).probabilities, (Vector{{0.75, 0.25}}));
  EXPECT_THROW(bernoulli(1.5), UsageError);
  EXPECT_THROW(bernoulli(std::nan("")), UsageError);
}

}  // namespace
}  // namespace renyi::distribution_test
