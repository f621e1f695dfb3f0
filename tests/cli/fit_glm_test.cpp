#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "renyi/core/safetensors.hpp"
#include "tests/support/glm_problems.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::fit_glm_test {
namespace {

using testing::Outcome;
using testing::run_command;
using testing::TemporaryFolder;
using Json = nlohmann::json;

// A table of two features and a target whose classes are called `no` and `yes`; counts without.
std::string table_of(GlmFamily family, Index rows, std::uint64_t seed, const std::string& no = "",
                     const std::string& yes = "") {
  const GlmProblem problem =
      testing::random_problem({family}, rows, Vector{{0.5, 1.0, -0.7}}, seed);
  std::string text = "a,b,y\n";
  for (Index i = 0; i < rows; ++i) {
    const double y = problem.targets(i);
    text += fmt::format("{},{},{}\n", problem.design(1, i), problem.design(2, i),
                        no.empty() ? fmt::format("{}", y)
                        : y == 0.0 ? no
                                   : yes);
  }
  return text;
}

Json tables(const std::vector<std::string>& arguments) {
  std::vector<std::string> all = {"fit"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  all.insert(all.end(), {"--target=y", "--format=json"});
  const Outcome outcome = run_command(all);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("NaN"), std::string::npos);
  return Json::parse(outcome.out)["tables"];
}

TEST(FitGlmCommand, EveryMethodFindsWhatTheTableWasMadeOf) {
  const TemporaryFolder folder;
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson}) {
    const auto file = folder.file("t.csv", table_of(family, 300, 1));
    for (const std::string method : {"laplace", "ep", "pep", "sep"})
      for (const std::string shape : {"full-rank", "mean-field"}) {
        const auto rows = tables({std::string(to_string(family)), file, "--method", method,
                                  "--family", shape})["coefficients"]["rows"];
        const double expected[] = {0.5, 1.0, -0.7};  // features have a sd of nearly 1
        for (std::size_t i = 0; i < 3; ++i)
          EXPECT_NEAR(rows[i][1].get<double>(), expected[i], 4.0 * rows[i][2].get<double>() + 0.1)
              << to_string(family) << ' ' << method << ' ' << shape;
      }
  }
}

TEST(FitGlmCommand, TwoClassesAreTheSameByAnyName) {
  const TemporaryFolder folder;
  const auto of = [&](const std::string& no, const std::string& yes) {
    const auto file = folder.file("t.csv", table_of(GlmFamily::logistic, 40, 2, no, yes));
    return tables({"logistic", file})["coefficients"]["rows"];
  };
  const auto numbers = of("0", "1");
  EXPECT_EQ(of("-1", "1"), numbers);
  EXPECT_EQ(of("no", "yes"), numbers);
  EXPECT_EQ(of("a", "b"), numbers);
  EXPECT_NE(of("b", "a"), numbers) << "in alphabetical order";
}

TEST(FitGlmCommand, SavesModelsThatPredictAndAreEvaluated) {
  const TemporaryFolder folder;
  const std::string model = folder.path("m.safetensors");
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson}) {
    const bool classes = has_two_classes(family);
    const std::string kind(to_string(family));
    const auto train = folder.file(
        "train.csv", table_of(family, 200, 3, classes ? "no" : "", classes ? "yes" : ""));
    const auto test = folder.file(
        "test.csv", table_of(family, 200, 4, classes ? "no" : "", classes ? "yes" : ""));
    tables({kind, train, "--model", model});
    EXPECT_EQ(read_safetensors(model).metadata["method"], "ep");
    const auto evaluated = run_command({"evaluate", model, test, "--format=json"});
    ASSERT_EQ(evaluated.code, 0) << evaluated.err;
    const auto scores = Json::parse(evaluated.out)["tables"]["scores"]["rows"];
    EXPECT_EQ(scores[0][0], "log likelihood");
    if (classes) {
      EXPECT_GT(scores[0][1].get<double>(), -0.65);
      EXPECT_GT(scores[1][1].get<double>(), 0.6) << "accuracy";
    } else {
      EXPECT_GT(scores[0][1].get<double>(), -2.2);
    }
    const auto predicted = run_command({"predict", model, test, "--format=json"});
    ASSERT_EQ(predicted.code, 0) << predicted.err;
    EXPECT_EQ(Json::parse(predicted.out)["tables"]["predictions"]["rows"].size(), 200U);
  }
}

TEST(FitGlmCommand, RepeatsItself) {
  const TemporaryFolder folder;
  const auto file = folder.file("t.csv", table_of(GlmFamily::logistic, 50, 5));
  const auto first = run_command({"fit", "logistic", file, "--target=y", "--method=sep",
                                  "--family=mean-field", "--alpha=0.9", "--format=json"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(run_command({"--config", folder.file("r.json", first.out)}).out, first.out);
}

TEST(FitGlmCommand, WarnsOfOneBoundABatch) {
  const TemporaryFolder folder;
  const auto file = folder.file("t.csv", table_of(GlmFamily::logistic, 50, 5));
  const auto said = [&](const std::string& method, const std::string& alpha,
                        const std::string& batch) {
    const auto outcome = run_command({"fit", "logistic", file, "--target=y", "--method", method,
                                      "--alpha", alpha, "--batch", batch});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err;
  };
  EXPECT_NE(said("vr", "0.5", "20").find("--batch 20: one bound a batch"), std::string::npos);
  for (const auto& fine :
       {said("vr", "1", "20"), said("vr", "0.5", "50"), said("bb-alpha", "0.5", "20")})
    EXPECT_EQ(fine.find("one bound a batch"), std::string::npos);
}

TEST(FitGlmCommand, IsFiniteWhereClassesAreSeparable) {
  const TemporaryFolder folder;
  const auto file = folder.file("t.csv", "a,y\n-2,0\n-1,0\n1,1\n2,1\n");
  for (const std::string method : {"laplace", "ep", "pep", "sep"}) {
    const auto rows = tables({"logistic", file, "--method", method})["coefficients"]["rows"];
    EXPECT_GT(rows[1][1].get<double>(), 0.3) << method;
    EXPECT_LT(rows[1][1].get<double>(), 5.0) << method;
  }
}

struct BadInput {
  std::string kind, content;
  std::vector<std::string> more;
  int code;
  std::string message;
};

TEST(FitGlmCommand, RefusesBadInputByNamingThePlace) {
  const TemporaryFolder folder;
  const std::string path = folder.path("t.csv");
  const std::string good = "a,y\n1,0\n2,1\n3,0\n";
  for (const auto& [kind, content, more, code, message] : {
           BadInput{"logistic",
                    "a,y\n1,0\n2,1\n3,2\n",
                    {},
                    65,
                    path + ", column 2: expected two classes in column 'y', found 3"},
           BadInput{"probit",
                    "a,y\n1,1\n2,1\n",
                    {},
                    65,
                    path + ", column 2: expected at least two classes in column 'y', found '1' "
                           "alone"},
           BadInput{"poisson",
                    "a,y\n1,0\n2,-1\n",
                    {},
                    65,
                    path + ", line 3, column 2: expected a count: 0, 1, 2 ... in column 'y', "
                           "found -1"},
           BadInput{"poisson",
                    "a,y\n1,0.5\n2,1\n",
                    {},
                    65,
                    path + ", line 2, column 2: expected a count: 0, 1, 2 ... in column 'y', "
                           "found 0.5"},
           BadInput{"logistic",
                    good,
                    {"--prior-precision=0"},
                    64,
                    "--prior-precision: expected a positive number, found 0"},
           BadInput{"logistic",
                    good,
                    {"--method=sep", "--batch=0"},
                    64,
                    "--batch: expected at least one row, found 0"},
           BadInput{"logistic",
                    good,
                    {"--method=pep", "--beta=-1"},
                    64,
                    "--beta: expected a finite number from 0, found -1"},
           BadInput{"logistic",
                    good,
                    {"--damping=2"},
                    64,
                    "--damping: expected a number above 0 and up to 1, found 2"},
           BadInput{"logistic",
                    good,
                    {"--alpha=0.5"},
                    64,
                    "--alpha: expected --method sep, vr or bb-alpha, found ep"},
       }) {
    std::vector<std::string> arguments = {"fit", kind, folder.file("t.csv", content), "--target=y"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = run_command(arguments);
    EXPECT_EQ(outcome.code, code) << message;
    EXPECT_EQ(outcome.err, "renyi: " + message + "\n");
    EXPECT_EQ(outcome.out, "");
  }
}

}  // namespace
}  // namespace renyi::fit_glm_test
