// Auto-encoders of which the evidence is known: linear networks and Gaussians are factor analysis,
// in which x and all latents are jointly Gaussian.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"
#include "renyi/models/vae_draws.hpp"

namespace renyi::vae_evidence_test {
namespace {

struct Normal {
  Vector mean;
  Matrix covariance;
  double log_density(const Vector& x) const {
    const Eigen::LLT<Matrix> factor(covariance);
    const Matrix triangle = factor.matrixL();
    return -0.5 * (x - mean).dot(factor.solve(x - mean)) - triangle.diagonal().array().log().sum() -
           0.5 * static_cast<double>(x.size()) * std::log(2.0 * std::numbers::pi);
  }
};

// Decoder l: the layer below is weights h_l + bias, with these standard deviations.
struct LinearDecoder {
  Matrix weights;
  Vector bias, sds;
  Normal push(const Normal& above) const {
    Matrix covariance = weights * above.covariance * weights.transpose();
    covariance.diagonal() += sds.cwiseAbs2();
    return {weights * above.mean + bias, covariance};
  }
};

// Encoders give the exact means of what is above given what is below, and standard deviations that
// are `wide` times the exact ones.
class LinearVae {
 public:
  LinearVae(std::vector<LinearDecoder> decoders, double wide)
      : networks_(spec_of(decoders)), parameters_(Vector::Zero(networks_.parameters())) {
    const Index top = decoders.back().weights.cols();
    evidence_ = {Vector::Zero(top), Matrix::Identity(top, top)};
    for (Index l = networks_.layers() - 1; l >= 0; --l) {
      const LinearDecoder& decoder = decoders[static_cast<std::size_t>(l)];
      put_decoder(l, decoder);
      put_encoder(l, decoder, evidence_, wide);
      evidence_ = decoder.push(evidence_);
    }
  }

  double log_evidence(const Vector& x) const { return evidence_.log_density(x); }

  template <class T>
  Vector log_weights(const Vector& x, Index draws) const {
    using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;
    const Column parameters = parameters_.cast<T>(), image = x.cast<T>();
    DensePass<T> encoder;
    encoder.reserve(networks_.encoder(0).layout, 1);
    encoder.forward(networks_.encoder(0).layout, parameters.data(), image.data(), 1);
    VaeDraws<T> pass;
    pass.reserve(networks_, draws);
    fill_normal({.seed = 11}, {},
                std::span(pass.noise(), static_cast<std::size_t>(draws * networks_.all_latents())));
    Vector log_weights(draws);
    pass.forward(networks_, parameters.data(), {image.data(), encoder.outputs(), draws, draws},
                 log_weights.data(), VaeDraws<T>::Keep::nothing);
    return log_weights;
  }

 private:
  static VaeSpec spec_of(const std::vector<LinearDecoder>& decoders) {
    VaeSpec spec{.pixels = decoders.front().weights.rows(),
                 .likelihood = {.model = PixelModel::gaussian_fixed_sd,
                                .mean = PixelMean::linear,
                                .sd = decoders.front().sds(0)}};
    for (const LinearDecoder& decoder : decoders)
      spec.architecture.layers.push_back({.size = decoder.weights.cols()});
    return spec;
  }
  using Weights =
      Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;
  // Inputs x outputs, and the biases.
  std::pair<Weights, Eigen::Map<Vector>> parts(const VaeNetwork& network) {
    const DenseLayer& layer = network.layout.layers().front();
    double* at = parameters_.data() + network.offset;
    return {Weights(at, layer.inputs, layer.outputs),
            Eigen::Map<Vector>(at + layer.biases(), layer.outputs)};
  }
  void put_decoder(Index l, const LinearDecoder& decoder) {
    auto [weights, bias] = parts(networks_.decoder(l));
    weights.leftCols(decoder.weights.rows()) = decoder.weights.transpose();
    bias.head(decoder.bias.size()) = decoder.bias;
    if (l > 0) bias.tail(decoder.sds.size()) = decoder.sds.array().log();
  }
  void put_encoder(Index l, const LinearDecoder& decoder, const Normal& prior, double wide) {
    const Matrix precision = prior.covariance.inverse();
    const Matrix gain =
        decoder.weights.transpose() * decoder.sds.cwiseAbs2().cwiseInverse().asDiagonal();
    const Matrix covariance = (precision + gain * decoder.weights).inverse();
    auto [weights, bias] = parts(networks_.encoder(l));
    weights.leftCols(gain.rows()) = (covariance * gain).transpose();
    bias.head(gain.rows()) = covariance * (precision * prior.mean - gain * decoder.bias);
    bias.tail(gain.rows()) = 0.5 * covariance.diagonal().array().log() + std::log(wide);
  }

  VaeNetworks networks_;
  Vector parameters_;
  Normal evidence_;
};

Vector normal(Index size, std::uint64_t seed) {
  Vector v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v;
}

// Five pixels of equal noise under layers of these sizes. With orthogonal columns, and diagonal
// matrices above the pixels, all posteriors are diagonal too.
std::vector<LinearDecoder> decoders(const std::vector<Index>& sizes, bool are_orthogonal) {
  std::vector<LinearDecoder> list;
  Index below = 5;
  std::uint64_t seed = 1;
  for (const Index size : sizes) {
    Matrix weights = normal(below * size, seed++).reshaped(below, size);
    if (are_orthogonal && list.empty())
      weights = (weights.householderQr().householderQ() * Matrix::Identity(below, size) *
                 Vector::LinSpaced(size, 0.5, 2.0).asDiagonal())
                    .eval();
    else if (are_orthogonal)
      weights = weights.diagonal().asDiagonal();
    const Vector sds = list.empty() ? Vector::Constant(below, 0.7)
                                    : Vector((0.3 * normal(below, seed++)).array().exp());
    list.push_back({weights, normal(below, seed++), sds});
    below = size;
  }
  return list;
}

const std::vector<Index> all_sizes[] = {{3}, {3, 2}, {2, 3}, {3, 2, 2}};

// By Bayes' rule log w is log p(x), whatever the draw, when q is the posterior.
TEST(VaeEvidence, IsEveryLogWeightOfTheExactPosterior) {
  for (const std::vector<Index>& sizes :
       {std::vector<Index>{3}, std::vector<Index>{3, 3}, std::vector<Index>{2, 2, 2}}) {
    const LinearVae vae(decoders(sizes, true), 1.0);
    const Vector x = normal(5, 20);
    const double exact = vae.log_evidence(x);
    const Vector found = vae.log_weights<double>(x, 100);
    EXPECT_LT((found.array() - exact).abs().maxCoeff(), 1e-10) << sizes.size();
    EXPECT_LT((vae.log_weights<float>(x, 100).array() - exact).abs().maxCoeff(), 1e-4);
  }
}

// Where q is wide enough weights have a variance, and the mean of w is p(x) by four standard
// errors.
template <class T>
void expect_evidence() {
  constexpr Index draws = 100000;
  for (const std::vector<Index>& sizes : all_sizes) {
    const LinearVae vae(decoders(sizes, false), 1.3);
    const Vector x = normal(5, 20);
    const Vector log_weights = vae.log_weights<T>(x, draws);
    const double found = log_mean_exp(std::span(log_weights.data(), draws));
    const Eigen::ArrayXd relative = (log_weights.array() - found).exp();
    const double error = std::sqrt((relative - 1.0).square().sum()) / static_cast<double>(draws);
    EXPECT_NEAR(found, vae.log_evidence(x), 4.0 * error) << sizes.size();
    EXPECT_LT(error, 0.01) << sizes.size();  // or it would say little
    EXPECT_GT(error, 1e-4) << sizes.size();  // q is not the posterior
  }
}
TEST(VaeEvidence, IsTheMeanWeightOfAnyWideEnoughQ) {
  expect_evidence<double>();
  expect_evidence<float>();
}

}  // namespace
}  // namespace renyi::vae_evidence_test
