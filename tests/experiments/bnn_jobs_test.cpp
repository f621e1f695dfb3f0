#include "experiments/bnn_jobs.hpp"

#include <gtest/gtest.h>

#include <set>

#include "renyi/core/error.hpp"
#include "tests/experiments/bnn_folders.hpp"

namespace renyi::bnn_jobs_test {
namespace {

using testing::TemporaryFolder;
using testing::write_data_set;
using Names = std::vector<std::string>;

TEST(BnnJobs, AreOneForEachDataSetSplitAndOrder) {
  const TemporaryFolder folder;
  write_data_set(folder, "boston", 3);
  write_data_set(folder, "birds", 2);
  const std::vector<BnnDataSet> data = {read_bnn_data_set(folder.path(), "boston", 20),
                                        read_bnn_data_set(folder.path(), "birds", 20)};
  const BnnExperimentOptions options{
      .data = folder.path(), .alphas = Alpha::parse_list("-inf,0.5"), .seed = 7};
  const auto jobs = bnn_jobs(options, data);
  Names names;
  for (const BnnJob& job : jobs) names.push_back(job.key.name);
  EXPECT_EQ(names, (Names{"bnn/boston/split=0/alpha=-inf", "bnn/boston/split=0/alpha=0.5",
                          "bnn/birds/split=0/alpha=-inf", "bnn/birds/split=0/alpha=0.5",
                          "bnn/boston/split=1/alpha=-inf", "bnn/boston/split=1/alpha=0.5",
                          "bnn/birds/split=1/alpha=-inf", "bnn/birds/split=1/alpha=0.5",
                          "bnn/boston/split=2/alpha=-inf", "bnn/boston/split=2/alpha=0.5"}));
  EXPECT_EQ(jobs[4].key.seed, 8U);
  EXPECT_EQ(jobs[4].options.train.seed, 8U);
  EXPECT_EQ(jobs[0].options.hidden, std::vector<Index>{50});
  EXPECT_EQ(jobs[0].options.train.batch, 32);
  EXPECT_NE(jobs[0].key.options, jobs[1].key.options);
  EXPECT_NE(jobs[0].key.fingerprint, jobs[4].key.fingerprint);
  EXPECT_NE(jobs[0].key.options.find("\"epochs\":500"), std::string::npos);
}

TEST(BnnJobs, SettingsAreThePapers) {
  const BnnExperimentOptions options;
  EXPECT_EQ(bnn_settings(options, "protein").hidden, 100);
  EXPECT_EQ(bnn_settings(options, "protein").splits, 5);
  EXPECT_EQ(bnn_settings(options, "birds").draws, 100);
  EXPECT_EQ(bnn_settings({.splits = 3}, "protein").splits, 3);
  const BnnExperimentOptions quick{.quick = true};
  EXPECT_EQ(bnn_settings(quick, "boston").epochs, 50);
  EXPECT_EQ(bnn_settings(quick, "boston").splits, 2);
  EXPECT_EQ(bnn_settings(quick, "year").splits, 1);
}

TEST(BnnJobs, QuickTakesSmallDataSets) {
  const TemporaryFolder folder;
  for (const char* name : {"yacht", "wine", "boston"}) write_data_set(folder, name, 1);
  EXPECT_EQ(chosen_data_sets({.data = folder.path(), .quick = true}), (Names{"boston", "yacht"}));
  EXPECT_EQ(chosen_data_sets({.data = folder.path()}), (Names{"boston", "wine", "yacht"}));
  EXPECT_EQ(chosen_data_sets({.data = folder.path(), .data_sets = {"wine"}, .quick = true}),
            Names{"wine"});
}

TEST(BnnJobs, RefusesOptionsWithoutMeaning) {
  EXPECT_THROW(BnnExperimentOptions{}.validate(), UsageError);
  EXPECT_NO_THROW((BnnExperimentOptions{.data = "uci"}.validate()));
  EXPECT_THROW((BnnExperimentOptions{.data = "uci", .splits = -1}.validate()), UsageError);
  EXPECT_THROW((BnnExperimentOptions{.data = "uci", .alphas = {}}.validate()), UsageError);
  EXPECT_THROW((BnnExperimentOptions{.data = "uci", .data_sets = {"a", "a"}}.validate()),
               UsageError);
  EXPECT_THROW(
      (BnnExperimentOptions{.data = "uci", .alphas = Alpha::parse_list("1,vi")}.validate()),
      UsageError);
}

}  // namespace
}  // namespace renyi::bnn_jobs_test
