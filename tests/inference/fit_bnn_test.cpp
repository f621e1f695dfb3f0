#include "renyi/inference/fit_bnn.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"

namespace renyi::fit_bnn_test {
namespace {

struct Rows {
  Matrix features;
  Vector targets;
};

// y = 0.8 x1 - 0.5 x2 + noise of sd 0.5, and x3 correlated with x1.
Rows line(Index rows) {
  Matrix noise(rows, 4);
  fill_normal({.seed = 5, .purpose = Purpose::data}, {}, noise);
  Rows data{noise.leftCols(3), Vector(rows)};
  data.features.col(2) += 0.7 * data.features.col(0);
  data.targets = 0.8 * data.features.col(0) - 0.5 * data.features.col(1) + 0.5 * noise.col(3);
  return data;
}

BnnFit fit(const BnnOptions& options, const Rows& rows, ThreadPool* pool = nullptr) {
  TrainState state;
  return fit_bnn(options, Likelihood::gaussian, rows.features, rows.targets, 1, state, pool);
}

BnnOptions short_run(Alpha alpha) {
  BnnOptions options{.hidden = {5}};
  options.train = {.alpha = alpha, .draws = 4, .batch = 16, .epochs = 3};
  return options;
}

// Without hidden units the model is linear regression, whose best factorised Gaussian at alpha = 1
// has the exact mean, and the diagonal of the exact precision.
TEST(FitBnn, ALinearNetworkFindsTheExactPosterior) {
  const Rows rows = line(200);
  BnnOptions options{.hidden = {}, .kl = KlTerm::exact};
  options.train = {.alpha = Alpha::vi(),
                   .draws = 10,
                   .batch = 200,
                   .epochs = 6000,
                   .learning_rate = 0.02,
                   .schedule = ExponentialDecay{.last = 0.01},
                   .averaging = 0.2};
  const BnnPosterior found = fit(options, rows).posterior;
  const double variance = std::exp(found.log_variance);
  Matrix design(200, 4);
  design << rows.features, Vector::Ones(200);
  const Matrix precision = Matrix::Identity(4, 4) + design.transpose() * design / variance;
  const Vector mean = precision.llt().solve(design.transpose() * rows.targets / variance);
  for (Index i = 0; i < 4; ++i) {
    const double sd = 1.0 / std::sqrt(precision(i, i));
    EXPECT_NEAR(found.mean(i), mean(i), 0.1 * sd) << i;
    EXPECT_NEAR(found.sd(i), sd, 0.05 * sd) << i;
  }
  // The noise that maximises the bound: the mean of (y - x'w)^2 under the approximation.
  const double residual = (rows.targets - design * found.mean).squaredNorm() / 200.0;
  const double spread = (design.array().square().matrix() * found.sd.cwiseAbs2()).mean();
  EXPECT_NEAR(variance, residual + spread, 0.01 * variance);
}

TEST(FitBnn, OneDrawMakesAllOrdersEqual) {
  const Rows rows = line(40);
  const auto parameters = [&](Alpha alpha) {
    BnnOptions options = short_run(alpha);
    options.train.draws = 1;
    return fit(options, rows).training.parameters;
  };
  const Vector expected = parameters(Alpha::vi());
  for (const double alpha : {-2.0, 0.0, 0.5, 3.0}) {
    const Vector found = parameters(Alpha(alpha));
    EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-12) << alpha;
  }
}

TEST(FitBnn, BitsDependOnTheSeedAndNotOnTheThreads) {
  const Rows rows = line(50);
  BnnOptions options = short_run(Alpha(0.5));
  ThreadPool one(1), two(2);
  const Vector expected = fit(options, rows, &one).training.parameters;
  EXPECT_EQ(fit(options, rows, &two).training.parameters, expected);
  EXPECT_EQ(fit(options, rows).training.parameters, expected);
  options.train.seed = 2;
  EXPECT_NE(fit(options, rows, &one).training.parameters, expected);
}

TEST(FitBnn, GoesOnFromItsState) {
  const Rows rows = line(50);
  BnnOptions options = short_run(Alpha(0.5));
  const Vector expected = fit(options, rows).training.parameters;
  TrainState state;
  TrainHooks stop{.observers = {[](const Progress& progress) {
                    return progress.step == 4 ? Decision::stop : Decision::go_on;
                  }}};
  const auto part =
      fit_bnn(options, Likelihood::gaussian, rows.features, rows.targets, 1, state, nullptr, stop);
  EXPECT_EQ(part.training.ending, Ending::observer);
  const auto all = fit_bnn(options, Likelihood::gaussian, rows.features, rows.targets, 1, state);
  EXPECT_EQ(all.training.parameters, expected);
}

TEST(FitBnn, ThePaperHasTheClosedFormAtOneAlone) {
  EXPECT_EQ(BnnOptions::paper(Alpha::vi()).kl, KlTerm::exact);
  EXPECT_EQ(BnnOptions::paper(Alpha(0.5)).kl, KlTerm::sampled);
  EXPECT_EQ(BnnOptions::paper(Alpha(0.5)).train.epoch_count(), 500);
}

TEST(FitBnn, RefusesOptionsWithoutMeaning) {
  const auto refuses = [](auto change) {
    BnnOptions options = short_run(Alpha(0.5));
    change(options);
    EXPECT_THROW(options.validate(), UsageError);
  };
  refuses([](BnnOptions& o) { o.hidden = {5, 0}; });
  refuses([](BnnOptions& o) { o.prior_sd = 0.0; });
  refuses([](BnnOptions& o) { o.kl = KlTerm::exact; });
  refuses([](BnnOptions& o) { o.train.draws = 0; });
  refuses([](BnnOptions& o) {
    o.train.alpha = Alpha::vi();
    o.kl = KlTerm::exact;
    o.grouping = Grouping::row;
  });
}

// In single precision, which is what the objective makes of them.
TEST(FitBnn, IsTheSameOfRowsThatAreReadWhenNeeded) {
  const Rows rows = line(50);
  MatrixF both(50, 4);
  both << rows.features.cast<float>(), rows.targets.cast<float>();
  ThreadPool pool(2);
  for (const Alpha alpha : {Alpha::vi(), Alpha::vr_max()}) {
    TrainState state;
    const BnnFit read =
        fit_bnn(short_run(alpha), Likelihood::gaussian, RowsView(both), 1, state, &pool);
    const BnnFit held = fit(short_run(alpha), rows);
    EXPECT_EQ(read.posterior.mean, held.posterior.mean);
    EXPECT_EQ(read.posterior.sd, held.posterior.sd);
    EXPECT_EQ(read.posterior.log_variance, held.posterior.log_variance);
  }
  TrainState state;
  const MatrixF none(0, 4);
  EXPECT_THROW(fit_bnn(short_run(Alpha::vi()), Likelihood::gaussian, RowsView(none), 1, state),
               UsageError);
}

}  // namespace
}  // namespace renyi::fit_bnn_test
