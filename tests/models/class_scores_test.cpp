#include "renyi/models/class_scores.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "tests/support/generators.hpp"

namespace renyi::class_scores_test {
namespace {

ClassScores one_row(const Vector& probabilities, Index target) {
  return score_classes(probabilities.transpose(), Vector{{static_cast<double>(target)}});
}

// What a score is in the mean where classes come with the probabilities of `truth`.
template <class Get>
double expected_score(const Vector& truth, const Vector& predicted, const Get& get) {
  double sum = 0.0;
  for (Index c = 0; c < truth.size(); ++c) sum += truth(c) * get(one_row(predicted, c)).value;
  return sum;
}

Vector any_distribution(Index classes) {
  Vector weights(classes);
  for (double& weight : weights) weight = *testing::number_between(1e-3, 1.0);
  return weights / weights.sum();
}

std::string refusal_of(const Matrix& probabilities, const Vector& targets) {
  try {
    score_classes(probabilities, targets);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ClassScores, AreWhatTheirFormulasSay) {
  const Matrix p{{0.5, 0.25, 0.25}, {0.125, 0.75, 0.125}, {0.5, 0.5, 0.0}, {0.0, 0.0, 1.0}};
  const auto scores = score_classes(p, Vector{{0, 2, 1, 2}});
  EXPECT_DOUBLE_EQ(scores.log_likelihood.value, -(1.0 + 3.0 + 1.0 + 0.0) * std::log(2.0) / 4.0);
  EXPECT_DOUBLE_EQ(scores.log_likelihood.std_error.value(),
                   std::log(2.0) * std::sqrt(4.75 / 3.0 / 4.0));
  EXPECT_DOUBLE_EQ(scores.accuracy.value, 0.5) << "of equals the first";
  EXPECT_DOUBLE_EQ(scores.accuracy.std_error.value(), std::sqrt(1.0 / 3.0 / 4.0));
  EXPECT_DOUBLE_EQ(scores.brier.value, (0.375 + 1.34375 + 0.5 + 0.0) / 4.0);
  EXPECT_EQ(scores.confusion, (Counts{{1, 0, 0}, {1, 0, 0}, {0, 1, 1}}));
}

TEST(ClassScores, TheCalibrationErrorIsTheMeanGapOverBins) {
  // Bins (7/15, 8/15] and (11/15, 12/15]: 0.5 right once in two, 0.75 and 0.8 never.
  const Matrix p{{0.5, 0.5}, {0.5, 0.5}, {0.75, 0.25}, {0.2, 0.8}};
  const auto scores = score_classes(p, Vector{{0, 1, 1, 0}});
  EXPECT_DOUBLE_EQ(scores.calibration_error.value, (0.75 + 0.8) / 4.0);
  ASSERT_EQ(scores.reliability.size(), 15U);
  const auto& low = scores.reliability[7];
  EXPECT_EQ(low.rows, 2);
  EXPECT_DOUBLE_EQ(low.confidence, 0.5);
  EXPECT_DOUBLE_EQ(low.accuracy.value, 0.5);
  EXPECT_DOUBLE_EQ(low.accuracy.std_error.value(), std::sqrt(0.125));
  const auto& high = scores.reliability[11];
  EXPECT_EQ(high.rows, 2);
  EXPECT_DOUBLE_EQ(high.confidence, 0.775);
  EXPECT_EQ(high.accuracy.value, 0.0);
  EXPECT_EQ(scores.reliability[14].rows, 0);
  EXPECT_FALSE(scores.reliability[14].accuracy.std_error);
}

TEST(ClassScores, BinsHoldTheirUpperEnd) {
  EXPECT_EQ(one_row(Vector{{1.0, 0.0}}, 0).reliability[14].rows, 1);
  EXPECT_EQ(one_row(Vector{{0.4, 0.6}}, 0).reliability[8].rows, 1) << "0.6 is 9 / 15";
  EXPECT_EQ(one_row(Vector{{0.39, 0.61}}, 0).reliability[9].rows, 1);
}

RC_GTEST_PROP(ClassScores, TheTruthHasTheBestExpectedScores, ()) {
  const auto classes = *rc::gen::inRange<Index>(2, 6);
  const Vector truth = any_distribution(classes);
  const Vector other = any_distribution(classes);
  const auto brier = [](const ClassScores& scores) { return scores.brier; };
  const auto log = [](const ClassScores& scores) { return scores.log_likelihood; };
  const double distance = (truth - other).squaredNorm();
  const double excess = expected_score(truth, other, brier) - expected_score(truth, truth, brier);
  RC_ASSERT(std::abs(excess - distance) < 1e-12);
  const double gain = expected_score(truth, truth, log) - expected_score(truth, other, log);
  const double divergence = (truth.array() * (truth.array() / other.array()).log()).sum();
  RC_ASSERT(std::abs(gain - divergence) < 1e-12);
  RC_ASSERT(gain >= distance / 2.0 - 1e-12);  // Pinsker: at least half the squared L1 distance
}

RC_GTEST_PROP(ClassScores, EveryRowCountsOnce, ()) {
  const auto rows = *rc::gen::inRange<Index>(1, 30);
  Matrix probabilities(rows, 3);
  Vector targets(rows);
  for (Index r = 0; r < rows; ++r) {
    probabilities.row(r) = any_distribution(3).transpose();
    targets(r) = *rc::gen::inRange(0, 3);
  }
  const auto scores = score_classes(probabilities, targets);
  RC_ASSERT(scores.confusion.sum() == rows);
  const auto right = static_cast<double>(scores.confusion.trace());
  RC_ASSERT(std::abs(scores.accuracy.value - right / static_cast<double>(rows)) < 1e-12);
  Index counted = 0;
  double error = 0.0;
  for (const ReliabilityBin& bin : scores.reliability) {
    counted += bin.rows;
    error += static_cast<double>(bin.rows) * std::abs(bin.accuracy.value - bin.confidence);
    RC_ASSERT(bin.rows == 0 || (bin.confidence > bin.low && bin.confidence <= bin.high + 1e-12));
  }
  RC_ASSERT(counted == rows);
  RC_ASSERT(std::abs(scores.calibration_error.value - error / static_cast<double>(rows)) < 1e-12);
}

// Targets drawn from the predictions themselves.
TEST(ClassScores, ACalibratedModelIsRightAsOftenAsItSays) {
  constexpr Index rows = 20000;
  Matrix uniform(rows, 3);
  fill_uniform({.seed = 6, .purpose = Purpose::data}, {}, Eigen::Ref<Matrix>(uniform));
  Matrix p(rows, 3);
  Vector targets(rows);
  for (Index r = 0; r < rows; ++r) {
    p.row(r) << std::pow(uniform(r, 0), 3), uniform(r, 1), 0.2;
    p.row(r) /= p.row(r).sum();
    const double u = uniform(r, 2);
    targets(r) = u < p(r, 0) ? 0.0 : u < p(r, 0) + p(r, 1) ? 1.0 : 2.0;
  }
  const auto scores = score_classes(p, targets);
  double chance =
      0.0;  // the sum of what each bin's gap is by chance, in the mean less than 1 error
  for (const ReliabilityBin& bin : scores.reliability) {
    if (bin.rows < 30) continue;
    EXPECT_NEAR(bin.accuracy.value, bin.confidence, 4.0 * bin.accuracy.std_error.value());
    chance += static_cast<double>(bin.rows) / rows * bin.accuracy.std_error.value();
  }
  EXPECT_LT(scores.calibration_error.value, 2.0 * chance);
  const double entropy = -(p.array() * p.array().log()).rowwise().sum().mean();
  EXPECT_NEAR(scores.log_likelihood.value, -entropy, 4.0 * scores.log_likelihood.std_error.value());
  const double brier = 1.0 - p.rowwise().squaredNorm().mean();
  EXPECT_NEAR(scores.brier.value, brier, 4.0 * scores.brier.std_error.value());
}

// A model that says 0.9 and is right with probability 0.6: the error is the gap, within its error.
TEST(ClassScores, TheErrorOfTheCalibrationErrorIsItsSpread) {
  constexpr Index rows = 5000;
  Matrix uniform(rows, 1);
  fill_uniform({.seed = 9, .purpose = Purpose::data}, {}, Eigen::Ref<Matrix>(uniform));
  const Matrix p = Vector::Constant(rows, 0.9) * Eigen::RowVector2d(1, 0) +
                   Vector::Constant(rows, 0.1) * Eigen::RowVector2d(0, 1);
  const Vector targets = (uniform.col(0).array() < 0.6).select(Vector::Zero(rows), 1.0);
  const auto error = score_classes(p, targets).calibration_error;
  EXPECT_NEAR(error.value, 0.3, 4.0 * error.std_error.value());
  EXPECT_NEAR(error.std_error.value(), std::sqrt(0.24 / rows), 0.02 * std::sqrt(0.24 / rows));
}

// Over many sets of the same predictions, with targets drawn from them.
TEST(ClassScores, TheErrorByChanceIsTheMeanOfACalibratedModel) {
  constexpr Index sets = 2000, rows = 60;
  const Vector certainty = Vector::LinSpaced(rows, 0.5, 1.0);
  Matrix p(rows, 2);
  p << certainty, Vector::Ones(rows) - certainty;
  Matrix uniform(rows, sets);
  fill_uniform({.seed = 10, .purpose = Purpose::data}, {}, Eigen::Ref<Matrix>(uniform));
  Vector errors(sets);
  double by_chance = 0.0;
  for (Index s = 0; s < sets; ++s) {
    const Vector targets =
        (uniform.col(s).array() < certainty.array()).select(Vector::Zero(rows), 1.0);
    const auto scores = score_classes(p, targets);
    errors(s) = scores.calibration_error.value;
    by_chance = scores.calibration_error_by_chance;
  }
  const Score mean = mean_score(errors);
  // The confidences within a bin differ, which makes the variance of their sum less than the
  // binomial's: by their own variance, at most (1/15)^2 / 12 of about 0.05 in the last bin.
  EXPECT_NEAR(mean.value, by_chance, 4.0 * mean.std_error.value() + 0.004 * by_chance);
}

TEST(ClassScores, TheErrorByChanceOfOneBinIsItsMeanDeviation) {
  const auto of = [](Index rows, double p) {
    Matrix probabilities(rows, 2);
    probabilities << Vector::Constant(rows, p), Vector::Constant(rows, 1.0 - p);
    return score_classes(probabilities, Vector::Zero(rows)).calibration_error_by_chance;
  };
  EXPECT_NEAR(of(1, 0.75), 2.0 * 0.75 * 0.25, 1e-15);
  EXPECT_NEAR(of(2, 0.5), (0.25 * 1.0 + 0.25 * 1.0) / 2.0, 1e-15);
  EXPECT_NEAR(of(3, 0.5), (2.0 * 0.125 * 1.5 + 2.0 * 0.375 * 0.5) / 3.0, 1e-15);
  EXPECT_EQ(of(5, 1.0), 0.0);
}

TEST(ClassScores, WhatCouldNotHappenHasMinusInfinity) {
  const auto scores = score_classes(Matrix{{1, 0}, {1, 0}}, Vector{{0, 1}});
  EXPECT_EQ(scores.log_likelihood.value, -std::numeric_limits<double>::infinity());
  EXPECT_FALSE(scores.log_likelihood.std_error);
  EXPECT_EQ(scores.brier.value, 1.0);
  EXPECT_FALSE(one_row(Vector{{0.5, 0.5}}, 0).accuracy.std_error) << "one row has no error";
}

TEST(ClassScores, RefusesWhatCannotBeScored) {
  const Matrix half = Matrix::Constant(1, 2, 0.5);
  EXPECT_EQ(refusal_of(half, Vector{{2}}),
            "targets: expected a class from 0 to 1, found 2 in row 1");
  EXPECT_EQ(refusal_of(half, Vector{{0.5}}),
            "targets: expected a class from 0 to 1, found 0.5 in row 1");
  EXPECT_NE(refusal_of(half, Vector{{std::nan("")}}), "no error");
  EXPECT_EQ(refusal_of(half, Vector{{0, 1}}), "probabilities: expected 2 rows, found 1");
  EXPECT_EQ(refusal_of(Matrix(0, 2), Vector(0)), "scores: expected at least one row, found none");
  EXPECT_EQ(refusal_of(Matrix{{-0.5, 1.5}}, Vector{{0}}),
            "probabilities: expected none below 0 and a sum of 1, found a smallest of -0.5 and a "
            "sum of 1 in row 1");
  EXPECT_NE(refusal_of(Matrix{{0.5, 0.6}}, Vector{{0}}), "no error");
  EXPECT_NE(refusal_of(Matrix{{0.5, std::nan("")}}, Vector{{0}}), "no error");
}

}  // namespace
}  // namespace renyi::class_scores_test
