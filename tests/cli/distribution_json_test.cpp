#include "cli/distribution_json.hpp"

#include <gtest/gtest.h>

#include <string>

#include "renyi/core/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::distribution_json_test {
namespace {

template <typename Family>
Family read_as(const std::string& text) {
  return std::get<Family>(parse_distribution(text, "--p"));
}

struct Refusal {
  ExitCode code = ExitCode::success;
  std::string message;
  Place place;
};

Refusal refusal(const std::string& text) {
  try {
    parse_distribution(text, "--p");
  } catch (const DataError& error) {
    return {error.exit_code(), error.what(), error.place()};
  }
  return {};
}

TEST(DistributionJson, ReadsEveryFamily) {
  const auto full =
      read_as<Gaussian>(R"({"gaussian":{"mean":[0,1],"covariance":[[1,0.5],[0.5,2]]}})");
  EXPECT_EQ(full.mean, (Vector{{0.0, 1.0}}));
  EXPECT_EQ(full.covariance, (Matrix{{1.0, 0.5}, {0.5, 2.0}}));
  const auto diagonal =
      read_as<DiagonalGaussian>(R"({"gaussian":{"mean":[0,1],"variance":[1,2]}})");
  EXPECT_EQ(diagonal.variance, (Vector{{1.0, 2.0}}));
  EXPECT_EQ(read_as<Poisson>(R"({"poisson":{"rate":3}})").rate, 3.0);
  EXPECT_EQ(read_as<Exponential>(R"({"exponential":{"rate":0.5}})").rate, 0.5);
  EXPECT_EQ(read_as<Gamma>(R"({"gamma":{"shape":2,"rate":3}})").shape, 2.0);
  EXPECT_EQ(read_as<Gamma>(R"({"gamma":{"shape":2,"rate":3}})").rate, 3.0);
  EXPECT_EQ(read_as<Beta>(R"({"beta":{"a":2,"b":3}})").b, 3.0);
  const Vector three{{1.0, 2.0, 3.0}};
  EXPECT_EQ(read_as<Dirichlet>(R"({"dirichlet":[1,2,3]})").concentration, three);
  const Vector two{{0.25, 0.75}};
  EXPECT_EQ(read_as<Categorical>(R"({"categorical":[0.25,0.75]})").probabilities, two);
  EXPECT_EQ(read_as<Categorical>(R"({"bernoulli":0.75})").probabilities, two);
}

TEST(DistributionJson, OneParameterMayBeBareOrNamedAndOneDimensionNeedsNoBrackets) {
  EXPECT_EQ(read_as<Categorical>(R"({"bernoulli":{"p":0.75}})").probabilities(1), 0.75);
  EXPECT_EQ(read_as<Categorical>(R"({"categorical":{"probabilities":[1]}})").probabilities(0), 1.0);
  EXPECT_EQ(read_as<Dirichlet>(R"({"dirichlet":{"concentration":[4]}})").concentration(0), 4.0);
  EXPECT_EQ(read_as<Poisson>(R"({"poisson":3})").rate, 3.0);
  EXPECT_EQ(read_as<DiagonalGaussian>(R"( {"gaussian":{"mean":2,"variance":3}})").variance(0), 3.0);
}

TEST(DistributionJson, ReadsAFileAndNamesItInErrors) {
  const renyi::testing::TemporaryFolder folder;
  const auto good = folder.file("good.json", R"({"poisson": {"rate": 3}})");
  EXPECT_EQ(read_as<Poisson>(good).rate, 3.0);
  const auto bad = folder.file("bad.json", "{\"poisson\":\n  {\"rate\": x}}");
  const Refusal refused = refusal(bad);
  EXPECT_EQ(refused.code, ExitCode::data);
  EXPECT_EQ(refused.place.file, bad);
  EXPECT_EQ(refused.place.line, 2);
  EXPECT_EQ(refused.place.column, 12);
}

TEST(DistributionJson, AMissingFileOrAFolderIsNoInput) {
  const renyi::testing::TemporaryFolder folder;
  EXPECT_EQ(refusal(folder.path("none.json")).code, ExitCode::no_input);
  EXPECT_EQ(refusal(folder.path()).code, ExitCode::no_input);
}

TEST(DistributionJson, AFileBeyondOneMebibyteIsNotRead) {
  const renyi::testing::TemporaryFolder folder;
  const Refusal refused = refusal(folder.file("huge.json", std::string(3U << 20, ' ')));
  EXPECT_EQ(refused.code, ExitCode::data);
  EXPECT_NE(refused.message.find("1048576"), std::string::npos) << refused.message;
}

TEST(DistributionJson, ASyntaxErrorHasItsLineAndColumn) {
  const Refusal refused = refusal("{\n \"poisson\": ]}");
  EXPECT_EQ(refused.place.file, "--p");
  EXPECT_EQ(refused.place.line, 2);
  EXPECT_EQ(refused.place.column, 13);
}

// What is wrong, and what the message must be after the name of the source.
struct Wrong {
  std::string json;
  std::string message;
};

TEST(DistributionJson, AWrongFieldIsNamedWithWhatWasExpectedAndFound) {
  const Wrong wrongs[] = {
      {R"({"gaussian":{"mean":[0,0],"covariance":[[1,2],[2,1]]}})",
       "gaussian.covariance: expected a positive definite matrix, found smallest eigenvalue -1"},
      {R"({"gaussian":{"mean":[0,0],"covariance":[[1,2],[2]]}})",
       "gaussian.covariance[1]: expected 2 numbers, as there are rows, found 1"},
      {R"({"gaussian":{"mean":[0,0],"covariance":[[1]]}})",
       "gaussian.covariance: expected a 2 x 2 matrix, as the mean has it, found 1 x 1"},
      {R"({"gaussian":{"mean":[0,"x"],"variance":[1,1]}})",
       "gaussian.mean[1]: expected a number, found 'x'"},
      {R"({"gaussian":{"mean":[0,0],"variance":[1,-1]}})",
       "gaussian.variance[1]: expected a positive finite number, found -1"},
      {R"({"gaussian":{"mean":0}})",
       "gaussian: expected either 'covariance' (a matrix) or 'variance' (its diagonal), found "
       "neither"},
      {R"({"gaussian":{"variance":1}})", "gaussian: expected the key 'mean', found none such"},
      {R"({"gamma":{"shape":1,"scale":2}})",
       "gamma: expected no other keys than shape, rate, found 'scale'"},
      {R"({"gamma":3})", "gamma: expected an object with shape, rate, found 3"},
      {R"({"bernoulli":1.5})", "bernoulli: expected a probability in [0, 1], found 1.5"},
      {R"({"bernoulli":{"p":true}})", "bernoulli.p: expected a number, found true"},
      {R"({"categorical":[0.5,0.6]})",
       "categorical.probabilities: expected a sum of 1 (within 1e-09), found the sum 1.1"},
      {R"({"poisson":{"rate":0}})", "poisson.rate: expected a positive finite number, found 0"},
      {R"({"dirichlet":[]})", "dirichlet.concentration: expected at least one number, found none"},
      {R"({"dirichlet":[1,[2]]})", "dirichlet[1]: expected a number, found a list of 1"},
  };
  for (const auto& [json, message] : wrongs) {
    const Refusal refused = refusal(json);
    EXPECT_EQ(refused.code, ExitCode::data) << json;
    EXPECT_EQ(refused.message, "--p: " + message);
  }
}

TEST(DistributionJson, AnUnknownFamilyIsRefusedAndTheKnownOnesListed) {
  const Refusal refused = refusal(R"({"cauchy":{}})");
  EXPECT_NE(refused.message.find("gaussian, bernoulli, categorical"), std::string::npos);
  EXPECT_NE(refused.message.find("'cauchy'"), std::string::npos);
  EXPECT_NE(refusal("{}").message.find("one distribution"), std::string::npos);
  EXPECT_NE(refusal(R"({"poisson":1,"beta":{"a":1,"b":1}})").message.find("2 keys"),
            std::string::npos);
}

TEST(DistributionJson, ANumberBeyondTheDoublesIsADataError) {
  EXPECT_EQ(refusal(R"({"poisson":1e999})").code, ExitCode::data);
}

}  // namespace
}  // namespace renyi::cli::distribution_json_test
