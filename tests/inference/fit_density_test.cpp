#include "renyi/inference/fit_density.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/inference/choose_alpha.hpp"
#include "renyi/models/user_density.hpp"
#include "tests/support/function_density.hpp"
#include "tests/support/regression_density.hpp"
#include "tests/support/two_modes.hpp"

namespace renyi::fit_density_test {
namespace {

using testing::FunctionDensity;
using testing::RegressionDensity;

TEST(FitDensity, FindsTheExactPosteriorAndEvidence) {
  const RegressionDensity density(30, 4);
  for (const double alpha : {1.0, 0.5}) {
    const auto fit = fit_density(density, {.alpha = Alpha(alpha)});
    EXPECT_EQ(fit.trust.verdict, Verdict::trust) << fit.trust.reason;
    EXPECT_TRUE(fit.trust.weighted_mean.isApprox(density.mean(), 0.02));
    ASSERT_TRUE(fit.trust.log_evidence.has_value());
    EXPECT_NEAR(*fit.trust.log_evidence, density.log_evidence(), 0.01);
  }
}

TEST(FitDensity, AFactorisedFamilyOfACorrelatedPosteriorIsNotTrustedWhole) {
  const Matrix precision{{1.0, 0.9}, {0.9, 1.0}};
  const FunctionDensity density(2, [&](const Vector& x, Vector& gradient) {
    gradient = -precision * x;
    return -0.5 * x.dot(precision * x);
  });
  const auto fit = fit_density(density, {.family = FamilyKind::mean_field});
  EXPECT_TRUE(fit.training.settled);
  EXPECT_NE(fit.trust.verdict, Verdict::trust) << fit.trust.reason;
  // The best at alpha = 1 has the precision's diagonal.
  EXPECT_NEAR(fit.trust.sd(0), 1.0, 0.1);
  const auto whole = fit_density(density, {});
  EXPECT_EQ(whole.trust.verdict, Verdict::trust) << whole.trust.reason;
}

TEST(FitDensity, NealsFunnelIsNotTrusted) {
  // v ~ N(0, 3^2), x_i | v ~ N(0, e^v).
  const FunctionDensity density(5, [](const Vector& x, Vector& gradient) {
    const double v = x(0), squares = x.tail(4).squaredNorm();
    gradient(0) = -v / 9.0 + 0.5 * squares * std::exp(-v) - 2.0;
    gradient.tail(4) = -x.tail(4) * std::exp(-v);
    return -v * v / 18.0 - 0.5 * squares * std::exp(-v) - 2.0 * v;
  });
  EXPECT_EQ(fit_density(density, {}).trust.verdict, Verdict::do_not_trust);
}

// What no draw of a Gaussian would show: its tails.
TEST(FitDensity, HeavyTailsAreNotTrustedAtAnyOrder) {
  const FunctionDensity cauchy(2, [](const Vector& x, Vector& gradient) {
    gradient = -2.0 * x.array() / (1.0 + x.array().square());
    return -x.array().square().log1p().sum();
  });
  for (const std::uint64_t seed : {1, 2, 3}) {
    const AlphaChoice choice = choose_alpha(cauchy, {.start = {.seed = seed}}, default_alphas());
    for (const DensityFit& fit : choice.fits) {
      EXPECT_EQ(fit.trust.verdict, Verdict::do_not_trust) << seed << ' ' << fit.alpha.to_string();
      EXPECT_FALSE(fit.training.settled && fit.trust.log_evidence.has_value());
    }
  }
}

TEST(FitDensity, AWideComponentIsNotOverlooked) {
  // Half N(0, 1), half N(0, 30^2).
  const FunctionDensity density(2, [](const Vector& x, Vector& gradient) {
    const double wide = 30.0 * 30.0, squares = x.squaredNorm();
    const double a = -0.5 * squares, b = -0.5 * squares / wide - std::log(wide);
    const double both = log_add_exp(a, b);
    gradient = -(std::exp(a - both) + std::exp(b - both) / wide) * x;
    return both;
  });
  for (const double alpha : {1.0, 0.0})
    EXPECT_EQ(fit_density(density, {.alpha = Alpha(alpha)}).trust.verdict, Verdict::do_not_trust);
}

TEST(FitDensity, WhatRunsAwayHasNotSettled) {
  const FunctionDensity flat(2, [](const Vector& x, Vector& gradient) {
    gradient = Vector{{-x(0), 0.0}};
    return -0.5 * x(0) * x(0);
  });
  const auto fit = fit_density(flat, {});
  EXPECT_FALSE(fit.training.settled);
  EXPECT_EQ(fit.trust.verdict, Verdict::do_not_trust);
  EXPECT_NE(fit.trust.reason.find("ran away along theta[2]"), std::string::npos)
      << fit.trust.reason;
}

TEST(FitDensity, NeedsACoordinate) {
  const FunctionDensity none(0, [](const Vector&, Vector&) { return 0.0; });
  EXPECT_THROW(fit_density(none, {}), UsageError);
}

TEST(FitDensity, WithoutADensityAtADrawAnOrderFromOneSaysWhatHelps) {
  const FunctionDensity half(1, [](const Vector& x, Vector& gradient) {
    gradient(0) = -(x(0) - 0.5);
    return x(0) < 0.0 ? -infinity : -0.5 * (x(0) - 0.5) * (x(0) - 0.5);
  });
  try {
    fit_density(half, {});
    ADD_FAILURE();
  } catch (const NumericalError& error) {
    EXPECT_NE(std::string(error.what()).find("alpha below 1"), std::string::npos) << error.what();
  }
  EXPECT_NO_THROW(fit_density(half, {.alpha = Alpha(0.5)}));
}

TEST(FitDensity, AnImproperPosteriorIsNotTrusted) {
  const FunctionDensity density(1, [](const Vector& x, Vector& gradient) {  // e^x
    gradient(0) = 1.0;
    return x(0);
  });
  const auto fit = fit_density(
      density, {.settle = {.stages = 2, .stage_steps = 500}, .start = {.iterations = 5}});
  EXPECT_EQ(fit.trust.verdict, Verdict::do_not_trust) << fit.trust.reason;
}

TEST(FitDensity, ThreadsGiveTheSameBits) {
  const RegressionDensity density(30, 4);
  ThreadPool pool(2);
  const auto alone = fit_density(density, {.batch = 10}),
             shared = fit_density(density, {.batch = 10}, &pool);
  EXPECT_EQ(alone.training.parameters, shared.training.parameters);
  EXPECT_EQ(alone.draws.theta, shared.draws.theta);
  EXPECT_EQ(alone.draws.log_p, shared.draws.log_p);
}

TEST(FitDensity, FixedDrawsFindTheSame) {
  const RegressionDensity density(30, 4);
  const auto fit = fit_density(density, {.draws = 400, .optimiser = Optimiser::fixed_draws});
  EXPECT_TRUE(fit.training.settled);
  EXPECT_TRUE(fit.trust.weighted_mean.isApprox(density.mean(), 0.02));
}

TEST(FitDensity, GoesOnFromAnotherFit) {
  const RegressionDensity density(30, 4);
  const auto first = fit_density(density, {});
  const auto second = fit_density(density, {.alpha = Alpha(0.5)}, nullptr, {}, &first);
  EXPECT_EQ(second.alpha, Alpha(0.5));
  EXPECT_EQ(second.map.shift, first.map.shift);
  EXPECT_EQ(second.trust.verdict, Verdict::trust) << second.trust.reason;
}

TEST(FitDensity, AMixtureHasTwoModesWhereOneGaussianMissesOne) {
  const auto density = testing::two_modes(2, 0.3, 4.0);  // of evidence 1
  for (const double alpha : {1.0, 0.5}) {
    const auto whole = fit_density(density, {.alpha = Alpha(alpha)});
    const auto mixture =
        fit_density(density, {.alpha = Alpha(alpha), .family = FamilyKind::mixture});
    EXPECT_LT(whole.trust.elbo.value, -0.25) << alpha;
    EXPECT_GT(mixture.trust.elbo.value, -0.01) << alpha;
    EXPECT_EQ(mixture.trust.verdict, Verdict::trust) << mixture.trust.reason;
    EXPECT_NEAR(mixture.trust.log_evidence.value_or(9.0), 0.0, 0.01);
    // 0.3 (-4) + 0.7 4, and 1 + 16 - 1.6^2.
    EXPECT_NEAR(mixture.trust.mean(0), 1.6, 0.15);
    EXPECT_NEAR(mixture.trust.sd(0), std::sqrt(14.44), 0.15);
  }
}

// u ~ N(0, 1), v | u ~ N(2 u^2, 1 / 2): evidence 1.
TEST(FitDensity, AFlowFollowsABananaThatNoGaussianDoes) {
  const FunctionDensity density(2, [](const Vector& x, Vector& gradient) {
    const double error = x(1) - 2.0 * x(0) * x(0);
    gradient(0) = -x(0) + 16.0 * x(0) * error;
    gradient(1) = -4.0 * error;
    return -0.5 * x(0) * x(0) - 2.0 * error * error - std::log(2.0 * M_PI) + std::log(2.0);
  });
  const auto whole = fit_density(density, {}),
             flow = fit_density(density, {.family = FamilyKind::flow});
  EXPECT_LT(whole.trust.elbo.value, -0.5);
  EXPECT_GT(flow.trust.elbo.value, -0.1);
}

struct Flat {  // y = 1 of N(theta, 1), and no prior
  Index dimension() const { return 1; }
  bool up_to_a_constant() const { return true; }
  template <class T>
  T log_joint(std::span<const T> theta) const {
    return -0.5 * (1.0 - theta[0]) * (1.0 - theta[0]);
  }
};

TEST(FitDensity, SaysWhatIsKnownUpToAConstant) {
  EXPECT_TRUE(fit_density(UserDensity(Flat{}), {}).trust.up_to_a_constant);
  EXPECT_FALSE(fit_density(RegressionDensity(30, 4), {}).trust.up_to_a_constant);
}

TEST(FitDensity, RefusesOptionsWithoutMeaning) {
  const RegressionDensity density(30, 4);
  EXPECT_THROW(fit_density(density, {.draws = 0}), UsageError);
  EXPECT_THROW(fit_density(density, {.judged = 99}), UsageError);
  EXPECT_THROW(fit_density(density, {.sizes = {.rank = 0}}), UsageError);
  EXPECT_THROW(fit_density(density, {.family = FamilyKind::mixture, .draws = 2}), UsageError);
}

}  // namespace
}  // namespace renyi::fit_density_test
