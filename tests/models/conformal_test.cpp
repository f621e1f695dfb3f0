#include "renyi/models/conformal.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "tests/support/generators.hpp"

namespace renyi::conformal_test {
namespace {

// Residuals 1, 2, ..., rows in units of sd, in no order.
Conformal of_ranks(Index rows, double level) {
  Vector targets = Vector::LinSpaced(rows, 1.0, static_cast<double>(rows));
  std::reverse(targets.begin(), targets.begin() + rows / 2);
  return calibrate(Vector::Zero(rows), Vector::Ones(rows), targets, level);
}

template <class Act>
std::string refusal_of(const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Conformal, TheFactorIsTheOrderStatisticThatItSays) {
  EXPECT_EQ(of_ranks(9, 0.9).factor, 9.0);
  EXPECT_EQ(of_ranks(19, 0.9).factor, 18.0);
  EXPECT_EQ(of_ranks(20, 0.9).factor, 19.0) << "ceil(18.9)";
  EXPECT_EQ(of_ranks(1, 0.5).factor, 1.0);
  EXPECT_EQ(of_ranks(99, 0.55).factor, 55.0) << "not 56, to which 100 x 0.55 is rounded up";
  EXPECT_EQ(of_ranks(20, 0.9).level, 0.9);
  EXPECT_EQ(of_ranks(20, 0.9).rows, 20);
}

TEST(Conformal, SaysHowManyRowsALevelTakes) {
  EXPECT_EQ(conformal_rows(0.5), 1);
  EXPECT_EQ(conformal_rows(0.9), 9);
  EXPECT_EQ(conformal_rows(0.95), 19);
  EXPECT_EQ(conformal_rows(0.99), 99);
  EXPECT_EQ(conformal_rows(0.999), 999);
  EXPECT_EQ(refusal_of([] { of_ranks(18, 0.95); }),
            "conformal: expected at least 19 rows held out for intervals of level 0.95, found 18");
  EXPECT_EQ(of_ranks(19, 0.95).factor, 19.0);
}

RC_GTEST_PROP(Conformal, NoFewerRowsWouldDo, ()) {
  const double level = *testing::number_between(0.001, 0.995);
  const Index rows = conformal_rows(level);
  RC_ASSERT(of_ranks(rows, level).factor <= static_cast<double>(rows));
  if (rows > 1) RC_ASSERT_THROWS_AS(of_ranks(rows - 1, level), UsageError);
}

RC_GTEST_PROP(Conformal, TheUnitOfTheSdDoesNotMatter, ()) {
  const double unit = std::pow(10.0, *testing::number_between(-3.0, 3.0));
  const auto rows = *rc::gen::inRange<Index>(9, 40);
  Vector mean(rows), sd(rows), targets(rows);
  for (Index r = 0; r < rows; ++r) {
    mean(r) = *testing::number_between(-5.0, 5.0);
    sd(r) = *testing::number_between(0.1, 2.0);
    targets(r) = *testing::number_between(-5.0, 5.0);
  }
  const double factor = calibrate(mean, sd, targets, 0.9).factor;
  RC_ASSERT(std::abs(calibrate(mean, unit * sd, targets, 0.9).factor * unit - factor) <=
            1e-12 * factor);
}

// One set of rows after another, the last of each is new. Without ties it is covered with
// probability ceil((n + 1) level) / (n + 1) exactly, whatever the sd says.
void expect_coverage(Index rows, double level, double (*sd_of)(double feature, double other)) {
  constexpr Index sets = 4000;
  Matrix noise(3 * (rows + 1), sets);
  fill_normal({.seed = 7, .purpose = Purpose::data}, {}, Eigen::Ref<Matrix>(noise));
  Index covered = 0;
  for (Index s = 0; s < sets; ++s) {
    const Vector feature = noise.col(s).head(rows + 1);
    const Vector mean = 2.0 * feature;  // while the target's is the square
    Vector sd(rows + 1), target(rows + 1);
    for (Index r = 0; r <= rows; ++r) {
      sd(r) = sd_of(feature(r), noise(rows + 1 + r, s));
      target(r) = feature(r) * feature(r) + std::exp(feature(r)) * noise(2 * (rows + 1) + r, s);
    }
    const Conformal conformal = calibrate(mean.head(rows), sd.head(rows), target.head(rows), level);
    covered +=
        std::lround(coverage_of(conformal, mean.tail(1), sd.tail(1), target.tail(1)).covered.value);
  }
  const double share = static_cast<double>(covered) / sets;
  const double expected =
      std::ceil(level * static_cast<double>(rows + 1) - 1e-9) / static_cast<double>(rows + 1);
  const double error = std::sqrt(expected * (1.0 - expected) / sets);
  EXPECT_NEAR(share, expected, 4.0 * error);
  EXPECT_GE(share, level - 4.0 * error);
  EXPECT_LE(share, level + 1.0 / static_cast<double>(rows + 1) + 4.0 * error);
}

TEST(Conformal, NewRowsAreCoveredHoweverWrongTheModelIs) {
  const auto right = [](double feature, double) { return std::exp(feature); };
  const auto constant = [](double, double) { return 1e-3; };
  const auto backwards = [](double feature, double) { return std::exp(-2.0 * feature); };
  const auto arbitrary = [](double, double other) { return std::exp(3.0 * other); };
  for (const Index rows : {9, 25, 60}) {
    expect_coverage(rows, 0.9, right);
    expect_coverage(rows, 0.9, constant);
    expect_coverage(rows, 0.5, backwards);
    expect_coverage(rows, 0.8, arbitrary);
  }
}

TEST(Conformal, TiesAreCovered) {
  const Vector targets{{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3}};
  const Vector mean = Vector::Zero(11);
  const Vector sd = Vector::Constant(11, 0.1);  // 1 / 0.1 * 0.1 need not be 1
  const Conformal conformal = calibrate(mean, sd, targets, 0.8);
  EXPECT_DOUBLE_EQ(conformal.factor, 10.0);
  const Coverage coverage = coverage_of(conformal, mean, sd, targets);
  EXPECT_EQ(coverage.covered.value, 10.0 / 11.0);
  EXPECT_EQ(coverage.level, 0.8);
}

// The spread of coverages over data sets, each with its own rows held out, is the error that is
// reported.
TEST(Conformal, TheErrorOfACoverageHoldsBothKindsOfChance) {
  constexpr Index sets = 4000, held_out = 39, rows = 50;
  Matrix targets(held_out + rows, sets);
  fill_normal({.seed = 8, .purpose = Purpose::data}, {}, Eigen::Ref<Matrix>(targets));
  const Vector mean = Vector::Zero(held_out + rows);
  const Vector sd = Vector::Ones(held_out + rows);
  Vector shares(sets);
  double error = 0.0;
  for (Index s = 0; s < sets; ++s) {
    const Vector target = targets.col(s);
    const Conformal conformal =
        calibrate(mean.head(held_out), sd.head(held_out), target.head(held_out), 0.9);
    const Score covered =
        coverage_of(conformal, mean.tail(rows), sd.tail(rows), target.tail(rows)).covered;
    shares(s) = covered.value;
    error = covered.std_error.value();
  }
  const double spread = std::sqrt((shares.array() - 0.9).square().mean());
  EXPECT_NEAR(shares.mean(), 0.9, 4.0 * error / std::sqrt(static_cast<double>(sets)));
  EXPECT_NEAR(spread / error, 1.0, 4.0 * std::sqrt(0.75 / sets)) << "kurtosis below 4";
}

TEST(Conformal, RefusesWhatCannotBeCalibrated) {
  const Vector two{{1, 2}};
  for (const double level : {0.0, 1.0, -0.5, std::nan(""), 1.0 - 1e-12})
    EXPECT_THROW(conformal_rows(level), UsageError) << level;
  EXPECT_THROW(calibrate(two, two, Vector::Ones(3), 0.5), UsageError);
  EXPECT_EQ(refusal_of([&] {
              calibrate(two, Vector{{1, 0}}, two, 0.5);
            }),
            "conformal: expected finite numbers and a positive sd, found mean 2, sd 0 and target "
            "2 in row 2");
  EXPECT_THROW(calibrate(Vector{{1, std::nan("")}}, two, two, 0.5), UsageError);
  const Conformal conformal{.level = 0.5, .factor = 1.0, .rows = 1};
  EXPECT_THROW(coverage_of(conformal, Vector(0), Vector(0), Vector(0)), UsageError);
}

TEST(Conformal, IsRememberedInAModel) {
  TensorFile file;
  save_conformal(std::nullopt, file);
  EXPECT_TRUE(file.tensors.empty());
  EXPECT_FALSE(load_conformal(file, "m"));
  save_conformal(Conformal{.level = 0.9, .factor = 1.75, .rows = 40}, file);
  const auto found = load_conformal(file, "m");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->level, 0.9);
  EXPECT_EQ(found->factor, 1.75);
  EXPECT_EQ(found->rows, 40);
  for (const Vector& wrong : {Vector{{0.9, 1.0}}, Vector{{1.0, 1.0, 9}}, Vector{{0.9, -1.0, 9}},
                              Vector{{0.9, 1.0, 9.5}}, Vector{{0.9, 1.0, 0}}}) {
    file.tensors["conformal"] = vector_tensor(wrong);
    EXPECT_EQ(refusal_of([&] { load_conformal(file, "m"); }),
              "m: expected the level, factor and rows of intervals in 'conformal', found other "
              "numbers");
  }
}

}  // namespace
}  // namespace renyi::conformal_test
