#include "renyi/core/vector_math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "renyi/core/error.hpp"
#include "tests/core/each_target.hpp"
#include "tests/core/ulp.hpp"

namespace renyi::vector_math_test {
namespace {

template <class T>
using Kernel = void (*)(std::span<const T>, std::span<T>);

// Random bit patterns: every exponent, denormal numbers, infinities, NaNs and both zeros; and the
// neighbourhood of 1, where functions of 1 + x and log x are delicate.
template <class T>
std::vector<T> sweep(std::size_t n) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::mt19937_64 engine(42);
  std::uniform_real_distribution<T> near(T{-1.5}, T{1.5}), wide(T{-110}, T{110});
  std::vector<T> x{T{0}, -T{0}, T{1}, T{-1}};
  using L = std::numeric_limits<T>;
  for (const T value : {L::infinity(), L::quiet_NaN(), L::max(), L::min(), L::denorm_min()}) {
    x.push_back(value);
    x.push_back(-value);
  }
  while (x.size() < n) {
    x.push_back(std::bit_cast<T>(static_cast<Bits>(engine())));
    x.push_back(near(engine));
    x.push_back(wide(engine));
    x.push_back(T{1} + near(engine) * T{0.0078125});
  }
  return x;
}

template <class T, class Exact>
double worst_error(Kernel<T> kernel, Exact exact) {
  const std::vector<T> x = sweep<T>(1'000'000);
  std::vector<T> out(x.size());
  kernel(x, out);
  double worst = 0.0;
  T where = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double error = test::ulp_distance(out[i], exact(x[i]));
    if (!(error <= worst)) {
      worst = error;
      where = x[i];
    }
  }
  EXPECT_GT(worst, 0.1) << "the comparison compares something";
  EXPECT_LE(worst, 5.0) << "at " << where;
  return worst;
}

// References in long double, or in double for float kernels: 2^-29 of a float's last place.
long double sigmoid_reference(double x) {
  const double e = std::exp(-std::abs(x));
  return std::isnan(x) ? x : (x >= 0 ? 1.0 : e) / (1.0 + e);
}
long double softplus_reference(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
}

TEST(VectorMath, FloatFunctionsKeepTheirStatedPrecisionOverAllFloats) {
  test::each_target([] {
    EXPECT_LE(worst_error<float>(kernels::exp, [](double x) { return std::exp(x); }), 1.2);
    EXPECT_LE(worst_error<float>(kernels::log, [](double x) { return std::log(x); }), 1.0);
    EXPECT_LE(worst_error<float>(kernels::log1p, [](double x) { return std::log1p(x); }), 2.0);
    EXPECT_LE(worst_error<float>(kernels::tanh, [](double x) { return std::tanh(x); }), 5.0);
    EXPECT_LE(worst_error<float>(kernels::sigmoid, sigmoid_reference), 2.5);
    EXPECT_LE(worst_error<float>(kernels::softplus, softplus_reference), 2.5);
  });
}

TEST(VectorMath, DoubleFunctionsKeepTheirStatedPrecisionOverAllDoubles) {
  test::each_target([] {
    EXPECT_LE(worst_error<double>(kernels::exp, [](long double x) { return std::exp(x); }), 1.2);
    EXPECT_LE(worst_error<double>(kernels::log, [](long double x) { return std::log(x); }), 1.0);
  });
}

TEST(VectorMath, SoftplusWithDerivativeIsSoftplusAndSigmoid) {
  test::each_target([] {
    const auto x = sweep<float>(10'003);
    std::vector<float> value(x.size()), derivative(x.size()), softplus(x.size()), sigmoid(x.size());
    kernels::softplus(x, value, derivative);
    kernels::softplus(x, softplus);
    kernels::sigmoid(x, sigmoid);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (std::isnan(x[i])) continue;
      ASSERT_EQ(value[i], softplus[i]) << x[i];
      ASSERT_EQ(derivative[i], sigmoid[i]) << x[i];
    }
  });
}

template <class T>
void check_exact(Kernel<T> kernel, T x, T expected) {
  T out = 0;
  kernel(std::span<const T>(&x, 1), std::span<T>(&out, 1));
  EXPECT_EQ(out, expected) << "at " << x;
  EXPECT_EQ(std::signbit(out), std::signbit(expected)) << "at " << x;
}

TEST(VectorMath, ExactValuesAndSignsOfZero) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  test::each_target([] {
    check_exact<float>(kernels::exp, 0.0f, 1.0f);
    check_exact<float>(kernels::exp, -infinity, 0.0f);
    check_exact<double>(kernels::exp, -0.0, 1.0);
    check_exact<float>(kernels::log, 1.0f, 0.0f);
    check_exact<double>(kernels::log, 1.0, 0.0);
    check_exact<float>(kernels::log, -0.0f, -infinity);
    check_exact<float>(kernels::log1p, 0.0f, 0.0f);
    check_exact<float>(kernels::log1p, -0.0f, -0.0f);
    check_exact<float>(kernels::log1p, -1.0f, -infinity);
    check_exact<float>(kernels::tanh, -0.0f, -0.0f);
    check_exact<float>(kernels::tanh, 0.0f, 0.0f);
    check_exact<float>(kernels::tanh, infinity, 1.0f);
    check_exact<float>(kernels::tanh, -infinity, -1.0f);
    check_exact<float>(kernels::sigmoid, 0.0f, 0.5f);
    check_exact<float>(kernels::sigmoid, -infinity, 0.0f);
    check_exact<float>(kernels::sigmoid, infinity, 1.0f);
    check_exact<float>(kernels::softplus, -infinity, 0.0f);
    check_exact<float>(kernels::softplus, infinity, infinity);
  });
}

TEST(VectorMath, TanhStaysWithinOneAndSigmoidToo) {
  test::each_target([] {
    const auto x = sweep<float>(200'000);
    std::vector<float> t(x.size()), s(x.size());
    kernels::tanh(x, t);
    kernels::sigmoid(x, s);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_FALSE(std::abs(t[i]) > 1.0f) << x[i];
      ASSERT_FALSE(s[i] > 1.0f || s[i] < 0.0f) << x[i];
    }
  });
}

template <class T>
void check_place(Kernel<T> kernel) {
  std::vector<T> x = sweep<T>(70), whole(x.size());
  kernel(x, whole);
  const auto same = [](T a, T b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  for (std::size_t first = 0; first < 20; ++first)
    for (std::size_t n = 0; first + n <= x.size(); ++n) {
      std::vector<T> part(x.begin() + static_cast<std::ptrdiff_t>(first),
                          x.begin() + static_cast<std::ptrdiff_t>(first + n));
      kernel(part, part);  // in place
      ASSERT_TRUE(std::equal(part.begin(), part.end(),
                             whole.begin() + static_cast<std::ptrdiff_t>(first), same))
          << first << ' ' << n;
    }
}

TEST(VectorMath, AResultDependsOnItsElementAlone) {
  test::each_target([] {
    for (const Kernel<float> kernel :
         {Kernel<float>(kernels::exp), Kernel<float>(kernels::log), Kernel<float>(kernels::log1p),
          Kernel<float>(kernels::tanh), Kernel<float>(kernels::sigmoid),
          Kernel<float>(kernels::softplus), Kernel<float>(kernels::relu)})
      check_place<float>(kernel);
    check_place<double>(kernels::exp);
    check_place<double>(kernels::log);
  });
}

TEST(VectorMath, ReluAndItsBackward) {
  test::each_target([] {
    const auto x = sweep<float>(103);
    std::vector<float> y(x.size()), gradient(x.size(), 3.0f), back(x.size());
    kernels::relu(x, y);
    kernels::relu_backward(x, gradient, back);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (std::isnan(x[i]))
        EXPECT_TRUE(std::isnan(y[i]));
      else
        EXPECT_EQ(y[i], std::max(x[i], 0.0f));
      EXPECT_EQ(back[i], x[i] > 0.0f ? 3.0f : 0.0f);
    }
  });
}

TEST(VectorMath, SquaredNormIsThatOfDoublesAndTheSameEverywhere) {
  std::mt19937 engine(5);
  std::normal_distribution<float> draw;
  for (const std::size_t n : {0u, 1u, 15u, 16u, 17u, 1001u}) {
    std::vector<float> x(n);
    for (float& value : x) value = draw(engine);
    double exact = 0.0;
    for (const double value : x) exact += value * value;
    const double first = kernels::squared_norm(x);
    EXPECT_NEAR(first, exact, 1e-15 * static_cast<double>(n) * exact);
    test::each_target([&] { EXPECT_EQ(kernels::squared_norm(x), first); });
  }
}

TEST(VectorMath, RefusesSpansOfDifferentLengths) {
  std::vector<float> x(4), out(3);
  EXPECT_THROW(kernels::exp(std::span<const float>(x), std::span<float>(out)), UsageError);
  EXPECT_THROW(kernels::softplus(x, x, out), UsageError);
  EXPECT_THROW(kernels::relu_backward(x, out, x), UsageError);
}

}  // namespace
}  // namespace renyi::vector_math_test
