#include "renyi/core/random.hpp"

#include <Random123/philox.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "renyi/core/error.hpp"
#include "tests/core/each_target.hpp"

namespace renyi::random_test {
namespace {

using Block = r123::Philox4x32::ctr_type;

Block reference(const Stream& stream, Position position, std::uint32_t block) {
  const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
  return r123::Philox4x32()(
      {{block | static_cast<std::uint32_t>(stream.purpose) << 24,
        position.draw | low(position.row >> 32) << 24, low(position.row), stream.step}},
      {{low(stream.seed), low(stream.seed >> 32)}});
}

std::vector<std::uint32_t> bits(const Stream& stream, Position position, std::size_t count) {
  std::vector<std::uint32_t> words(count);
  fill_bits(stream, position, words);
  return words;
}

template <class T>
std::vector<T> normals(const Stream& stream, Position position, std::size_t count) {
  std::vector<T> z(count);
  fill_normal(stream, position, std::span<T>(z));
  return z;
}

// Random123's kat_vectors for philox4x32, 10 rounds, written in our coordinates.
TEST(Random, KnownAnswersOfPhilox) {
  using Words = std::vector<std::uint32_t>;
  test::each_target([] {
    EXPECT_EQ(bits({.seed = 0, .purpose = Purpose::test, .step = 0}, {}, 4),
              (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  });
  // Counter and key all ones: the last block of the last position.
  const auto ones = bits({.seed = ~0ull, .purpose = static_cast<Purpose>(0xff), .step = ~0u},
                         {.row = max_row, .draw = max_draw}, max_float_elements);
  EXPECT_EQ(Words(ones.end() - 4, ones.end()),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  // Counter and key the digits of pi: block 0x3f6a88.
  const auto pi =
      bits({.seed = 0x299f31d0a4093822, .purpose = static_cast<Purpose>(0x24), .step = 0x03707344},
           {.row = 0x8513198a2e, .draw = 0xa308d3}, 4 * 0x3f6a89);
  EXPECT_EQ(Words(pi.end() - 4, pi.end()), (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, EveryBitIsKnownForGoldenStream) {
  // Fixed for ever: a change here changes every result ever published with a seed.
  const Stream stream{.seed = 0x0123456789abcdef, .purpose = Purpose::draws, .step = 7};
  const Block expected = reference(stream, {.row = (5ull << 32) | 77, .draw = 9}, 0);
  const auto words = bits(stream, {.row = (5ull << 32) | 77, .draw = 9}, 4);
  EXPECT_TRUE(std::equal(words.begin(), words.end(), expected.begin()));
  const auto z = normals<float>({.seed = 1, .purpose = Purpose::test, .step = 0}, {}, 2);
  const auto w = bits({.seed = 1, .purpose = Purpose::test, .step = 0}, {}, 2);
  const double radius = std::sqrt(-2 * std::log((w[0] + 1.0) * 0x1p-32));
  EXPECT_NEAR(z[0], radius * std::cos(2 * std::numbers::pi * w[1] * 0x1p-32), 1e-6);
  EXPECT_NEAR(z[1], radius * std::sin(2 * std::numbers::pi * w[1] * 0x1p-32), 1e-6);
}

TEST(Random, EqualsRandom123AtRandomCounters) {
  test::each_target([] {
    std::mt19937_64 any(1);
    for (int i = 0; i < 2000; ++i) {
      const Stream stream{.seed = any(),
                          .purpose = static_cast<Purpose>(any() % 256),
                          .step = static_cast<std::uint32_t>(any())};
      const Position position{.row = any() & max_row,
                              .draw = static_cast<std::uint32_t>(any()) & max_draw};
      const auto words = bits(stream, position, 1 + any() % 60);
      for (std::uint32_t e = 0; e < words.size(); ++e)
        ASSERT_EQ(words[e], reference(stream, position, e / 4)[e % 4]) << "element " << e;
    }
  });
}

// Lengths around every vector width; a lane must not notice which lane it is.
template <class T>
void check_independent_of_length() {
  const Stream stream{.seed = 11, .purpose = Purpose::draws, .step = 3};
  const auto whole = normals<T>(stream, {.row = 5, .draw = 2}, 200);
  std::vector<T> uniform(200), part;
  fill_uniform(stream, {.row = 5, .draw = 2}, std::span<T>(uniform));
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    part = normals<T>(stream, {.row = 5, .draw = 2}, length);
    ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin())) << length;
    fill_uniform(stream, {.row = 5, .draw = 2}, std::span<T>(part));
    ASSERT_TRUE(std::equal(part.begin(), part.end(), uniform.begin())) << length;
  }
}

TEST(Random, AnElementDoesNotDependOnTheLengthAskedFor) {
  test::each_target([] {
    check_independent_of_length<float>();
    check_independent_of_length<double>();
  });
}

template <class M>
void check_matrix(Index lines, Index length, Index padding) {
  using T = typename M::Scalar;
  constexpr bool by_rows = M::IsRowMajor;
  const Stream stream{.seed = 23, .purpose = Purpose::draws, .step = 1};
  const Position first{.row = (3ull << 32) + 8, .draw = 40};
  const T guard = T{77};
  M storage =
      M::Constant(by_rows ? lines : length + padding, by_rows ? length + padding : lines, guard);
  auto block =
      by_rows ? storage.topLeftCorner(lines, length) : storage.topLeftCorner(length, lines);
  fill_normal(stream, first, block);
  for (Index k = 0; k < lines; ++k) {
    const auto line =
        normals<T>(stream, {.row = first.row, .draw = first.draw + static_cast<std::uint32_t>(k)},
                   static_cast<std::size_t>(length));
    for (Index e = 0; e < length + padding; ++e) {
      const T expected = e < length ? line[static_cast<std::size_t>(e)] : guard;
      ASSERT_EQ(by_rows ? storage(k, e) : storage(e, k), expected)
          << lines << " lines of " << length << ", line " << k << ", element " << e;
    }
  }
}

TEST(Random, AMatrixHoldsTheNumbersOfItsLines) {
  test::each_target([] {
    for (const Index length : {1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 20, 33, 64, 100, 515})
      for (const Index lines : {1, 2, 3, 5, 8, 19, 70})
        for (const Index padding : {0, 3}) {
          check_matrix<MatrixF>(lines, length, padding);
          check_matrix<Matrix>(lines, length, padding);
        }
  });
}

TEST(Random, UniformsAreTheTopBits) {
  const Stream stream{.seed = 8, .purpose = Purpose::data};
  const auto words = bits(stream, {}, 4096);
  std::vector<float> u(4096);
  std::vector<double> v(2048);
  test::each_target([&] {
    fill_uniform(stream, {}, std::span(u));
    fill_uniform(stream, {}, std::span(v));
    for (std::size_t e = 0; e < u.size(); ++e)
      ASSERT_EQ(u[e], static_cast<float>(words[e] >> 8) * 0x1p-24f);
    for (std::size_t e = 0; e < v.size(); ++e) {
      const std::uint64_t both = words[2 * e] | std::uint64_t{words[2 * e + 1]} << 32;
      ASSERT_EQ(v[e], static_cast<double>(both >> 11) * 0x1p-53);
    }
  });
}

TEST(Random, NormalsAreBoxMullerOfTheBits) {
  const Stream stream{.seed = 9};
  const std::size_t count = 100'000;
  const auto words = bits(stream, {}, 2 * count);
  constexpr long double pi = std::numbers::pi_v<long double>;
  test::each_target([&] {
    const auto z = normals<float>(stream, {}, count);
    const auto x = normals<double>(stream, {}, count);
    for (std::size_t e = 0; e < count; e += 2) {
      const double u1 = (words[e] + 1.0) * 0x1p-32, u2 = words[e + 1] * 0x1p-32;
      const double radius = std::sqrt(-2 * std::log(u1));
      // u1 rounds to float, an error of eps in log u1 and of eps / radius in the radius.
      const double eps = 0x1p-24, bound = 8 * eps * radius + 2 * eps / std::max(radius, 1e-4);
      ASSERT_NEAR(z[e], radius * std::cos(2 * std::numbers::pi * u2), bound);
      ASSERT_NEAR(z[e + 1], radius * std::sin(2 * std::numbers::pi * u2), bound);

      const auto word = [&](std::size_t i) {
        return words[2 * i] | std::uint64_t{words[2 * i + 1]} << 32;
      };
      const long double v1 = static_cast<long double>((word(e) >> 11) + 1) * 0x1p-53L;
      const long double v2 = static_cast<long double>(word(e + 1)) * 0x1p-64L;
      const long double r = std::sqrt(-2 * std::log(v1));
      const auto tolerance = static_cast<double>(8 * 0x1p-53L * r);
      ASSERT_NEAR(x[e], static_cast<double>(r * std::cos(2 * pi * v2)), tolerance);
      ASSERT_NEAR(x[e + 1], static_cast<double>(r * std::sin(2 * pi * v2)), tolerance);
    }
  });
}

// ---- Statistics: one fixed seed, bounds at four standard errors or beyond.

template <class T>
void check_moments(const std::vector<T>& z) {
  const auto n = static_cast<double>(z.size());
  double m1 = 0, m2 = 0, m3 = 0, m4 = 0;
  for (const double x : z) {
    m1 += x;
    m2 += x * x;
    m3 += x * x * x;
    m4 += x * x * x * x;
  }
  EXPECT_LT(std::abs(m1 / n), 4 * std::sqrt(1 / n));
  EXPECT_LT(std::abs(m2 / n - 1), 4 * std::sqrt(2 / n));
  EXPECT_LT(std::abs(m3 / n), 4 * std::sqrt(15 / n));
  EXPECT_LT(std::abs(m4 / n - 3), 4 * std::sqrt(96 / n));
}

// sqrt(n) times the largest distance of the empirical distribution from `cdf`; above 1.95 once in
// a thousand.
template <class T, class Cdf>
double kolmogorov_smirnov(std::vector<T> z, Cdf cdf) {
  std::sort(z.begin(), z.end());
  const auto n = static_cast<double>(z.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double p = cdf(static_cast<double>(z[i])), at = static_cast<double>(i);
    distance = std::max({distance, p - at / n, (at + 1) / n - p});
  }
  return distance * std::sqrt(n);
}

TEST(Random, NormalsHaveTheMomentsAndTheDistributionOfANormal) {
  const auto phi = [](double x) { return 0.5 * std::erfc(-x * std::numbers::sqrt2 / 2); };
  const Stream stream{.seed = 2024, .purpose = Purpose::draws};
  const auto z = normals<float>(stream, {}, 1'000'000);
  check_moments(z);
  EXPECT_LT(kolmogorov_smirnov(z, phi), 1.95);
  const auto x = normals<double>(stream, {.row = 0, .draw = 1}, 1'000'000);
  check_moments(x);
  EXPECT_LT(kolmogorov_smirnov(x, phi), 1.95);
}

TEST(Random, UniformsFillTheUnitIntervalEvenlyAndNeverReachOne) {
  std::vector<float> u(1'000'000);
  std::vector<double> v(1'000'000);
  fill_uniform({.seed = 5}, {}, std::span(u));
  fill_uniform({.seed = 6}, {}, std::span(v));
  for (const float x : u) ASSERT_TRUE(x >= 0.0f && x < 1.0f);
  for (const double x : v) ASSERT_TRUE(x >= 0.0 && x < 1.0);
  EXPECT_LT(kolmogorov_smirnov(u, [](double x) { return x; }), 1.95);
  EXPECT_LT(kolmogorov_smirnov(v, [](double x) { return x; }), 1.95);
}

double correlation(const std::vector<float>& a, const std::vector<float>& b, std::size_t lag = 0) {
  double sum = 0.0;
  for (std::size_t i = 0; i + lag < a.size(); ++i) sum += double{a[i]} * double{b[i + lag]};
  return sum / static_cast<double>(a.size() - lag);
}

TEST(Random, NeighbouringStreamsAreUncorrelated) {
  const std::size_t n = 200'000;
  const double bound = 4.5 / std::sqrt(static_cast<double>(n));
  const Stream base{.seed = 77, .purpose = Purpose::draws, .step = 10};
  const auto z = normals<float>(base, {.row = 10, .draw = 10}, n);
  const auto other = [&](Stream stream, Position position) {
    const auto y = normals<float>(stream, position, n);
    auto z2 = z, y2 = y;  // and of their squares, standardised
    for (auto& x : z2) x = (x * x - 1) / std::numbers::sqrt2_v<float>;
    for (auto& x : y2) x = (x * x - 1) / std::numbers::sqrt2_v<float>;
    EXPECT_LT(std::abs(correlation(z, y)), bound);
    EXPECT_LT(std::abs(correlation(z2, y2)), bound);
  };
  other(base, {.row = 11, .draw = 10});
  other(base, {.row = 10 + (1ull << 32), .draw = 10});
  other(base, {.row = 10, .draw = 11});
  other({.seed = 77, .purpose = Purpose::draws, .step = 11}, {.row = 10, .draw = 10});
  other({.seed = 77, .purpose = Purpose::pick, .step = 10}, {.row = 10, .draw = 10});
  other({.seed = 78, .purpose = Purpose::draws, .step = 10}, {.row = 10, .draw = 10});
  other({.seed = 77 + (1ull << 32), .purpose = Purpose::draws, .step = 10},
        {.row = 10, .draw = 10});
  for (const std::size_t lag : {1u, 2u, 3u, 4u, 8u, 16u})
    EXPECT_LT(std::abs(correlation(z, z, lag)), bound) << "lag " << lag;
}

TEST(Random, RefusesPositionsBeyondItsLimits) {
  std::vector<float> out(4);
  EXPECT_NO_THROW(fill_normal({}, {.row = max_row, .draw = max_draw}, std::span(out)));
  EXPECT_THROW(fill_normal({}, {.row = max_row + 1, .draw = 0}, std::span(out)), UsageError);
  EXPECT_THROW(fill_normal({}, {.row = 0, .draw = max_draw + 1}, std::span(out)), UsageError);
  MatrixF matrix(3, 4);
  EXPECT_NO_THROW(fill_normal({}, {.row = 0, .draw = max_draw - 2}, matrix));
  EXPECT_THROW(fill_normal({}, {.row = 0, .draw = max_draw - 1}, matrix), UsageError);
  std::vector<std::uint32_t> words(max_float_elements + 1);
  EXPECT_THROW(fill_bits({}, {}, words), UsageError);
}

}  // namespace
}  // namespace renyi::random_test
