#include <gtest/gtest.h>
#include <stdlib.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "renyi/core/safetensors.hpp"
#include "renyi/data/npy.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::fit_bnn_command_test {
namespace {

using testing::Outcome;
using testing::run_command;
using testing::TemporaryFolder;
using Json = nlohmann::json;

const std::string flats = RENYI_SOURCE_DIR "/examples/flats.csv";

Outcome fit(const std::string& data, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"fit", "bnn", data, "--hidden=10", "--draws=10"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_command(arguments);
}

double score(const std::string& model, const std::string& data, std::size_t row) {
  const auto outcome = run_command({"evaluate", model, data, "--format=json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return Json::parse(outcome.out)["tables"]["scores"]["rows"][row][1].get<double>();
}

TEST(FitBnnCommand, LearnsPredictsAndIsScored) {
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  const auto outcome = fit(flats, {"--target=rent", "--epochs=300", "--model=" + model});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("epoch 300/300"), std::string::npos);
  // The noise has sd 60, the target one of about 300: a model that had learned nothing would score
  // an RMSE of the latter.
  EXPECT_LT(score(model, flats, 1), 90.0);
  const auto predicted = run_command({"predict", model, flats, "--format=csv"});
  EXPECT_EQ(predicted.code, 0) << predicted.err;
}

// A linear model, whose fit is known: least squares, which no other line is better than. Prior and
// noise leave it within a few per cent.
TEST(FitBnnCommand, WithoutHiddenLayersIsALine) {
  const TemporaryFolder folder;
  const std::string line = folder.path("line"), network = folder.path("network");
  ASSERT_EQ(run_command({"fit", "linear", flats, "--target=rent", "--model=" + line}).code, 0);
  const auto outcome =
      fit(flats, {"--target=rent", "--hidden=0", "--epochs=300", "--model=" + network});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const double exact = score(line, flats, 1);
  EXPECT_GT(score(network, flats, 1), 0.99 * exact);
  EXPECT_LT(score(network, flats, 1), 1.05 * exact);
}

TEST(FitBnnCommand, SavesTheSameForTheSameSeedOnAnyThreads) {
  const TemporaryFolder folder;
  const auto weights = [&](const std::string& name, const char* seed, const char* threads) {
    const auto outcome = fit(flats, {"--target=rent", "--epochs=3", "--model=" + folder.path(name),
                                     "--quiet", seed, threads});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return read_safetensors(folder.path(name)).tensors.at("weights.mean");
  };
  EXPECT_EQ(weights("a", "--seed=4", "--threads=1"), weights("b", "--seed=4", "--threads=2"));
  EXPECT_NE(weights("a", "--seed=4", "--threads=1"), weights("c", "--seed=5", "--threads=1"));
}

TEST(FitBnnCommand, KeepsTheBestEpochByRowsSetApart) {
  const auto outcome = fit(flats, {"--target=rent", "--epochs=40", "--validate=0.2", "--patience=5",
                                   "--learning-rate=0.05", "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto result = Json::parse(outcome.out);
  const auto& rows = result["tables"]["model"]["rows"];
  EXPECT_EQ(rows[0][1], 96);
  EXPECT_EQ(rows[1][1], 24);
  EXPECT_EQ(result["figures"].size(), 2U);
}

// Two clouds of points around (+-1, 0), and a third around (0, 2).
std::string clouds(int classes) {
  std::string table = "x,z,kind\n";
  for (int i = 0; i < 60; ++i) {
    const int kind = i % classes;
    const double a = 0.3 * std::sin(7.0 * i), b = 0.3 * std::cos(11.0 * i);
    const double x = kind == 0 ? -1.0 : kind == 1 ? 1.0 : 0.0;
    table += std::to_string(x + a) + "," + std::to_string((kind == 2 ? 2.0 : 0.0) + b) + "," +
             std::string(1, static_cast<char>('a' + kind)) + "\n";
  }
  return table;
}

TEST(FitBnnCommand, LearnsClasses) {
  const TemporaryFolder folder;
  for (const int classes : {2, 3}) {
    const std::string data = folder.file("t.csv", clouds(classes)), model = folder.path("m");
    const auto outcome = fit(data, {"--target=kind", "--epochs=200", "--learning-rate=0.01",
                                    "--model=" + model, "--quiet"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto result = run_command({"evaluate", model, data, "--format=json"});
    ASSERT_EQ(result.code, 0) << result.err;
    const auto scores = Json::parse(result.out)["tables"]["scores"]["rows"];
    EXPECT_EQ(scores[1][0], "accuracy");
    EXPECT_GE(scores[1][1].get<double>(), 0.95);
    const auto predicted = run_command({"predict", model, data, "--format=csv"});
    EXPECT_NE(predicted.out.find("p(a)"), std::string::npos) << predicted.out;
  }
}

TEST(FitBnnCommand, CalibratesIntervalsOnRowsSetApart) {
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  const auto outcome = fit(flats, {"--target=rent", "--epochs=100", "--conformal=0.9",
                                   "--model=" + model, "--quiet", "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto rows = Json::parse(outcome.out)["tables"]["model"]["rows"];
  EXPECT_EQ(rows[0][1], 96);
  EXPECT_EQ(rows[rows.size() - 3], (Json::array({"rows to calibrate with", 24})));
  const auto predicted = run_command({"predict", model, flats, "--format=csv"});
  EXPECT_NE(predicted.out.find("lower"), std::string::npos) << predicted.out;
  EXPECT_NE(fit(flats, {"--target=rent", "--conformal=0.99"}).err.find("--conformal: expected"),
            std::string::npos);
}

// With a cache of its own.
class Streamed : public ::testing::Test {
 protected:
  Streamed() { ::setenv("XDG_CACHE_HOME", folder_.path("cache").c_str(), 1); }
  Streamed(const Streamed&) = delete;
  Streamed& operator=(const Streamed&) = delete;
  ~Streamed() override { ::unsetenv("XDG_CACHE_HOME"); }

  TemporaryFolder folder_;
};

TEST_F(Streamed, ATableLeavesTheSameModel) {
  const auto saved = [&](const std::string& data, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"--epochs=3", "--quiet", "--model=" + folder_.path("m")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = fit(data, arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return testing::contents(folder_.path("m"));
  };
  Matrix values = Matrix::Random(50, 3);
  write_npy(folder_.path("a.npy"), values);
  for (const auto& [data, target] :
       {std::pair(flats, "--target=rent"), std::pair(folder_.path("a.npy"), "--target=2")})
    for (const char* threads : {"--threads=1", "--threads=2"})
      EXPECT_EQ(saved(data, {target, threads, "--stream"}), saved(data, {target, threads}));
}

TEST_F(Streamed, ARunGoesOnFromACheckpointOfATableInMemory) {
  const std::vector<std::string> usual = {"--target=rent", "--schedule=constant", "--quiet"};
  const auto run = [&](const std::string& model, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = usual;
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.push_back("--model=" + folder_.path(model));
    const auto outcome = fit(flats, arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  };
  run("whole", {"--epochs=6"});
  run("m", {"--epochs=2"});
  run("m", {"--epochs=4", "--stream", "--resume"});
  run("m", {"--epochs=6", "--resume"});
  EXPECT_EQ(testing::contents(folder_.path("m")), testing::contents(folder_.path("whole")));
}

TEST_F(Streamed, OnlyFilesAre) {
  EXPECT_EQ(fit("-", {"--target=y", "--stream"}).err,
            "renyi: --stream: expected a table in a file, found standard input\n");
  EXPECT_NE(fit(RENYI_SOURCE_DIR "/examples/boston", {"--stream", "--split=0"})
                .err.find("--stream: expected a table in a file, found the folder"),
            std::string::npos);
  EXPECT_EQ(fit(flats, {"--target=rent", "--stream", "--split=0"}).code, 64);
}

TEST(FitBnnCommand, ALargeBatchIsTheWholeTableAndSaysSo) {
  const auto outcome = fit(flats, {"--target=rent", "--epochs=1", "--batch=1000"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.err.find("--batch 1000: the table has 120 rows"), std::string::npos);
}

TEST(FitBnnCommand, AStepIntoTheVoidIsNamedAndTheLastGoodStateKept) {
  const TemporaryFolder folder;
  const auto outcome = fit(flats, {"--target=rent", "--epochs=5", "--learning-rate=1e9",
                                   "--model=" + folder.path("m"), "--quiet"});
  EXPECT_EQ(outcome.code, 70);
  EXPECT_NE(outcome.err.find("renyi: step 4 (epoch 1): bound 1: "), std::string::npos)
      << outcome.err;
  EXPECT_NE(outcome.err.find("the model so far is in " + folder.path("m")), std::string::npos);
  EXPECT_EQ(run_command({"evaluate", folder.path("m"), flats}).code, 0);
}

TEST(FitBnnCommand, RefusesTablesItCannotLearnFrom) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& table, const std::string& more = "--epochs=1") {
    const auto outcome = fit(folder.file("t.csv", table), {"--target=y", more, "--quiet"});
    EXPECT_NE(outcome.code, 0) << table;
    return outcome.err;
  };
  EXPECT_NE(refusal("x,y\n1,2\n").find("t.csv"), std::string::npos);
  EXPECT_NE(refusal("x,y\n1,2\n2,inf\n3,4\n").find("t.csv, line 3, column 2"), std::string::npos);
  EXPECT_NE(refusal("x,y\n1,2\n2,2\n3,2\n").find("constant"), std::string::npos);
  EXPECT_NE(refusal("x,y\n1,2\n2,3\n", "--draws=0").find("--draws"), std::string::npos);
}

// The model of the ladder is that of its best order alone.
TEST(FitBnnCommand, ChoosesTheOrderByValidation) {
  const TemporaryFolder folder;
  const std::vector<std::string> common = {"--target=rent", "--epochs=4", "--validate=0.2"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), common.begin(), common.end());
    return fit(flats, more);
  };
  const auto outcome =
      with({"--choose-alpha=1,0", "--format=json", "--model=" + folder.path("ladder")});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json orders = Json::parse(outcome.out)["tables"]["orders"]["rows"];
  ASSERT_EQ(orders.size(), 2U);
  const bool first = orders[0][1].get<double>() >= orders[1][1].get<double>();
  ASSERT_EQ(with({first ? "--alpha=1" : "--alpha=0", "--model=" + folder.path("alone")}).code, 0);
  EXPECT_EQ(testing::contents(folder.path("ladder")), testing::contents(folder.path("alone")));
  // The ladder's fits are there to go on from: nothing is trained again.
  const auto again = with({"--choose-alpha=1,0", "--resume", "--model=" + folder.path("ladder")});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_NE(again.err.find("4 of 4 epochs"), std::string::npos) << again.err;
}

TEST(FitBnnCommand, RefusesALadderWithNothingToGoBy) {
  const auto outcome = fit(flats, {"--target=rent", "--choose-alpha=1,0"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_NE(outcome.err.find("--choose-alpha: expected --validate"), std::string::npos);
  EXPECT_EQ(fit(flats, {"--target=rent", "--validate=0.2", "--alpha=1", "--choose-alpha=1,0"}).code,
            64);
}

}  // namespace
}  // namespace renyi::fit_bnn_command_test
