#include "renyi/models/vae_draws.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/gradient_check.hpp"
#include "tests/models/vae_case.hpp"

namespace renyi::vae_draws_test {
namespace {

using testing::describe;
using testing::Numbers;
using testing::single_normal;
using testing::vae_specs;
using testing::VaeCase;
using testing::VaeRun;

// Coefficients (model, path, score), a row a draw.
Matrix any_coefficients(Index draws) { return single_normal(3 * draws, 9).reshaped(draws, 3); }

// The coefficients of estimators, each with draws that do not count and with some that do in part.
std::vector<Matrix> estimators(Index draws) {
  const Vector w = (single_normal(draws, 10).array().abs() + 0.1).matrix();
  std::vector<Matrix> list(4, Matrix::Zero(draws, 3));
  list[0] << w, w, w;                                  // reparameterised
  list[1] << w, w, 0.0 * w;                            // sticking the landing
  list[2] << w, w.cwiseProduct(w) - 0.3 * w, 0.0 * w;  // doubly reparameterised
  list[3].row(draws - 2).setOnes();                    // one picked draw
  list.push_back(any_coefficients(draws));
  list.push_back(list.back());
  list.back().row(0).setZero();
  list.back()(1, 1) = list.back()(2, 2) = 0.0;
  list.back().row(3).tail(2).setZero();
  list.back().row(4).head(2).setZero();
  return list;
}

TEST(VaeDraws, LogWeightsAreTheDefinition) {
  using Keep = VaeDraws<double>::Keep;
  for (const VaeSpec& spec : vae_specs()) {
    const VaeCase c(spec);
    VaeRun<double> run(c);
    for (const Keep keep : {Keep::nothing, Keep::slopes}) {
      run.forward(keep);
      for (Index r = 0; r < c.draws; ++r) {
        std::vector<Numbers> latents;
        const double expected = c.log_weight(r, &latents);
        ASSERT_NEAR(run.log_weights(r), expected, 1e-12 * (1.0 + std::abs(expected)))
            << describe(spec);
        for (Index l = 0; l < c.networks.layers(); ++l)
          for (Index j = 0; j < c.networks.latents(l); ++j)
            ASSERT_NEAR(run.draws.latents(l)[r * c.networks.latents(l) + j],
                        latents[static_cast<std::size_t>(l)][static_cast<std::size_t>(j)], 1e-12);
      }
    }
  }
}

// The three derivatives of one log-weight are those by three sets of parameters. Neither
// activations nor pixels have a part in what coefficients do: all of these are tried with one of
// them, the last with every one.
TEST(VaeDraws, GradientsAreDerivativesOfModelPathAndScore) {
  for (const VaeSpec& spec : vae_specs()) {
    const VaeCase c(spec);
    const Vector& held = c.parameters;
    std::vector<Matrix> sets = estimators(c.draws);
    if (spec.likelihood.model != PixelModel::bernoulli || spec.activation != Activation::tanh)
      sets = {sets.back()};
    for (const Matrix& coefficients : sets) {
      const auto f = [&](const Vector& moving) {
        double sum = 0.0;
        for (Index r = 0; r < c.draws; ++r)
          sum += coefficients(r, 0) * c.log_weight({moving, held, held}, r) +
                 coefficients(r, 1) * c.log_weight({held, moving, held}, r) +
                 coefficients(r, 2) * c.log_weight({held, held, moving}, r);
        return sum;
      };
      GradientCheckOptions options;
      for (Index i = 0; i < held.size(); ++i) options.names.push_back(c.networks.name(i));
      const auto check = check_gradient(f, held, VaeRun<double>(c).gradient(coefficients), options);
      ASSERT_TRUE(check.passed) << describe(spec) << '\n'
                                << coefficients << '\n'
                                << check.to_string();
    }
  }
}

TEST(VaeDraws, InSinglePrecisionAreThoseInDouble) {
  for (const VaeSpec& spec : vae_specs()) {
    const VaeCase c(spec);
    VaeRun<float> found(c);
    VaeRun<double> exact(c);
    for (const Matrix& coefficients : estimators(c.draws)) {
      const Vector gradient = exact.gradient(coefficients);
      EXPECT_LT((found.gradient(coefficients) - gradient).norm(), 1e-5 * gradient.norm())
          << describe(spec);
      EXPECT_LT((found.log_weights - exact.log_weights).norm(), 1e-5 * exact.log_weights.norm())
          << describe(spec);
    }
  }
}

// One draw a call, every draw with its image beside it, or all at once; in memory that served more
// draws before.
TEST(VaeDraws, DoNotDependOnHowTheyAreGrouped) {
  using Column = VaeRun<double>::Column;
  for (const VaeSpec& spec : vae_specs()) {
    const VaeCase c(spec);
    const Index pixels = spec.pixels, latents = c.networks.all_latents();
    const Index head = 2 * c.networks.latents(0);
    const Matrix coefficients = any_coefficients(c.draws);
    VaeRun<double> run(c);
    const Vector expected = run.gradient(coefficients);
    const Vector log_weights = run.log_weights;
    for (const Index at_once : {Index{1}, Index{4}, c.draws}) {
      Column sum = Column::Constant(c.networks.parameters(), std::nan(""));
      Column by_heads = Column::Zero(run.heads.size());
      for (Index begin = 0; begin < c.draws; begin += at_once) {
        const Index count = std::min(at_once, c.draws - begin);
        Column images(count * pixels), heads(count * head), gradients = Column::Zero(count * head);
        for (Index r = 0; r < count; ++r) {
          const Index image = (begin + r) / c.per_image;
          images.segment(r * pixels, pixels) = c.pixels.segment(image * pixels, pixels);
          heads.segment(r * head, head) = run.heads.segment(image * head, head);
        }
        std::copy_n(c.noise.data() + begin * latents, count * latents, run.draws.noise());
        const VaeImages<double> in{images.data(), heads.data(), 1, count};
        run.draws.forward(c.networks, run.parameters.data(), in, run.log_weights.data() + begin,
                          VaeDraws<double>::Keep::slopes);
        run.draws.backward(c.networks, run.parameters.data(), in,
                           {coefficients.col(0).data() + begin, coefficients.col(1).data() + begin,
                            coefficients.col(2).data() + begin},
                           {sum.data(), begin == 0, gradients.data()});
        for (Index r = 0; r < count; ++r)
          by_heads.segment((begin + r) / c.per_image * head, head) +=
              gradients.segment(r * head, head);
      }
      run.finish(by_heads, sum, true);
      EXPECT_LT((run.log_weights - log_weights).norm(), 1e-13 * log_weights.norm());
      EXPECT_LT((sum - expected).norm(), 1e-12 * expected.norm()) << describe(spec);
    }
  }
}

// What is there already stays, but for the first.
TEST(VaeDraws, GradientsAreAddedUnlessTheyAreTheFirst) {
  using Column = VaeRun<double>::Column;
  for (const VaeSpec& spec : vae_specs()) {
    const VaeCase c(spec);
    VaeRun<double> run(c);
    const Matrix coefficients = any_coefficients(c.draws);
    const Vector expected = run.gradient(coefficients);
    run.forward(VaeDraws<double>::Keep::slopes);
    Column sum = Column::Ones(c.networks.parameters()), by_heads = Column::Zero(run.heads.size());
    Column of_heads = Column::Ones(run.heads.size());
    run.draws.backward(
        c.networks, run.parameters.data(), run.all(),
        {coefficients.col(0).data(), coefficients.col(1).data(), coefficients.col(2).data()},
        {sum.data(), false, of_heads.data()});
    by_heads = of_heads.array() - 1.0;
    run.finish(by_heads, sum, false);
    EXPECT_LT((sum.array() - 1.0 - expected.array()).matrix().norm(), 1e-12 * expected.norm())
        << describe(spec);
  }
}

TEST(VaeDraws, OfNoWeightHaveNoGradient) {
  for (const VaeSpec& spec : vae_specs()) {
    const VaeCase c(spec);
    const Matrix nothing = Matrix::Zero(c.draws, 3);
    EXPECT_TRUE((VaeRun<double>(c).gradient(nothing).array() == 0.0).all()) << describe(spec);
    EXPECT_TRUE((VaeRun<float>(c).gradient(nothing).array() == 0.0).all()) << describe(spec);
  }
}

}  // namespace
}  // namespace renyi::vae_draws_test
