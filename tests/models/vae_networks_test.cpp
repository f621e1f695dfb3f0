#include "renyi/models/vae_networks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <set>

#include "renyi/core/error.hpp"

namespace renyi::vae_networks_test {
namespace {

VaeNetworks networks(const char* architecture, Index pixels = 6, PixelLikelihood likelihood = {}) {
  return VaeNetworks({.pixels = pixels,
                      .architecture = parse_architecture(architecture),
                      .likelihood = likelihood});
}

const PixelLikelihood learned{.model = PixelModel::gaussian};
const PixelLikelihood linear{.model = PixelModel::gaussian_fixed_sd, .mean = PixelMean::linear};

VectorF grey(Index pixels) { return VectorF::LinSpaced(pixels, 0.0f, 1.0f); }

RC_GTEST_PROP(VaeNetworks, ParametersStandOneNetworkBehindAnother, ()) {
  const auto units = rc::gen::inRange<Index>(1, 6);
  VaeSpec spec{.pixels = *units};
  for (Index l = *rc::gen::inRange<Index>(1, 4); l > 0; --l)
    spec.architecture.layers.push_back({.hidden = *rc::gen::container<std::vector<Index>>(
                                            *rc::gen::inRange<std::size_t>(0, 3), units),
                                        .size = *units});
  spec.likelihood.model = static_cast<PixelModel>(*rc::gen::inRange(0, 3));
  const VaeNetworks all(spec);
  // Every place is that of one weight or bias of one layer of one network.
  std::vector<int> times(static_cast<std::size_t>(all.parameters()), 0);
  const auto count = [&](const VaeNetwork& network) {
    for (const DenseLayer& layer : network.layout.layers())
      for (Index i = 0; i < (layer.inputs + 1) * layer.outputs; ++i)
        ++times.at(static_cast<std::size_t>(network.offset + layer.offset + i));
  };
  for (Index l = 0; l < all.layers(); ++l) {
    count(all.encoder(l));
    count(all.decoder(l));
  }
  RC_ASSERT(std::all_of(times.begin(), times.end(), [](int n) { return n == 1; }));
  std::set<std::string> names;
  for (Index i = 0; i < all.parameters(); ++i) names.insert(all.name(i));
  RC_ASSERT(std::ssize(names) == all.parameters());
}

TEST(VaeNetworks, MirrorTheEncodersInTheDecoders) {
  const VaeNetworks all = networks("d7-d5-s3-d4-s2", 6, learned);
  ASSERT_EQ(all.layers(), 2);
  EXPECT_EQ(all.latents(0), 3);
  EXPECT_EQ(all.latents(1), 2);
  EXPECT_EQ(all.all_latents(), 5);
  using Hidden = std::vector<Index>;
  const DenseShape &up = all.encoder(0).layout.shape(), &upper = all.encoder(1).layout.shape();
  EXPECT_EQ(std::tuple(up.inputs, up.hidden, up.outputs), std::tuple(6, Hidden{7, 5}, 2 * 3));
  EXPECT_EQ(std::tuple(upper.inputs, upper.hidden, upper.outputs), std::tuple(3, Hidden{4}, 4));
  const DenseShape &down = all.decoder(0).layout.shape(), &lower = all.decoder(1).layout.shape();
  EXPECT_EQ(std::tuple(down.inputs, down.hidden, down.outputs), std::tuple(3, Hidden{5, 7}, 12));
  EXPECT_EQ(std::tuple(lower.inputs, lower.hidden, lower.outputs), std::tuple(2, Hidden{4}, 6));
  EXPECT_EQ(networks("s3").decoder(0).layout.shape().outputs, 6);
  EXPECT_EQ(networks("s3", 6, linear).decoder(0).layout.shape().outputs, 6);
}

TEST(VaeNetworks, HandTheActivationToEveryNetwork) {
  const VaeNetworks all({.pixels = 2,
                         .architecture = parse_architecture("d3-s2-d3-s1"),
                         .activation = Activation::softplus});
  for (Index l = 0; l < 2; ++l) {
    EXPECT_EQ(all.encoder(l).layout.shape().activation, Activation::softplus);
    EXPECT_EQ(all.decoder(l).layout.shape().activation, Activation::softplus);
  }
}

TEST(VaeNetworks, NameParametersByNetworkAndLayer) {
  const VaeNetworks all = networks("d7-d5-s3-d4-s2");
  EXPECT_EQ(all.name(0), "encoder 1 hidden 1 weight 1,1");
  EXPECT_EQ(all.name(all.encoder(0).offset + 6 * 7 + 7 + 2 * 5 + 4),
            "encoder 1 hidden 2 weight 3,5");
  EXPECT_EQ(all.name(all.encoder(1).offset), "encoder 2 hidden 1 weight 1,1");
  EXPECT_EQ(all.name(all.decoder(0).offset - 1), "encoder 2 output bias 4");
  EXPECT_EQ(all.name(all.decoder(0).offset), "decoder 1 hidden 1 weight 1,1");
  EXPECT_EQ(all.name(all.decoder(1).offset - 1), "decoder 1 output bias 6");
  EXPECT_EQ(all.name(all.parameters() - 1), "decoder 2 output bias 6");
}

// The first encoder runs once an image, everything else once a draw.
TEST(VaeNetworks, CountFlops) {
  const auto flops = networks("d7-s3-d4-s2").flops();
  const double first = 6 * 7 + 7 * 6, second = 3 * 4 + 4 * 4;
  const double decoders = (3 * 7 + 7 * 6) + (2 * 4 + 4 * 6);
  EXPECT_EQ(flops.image_forward, 2.0 * first);
  EXPECT_EQ(flops.image_backward, 4.0 * first - 2.0 * 6 * 7);
  EXPECT_EQ(flops.draw_forward, 2.0 * (second + decoders));
  EXPECT_EQ(flops.draw_backward, 4.0 * (second + decoders));
}

// Of n uniform numbers within ±range the largest is beyond 0.9 range, but for one in 0.95^-n, and
// the mean of their squares is range^2 / 3 with standard error range^2 sqrt(4 / 45 / n).
void expect_uniform(const VectorF& weights, double range, const std::string& name) {
  const double n = static_cast<double>(weights.size());
  EXPECT_LE(weights.cwiseAbs().maxCoeff(), range * (1.0 + 1e-6)) << name;
  EXPECT_GT(weights.maxCoeff(), 0.9 * range) << name;
  EXPECT_LT(weights.minCoeff(), -0.9 * range) << name;
  EXPECT_NEAR(weights.cast<double>().squaredNorm() / n, range * range / 3.0,
              4.0 * range * range * std::sqrt(4.0 / 45.0 / n))
      << name;
}

// Two hundred weights at least in every layer, and the ranges by hand.
TEST(VaeNetworks, StartWithinTheRangesOfTheirLayers) {
  for (const PixelLikelihood& likelihood : {PixelLikelihood{}, learned, linear}) {
    const VaeNetworks all = networks("d20-d14-s16-d24-s10", 40, likelihood);
    const VectorF start = all.start(3, VectorF::Constant(40, 0.5f));
    const auto weights = [&](const VaeNetwork& network, std::size_t l) {
      const DenseLayer& layer = network.layout.layers()[l];
      return VectorF(start.segment(network.offset + layer.offset, layer.inputs * layer.outputs));
    };
    expect_uniform(weights(all.encoder(0), 0), std::sqrt(6.0 / (40 + 20)), "encoder 1 hidden 1");
    expect_uniform(weights(all.encoder(0), 1), std::sqrt(6.0 / (20 + 14)), "encoder 1 hidden 2");
    expect_uniform(weights(all.encoder(0), 2), std::sqrt(6.0 / (14 + 16)), "encoder 1 output");
    expect_uniform(weights(all.encoder(1), 0), std::sqrt(6.0 / (16 + 24)), "encoder 2 hidden 1");
    expect_uniform(weights(all.encoder(1), 1), std::sqrt(6.0 / (24 + 10)), "encoder 2 output");
    expect_uniform(weights(all.decoder(0), 0), std::sqrt(6.0 / (16 + 14)), "decoder 1 hidden 1");
    expect_uniform(weights(all.decoder(0), 2), std::sqrt(6.0 / (20 + 40)), "decoder 1 output");
    expect_uniform(weights(all.decoder(1), 1), std::sqrt(6.0 / (24 + 16)), "decoder 2 output");
    std::set<float> different(start.begin(), start.end());
    // Numbers of 24 bits, 2000 to 3000 of them, hardly ever agree; layers with the same would.
    Index count = 0;
    for (Index i = 0; i < all.parameters(); ++i)
      count += all.name(i).find("weight") != std::string::npos ? 1 : 0;
    EXPECT_GT(std::ssize(different), count - 10);
    EXPECT_EQ(start, all.start(3, VectorF::Constant(40, 0.5f)));
    EXPECT_NE(start, all.start(4, VectorF::Constant(40, 0.5f)));
  }
}

TEST(VaeNetworks, StartWithTheMeanImage) {
  constexpr Index pixels = 11;
  for (const PixelLikelihood& likelihood : {PixelLikelihood{}, learned, linear}) {
    const VaeNetworks all = networks("d4-s2-d3-s1", pixels, likelihood);
    VectorF mean = grey(pixels);
    mean(3) = 0.0005f;
    mean(4) = 0.9999f;
    const VectorF start = all.start(1, mean);
    const DenseLayer& last = all.decoder(0).layout.layers().back();
    const Index at = all.decoder(0).offset + last.biases();
    for (Index i = 0; i < all.parameters(); ++i) {
      if (all.name(i).find("bias") == std::string::npos) continue;
      if (i < at || i >= at + pixels) {
        EXPECT_EQ(start(i), 0.0f) << all.name(i);
      } else if (likelihood.model == PixelModel::gaussian_fixed_sd) {
        EXPECT_EQ(start(i), mean(i - at));
      } else {
        const double p = std::clamp(static_cast<double>(mean(i - at)), 0.001, 0.999);
        EXPECT_NEAR(1.0 / (1.0 + std::exp(-static_cast<double>(start(i)))), p, 1e-6);
      }
    }
  }
}

TEST(VaeNetworks, RefuseWhatHasNoMeaning) {
  EXPECT_THROW(networks("s3", 0), UsageError);
  EXPECT_THROW(VaeNetworks({.pixels = 3}), UsageError);
  EXPECT_THROW(VaeNetworks({.pixels = 3, .architecture = {{{.size = 0}}}}), UsageError);
  for (const double sd : {0.0, -1.0, std::nan(""), HUGE_VAL})
    EXPECT_THROW(networks("s3", 6, {.model = PixelModel::gaussian_fixed_sd, .sd = sd}), UsageError);
  EXPECT_NO_THROW(networks("s3", 6, {.sd = 0.0}));  // which is not used
  EXPECT_THROW(networks("s3", 6).start(1, grey(5)), UsageError);
}

}  // namespace
}  // namespace renyi::vae_networks_test
