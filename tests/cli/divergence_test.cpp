#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/support/run_command.hpp"

namespace renyi::divergence_test {
namespace {

using testing::run_command;

TEST(DivergenceCommand, PrintsTheClosedForm) {
  // Equal covariances I and means 0 and (1, 1): D_alpha = alpha |m|^2 / 2 = alpha.
  const auto outcome =
      run_command({"divergence", "--p", R"({"gaussian":{"mean":[0,0],"covariance":[[1,0],[0,1]]}})",
                   "--q", R"({"gaussian":{"mean":[1,1],"covariance":[[1,0],[0,1]]}})",
                   "--alpha=-inf,-1,0,0.5,1,2,inf", "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto rows = nlohmann::json::parse(outcome.out)["tables"]["divergences"]["rows"];
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_EQ(rows[0][1], "-inf");
  EXPECT_EQ(rows[6][1], "+inf");
  for (const std::size_t row : {1U, 2U, 3U, 4U, 5U})
    EXPECT_NEAR(rows[row][1].get<double>(), rows[row][0].get<double>(), 1e-12);
}

TEST(DivergenceCommand, RefusesBadDistributions) {
  const auto refused = [](const std::string& p, const std::string& q) {
    return run_command({"divergence", "--p", p, "--q", q});
  };
  const std::string unit = R"({"gaussian":{"mean":0,"variance":1}})";
  EXPECT_EQ(refused(unit, R"({"poisson":{"rate":1}})").code, 64);
  EXPECT_EQ(refused(unit, R"({"gaussian":{"mean":[0,0],"variance":[1,1]}})").code, 64);
  const auto indefinite =
      refused(R"({"gaussian":{"mean":[0,0],"covariance":[[1,2],[2,1]]}})", unit);
  EXPECT_EQ(indefinite.code, 65);
  EXPECT_NE(indefinite.err.find("--p"), std::string::npos);
  EXPECT_NE(indefinite.err.find("covariance"), std::string::npos);
  EXPECT_NE(indefinite.err.find("positive definite"), std::string::npos);
  EXPECT_EQ(refused("no-such-file.json", unit).code, 66);
  EXPECT_EQ(refused("/", unit).code, 66);
  EXPECT_EQ(refused("{", unit).code, 65);
}

}  // namespace
}  // namespace renyi::divergence_test
