#include <gtest/gtest.h>

#include <Eigen/QR>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "renyi/data/data_folder.hpp"
#include "renyi/data/numeric_matrix.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::evaluate_test {
namespace {

using testing::run_command;
using testing::TemporaryFolder;

nlohmann::json scores(const std::vector<std::string>& arguments) {
  auto with_format = arguments;
  with_format.emplace_back("--format=json");
  const auto outcome = run_command(with_format);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out)["tables"]["scores"]["rows"];
}

TEST(EvaluateCommand, ScoresTheExampleAsItWasMade) {
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  const auto fit = run_command(
      {"fit", "linear", RENYI_SOURCE_DIR "/examples/flats.csv", "--target=rent", "--model", model});
  ASSERT_EQ(fit.code, 0) << fit.err;
  const auto rows = scores({"evaluate", model, RENYI_SOURCE_DIR "/examples/flats_test.csv"});
  const double noise = 60.0;  // examples/flats.cpp
  EXPECT_NEAR(rows[1][1].get<double>(), noise, 4.0 * rows[1][2].get<double>()) << "RMSE";
  const double entropy = 0.5 * std::log(2.0 * std::numbers::pi * std::numbers::e * noise * noise);
  EXPECT_NEAR(rows[0][1].get<double>(), -entropy, 4.0 * rows[0][2].get<double>());
  EXPECT_NEAR(rows[2][1].get<double>(), noise * std::numbers::inv_sqrtpi,
              4.0 * rows[2][2].get<double>());
  for (std::size_t i = 3; i < 6; ++i) {
    const double level = std::array{0.5, 0.9, 0.95}[i - 3];
    EXPECT_NEAR(rows[i][1].get<double>(), level, 4.0 * rows[i][2].get<double>());
  }
}

TEST(EvaluateCommand, NeedsTheTarget) {
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  const auto data = folder.file("t.csv", "x,y\n1,1\n2,3\n3,4\n");
  ASSERT_EQ(run_command({"fit", "linear", data, "--target=y", "--model", model}).code, 0);
  const auto without = folder.file("n.csv", "x\n1\n");
  const auto outcome = run_command({"evaluate", model, without});
  EXPECT_EQ(outcome.code, 65);
  EXPECT_EQ(outcome.err, "renyi: " + without +
                             ": expected the 2 columns that the model needs, found none named y\n");
  const auto missing = folder.file("n.csv", "x,y\n1,\n");
  EXPECT_EQ(
      run_command({"evaluate", model, missing}).err,
      "renyi: " + missing +
          ", line 2, column 2: expected a number of the target in column 'y', found a missing "
          "cell\n");
  const auto one = scores({"evaluate", model, folder.file("n.csv", "x,y\n1,2\n")});
  EXPECT_TRUE(one[0][2].is_null()) << "one row has no error";
}

// With hundreds of rows the prior counts for little: the errors are those of least squares.
TEST(EvaluateCommand, PredictsTheTestRowsOfASplit) {
  const std::string boston = RENYI_SOURCE_DIR "/../shared/data/uci/boston";
  if (!is_folder(boston)) GTEST_SKIP() << "no " << boston;
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  const auto fit = run_command({"fit", "linear", boston, "--split=0", "--model", model});
  ASSERT_EQ(fit.code, 0) << fit.err;
  const auto rows = scores({"evaluate", model, boston, "--split=0"});

  const Matrix all = read_matrix(boston + "/data.txt").values;
  const auto [train, test] = read_split(boston, 0, all.rows());
  const auto design = [&](const std::vector<Index>& part) {
    Matrix x(static_cast<Index>(part.size()), 14);
    x << Vector::Ones(x.rows()), all(part, Eigen::seq(0, 12));
    return x;
  };
  const Vector b = design(train).colPivHouseholderQr().solve(all(train, 13));
  const Vector errors = design(test) * b - all(test, 13);
  const double rmse = std::sqrt(errors.squaredNorm() / static_cast<double>(errors.size()));
  EXPECT_NEAR(rows[1][1].get<double>() / rmse, 1.0, 0.01);
}

}  // namespace
}  // namespace renyi::evaluate_test
