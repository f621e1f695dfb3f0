#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "renyi/data/cmdstan_csv.hpp"
#include "tests/support/posteriordb.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/signalled_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::fit_stan_test {
namespace {

using testing::Posterior;
using testing::run_command;
using testing::TemporaryFolder;

const Posterior schools{"eight_schools", "eight_schools_noncentered"};
constexpr const char* schools_data =
    R"({"J": 8, "y": [28, 8, -3, 7, -1, 1, 18, 12], "sigma": [15, 10, 16, 11, 9, 11, 10, 18]})";

TEST(FitStan, JudgesOnTheScaleOfTheParameters) {
  const TemporaryFolder folder;
  const auto outcome =
      run_command({"fit", "stan", schools.library(), "--data", schools_data, "--alpha=1",
                   "--family=mean-field", "--format=json", "--csv", folder.path("draws.csv")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_NE(json["tables"]["verdict"]["rows"][0][1], "trust it")
      << "tau, of a long tail, is the exponential of a coordinate";
  EXPECT_EQ(json["figures"].size(), 4U);
  const auto draws = read_cmdstan_csv(folder.path("draws.csv"));
  EXPECT_EQ(draws.values.rows(), 4000);
  EXPECT_TRUE(draws.contains("tau"));
  EXPECT_GT(draws.column("tau").minCoeff(), 0.0);
}

TEST(FitStan, WeightedDrawsAreResampled) {
  const TemporaryFolder folder;
  ASSERT_EQ(run_command({"fit", "stan", schools.library(), "--data", schools_data, "--alpha=0.5",
                         "--weighted", "--csv", folder.path("draws.csv"), "--parameters-only"})
                .code,
            0);
  const auto draws = read_cmdstan_csv(folder.path("draws.csv"));
  const Vector tau = draws.column("tau");
  Index repeated = 0;
  for (Index k = 1; k < tau.size(); ++k) repeated += tau(k) == tau(k - 1) ? 1 : 0;
  EXPECT_GT(repeated, 100) << "heavy draws stand there more than once";
}

TEST(FitStan, LabelsWhatIsKnownUpToAConstant) {
  const TemporaryFolder folder;
  const auto outcome =
      run_command({"fit", "stan", schools.library(), "--data", schools_data, "--alpha=1",
                   "--unnormalised", "--format=json", "--csv", folder.path("draws.csv")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["tables"]["evidence"]["columns"][2], "value_up_to_a_constant");
  EXPECT_EQ(json["figures"]["trace"]["y"]["label"], "bound, up to a constant");
  const auto bound = run_command({"bound", folder.path("draws.csv"), "--cmdstan", "--format=json"});
  EXPECT_EQ(nlohmann::json::parse(bound.out)["tables"]["bounds"]["columns"][1],
            "bound_up_to_a_constant");
}

TEST(FitStan, TakesMixturesAndFlows) {
  for (const char* family : {"--family=mixture", "--family=flow"}) {
    const auto outcome = run_command({"fit", "stan", schools.library(), "--data", schools_data,
                                      "--alpha=1", family, "--components=2", "--layers=2",
                                      "--stages=1", "--stage-steps=200", "--format=json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(json["tables"]["verdict"]["rows"][1][1], "training has not settled");
  }
  EXPECT_EQ(run_command({"fit", "stan", schools.library(), "--data", schools_data,
                         "--family=mixture", "--components=0"})
                .code,
            64);
}

// The verdict looks where no draw has come; what the model does there is no failure of the fit.
TEST(FitStan, WhatAModelRefusesFarOutDoesNotMatter) {
  const std::string library = std::string(RENYI_BRIDGE_DIR) + "/misbehaving_model.so";
  const auto outcome =
      run_command({"fit", "stan", library, "--data", R"({"scale": 1})", "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["tables"]["verdict"]["rows"][0][1], "trust it");
  EXPECT_EQ(outcome.err.find("refused"), std::string::npos) << outcome.err;
  const auto wide = run_command({"fit", "stan", library, "--data", R"({"scale": 5})"});
  EXPECT_EQ(wide.code, 70);
  EXPECT_NE(wide.err.find("x is too small"), std::string::npos) << wide.err;
}

TEST(FitStan, GoesOnAfterASignalToTheSameDraws) {
  const TemporaryFolder folder;
  const auto arguments = [&](const std::string& name, bool resume) {
    std::vector<std::string> list = {"fit",
                                     "stan",
                                     schools.library(),
                                     "--data",
                                     schools_data,
                                     "--starts=2",
                                     "--stages=2",
                                     "--stage-steps=800",
                                     "--quiet",
                                     "--checkpoint-every=0.02",
                                     "--format=json",
                                     "--csv=" + folder.path(name)};
    if (resume) list.emplace_back("--resume");
    return list;
  };
  const auto whole = run_command(arguments("whole", false));
  ASSERT_EQ(whole.code, 0) << whole.err;
  const std::string draws = folder.path("draws"), checkpoint = draws + ".checkpoint";
  for (const auto& [signal, status] : {std::pair(SIGINT, 130), std::pair(SIGKILL, -1)}) {
    EXPECT_EQ(testing::signalled(signal, checkpoint, arguments("draws", false)).status, status);
    EXPECT_FALSE(std::filesystem::exists(draws)) << "no draws of half the work";
    const auto resumed = run_command(arguments("draws", true));
    ASSERT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_EQ(testing::contents(draws), testing::contents(folder.path("whole")));
    EXPECT_EQ(nlohmann::json::parse(resumed.out)["figures"],
              nlohmann::json::parse(whole.out)["figures"])
        << "the whole trace";
    EXPECT_FALSE(std::filesystem::exists(checkpoint));
    std::filesystem::remove(draws);
  }
  EXPECT_EQ(
      run_command({"fit", "stan", schools.library(), "--data", schools_data, "--resume"}).code, 64)
      << "without --csv";
}

TEST(FitStan, DoesNotGoOnWithOtherData) {
  const TemporaryFolder folder;
  const std::string csv = "--csv=" + folder.path("draws");
  const std::string library = std::string(RENYI_BRIDGE_DIR) + "/misbehaving_model.so";
  ASSERT_EQ(testing::signalled(SIGTERM, folder.path("draws.checkpoint"),
                               {"fit", "stan", library, "--data", R"({"scale": 1})", csv,
                                "--checkpoint-every=0", "--quiet"})
                .status,
            143);
  const auto other =
      run_command({"fit", "stan", library, "--data", R"({"scale": 2})", csv, "--resume"});
  EXPECT_EQ(other.code, 65);
  EXPECT_NE(other.err.find("expected a checkpoint of data"), std::string::npos) << other.err;
}

TEST(FitStan, RefusesWhatIsNoModel) {
  const auto missing = run_command({"fit", "stan", "nothing.so"});
  EXPECT_EQ(missing.code, 66) << missing.err;
  const auto other =
      run_command({"fit", "stan", std::string(RENYI_BRIDGE_DIR) + "/other_version_model.so"});
  EXPECT_EQ(other.code, 65) << other.err;
  const auto data = run_command({"fit", "stan", schools.library(), "--data", R"({"J": 8})"});
  EXPECT_EQ(data.code, 65) << data.err;
  EXPECT_EQ(data.out, "");
}

// What the verdict promises, where the data are.
class Trusted : public ::testing::TestWithParam<Posterior> {};

TEST_P(Trusted, IsWithinATenthOfTheReference) {
  const Posterior& posterior = GetParam();
  if (!posterior.is_here()) GTEST_SKIP() << "no " << posterior.data_file();
  const auto outcome = run_command(
      {"fit", "stan", posterior.library(), "--data", posterior.data_file(), "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  ASSERT_EQ(json["tables"]["verdict"]["rows"][0][1], "trust it")
      << json["tables"]["verdict"]["rows"][1][1];
  const auto reference = testing::read_reference(posterior);
  std::size_t compared = 0;
  for (const auto& row : json["tables"]["parameters"]["rows"]) {
    const auto place = std::find(reference.names.begin(), reference.names.end(), row[0]);
    if (place == reference.names.end()) continue;
    const Index i = place - reference.names.begin();
    EXPECT_NEAR(row[1].get<double>(), reference.mean(i), 0.1 * reference.sd(i)) << row[0];
    EXPECT_NEAR(row[2].get<double>() / reference.sd(i), 1.0, 0.1) << row[0];
    ++compared;
  }
  EXPECT_EQ(compared, reference.names.size());
}

INSTANTIATE_TEST_SUITE_P(Posteriordb, Trusted,
                         ::testing::Values(Posterior{"arK", "arK"}, Posterior{"sblrc", "blr"},
                                           Posterior{"kidiq", "kidscore_momhsiq"},
                                           Posterior{"earnings", "logearn_height"},
                                           Posterior{"mesquite", "logmesquite"}),
                         [](const auto& tested) { return tested.param.model; });

}  // namespace
}  // namespace renyi::fit_stan_test
