#include "renyi/bound/pareto.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/random.hpp"

namespace renyi::pareto_test {
namespace {

Vector uniforms(Index count, std::uint64_t seed) {
  Matrix u(count, 1);
  fill_uniform({seed, Purpose::test, 0}, {0, 0}, u);
  return (1.0 - u.col(0).array()).matrix();  // never 0
}

Vector normals(Index count, std::uint64_t seed) {
  Matrix z(count, 1);
  fill_normal({seed, Purpose::test, 0}, {0, 0}, z);
  return z.col(0);
}

template <class Function>
Vector sequence(Index count, Function function) {
  Vector x(count);
  for (Index i = 0; i < count; ++i) x(i) = function(static_cast<double>(i + 1));
  return x;
}

// The estimator's standard error is that of maximum likelihood, (1 + k) / sqrt(n), and its prior
// draws k towards 1/2 with the weight of 10 observations.
TEST(FitGeneralisedPareto, FindsTheIndexOfExactSamples) {
  const Index n = 4000;
  for (const double k : {-.4, 0.0, .2, .5, 1.0, 3.0})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Vector u = uniforms(n, seed);
      std::vector<double> x;
      for (const double p : u)
        x.push_back(2.0 * (k == 0.0 ? -std::log(p) : (std::pow(p, -k) - 1.0) / k));
      std::sort(x.begin(), x.end());
      const GeneralisedPareto fit = fit_generalised_pareto(x);
      const double expected = (n * k + 5.0) / (n + 10.0);
      EXPECT_NEAR(fit.k, expected, 4 * (1 + k) / std::sqrt(n)) << "k = " << k;
      EXPECT_NEAR(fit.sigma, 2.0, 4 * 2 * std::sqrt(2 * (1 + k) / n)) << "k = " << k;
    }
}

TEST(FitGeneralisedPareto, IsTheLimitOfItsNeighboursAtTheExponential) {
  std::vector<double> x;  // the quantiles of Exp(1)
  for (int i = 0; i < 500; ++i) x.push_back(-std::log1p(-(i + .5) / 500));
  EXPECT_NEAR(fit_generalised_pareto(x).k, 5.0 / 510, .05);
}

// arviz 0.23.4: lw, k = az.psislw(x, normalize=False); then k, sum(lw) and lw at the three largest.
struct Golden {
  Vector log_weights;
  double k, sum, third, second, first;
};

TEST(ParetoSmooth, EqualsArviz) {
  const std::vector<Golden> cases{
      {sequence(100, [](double i) { return 3 * std::sin(i * i); }), -0.9932531498443374,
       4.660484774500747, 2.999297187070609, 2.999297187070609, 2.999297187070609},
      {sequence(1000, [](double i) { return -.7 * std::log((i - .5) / 1000); }), 0.6706577683143464,
       698.8245546580395, 4.135618293143942, 4.4796106317685895, 5.218191057752743},
      {sequence(1000, [](double i) { return .7 * std::log((i - .5) / 1000); }), -0.8266425894520768,
       -699.6272556611059, -0.00035008752917757, -0.00035008752917757, -0.00035008752917757},
      {sequence(25, [](double i) { return std::sqrt(i) * std::cos(i); }), 0.5410871535431042,
       0.6363229782245083, 3.43276022277668, 3.9471273855335927, 4.802456827862904},
      {sequence(200, [](double i) { return 400 * std::sin(i * i); }), 15.69739063407868,
       669.2786360114385, 399.99776819302747, 399.99776819302747, 399.99776819302747}};
  for (const Golden& golden : cases) {
    const SmoothedWeights smoothed = pareto_smooth(golden.log_weights);
    EXPECT_NEAR(*smoothed.k, golden.k, 1e-9);
    EXPECT_EQ(smoothed.k, pareto_k(golden.log_weights));
    EXPECT_NEAR(smoothed.log_weights.sum(), golden.sum, 1e-8);
    std::vector<Index> order(static_cast<std::size_t>(golden.log_weights.size()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
    std::sort(order.begin(), order.end(),
              [&](Index i, Index j) { return golden.log_weights(i) > golden.log_weights(j); });
    EXPECT_NEAR(smoothed.log_weights(order[0]), golden.first, 1e-9);
    EXPECT_NEAR(smoothed.log_weights(order[1]), golden.second, 1e-9);
    EXPECT_NEAR(smoothed.log_weights(order[2]), golden.third, 1e-9);
  }
}

// w = U^-k has the index k; the tail is 3 sqrt(K) = 424 draws long.
TEST(ParetoK, FindsTheIndexOfParetoWeights) {
  for (const double k : {.3, .7, 1.5}) {
    const Vector x = -k * uniforms(20000, 21).array().log();
    EXPECT_NEAR(*pareto_k(x), (424 * k + 5) / 434, 4 * (1 + k) / std::sqrt(424));
  }
}

RC_GTEST_PROP(ParetoK, DoesNotChangeWithAShiftOfTheLogWeights, ()) {
  const double sd = *rc::gen::element(.1, 1.0, 10.0);
  const Vector x =
      sd * normals(*rc::gen::inRange<Index>(21, 400), *rc::gen::arbitrary<std::uint64_t>());
  const double shift = *rc::gen::element(-1e3, 1.0, 1e3);
  const SmoothedWeights before = pareto_smooth(x);
  const SmoothedWeights after = pareto_smooth((x.array() + shift).matrix());
  RC_ASSERT(std::abs(*after.k - *before.k) < 1e-9);
  RC_ASSERT(((after.log_weights - before.log_weights).array() - shift).abs().maxCoeff() < 1e-9);
}

RC_GTEST_PROP(ParetoSmooth, ChangesTheTailAloneAndKeepsTheOrder, ()) {
  const Vector x =
      2 * normals(*rc::gen::inRange<Index>(21, 400), *rc::gen::arbitrary<std::uint64_t>());
  const Vector smooth = pareto_smooth(x).log_weights;
  const auto draws = static_cast<double>(x.size());
  RC_ASSERT((x.array() != smooth.array()).count() <=
            std::ceil(std::min(draws / 5, 3 * std::sqrt(draws))));
  RC_ASSERT(smooth.maxCoeff() <= x.maxCoeff());
  for (Index i = 0; i < x.size(); ++i)
    for (Index j = 0; j < x.size(); ++j)
      if (x(i) < x(j)) RC_ASSERT(smooth(i) <= smooth(j) + 1e-12);
}

TEST(ParetoK, IsNotAvailableFromShortOrConstantTails) {
  EXPECT_FALSE(pareto_k(Vector(0)));
  EXPECT_FALSE(pareto_k(normals(4, 1)));
  EXPECT_FALSE(pareto_k(normals(20, 1)));
  EXPECT_TRUE(pareto_k(normals(21, 1)));
  EXPECT_FALSE(pareto_k(Vector::Constant(100, -3.0)));
  EXPECT_FALSE(pareto_k(Vector::Constant(100, -infinity)));
  Vector two_values = Vector::Zero(100);
  two_values.tail(20).setOnes();
  EXPECT_FALSE(pareto_k(two_values));
  EXPECT_EQ(pareto_smooth(two_values).log_weights, two_values);
}

TEST(ParetoK, CountsWeightsOfZeroAsDraws) {
  Vector x = 2 * normals(1000, 3);
  Vector with_zeros = x;
  for (Index i = 0; i < 1000; ++i)
    if (x(i) < -1) with_zeros(i) = -infinity;
  EXPECT_EQ(pareto_k(with_zeros), pareto_k(x));  // the body does not matter, its size does
}

TEST(ParetoK, RefusesWhatIsNoLogWeight) {
  for (const double bad : {infinity, std::nan("")}) {
    Vector x = normals(50, 4);
    x(7) = bad;
    EXPECT_THROW(pareto_k(x), NumericalError);
  }
}

}  // namespace
}  // namespace renyi::pareto_test
