#include "renyi/inference/fit_vae.hpp"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/inference/vae_scores.hpp"

namespace renyi::fit_vae_test {
namespace {

constexpr Index pixels = 6, latents = 2, count = 500;
constexpr double sd = 0.5;

// Of probabilistic principal components: x = W h + noise of that sd.
MatrixF linear_data() {
  Matrix w(pixels, latents), h(latents, count), noise(pixels, count);
  fill_normal({.seed = 1, .purpose = Purpose::data}, {}, w);
  fill_normal({.seed = 2, .purpose = Purpose::data}, {}, h);
  fill_normal({.seed = 3, .purpose = Purpose::data}, {}, noise);
  return (w * h + sd * noise).transpose().cast<float>();
}

// The mean of log N(x; mean, covariance) over rows with that sample covariance about the mean.
double mean_log_density(const Matrix& covariance, const Matrix& sample) {
  const Eigen::LLT<Matrix> factor(covariance);
  const Matrix l = factor.matrixL();
  return -0.5 * (static_cast<double>(pixels) * std::log(2.0 * std::numbers::pi) +
                 2.0 * l.diagonal().array().log().sum() + factor.solve(sample).trace());
}

Matrix sample_covariance(const MatrixF& data, const Vector& mean) {
  const Matrix centred = data.cast<double>().rowwise() - mean.transpose();
  return centred.transpose() * centred / static_cast<double>(data.rows());
}

VaeOptions linear_options(Alpha alpha) {
  VaeOptions options;
  options.architecture = parse_architecture("s2");
  options.likelihood = {
      .model = PixelModel::gaussian_fixed_sd, .mean = PixelMean::linear, .sd = sd};
  options.train.alpha = alpha;
  options.train.draws = 5;
  options.train.batch = 50;
  options.train.epochs = 3000;
  options.train.learning_rate = 0.01;
  options.train.schedule = CosineDecay{};
  // Without bias at order 1, and there its noise vanishes at the maximum.
  if (alpha.is_vi()) options.train.estimator = Estimator::stick_the_landing;
  return options;
}

// Tipping and Bishop (1999): at the maximum W W^T has the largest eigenvalues less sd^2 along their
// eigenvectors. Training cannot go beyond, and comes close to it.
TEST(FitVae, LinearOnesReachTheMaximumLikelihood) {
  const MatrixF data = linear_data();
  const Vector mean = data.cast<double>().colwise().mean().transpose();
  const Matrix sample = sample_covariance(data, mean);
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(sample);
  Matrix best = sd * sd * Matrix::Identity(pixels, pixels);
  for (Index i = pixels - latents; i < pixels; ++i)
    best += (eigen.eigenvalues()(i) - sd * sd) * eigen.eigenvectors().col(i) *
            eigen.eigenvectors().col(i).transpose();
  const double most = mean_log_density(best, sample);
  for (const Alpha alpha : {Alpha::vi(), Alpha::iwae()}) {
    BasicTrainState<float> state;
    const VaeFit fit = fit_vae(linear_options(alpha), data, state);
    const VaeNetworks networks(fit.model.spec);
    const VaeNetwork& decoder = networks.decoder(0);
    const Matrix w =
        Eigen::Map<const MatrixF>(fit.model.parameters.data() + decoder.offset, latents, pixels)
            .cast<double>();
    const Vector bias =
        fit.model.parameters
            .segment(decoder.offset + decoder.layout.layers().back().biases(), pixels)
            .cast<double>();
    const Matrix covariance = w.transpose() * w + sd * sd * Matrix::Identity(pixels, pixels);
    const double found = mean_log_density(covariance, sample_covariance(data, bias));
    EXPECT_LE(found, most + 1e-9);
    EXPECT_GT(found, most - 0.01) << alpha.to_string();
    // The estimate of the evidence with many draws is the closed form.
    const VaeScores scores = score_images(fit.model, MatrixF(data.topRows(50)), {.draws = 2000});
    double exact = 0.0;
    for (Index i = 0; i < 50; ++i) {
      const Matrix one = sample_covariance(data.middleRows(i, 1), bias);
      exact += mean_log_density(covariance, one) / 50.0;
    }
    const double error =
        std::sqrt((scores.effective_draws.cwiseInverse().array() - 1.0 / 2000.0).sum()) / 50.0;
    EXPECT_NEAR(scores.mean(), exact, 4.0 * error + 1e-4) << alpha.to_string();
  }
}

TEST(FitVae, GoesOnWhereItWasStopped) {
  const MatrixF data = linear_data();
  VaeOptions options = linear_options(Alpha::vr_max());
  options.train.backward = Backward::one;
  options.train.epochs = 3;
  BasicTrainState<float> state, halves;
  const VaeFit whole = fit_vae(options, data, state);
  const BasicTrainHooks<float> stop{.observers = {[](const Progress& p) {
                                      return p.step == 17 ? Decision::stop : Decision::go_on;
                                    }}};
  EXPECT_EQ(fit_vae(options, data, halves, nullptr, stop).training.ending, Ending::observer);
  ThreadPool pool(2);
  EXPECT_EQ(fit_vae(options, data, halves, &pool).model.parameters, whole.model.parameters);
}

TEST(FitVae, PresetsAreThePapers) {
  const VaeOptions mnist = vae_preset(VaePreset::mnist, 2);
  EXPECT_EQ(to_string(mnist.architecture), "d200-d200-s100-d100-d100-s50");
  EXPECT_EQ(mnist.train.epoch_count(), 3280);
  EXPECT_TRUE(mnist.treatment.binarise);
  EXPECT_EQ(mnist.train.batch, 20);
  const VaeOptions caltech = vae_preset(VaePreset::caltech, 1);
  EXPECT_EQ(caltech.train.epoch_count(), 255);
  EXPECT_TRUE(caltech.treatment.invert && caltech.treatment.transpose);
  EXPECT_FALSE(caltech.treatment.binarise);
  const VaeOptions frey = vae_preset(VaePreset::frey, 1);
  EXPECT_EQ(to_string(frey.architecture), "d200-d200-s20");
  EXPECT_EQ(frey.activation, Activation::softplus);
  EXPECT_EQ(frey.train.batch, 100);
  EXPECT_EQ(frey.train.learning_rate, 5e-4);
  EXPECT_THROW(vae_preset(VaePreset::frey, 2), UsageError);
  EXPECT_THROW(vae_preset(VaePreset::mnist, 3), UsageError);
}

// A checkpoint goes on only with what it was begun with.
TEST(FitVae, AnIdentityNamesAllThatTheParametersDependOn) {
  const VaeOptions usual;
  const auto differs = [&](const auto& change) {
    VaeOptions other;
    change(other);
    return vae_identity(other, "data").options != vae_identity(usual, "data").options;
  };
  EXPECT_FALSE(differs([](VaeOptions&) {}));
  EXPECT_TRUE(differs([](VaeOptions& o) { o.architecture = parse_architecture("s1"); }));
  EXPECT_TRUE(differs([](VaeOptions& o) { o.activation = Activation::relu; }));
  EXPECT_TRUE(differs([](VaeOptions& o) { o.likelihood.model = PixelModel::gaussian; }));
  EXPECT_TRUE(differs([](VaeOptions& o) { o.likelihood.mean = PixelMean::linear; }));
  EXPECT_TRUE(differs([](VaeOptions& o) { o.treatment.binarise = true; }));
  EXPECT_TRUE(differs([](VaeOptions& o) { o.treatment.transpose = true; }));
  EXPECT_TRUE(differs([](VaeOptions& o) { o.train.draws = 3; }));
  EXPECT_TRUE(differs([](VaeOptions& o) { o.image_shards = 1; }));
  VaeOptions narrow, wide;
  narrow.likelihood = {.model = PixelModel::gaussian_fixed_sd, .sd = 0.1};
  wide.likelihood = {.model = PixelModel::gaussian_fixed_sd, .sd = 1.0};
  EXPECT_NE(vae_identity(narrow, "").options, vae_identity(wide, "").options);
  EXPECT_EQ(vae_identity(usual, "data").data, "data");
}

TEST(FitVae, RefusesWhatDoesNotFit) {
  VaeOptions options = vae_preset(VaePreset::frey, 1);
  options.treatment.binarise = true;
  EXPECT_THROW(options.validate(), UsageError);
  options = {};
  options.architecture.layers.clear();
  EXPECT_THROW(options.validate(), UsageError);
  options = {};
  options.image_shards = -1;
  EXPECT_THROW(options.validate(), UsageError);
}

}  // namespace
}  // namespace renyi::fit_vae_test
