#include "renyi/autodiff/dual.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace renyi::dual_test {
namespace {

using autodiff::Dual;

template <class T>
std::vector<double> slopes(const T& x) {
  std::vector<double> found;
  for (int i = 0; i < T::size; ++i) found.push_back(x.slope(i));
  return found;
}

TEST(Dual, AnArgumentHasOneSlope) {
  for (int number = 0; number < 12; ++number) {
    std::vector<double> expected(12);
    expected[static_cast<std::size_t>(number)] = 1.0;
    const auto x = Dual<12>::argument(2.5, number);
    EXPECT_EQ(x.value(), 2.5);
    EXPECT_EQ(slopes(x), expected);
    EXPECT_FALSE(x.is_constant());
  }
}

TEST(Dual, APlainNumberHasNone) {
  const Dual<8> nothing, number = 3.0;
  EXPECT_EQ(nothing.value(), 0.0);
  EXPECT_EQ(static_cast<double>(number), 3.0);
  EXPECT_TRUE(nothing.is_constant() && number.is_constant());
  EXPECT_EQ(slopes(number), std::vector<double>(8));
}

TEST(Dual, EverySlopeTakesPart) {
  Dual<12> sum = 0.0, product = 1.0;
  for (int i = 0; i < 12; ++i) {
    const auto x = Dual<12>::argument(1.0 + i, i);
    sum += (1.0 + i) * x;
    product *= 2.0 * x / (1.0 + i);
  }
  for (int i = 0; i < 12; ++i) {
    EXPECT_EQ(sum.slope(i), 1.0 + i);
    EXPECT_DOUBLE_EQ(product.slope(i), 4096.0 / (1.0 + i));
  }
}

// Eigen aligns what it allocates to 16 bytes, others to less.
TEST(Dual, StandsAnywhereThatANumberDoes) {
  static_assert(alignof(Dual<8>) == alignof(double));
  alignas(64) std::byte memory[64 + sizeof(Dual<8>)];
  for (std::size_t offset = 0; offset < 64; offset += alignof(double)) {
    const auto* x =
        std::construct_at(reinterpret_cast<Dual<8>*>(memory + offset), Dual<8>::argument(2.0, 5));
    const Dual<8> square = *x * *x;
    EXPECT_EQ(square.value(), 4.0);
    EXPECT_EQ(square.slope(5), 4.0);
  }
}

TEST(Dual, KnowsWhetherItsSlopesAreFinite) {
  const double inf = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 8; ++i) {
    const auto x = Dual<8>::argument(inf, i);
    EXPECT_TRUE(x.has_finite_slopes());
    EXPECT_TRUE((1e308 * x).has_finite_slopes());
    EXPECT_FALSE((inf * x).has_finite_slopes());
    EXPECT_FALSE((-inf * x + inf * x).has_finite_slopes());
  }
}

}  // namespace
}  // namespace renyi::dual_test
