#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "cli/sweep_jobs.hpp"
#include "renyi/core/error.hpp"
#include "tests/experiments/bnn_folders.hpp"
#include "tests/support/run_command.hpp"

namespace renyi::cli::sweep_bnn_jobs_test {
namespace {

using testing::run_command;
using testing::TemporaryFolder;
using Json = nlohmann::json;

SweepOption option(const std::string& name, const std::vector<std::string>& values) {
  SweepOption option{.name = name, .place = {"s.toml", 5, 1}};
  for (const std::string& value : values) option.values.push_back({value, {"s.toml", 5, 9}});
  return option;
}

class SweepBnnJobs : public ::testing::Test {
 protected:
  SweepBnnJobs() {
    testing::write_data_set(folder_, "birds", 2);
    plan_ = {.file = "s.toml",
             .data = {{folder_.path("birds"), {}}},
             .seeds = {{"1", {}}, {"2", {}}},
             .options = {option("epochs", {"3"}), option("hidden", {"5"}),
                         option("alpha", {"1", "0.5"}), option("split", {"0", "1"})}};
  }
  SweepJobs jobs() const { return sweep_jobs(plan_, sweep_cases(plan_)); }

  TemporaryFolder folder_;
  SweepPlan plan_;
};

TEST_F(SweepBnnJobs, AreKnownByOptionsSeedAndData) {
  const SweepJobs all = jobs();
  ASSERT_EQ(all.jobs.size(), 8U);
  std::set<std::string> keys;
  for (const Job& job : all.jobs)
    keys.insert(job.key.options + std::to_string(job.key.seed) + job.key.fingerprint);
  EXPECT_EQ(keys.size(), 8U);
  EXPECT_EQ(all.jobs[0].key.name, "bnn/birds/alpha=1/split=0");
  EXPECT_EQ(all.jobs[0].key.fingerprint, all.jobs[1].key.fingerprint);
  EXPECT_NE(all.jobs[0].key.fingerprint, all.jobs[2].key.fingerprint) << "another split";
  const Json options = Json::parse(all.jobs[1].key.options);
  EXPECT_EQ(options["alpha"], "0.5");
  EXPECT_EQ(options["epochs"], 3);
  EXPECT_EQ(options["draws"], 20) << "what auto came to";
  EXPECT_EQ(options["split"], 0);
  EXPECT_FALSE(options.contains("data"));
  ASSERT_EQ(all.sources.size(), 1U);
  EXPECT_EQ(all.sources[0].path, folder_.path("birds"));
}

TEST_F(SweepBnnJobs, TakeLongerWithMoreDrawsAndEpochs) {
  const double usual = jobs().jobs[0].work;
  plan_.options[0] = option("epochs", {"6"});
  EXPECT_DOUBLE_EQ(jobs().jobs[0].work, 2.0 * usual);
}

// The same code: the scores agree to the last bit.
TEST_F(SweepBnnJobs, ScoreAsFitAndEvaluateDo) {
  plan_.keep_models = folder_.path();
  const Job job = jobs().jobs[1];
  const JobResult result = job.run({}).value();
  EXPECT_EQ(result.epochs.size(), 3U);
  EXPECT_EQ(result.epochs.at(3).at("bound"), result.metrics.at("bound"));
  const std::string data = folder_.path("birds"), model = folder_.path("m");
  ASSERT_EQ(run_command({"fit", "bnn", data, "--split=0", "--epochs=3", "--hidden=5", "--alpha=0.5",
                         "--quiet", "--model", model})
                .code,
            0);
  for (const std::string& file :
       {model, folder_.path("bnn-birds-alpha=0.5-split=0-seed=1.safetensors")}) {
    const auto outcome = run_command({"evaluate", file, data, "--split=0", "--format=json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json rows = Json::parse(outcome.out)["tables"]["scores"]["rows"];
    EXPECT_EQ(rows[0][1].get<double>(), result.metrics.at("log_likelihood"));
    EXPECT_EQ(rows[1][1].get<double>(), result.metrics.at("rmse"));
  }
}

TEST_F(SweepBnnJobs, HaveNoScoresWithoutATestAndThoseOfAFileWithOne) {
  plan_.options.pop_back();
  EXPECT_FALSE(jobs().jobs[0].run({}).value().metrics.contains("log_likelihood"));
  const std::string before = jobs().jobs[0].key.fingerprint;
  plan_.test = {folder_.file("test", "0.1 1 5 1.2\n0.2 2 5 2.1\n"), {"s.toml", 3, 8}};
  EXPECT_TRUE(jobs().jobs[0].run({}).value().metrics.contains("log_likelihood"));
  EXPECT_NE(jobs().jobs[0].key.fingerprint, before);
}

TEST_F(SweepBnnJobs, StopWhenAsked) {
  int steps = 0;
  EXPECT_FALSE(jobs().jobs[0].run([&] { return ++steps == 2; }));
  EXPECT_EQ(steps, 2);
}

TEST_F(SweepBnnJobs, AreRefusedBeforeTheFirstIsRun) {
  const auto refusal = [this]() -> std::string {
    try {
      jobs();
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  };
  plan_.options.push_back(option("beta", {"1"}));
  EXPECT_EQ(refusal(),
            "s.toml, line 5, column 1: expected only one of --alpha and --beta, found both");
  plan_.options.back() = option("target", {"weight"});
  EXPECT_NE(refusal().find("found 'weight'"), std::string::npos);
  plan_.options.pop_back();
  plan_.test = {folder_.path("birds"), {"s.toml", 3, 8}};
  EXPECT_NE(refusal().find("s.toml, line 3, column 8"), std::string::npos);
  plan_.test.reset();
  plan_.options.back() = option("split", {"7"});
  EXPECT_NE(refusal().find("index_train_7.txt"), std::string::npos);
}

}  // namespace
}  // namespace renyi::cli::sweep_bnn_jobs_test
