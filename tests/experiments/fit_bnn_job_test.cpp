#include "experiments/fit_bnn_job.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiments/bnn_folders.hpp"

namespace renyi::fit_bnn_job_test {
namespace {

using testing::TemporaryFolder;

class FitBnnJob : public ::testing::Test {
 protected:
  FitBnnJob() {
    testing::write_data_set(folder_, "birds", 1);
    data_ = {read_bnn_data_set(folder_.path(), "birds", 1)};
  }
  BnnJob job(std::int64_t epochs) const {
    BnnJob job = bnn_jobs({.data = folder_.path(), .alphas = {Alpha(0.5)}}, data_).front();
    job.options.hidden = {10};
    job.options.train.draws = 10;
    job.options.train.epochs = epochs;
    job.options.train.learning_rate = 0.01;
    return job;
  }

  TemporaryFolder folder_;
  std::vector<BnnDataSet> data_;
};

// The targets' standard deviation is 2.3; sin(x1) + x2 is nearly a sum of straight lines.
TEST_F(FitBnnJob, PredictsTheTestRowsInTheUnitsOfTheTable) {
  const JobResult result = fit_bnn_job(job(400), {}).value();
  const Metrics& metrics = result.metrics;
  EXPECT_LT(metrics.at("rmse"), 0.5);
  EXPECT_LT(metrics.at("negative_log_likelihood"), 0.7);
  EXPECT_GT(metrics.at("noise_sd"), 0.0);
  EXPECT_TRUE(std::isfinite(metrics.at("bound")));
  EXPECT_EQ(result.epochs.size(), 400U);
  EXPECT_EQ(result.epochs.at(400).at("bound"), metrics.at("bound"));
}

TEST_F(FitBnnJob, GivesTheSameAgain) {
  EXPECT_EQ(fit_bnn_job(job(3), {}).value(), fit_bnn_job(job(3), {}).value());
  BnnJob other = job(3);
  other.options.train.seed += 1;
  EXPECT_NE(fit_bnn_job(job(3), {}).value(), fit_bnn_job(other, {}).value());
}

TEST_F(FitBnnJob, StopsWhenAsked) {
  int steps = 0;
  EXPECT_FALSE(fit_bnn_job(job(1000000), [&] { return ++steps == 5; }));
  EXPECT_EQ(steps, 5);
}

}  // namespace
}  // namespace renyi::fit_bnn_job_test
