#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::predict_test {
namespace {

using testing::contents;
using testing::Outcome;
using testing::run_command;
using testing::TemporaryFolder;

const std::string train = "size,colour,price\n1,red,10\n2,blue,13\n3,red,19\n4,blue,22\n5,red,31\n";

class PredictCommand : public ::testing::Test {
 protected:
  PredictCommand() {
    const auto outcome = run_command({"fit", "linear", folder_.file("train.csv", train),
                                      "--target=price", "--sigma=2", "--model", model_});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }

  Outcome predict(const std::string& text, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments = {"predict", model_, folder_.file("new.csv", text)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_command(arguments);
  }

  nlohmann::json rows(const std::string& text, std::vector<std::string> more = {}) const {
    more.emplace_back("--format=json");
    const auto outcome = predict(text, more);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out)["tables"]["predictions"]["rows"];
  }

  void expect_refusal(const std::string& text, const std::string& message,
                      const std::vector<std::string>& more = {}, int code = 65) const {
    const auto outcome = predict(text, more);
    EXPECT_EQ(outcome.code, code) << text;
    EXPECT_EQ(outcome.out, "") << text;
    EXPECT_EQ(outcome.err, "renyi: " + message + "\n");
  }

  TemporaryFolder folder_;
  std::string model_ = folder_.path("model.safetensors");
  std::string new_ = folder_.path("new.csv");
};

TEST_F(PredictCommand, PredictsWhateverTheOrderOfColumns) {
  const auto expected = rows("size,colour\n2.5,red\n6,blue\n");
  ASSERT_EQ(expected.size(), 2U);
  EXPECT_EQ(rows("comment,colour,size\nnew,red,2.5\n7,blue,6\n"), expected);
  EXPECT_EQ(rows("2.5,red\n6,blue\n"), expected) << "without a header, the features alone";
  EXPECT_EQ(rows("2.5,red,0\n6,blue,0\n"), expected) << "without a header, with a target";
  for (const auto& row : expected) {
    EXPECT_NEAR(row[2].get<double>(), std::hypot(row[3].get<double>(), row[4].get<double>()),
                1e-12);
    EXPECT_NEAR(row[3].get<double>(), 2.0, 1e-12) << "the noise that was given";
    EXPECT_LT(row[5], row[6]);
    EXPECT_LT(row[6], row[7]);
  }
}

TEST_F(PredictCommand, PrintsTheQuantilesAskedFor) {
  const auto row = rows("size,colour\n2.5,red\n", {"--quantiles=0.975"})[0];
  ASSERT_EQ(row.size(), 6U);
  EXPECT_NEAR(row[5].get<double>(), row[1].get<double>() + 1.959963984540054 * row[2].get<double>(),
              1e-9);
  expect_refusal("size,colour\n1,red\n", "--quantiles: expected numbers between 0 and 1, found 1",
                 {"--quantiles=0.5,1"}, 64);
}

TEST_F(PredictCommand, PrintsHowProbableTheTargetsWere) {
  const auto table = rows("size,colour,price\n2.5,red,17\n6,blue,40\n", {"--log-density"});
  ASSERT_EQ(table.size(), 2U);
  const double targets[] = {17.0, 40.0};
  for (std::size_t r = 0; r < 2; ++r) {
    const double mean = table[r][1], sd = table[r][2], z = (targets[r] - mean) / sd;
    EXPECT_NEAR(table[r][8].get<double>(), -0.5 * z * z - std::log(sd * std::sqrt(2.0 * M_PI)),
                1e-9);
  }
  expect_refusal("size,colour\n1,red\n",
                 new_ + ": expected the 3 columns that the model needs, found none named price",
                 {"--log-density"});
}

TEST_F(PredictCommand, PrintsOneTableForProgramsToRead) {
  std::istringstream lines(predict("size,colour\n2.5,red\n3,blue\n", {"--format=csv"}).out);
  std::vector<std::string> kept;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with("#")) kept.push_back(line);
  ASSERT_EQ(kept.size(), 3U) << "a header and two rows";
  EXPECT_EQ(kept[0], "row,mean,sd,noise_sd,model_sd,q0.05,q0.5,q0.95");
  EXPECT_TRUE(kept[2].starts_with("2,"));
}

TEST_F(PredictCommand, RefusesTablesThatDoNotFit) {
  expect_refusal("size,color\n1,red\n",
                 new_ +
                     ": expected the 2 columns that the model needs, found none named colour; "
                     "others are color");
  expect_refusal("1\n", new_ +
                            ": expected 3 or, without the target, 2 columns, as there is no "
                            "header to go by, found 1");
  expect_refusal("size,colour\n1,red\n2,green\n",
                 new_ +
                     ", line 3, column 2: expected a category of column 'colour' that was learned "
                     "(blue, red), found 'green'");
  expect_refusal("size,colour\nbig,red\n",
                 new_ + ", line 2, column 1: expected a number, found 'big'");
  expect_refusal("size,colour\n,red\n", new_ +
                                            ", line 2, column 1: expected a number in column "
                                            "'size', found a missing cell");
  expect_refusal("size,colour\ninf,red\n",
                 new_ + ", line 2, column 1: expected a finite number, found inf");
  expect_refusal("size,colour\n",
                 new_ + ": expected rows below the header, found the end of the file");
  expect_refusal("", new_ + ": expected rows of a table, found an empty file");
  expect_refusal("size,colour\n1\n", new_ + ", line 2: expected 2 cells, found 1");
}

TEST_F(PredictCommand, RefusesModelsThatAreNone) {
  const std::string data = folder_.file("new.csv", "size,colour\n1,red\n");
  const auto refusal = [&](const std::string& model) {
    const auto outcome = run_command({"predict", model, data});
    EXPECT_EQ(outcome.out, "");
    return outcome;
  };
  EXPECT_EQ(refusal(folder_.path("missing")).code, 66);
  EXPECT_EQ(refusal(folder_.path()).code, 66);
  const std::string bytes = contents(model_);
  const auto half = refusal(folder_.file("half", bytes.substr(0, bytes.size() / 2)));
  EXPECT_EQ(half.code, 65);
  EXPECT_NE(half.err.find("half: expected "), std::string::npos) << half.err;
  EXPECT_EQ(refusal(data).err,
            "renyi: " + data + ": expected a safetensors file, found other content\n");
  std::string other = bytes;
  other.replace(other.find("\"kind\":\"linear\""), 15, "\"kind\":\"forest\"");
  EXPECT_EQ(
      refusal(folder_.file("other", other)).err,
      "renyi: " + folder_.path("other") +
          ": expected a model of kind linear, bnn, logistic, probit or poisson, found 'forest'\n");
}

TEST_F(PredictCommand, RepeatsItselfFromItsResult) {
  const auto first = predict("size,colour\n2.5,red\n", {"--format=json"});
  EXPECT_EQ(run_command({"--config", folder_.file("r.json", first.out)}).out, first.out);
}

TEST(PredictCommandWithImpute, FillsMissingCellsByTheMean) {
  const TemporaryFolder folder;
  const auto data = folder.file("t.csv", "x,c,y\n1,a,1\n,b,2\n5,,3\n2,a,5\n");
  const auto model = folder.path("m");
  const auto fit = run_command(
      {"fit", "linear", data, "--target=y", "--impute=mean", "--sigma=1", "--model", model});
  ASSERT_EQ(fit.code, 0) << fit.err;
  const auto outcome =
      run_command({"predict", model, folder.file("n.csv", "x,c\nNA,?\n"), "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto row = nlohmann::json::parse(outcome.out)["tables"]["predictions"]["rows"][0];
  EXPECT_NEAR(row[1].get<double>(), 2.75, 0.02) << "all features at their means";
}

}  // namespace
}  // namespace renyi::predict_test
