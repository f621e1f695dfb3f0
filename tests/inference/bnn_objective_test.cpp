#include "renyi/inference/bnn_objective.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/gradient_check.hpp"

namespace renyi::bnn_objective_test {
namespace {

const Stream stream{.seed = 3, .purpose = Purpose::draws, .step = 7};

struct Data {
  Matrix inputs;
  Vector targets;
};

Data data_for(const BnnSpec& model, Index rows) {
  Data data{Matrix(rows, model.network.inputs), Vector(rows)};
  fill_normal({.seed = 5, .purpose = Purpose::data}, {}, data.inputs);
  fill_normal({.seed = 6, .purpose = Purpose::data}, {},
              std::span(data.targets.data(), static_cast<std::size_t>(rows)));
  if (model.likelihood == Likelihood::bernoulli)
    data.targets = (data.targets.array() > 0.0).cast<double>();
  if (model.likelihood == Likelihood::categorical)
    for (Index i = 0; i < rows; ++i)
      data.targets(i) = static_cast<double>(i % model.network.outputs);
  return data;
}

// A start with sds large enough that every part of the gradient counts.
template <class T>
Vector wide_start(const BnnObjective<T>& objective, const BnnSpec& model) {
  Vector parameters = objective.start(11);
  const Index n = parameters.size() / 2;
  parameters.segment(n, n).array() +=
      model.family.parameterisation == Parameterisation::site ? 7.0 : 3.5;
  parameters.head(n) *= 3.0;
  if (parameters.size() % 2 == 1) parameters(2 * n) = -0.4;
  return parameters;
}

std::vector<Index> some_rows(Index count) {
  std::vector<Index> rows(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<Index>(2 * i + 1);
  return rows;
}

// The objective of one minibatch, and with it its gradient by the reparameterised estimator.
template <class T>
double evaluate(BnnObjective<T>& objective, Alpha alpha, const Vector& parameters,
                Vector* gradient = nullptr, Estimator estimator = Estimator::reparameterised) {
  Matrix log_weights;
  objective.draw(parameters, some_rows(5), 6, stream, log_weights);
  const Bound bound = renyi_bound(alpha, log_weights);
  GradientSum<double> sum;
  sum.start(parameters.size());
  const double outside = objective.outside(parameters, sum);
  Vector g = sum.collect();
  GradientCoefficients coefficients;
  gradient_coefficients(estimator, alpha, bound, coefficients);
  objective.pull_back(parameters, coefficients, g);
  if (gradient != nullptr) *gradient = g;
  return outside + objective.scale() * bound.values.sum();
}

std::vector<BnnSpec> models() {
  std::vector<BnnSpec> list;
  for (const auto& hidden : std::vector<std::vector<Index>>{{}, {5}, {8}, {7, 9}, {3, 16, 4}})
    for (const Activation activation : {Activation::relu, Activation::tanh, Activation::softplus}) {
      if (hidden.empty() && activation != Activation::relu) continue;
      BnnSpec model;
      model.network = {.inputs = 3, .hidden = hidden, .outputs = 1, .activation = activation};
      list.push_back(model);
      model.grouping = Grouping::row;
      model.family.parameterisation = Parameterisation::direct;
      list.push_back(model);
      model.grouping = Grouping::batch;
      model.kl = KlTerm::exact;
      list.push_back(model);
      model.kl = KlTerm::sampled;
      model.likelihood = Likelihood::bernoulli;
      list.push_back(model);
      model.likelihood = Likelihood::gaussian_two_heads;
      model.network.outputs = 2;
      list.push_back(model);
      model.likelihood = Likelihood::categorical;
      model.network.outputs = 4;
      model.family.prior_sd = 1.7;
      model.family.parameterisation = Parameterisation::site;
      list.push_back(model);
    }
  return list;
}

std::vector<Alpha> orders(const BnnSpec& model) {
  if (model.kl == KlTerm::exact) return {Alpha(1.0)};
  return Alpha::parse_list("-inf,-1,0,0.5,1,3,inf");
}

std::string describe(const BnnSpec& model, Alpha alpha) {
  return "layers " + std::to_string(model.network.hidden.size()) + " activation " +
         std::to_string(static_cast<int>(model.network.activation)) + " likelihood " +
         std::string(to_string(model.likelihood)) + " grouping " +
         std::string(to_string(model.grouping)) + " kl " + std::string(to_string(model.kl)) +
         " alpha " + alpha.to_string();
}

TEST(BnnObjective, GradientsOfTheDoubleKernelsEqualFiniteDifferences) {
  for (const BnnSpec& model : models()) {
    const Data data = data_for(model, 12);
    BnnObjective<double> objective(model, data.inputs, data.targets, nullptr);
    const Vector parameters = wide_start(objective, model);
    for (const Alpha alpha : orders(model)) {
      Vector gradient;
      evaluate(objective, alpha, parameters, &gradient);
      const auto check =
          check_gradient([&](const Vector& x) { return evaluate(objective, alpha, x); }, parameters,
                         gradient, {.relative_tolerance = 1e-6, .absolute_tolerance = 2e-6});
      EXPECT_TRUE(check.passed) << describe(model, alpha) << '\n'
                                << check.to_string() << ' '
                                << objective.parameter_name(check.worst);
    }
  }
}

// Doubly reparameterised gradients are those of the bound in the mean, also where a row's
// log-weight has only 1/N of log q.
TEST(BnnObjective, EstimatorsAgreeInTheMeanForBothGroupings) {
  for (const Grouping grouping : {Grouping::batch, Grouping::row}) {
    BnnSpec model;
    model.network = {.inputs = 2, .hidden = {}, .outputs = 1};
    model.grouping = grouping;
    const Data data = data_for(model, 4);
    BnnObjective<double> objective(model, data.inputs, data.targets, nullptr);
    const Vector parameters = wide_start(objective, model);
    constexpr std::uint32_t steps = 4000;
    Vector sum = Vector::Zero(parameters.size()), squares = sum;
    Matrix log_weights;
    GradientCoefficients coefficients;
    for (std::uint32_t step = 0; step < steps; ++step) {
      objective.draw(parameters, std::vector<Index>{0, 1, 2, 3}, 4,
                     {.seed = 3, .purpose = Purpose::draws, .step = step}, log_weights);
      const Bound bound = renyi_bound(Alpha(0.0), log_weights);
      Vector one = Vector::Zero(parameters.size()), other = one;  // by the same random numbers
      gradient_coefficients(Estimator::reparameterised, Alpha(0.0), bound, coefficients);
      objective.pull_back(parameters, coefficients, one);
      gradient_coefficients(Estimator::doubly_reparameterised, Alpha(0.0), bound, coefficients);
      objective.pull_back(parameters, coefficients, other);
      sum += (other - one) / steps;
      squares += (other - one).cwiseAbs2() / steps;
    }
    const Vector error = ((squares - sum.cwiseAbs2()).cwiseMax(0.0) / steps).cwiseSqrt();
    for (Index i = 0; i < parameters.size(); ++i)
      EXPECT_LE(std::abs(sum(i)), 4.0 * error(i) + 1e-12)
          << to_string(grouping) << ' ' << objective.parameter_name(i);
  }
}

TEST(BnnObjective, FloatKernelsAgreeWithDouble) {
  for (const BnnSpec& model : models()) {
    const Data data = data_for(model, 12);
    // What both read is rounded alike.
    const Matrix inputs = data.inputs.cast<float>().cast<double>();
    const Vector targets = data.targets.cast<float>().cast<double>();
    BnnObjective<double> exact(model, inputs, targets, nullptr);
    BnnObjective<float> fast(model, inputs, targets, nullptr);
    const Vector parameters = wide_start(exact, model);
    for (const Alpha alpha : orders(model))
      for (const Estimator estimator : {Estimator::reparameterised, Estimator::stick_the_landing,
                                        Estimator::doubly_reparameterised}) {
        if (estimator == Estimator::doubly_reparameterised && !std::isfinite(alpha.value()))
          continue;
        Vector want, got;
        const double value = evaluate(exact, alpha, parameters, &want, estimator);
        EXPECT_NEAR(evaluate(fast, alpha, parameters, &got, estimator), value,
                    1e-5 * std::abs(value))
            << describe(model, alpha);
        EXPECT_LT((got - want).norm(), 1e-5 * want.norm()) << describe(model, alpha);
      }
  }
}

TEST(BnnObjective, IsEqualBitForBitForAnyNumberOfThreads) {
  BnnSpec model;
  model.network = {.inputs = 4, .hidden = {9, 6}, .outputs = 1};
  const Data data = data_for(model, 40);
  BnnObjective<float> alone(model, data.inputs, data.targets, nullptr);
  const Vector parameters = wide_start(alone, model);
  Vector gradient;
  const double value = evaluate(alone, Alpha(0.5), parameters, &gradient);
  for (const int threads : {1, 2, 3}) {
    ThreadPool pool(threads);
    BnnObjective<float> shared(model, data.inputs, data.targets, &pool);
    Vector other;
    EXPECT_EQ(evaluate(shared, Alpha(0.5), parameters, &other), value);
    EXPECT_EQ(other, gradient);
  }
}

// One minibatch of one row: black-box alpha with power beta is the paper's bound of order
// 1 - beta/N (section F of the appendix).
TEST(BnnObjective, GroupingByRowIsTheEnergyOfAnotherOrderForOneRow) {
  BnnSpec by_row;
  by_row.network = {.inputs = 2, .hidden = {4}, .outputs = 1};
  by_row.grouping = Grouping::row;
  BnnSpec by_batch = by_row;
  by_batch.grouping = Grouping::batch;
  const Data data = data_for(by_row, 10);
  BnnObjective<double> a(by_row, data.inputs, data.targets, nullptr);
  BnnObjective<double> b(by_batch, data.inputs, data.targets, nullptr);
  const Vector parameters = wide_start(a, by_row);
  const std::vector<Index> one_row = {3};
  const double beta = 0.7;
  Matrix log_weights;
  a.draw(parameters, one_row, 8, stream, log_weights);
  const double energy = a.scale() * renyi_bound(Alpha(1.0 - beta), log_weights).values.sum();
  b.draw(parameters, one_row, 8, stream, log_weights);
  EXPECT_NEAR(renyi_bound(Alpha(1.0 - beta / 10.0), log_weights).values(0), energy,
              1e-10 * std::abs(energy));
}

TEST(BnnObjective, WithOneDrawTheOrderDoesNotMatter) {
  BnnSpec model;
  model.network = {.inputs = 3, .hidden = {5}, .outputs = 1};
  const Data data = data_for(model, 9);
  BnnObjective<float> objective(model, data.inputs, data.targets, nullptr);
  const Vector parameters = wide_start(objective, model);
  Matrix log_weights;
  objective.draw(parameters, some_rows(4), 1, stream, log_weights);
  GradientCoefficients coefficients;
  Vector first;
  for (const Alpha alpha : Alpha::parse_list("-inf,0,0.5,1,2,inf")) {
    const Bound bound = renyi_bound(alpha, log_weights);
    gradient_coefficients(Estimator::reparameterised, alpha, bound, coefficients);
    Vector gradient = Vector::Zero(parameters.size());
    objective.pull_back(parameters, coefficients, gradient);
    if (first.size() == 0) first = gradient;
    EXPECT_EQ(gradient, first) << alpha.to_string();
    EXPECT_EQ(bound.values(0), log_weights(0, 0));
  }
}

// E over many draws of the sampled log-ratio is -KL: the two forms of alpha = 1 agree.
TEST(BnnObjective, TheSampledDivergenceHasTheExactOneAsItsMean) {
  BnnSpec sampled;
  sampled.network = {.inputs = 2, .hidden = {3}, .outputs = 1};
  BnnSpec exact = sampled;
  exact.kl = KlTerm::exact;
  const Data data = data_for(sampled, 6);
  BnnObjective<double> a(sampled, data.inputs, data.targets, nullptr);
  BnnObjective<double> b(exact, data.inputs, data.targets, nullptr);
  const Vector parameters = wide_start(a, sampled);
  constexpr Index draws = 20'000;
  Matrix with, without;
  a.draw(parameters, some_rows(3), draws, stream, with);
  b.draw(parameters, some_rows(3), draws, stream, without);
  GradientSum<double> gradient;
  gradient.start(parameters.size());
  const double kl = -b.outside(parameters, gradient);
  const Vector difference = with.col(0) - without.col(0);
  const double mean = difference.mean();
  const double error = (difference.array() - mean).matrix().norm() / static_cast<double>(draws);
  EXPECT_NEAR(mean, -kl, 3.0 * error);
}

TEST(BnnObjective, NamesItsParameters) {
  BnnSpec model;
  model.network = {.inputs = 2, .hidden = {3}, .outputs = 1};
  const Data data = data_for(model, 4);
  const BnnObjective<float> objective(model, data.inputs, data.targets, nullptr);
  EXPECT_EQ(objective.parameters(), 2 * (3 * 3 + 4) + 1);
  EXPECT_EQ(objective.parameter_name(0), "hidden 1 weight 1,1, location");
  EXPECT_EQ(objective.parameter_name(13 + 8), "hidden 1 bias 3, scale");
  EXPECT_EQ(objective.parameter_name(12), "output bias 1, location");
  EXPECT_EQ(objective.parameter_name(26), "log variance of the noise");
}

}  // namespace
}  // namespace renyi::bnn_objective_test
