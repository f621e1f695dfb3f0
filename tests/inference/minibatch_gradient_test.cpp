#include "renyi/inference/minibatch_gradient.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include "renyi/bound/pick.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/gradient_check.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/inference/zoo.hpp"
#include "tests/support/generators.hpp"

namespace renyi::minibatch_gradient_test {
namespace {

using testing::GaussianTarget;
using testing::LatentShift;

const std::vector<Index> some_rows = {4, 1, 7};
const Vector anywhere = (Vector(4) << 0.3, 0.6, -0.7, 0.1).finished();

struct Gradient {
  double value, effective_draws;
  Vector gradient;
};

Gradient gradient_at(Objective& objective, const TrainOptions& options, const Vector& parameters) {
  MinibatchGradient out;
  minibatch_gradient(objective, options, parameters, some_rows, 0, out);
  return {out.value, out.effective_draws, out.gradient};
}

// Those behind it, which stay in the objective.
Matrix log_weights_at(Objective& objective, const TrainOptions& options, const Vector& parameters) {
  Matrix log_weights;
  objective.draw(parameters, some_rows, options.draws, {options.seed, Purpose::draws, 0},
                 log_weights);
  return log_weights;
}

RC_GTEST_PROP(MinibatchGradient, IsTheDerivativeOfItsValueForEveryOrder, ()) {
  LatentShift shift(testing::some_data(9));
  GaussianTarget target(testing::correlated_precision(), 0.4);
  const TrainOptions options{.alpha = testing::any_alpha(),
                             .draws = *rc::gen::inRange<std::int64_t>(1, 9)};
  for (Objective* objective : std::initializer_list<Objective*>{&shift, &target}) {
    const auto value = [&](const Vector& x) { return gradient_at(*objective, options, x).value; };
    const auto check =
        check_gradient(value, anywhere, gradient_at(*objective, options, anywhere).gradient);
    RC_ASSERT(check.passed);
  }
}

TEST(MinibatchGradient, OfOneDrawHasThatOfAllAsItsMean) {
  LatentShift shift(testing::some_data(9));
  constexpr int picks = 4000;
  for (const double alpha : {-1.0, 0.0, 0.5, 1.0, 2.0})
    for (const auto estimator : {Estimator::reparameterised, Estimator::doubly_reparameterised}) {
      TrainOptions options{.alpha = Alpha(alpha), .draws = 6, .estimator = estimator};
      const Vector all = gradient_at(shift, options, anywhere).gradient;
      const Bound bound = renyi_bound(options.alpha, log_weights_at(shift, options, anywhere));
      // The draws stay; only the picks change.
      Matrix gradients(4, picks);
      std::vector<Index> picked(some_rows.size());
      GradientCoefficients coefficients;
      for (int i = 0; i < picks; ++i) {
        pick_draws(bound, {1, Purpose::pick, static_cast<std::uint32_t>(i)}, 0, picked);
        gradient_coefficients(estimator, options.alpha, bound, picked, coefficients);
        Vector gradient = Vector::Zero(4);
        shift.pull_back(anywhere, coefficients, gradient);
        gradients.col(i) = gradient;
      }
      const Vector mean = gradients.rowwise().mean();
      const Vector error = (gradients.colwise() - mean).rowwise().norm() / picks;
      for (Index i = 0; i < 4; ++i)
        EXPECT_NEAR(mean(i), all(i), 4.0 * error(i)) << alpha << " " << i;
    }
}

TEST(MinibatchGradient, OfVrMaxIsThatOfTheLargestWeightExactly) {
  GaussianTarget target(testing::correlated_precision(), 0.4);
  for (const Alpha alpha : {Alpha::vr_max(), Alpha::vr_min()}) {
    const TrainOptions options{.alpha = alpha, .draws = 7};
    const Gradient all = gradient_at(target, options, anywhere);
    const Gradient one =
        gradient_at(target, {.alpha = alpha, .draws = 7, .backward = Backward::one}, anywhere);
    EXPECT_EQ(all.gradient, one.gradient);
    const Matrix log_weights = log_weights_at(target, options, anywhere);
    Index extreme = 0;
    const double best = alpha == Alpha::vr_max() ? log_weights.col(0).maxCoeff(&extreme)
                                                 : log_weights.col(0).minCoeff(&extreme);
    EXPECT_EQ(all.value, best);
    const Matrix unit = Vector::Unit(7, extreme);
    Vector expected = Vector::Zero(4);
    target.pull_back(anywhere, {.model = unit, .path = unit, .score = unit}, expected);
    EXPECT_EQ(all.gradient, expected);
    EXPECT_EQ(all.effective_draws, 1.0);
  }
}

TEST(MinibatchGradient, OfOneDrawIsTheSameForEveryOrder) {
  LatentShift shift(testing::some_data(9));
  const auto vi = gradient_at(shift, {.alpha = Alpha::vi(), .draws = 1}, anywhere);
  for (const char* alpha : {"-inf", "-3", "0", "0.5", "2", "inf"})
    for (const auto backward : {Backward::all, Backward::one}) {
      const auto other = gradient_at(
          shift, {.alpha = Alpha::parse(alpha), .draws = 1, .backward = backward}, anywhere);
      EXPECT_EQ(other.gradient, vi.gradient) << alpha;
      EXPECT_EQ(other.value, vi.value) << alpha;
    }
}

TEST(MinibatchGradient, VanishesWhereQIsThePosteriorIfTheLandingIsStuck) {
  GaussianTarget target(4.0 * Matrix::Identity(2, 2), 0.4);
  const Vector posterior = (Vector(4) << 0.4, 0.4, -std::log(2.0), -std::log(2.0)).finished();
  for (const char* alpha : {"-inf", "0", "0.5", "1", "2"}) {
    const auto at = gradient_at(
        target, {.alpha = Alpha::parse(alpha), .estimator = Estimator::stick_the_landing},
        posterior);
    EXPECT_LT(at.gradient.cwiseAbs().maxCoeff(), 1e-14) << alpha;
    EXPECT_NEAR(at.value, 0.0, 1e-14) << alpha;
  }
}

// An objective that gives what it is told.
class Given : public Objective {
 public:
  Matrix log_weights = Matrix::Zero(3, 2);
  double value_outside = 0.0;
  Vector gradient_outside = Vector::Zero(2);

  Index parameters() const override { return 2; }
  Index rows() const override { return 2; }
  std::string parameter_name(Index parameter) const override {
    return parameter == 0 ? "first" : "second";
  }
  double scale() const override { return 10.0; }
  void draw(const Vector& /*parameters*/, std::span<const Index> /*rows*/, Index /*draws*/,
            const Stream& /*stream*/, Matrix& out) override {
    out = log_weights;
  }
  double outside(const Vector& /*parameters*/, GradientSum<double>& gradient) override {
    gradient.own() += gradient_outside;
    return value_outside;
  }
  void pull_back(const Vector& /*parameters*/, const GradientCoefficients& coefficients,
                 Vector& gradient) override {
    gradient(0) += scale() * coefficients.model.sum();
  }
};

TEST(MinibatchGradient, AddsThePartOutsideToTheScaledSumOfBounds) {
  Given given;
  given.log_weights = (Matrix(3, 2) << 1.0, 2.0, 1.0, 5.0, 1.0, -1.0).finished();
  given.value_outside = -0.5;
  given.gradient_outside << 1.0, 2.0;
  const auto at = gradient_at(given, {.alpha = Alpha::vi()}, Vector::Zero(2));
  EXPECT_DOUBLE_EQ(at.value, 10.0 * (1.0 + 2.0) - 0.5);
  EXPECT_DOUBLE_EQ(at.gradient(0), 10.0 * 2.0 + 1.0);
  EXPECT_DOUBLE_EQ(at.gradient(1), 2.0);
  EXPECT_DOUBLE_EQ(at.effective_draws, 3.0);
}

std::string message_of(Given& given, Alpha alpha) {
  try {
    gradient_at(given, {.alpha = alpha}, Vector::Zero(2));
  } catch (const NumericalError& error) {
    return error.what();
  }
  return "";
}

TEST(MinibatchGradient, NamesTheDrawTheBoundOrTheParameterThatIsNoNumber) {
  Given given;
  given.log_weights(1, 1) = -infinity;
  EXPECT_EQ(message_of(given, Alpha(0.5)), "") << "a weight of zero is a weight";
  EXPECT_EQ(message_of(given, Alpha::vi()), "bound 2: expected a number, found -inf");
  given.log_weights(1, 1) = std::nan("");
  EXPECT_EQ(message_of(given, Alpha(0.5)),
            "log-weight of draw 2 in column 2: expected a number or -inf, found nan");
  given.log_weights(1, 1) = 0.0;
  given.value_outside = infinity;
  EXPECT_EQ(message_of(given, Alpha(0.5)), "objective: expected a number, found inf");
  given.value_outside = 0.0;
  given.gradient_outside << 1.0, std::nan("");
  EXPECT_EQ(message_of(given, Alpha(0.5)),
            "derivative by second: expected a number below 1e154, found nan");
  given.gradient_outside << 1e200, 1e300;
  EXPECT_EQ(message_of(given, Alpha(0.5)),
            "derivative by second: expected a number below 1e154, found 1e+300");
}

}  // namespace
}  // namespace renyi::minibatch_gradient_test
