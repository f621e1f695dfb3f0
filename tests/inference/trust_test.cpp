#include "renyi/inference/trust.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::trust_test {
namespace {

// Draws of N(0, 1) in d coordinates, weighed as draws of another density (its log at a draw).
template <class LogDensity>
Trust judged(Index d, const LogDensity& log_p, bool settled = true) {
  const Matrix theta = testing::normal_matrix(d, 4000, 7);
  Vector log_weights(4000);
  for (Index k = 0; k < 4000; ++k)
    log_weights(k) = log_p(Vector(theta.col(k))) + 0.5 * theta.col(k).squaredNorm() +
                     0.5 * static_cast<double>(d) * std::log(2.0 * M_PI);
  const std::vector<std::string> names = {"a", "b", "c", "d", "e"};
  return judge(theta, std::span(names).first(static_cast<std::size_t>(d)), log_weights, settled);
}

double log_normal(const Vector& x, double mean, double sd) {
  return -0.5 * (x.array() - mean).square().sum() / (sd * sd) -
         static_cast<double>(x.size()) * std::log(sd * std::sqrt(2.0 * M_PI));
}

TEST(Judge, TrustsThePosteriorItself) {
  const auto trust = judged(2, [](const Vector& x) { return log_normal(x, 0.0, 1.0) - 3.0; });
  EXPECT_EQ(trust.verdict, Verdict::trust) << trust.reason;
  ASSERT_TRUE(trust.log_evidence.has_value());
  EXPECT_NEAR(*trust.log_evidence, -3.0, 1e-9);
  EXPECT_NEAR(trust.elbo.value, -3.0, 1e-9);
}

TEST(Judge, TrustsWhatIsNearAndKnowsTheEvidence) {
  const auto trust = judged(2, [](const Vector& x) { return log_normal(x, 0.05, 0.97) + 2.0; });
  EXPECT_EQ(trust.verdict, Verdict::trust) << trust.reason;
  ASSERT_TRUE(trust.log_evidence.has_value());
  EXPECT_NEAR(*trust.log_evidence, 2.0, 4.0 * trust.log_evidence_error + 1e-6);
  ASSERT_EQ(trust.growing.size(), 4U);
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_GE(trust.growing[i].estimate.value, trust.growing[i - 1].estimate.value - 1e-9)
        << "Theorem 2, over the same draws";
}

// Of N(0, 1)^2 the log of the square root of E w^2, w = N(m, s^2) / N(0, 1) in each coordinate.
TEST(Judge, EstimatesFromAboveWhereTheTailAllowsIt) {
  const double m = 0.05, s = 0.8, a = 1.0 / (s * s) - 0.5, b = 2.0 * m / (s * s);
  const double mean_square = std::sqrt(M_PI / a) * std::exp(b * b / (4.0 * a) - m * m / (s * s)) /
                             (s * s * std::sqrt(2.0 * M_PI));
  const auto trust = judged(2, [&](const Vector& x) { return log_normal(x, m, s) + 2.0; });
  ASSERT_TRUE(trust.above.has_value());
  EXPECT_NEAR(trust.above->value, 2.0 + std::log(mean_square),
              4.0 * trust.above->monte_carlo_error.value());
  EXPECT_GT(trust.above->value, 2.0);
  const auto wide = judged(5, [](const Vector& x) { return log_normal(x, 0.0, 2.0); });
  EXPECT_FALSE(wide.above.has_value());
}

TEST(Judge, ADoubtLowersTheVerdictAlone) {
  const auto trusted = judged(2, [](const Vector& x) { return log_normal(x, 0.0, 1.0); });
  Trust trust = trusted;
  lower(std::nullopt, trust);
  lower(Doubt{Verdict::trust, "none"}, trust);
  EXPECT_EQ(trust.verdict, Verdict::trust);
  lower(Doubt{Verdict::mean_only, "sds"}, trust);
  EXPECT_EQ(trust.verdict, Verdict::mean_only);
  EXPECT_EQ(trust.reason, "sds");
  EXPECT_TRUE(trust.log_evidence.has_value());
  lower(Doubt{Verdict::do_not_trust, "tails"}, trust);
  EXPECT_EQ(trust.verdict, Verdict::do_not_trust);
  EXPECT_FALSE(trust.log_evidence.has_value());
  lower(Doubt{Verdict::mean_only, "late"}, trust);
  EXPECT_EQ(trust.reason, "tails");
}

TEST(Judge, MomentsThatAreNoNumbersAreNotTrusted) {
  Matrix theta = testing::normal_matrix(2, 4000, 7);
  theta.row(0) *= 1e200;
  const std::vector<std::string> names = {"a", "b"};
  const auto trust = judge(theta, names, Vector::Zero(4000), true);
  EXPECT_EQ(trust.verdict, Verdict::do_not_trust) << trust.reason;
}

TEST(Judge, TrustsTheMeanOfAWrongScale) {
  const auto trust = judged(1, [](const Vector& x) { return log_normal(x, 0.0, 0.8); });
  EXPECT_EQ(trust.verdict, Verdict::mean_only) << trust.reason;
  EXPECT_NEAR(trust.weighted_sd(0), 0.8, 0.05);
  EXPECT_NE(trust.reason.find("sd of a "), std::string::npos);
}

TEST(Judge, DoesNotTrustAShiftedMean) {
  const auto trust = judged(2, [](const Vector& x) { return log_normal(x, 0.4, 0.9); });
  EXPECT_EQ(trust.verdict, Verdict::do_not_trust) << trust.reason;
  EXPECT_NEAR(trust.weighted_mean(0), 0.4, 0.1);
}

TEST(Judge, DoesNotTrustAHeavyTailOrASmallerScale) {
  const auto cauchy = judged(1, [](const Vector& x) { return -2.0 * std::log1p(x(0) * x(0)); });
  EXPECT_NE(cauchy.verdict, Verdict::trust) << cauchy.reason;
  const auto wide = judged(5, [](const Vector& x) { return log_normal(x, 0.0, 2.0); });
  EXPECT_EQ(wide.verdict, Verdict::do_not_trust) << wide.reason;
  EXPECT_NE(wide.reason.find("Pareto k"), std::string::npos);
  EXPECT_FALSE(wide.log_evidence.has_value());
}

// The tail of 1e-8 x^12 is heavy, and its scale next to nothing.
TEST(Judge, LooksAtNoTailOfWeightsThatHardlyDiffer) {
  const auto trust = judged(
      1, [](const Vector& x) { return log_normal(x, 0.0, 1.0) + 1e-8 * std::pow(x(0), 12); });
  ASSERT_GT(trust.diagnostics.tails.upper.value_or(0.0), 0.7);
  EXPECT_EQ(trust.verdict, Verdict::trust) << trust.reason;
  EXPECT_NE(trust.reason.find("as good as equal"), std::string::npos);
  EXPECT_NEAR(trust.log_evidence.value_or(9.0), 0.0, 1e-3);
}

TEST(Judge, DoesNotTrustWhatHasNotSettled) {
  const auto trust = judged(
      2, [](const Vector& x) { return log_normal(x, 0.0, 1.0); }, false);
  EXPECT_EQ(trust.verdict, Verdict::do_not_trust);
  EXPECT_EQ(trust.reason, "training has not settled");
}

TEST(Judge, NeedsDraws) {
  const std::vector<std::string> names = {"a", "b"};
  EXPECT_THROW(judge(Matrix::Zero(2, 99), names, Vector::Zero(99), true), UsageError);
  EXPECT_THROW(judge(Matrix::Zero(3, 100), names, Vector::Zero(100), true), UsageError);
  EXPECT_NEAR(largest_pareto_k(100), 0.5, 1e-12);
  EXPECT_NEAR(largest_pareto_k(100'000), 0.7, 1e-12);
}

TEST(SystematicSample, TakesEachAsOftenAsItsWeightSays) {
  EXPECT_EQ(systematic_sample(Vector{{0.5, 0.0, 0.25, 0.25}}), (std::vector<Index>{0, 0, 2, 3}));
  EXPECT_EQ(systematic_sample(Vector::Constant(3, 1.0 / 3.0)), (std::vector<Index>{0, 1, 2}));
}

}  // namespace
}  // namespace renyi::trust_test
