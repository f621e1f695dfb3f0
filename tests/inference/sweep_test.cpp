#include "renyi/inference/sweep.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "renyi/core/random.hpp"

namespace renyi::sweep_test {
namespace {

constexpr Index size = 40'000;  // three chunks, the last one short

template <class T>
VectorOf<T> normal(std::uint64_t seed) {
  Vector v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v.cast<T>();
}

template <class T>
class OfEitherPrecision : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(OfEitherPrecision, Precisions);

// No pool, and one, two and three threads.
template <class Check>
void each_pool(Check check) {
  for (int threads = 0; threads <= 3; ++threads) {
    SCOPED_TRACE(threads);
    const auto pool = threads == 0 ? nullptr : std::make_unique<ThreadPool>(threads);
    check(pool.get());
  }
}

template <class T>
GradientSum<T> sum_of(std::initializer_list<const VectorOf<T>*> parts) {
  GradientSum<T> sum;
  sum.start(size);
  for (const VectorOf<T>* part : parts) sum.add(part->data());
  return sum;
}

TYPED_TEST(OfEitherPrecision, SweepStepsLikeAdamWithASumOfGradients) {
  using T = TypeParam;
  const VectorOf<T> gradients[] = {normal<T>(1), normal<T>(2)};
  auto expected_state = adam_start<T>(size);
  VectorOf<T> expected = normal<T>(3);
  for (const VectorOf<T>& gradient : gradients)
    adam_step({}, 0.1, gradient, expected_state, expected, expected);
  each_pool([&](ThreadPool* pool) {
    const Sweep<T> sweep(size, pool);
    auto state = adam_start<T>(size);
    VectorOf<T> parameters = normal<T>(3), next(size);
    for (const VectorOf<T>& gradient : gradients) {
      const VectorOf<T> half = T{0.5} * gradient;
      const auto sum = &gradient == gradients ? sum_of<T>({&gradient}) : sum_of<T>({&half, &half});
      const auto outcome = sweep.adam({}, 0.1, sum, state, parameters, next);
      EXPECT_TRUE(outcome.finite_squares && outcome.finite_parameters);
      parameters.swap(next);
    }
    EXPECT_EQ(parameters, expected);
    EXPECT_EQ(state.first, expected_state.first);
    EXPECT_EQ(state.second, expected_state.second);
    EXPECT_EQ(state.steps, 2);
  });
}

// Alone, and as the first of two arrays.
TYPED_TEST(OfEitherPrecision, SweepLeavesParametersWhereTheGradientStood) {
  using T = TypeParam;
  const VectorOf<T> gradient = normal<T>(1), half = T{0.5} * gradient, from = normal<T>(3);
  for (const bool is_sum : {false, true})
    each_pool([&](ThreadPool* pool) {
      const Sweep<T> sweep(size, pool);
      auto state = adam_start<T>(size), expected_state = state;
      VectorOf<T> expected(size);
      sweep.adam({}, 0.1, sum_of<T>({&gradient}), expected_state, from, expected);
      GradientSum<T> sum;
      sum.start(size);
      sum.own() = is_sum ? half : gradient;
      if (is_sum) sum.add(half.data());
      const auto outcome = sweep.adam({}, 0.1, sum, state, from, sum.memory());
      EXPECT_TRUE(outcome.finite_squares && outcome.finite_parameters);
      EXPECT_EQ(sum.memory(), expected);
      EXPECT_EQ(state.first, expected_state.first);
      EXPECT_EQ(state.second, expected_state.second);
    });
}

TYPED_TEST(OfEitherPrecision, SweepTellsWhereSquaresOrParametersAreNoNumbers) {
  using T = TypeParam;
  each_pool([&](ThreadPool* pool) {
    const Sweep<T> sweep(size, pool);
    for (const Index at : {Index{0}, Index{16384}, size - 1}) {
      auto state = adam_start<T>(size);
      VectorOf<T> gradient = VectorOf<T>::Ones(size), to(size);
      gradient(at) = std::numeric_limits<T>::max();
      const VectorOf<T> from = normal<T>(3);
      const auto outcome = sweep.adam({}, 0.1, sum_of<T>({&gradient}), state, from, to);
      EXPECT_FALSE(outcome.finite_squares);
      gradient.setOnes();
      state = adam_start<T>(size);
      VectorOf<T> far = from;
      far(at) = std::numeric_limits<T>::infinity();
      const auto second = sweep.adam({}, 0.1, sum_of<T>({&gradient}), state, far, to);
      EXPECT_TRUE(second.finite_squares);
      EXPECT_FALSE(second.finite_parameters);
    }
  });
}

TYPED_TEST(OfEitherPrecision, SweepAveragesAndMeasuresAlikeOnAnyNumberOfThreads) {
  using T = TypeParam;
  const VectorOf<T> first = normal<T>(1), second = normal<T>(2);
  std::vector<double> norms;
  each_pool([&](ThreadPool* pool) {
    Sweep<T> sweep(size, pool);
    VectorOf<T> average = VectorOf<T>::Zero(size);
    sweep.add_to_average(first, 1, average);
    EXPECT_EQ(average, first);
    sweep.add_to_average(second, 2, average);
    EXPECT_EQ(average, first + (second - first) / T{2});
    norms.push_back(sweep.norm(first));
    VectorOf<T> half = first;
    sweep.multiply(0.5, half);
    EXPECT_EQ(half, T{0.5} * first);
  });
  for (const double norm : norms) EXPECT_EQ(norm, norms[0]);
  EXPECT_NEAR(norms[0], first.template cast<double>().norm(), 1e-10);
  Sweep<T> sweep(2, nullptr);
  EXPECT_EQ(sweep.norm((VectorOf<T>(2) << T{3}, T{4}).finished()), 5.0);
}

}  // namespace
}  // namespace renyi::sweep_test
