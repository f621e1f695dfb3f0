#include "renyi/models/shared_density.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <thread>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::shared_density_test {
namespace {

const std::string folder = RENYI_BRIDGE_DIR "/";
const std::string misbehaving = folder + "misbehaving_model.so";
const SharedDensityOptions unit_scale = {.data = R"({"scale": 1})"};
constexpr const char* schools =
    R"({"J": 8, "y": [28, 8, -3, 7, -1, 1, 18, 12], "sigma": [15, 10, 16, 11, 9, 11, 10, 18]})";

TEST(SharedDensity, IsTheLibrarysWithItsNames) {
  const SharedDensity density(misbehaving, unit_scale);
  EXPECT_EQ(density.name(), "misbehaving_model");
  EXPECT_EQ(density.dimension(), 1);
  EXPECT_EQ(density.rows(), 0);
  EXPECT_EQ(density.coordinate_name(0), "x");
  Vector gradient;
  EXPECT_NEAR(log_joint(density, Vector{{1.5}}, &gradient),
              -1.125 - 0.5 * std::log(2.0 * std::numbers::pi), 1e-14);
  EXPECT_DOUBLE_EQ(gradient(0), -1.5);
}

TEST(SharedDensity, IsKnownUpToAConstantWhereItsUserSaysSo) {
  const std::string library = folder + "eight_schools_noncentered_model.so";
  EXPECT_FALSE(SharedDensity(library, {.data = schools}).up_to_a_constant());
  EXPECT_TRUE(SharedDensity(library, {.data = schools, .unnormalised = true}).up_to_a_constant());
}

TEST(SharedDensity, DataAreTextOrAFileOfIt) {
  const testing::TemporaryFolder files;
  const std::string json = R"( {"scale": 3})";
  const std::string plain = files.file("a.json", json), other = files.file("b.txt", json),
                    packed = files.file("c.json.gz", testing::gzip(json));
  for (const std::string& data : {json, plain, other, packed}) {
    const SharedDensity density(misbehaving, {.data = data});
    EXPECT_NEAR(log_joint(density, Vector{{0.0}}),
                -std::log(3.0) - 0.5 * std::log(2.0 * std::numbers::pi), 1e-14);
  }
}

std::string construction_refusal(const std::string& data) {
  try {
    const SharedDensity density(misbehaving, {.data = data});
  } catch (const DataError& error) {
    return error.what();
  }
  return "none";
}

TEST(SharedDensity, DataThatDoNotFitAreRefusedInTheModelsWords) {
  const testing::TemporaryFolder files;
  const std::string file = files.file("data.json", R"({"scale": -1})");
  EXPECT_EQ(construction_refusal(file),
            file +
                ": expected data that the model takes, found bs_model_construct() failed with "
                "exception: scale is -1.000000, but must be positive");
  EXPECT_EQ(construction_refusal(R"({"scale": -1})").substr(0, misbehaving.size()), misbehaving);
  for (const char* data : {"", "{}", R"({"scale": [1, 2]})"})
    EXPECT_NE(construction_refusal(data).find("variable name=scale"), std::string::npos) << data;
  EXPECT_NE(construction_refusal(R"({"scale": "a"})").find("not made of numbers"),
            std::string::npos);
  EXPECT_NE(construction_refusal("{").find("parse error"), std::string::npos);
  EXPECT_NE(construction_refusal("/nowhere/data.json").find("/nowhere/data.json"),
            std::string::npos);
}

TEST(SharedDensity, WhereTheModelRefusesTheDensityIsZeroAndTheReasonKept) {
  const SharedDensity density(misbehaving, unit_scale);
  EXPECT_EQ(density.refusals(), 0);
  const Matrix theta{{0.0, -11.0, 1.0}};
  Vector values(3);
  Matrix gradients = Matrix::Constant(1, 3, 7.0);
  density.log_base(theta, values, gradients);
  EXPECT_EQ(values(1), -infinity);
  EXPECT_EQ(gradients, (Matrix{{0.0, 0.0, -1.0}}));
  density.log_base(theta, values);
  EXPECT_EQ(values(1), -infinity);
  EXPECT_TRUE(std::isfinite(values(0)) && std::isfinite(values(2)));
  EXPECT_EQ(density.refusals(), 2);
  EXPECT_EQ(density.first_refusal(),
            "log_density_gradient() failed with exception: x is too small");
}

TEST(SharedDensity, NaNIsPassedOn) {
  const SharedDensity density(misbehaving, unit_scale);
  EXPECT_TRUE(std::isnan(log_joint(density, Vector{{11.0}})));
}

TEST(SharedDensity, AnExceptionThatEscapesTheLibraryIsCaught) {
  const SharedDensity density(misbehaving, unit_scale);
  try {
    log_joint(density, Vector{{101.0}});
    FAIL();
  } catch (const NumericalError& error) {
    EXPECT_EQ(std::string(error.what()),
              misbehaving + ": bs_log_density threw: an exception of an unknown kind");
  }
  EXPECT_THROW(density.constrain(Matrix{{101.0}}), NumericalError);
  EXPECT_TRUE(std::isfinite(log_joint(density, Vector{{0.0}})));  // it goes on
}

TEST(SharedDensity, ConstrainsWithTransformedParametersAndGeneratedQuantities) {
  const SharedDensity density(folder + "eight_schools_noncentered_model.so", {.data = schools});
  EXPECT_EQ(density.dimension(), 10);
  EXPECT_EQ(density.coordinate_name(9), "tau");
  EXPECT_EQ(density.constrained_names().size(), 19U);
  EXPECT_EQ(density.constrained_names().back(), "theta_new");
  EXPECT_EQ(density.constrained_names({.generated = false}).back(), "theta.8");
  EXPECT_EQ(density.constrained_names({.transformed = false, .generated = false}).size(), 10U);

  Matrix theta = Matrix::Zero(10, 2);
  theta.col(1).setLinSpaced(-1.0, 1.0);
  const Matrix values = density.constrain(theta);
  ASSERT_EQ(values.rows(), 19);
  for (Index k = 0; k < 2; ++k) {
    const double mu = theta(8, k), tau = std::exp(theta(9, k));
    EXPECT_EQ(values.col(k).head(9), theta.col(k).head(9));
    EXPECT_DOUBLE_EQ(values(9, k), tau);
    for (Index j = 0; j < 8; ++j) EXPECT_DOUBLE_EQ(values(10 + j, k), mu + tau * theta(j, k));
  }
  EXPECT_EQ(density.constrain(theta), values);                             // the same seed
  EXPECT_NE(density.constrain(theta, {.seed = 2})(18, 0), values(18, 0));  // another
  EXPECT_EQ(density.constrain(theta, {.generated = false}), values.topRows(18));
}

TEST(SharedDensity, ARefusalWhileConstrainingNamesTheDraw) {
  const SharedDensity density(misbehaving, unit_scale);
  try {
    density.constrain(Matrix{{0.0, -11.0}});
    FAIL();
  } catch (const NumericalError& error) {
    EXPECT_EQ(std::string(error.what()),
              "misbehaving_model: draw 2: param_constrain() failed with exception: x is too small");
  }
}

// Both kinds of library from four threads at once: one lets them in together, one in turns.
TEST(SharedDensity, ThreadsGetTheSameAnswersWhetherTheLibraryAllowsThemOrNot) {
  const SharedDensity threaded(misbehaving, unit_scale);
  const SharedDensity serial(folder + "without_info_model.so", unit_scale);
  EXPECT_TRUE(threaded.is_threaded());
  EXPECT_FALSE(serial.is_threaded());
  const Matrix theta = Matrix::Random(1, 50);
  Vector expected(50);
  Matrix slopes(1, 50);
  threaded.log_base(theta, expected, slopes);
  std::vector<int> wrong(4, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Vector values(50);
      Matrix gradients(1, 50);
      for (int i = 0; i < 50; ++i) {
        (t % 2 == 0 ? threaded : serial).log_base(theta, values, gradients);
        if (values != expected || gradients != slopes) ++wrong[t];
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, (std::vector{0, 0, 0, 0}));
}

}  // namespace
}  // namespace renyi::shared_density_test
