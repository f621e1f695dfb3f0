#include "experiments/vae_jobs.hpp"

#include <gtest/gtest.h>

#include <set>

#include "renyi/core/error.hpp"
#include "tests/experiments/vae_folders.hpp"

namespace renyi::vae_jobs_test {
namespace {

using testing::TemporaryFolder;

class VaeJobs : public ::testing::Test {
 protected:
  VaeJobs() { testing::write_frey(folder_); }
  VaeExperimentOptions options() const { return {.data = folder_.path()}; }

  TemporaryFolder folder_;
};

TEST_F(VaeJobs, ComeFoldByFoldWithNamesOfTheirOwn) {
  const VaeDataSet data = read_vae_data_set(folder_.path(), VaeBenchmark::frey);
  VaeExperimentOptions options = this->options();
  options.draws = {5, 50};
  options.seeds = {1, 20};
  const auto jobs = vae_jobs(options, data);
  ASSERT_EQ(jobs.size(), 2U * 10U * 2U * 3U);
  std::set<std::string> files, keys;
  for (const VaeJob& job : jobs) {
    files.insert(job.file());
    keys.insert(job.key.name + job.key.options + std::to_string(job.key.seed));
    EXPECT_GT(job.work, 0.0);
  }
  EXPECT_EQ(files.size(), jobs.size());
  EXPECT_EQ(keys.size(), jobs.size());
  for (std::size_t j = 0; j < 6; ++j) EXPECT_EQ(jobs[j].fold, 0);
  EXPECT_EQ(jobs[6].fold, 1);
  EXPECT_EQ(jobs[6].options.train.seed, 2U);
  EXPECT_EQ(jobs[5].key.name, "vae/frey/layers=1/draws=50/alpha=-inf/fold=0");
  EXPECT_EQ(jobs[5].file(), "frey-layers=1-draws=50-alpha=-inf-epochs=1000-seed=1-fold=0");
}

TEST_F(VaeJobs, PullOneDrawBackForVrMaxOnly) {
  const VaeSetting setting{VaeBenchmark::mnist, 2, 50};
  EXPECT_EQ(vae_options(options(), setting, Alpha::vr_max()).train.backward, Backward::one);
  EXPECT_EQ(vae_options(options(), setting, Alpha::iwae()).train.backward, Backward::all);
  EXPECT_EQ(vae_options(options(), setting, Alpha::vi()).train.draws, 50);
  EXPECT_EQ(vae_options(options(), setting, Alpha::vi()).train.epoch_count(), 3280);
  VaeExperimentOptions shorter = options();
  shorter.epochs = 13;
  EXPECT_EQ(vae_options(shorter, setting, Alpha::vi()).train.epoch_count(), 13);
}

// What only the evaluation depends on leaves the fit as it is.
TEST_F(VaeJobs, TellFitAndEvaluationApart) {
  const VaeDataSet data = read_vae_data_set(folder_.path(), VaeBenchmark::frey);
  VaeExperimentOptions other = options();
  other.test_draws = 10;
  const VaeJob a = vae_jobs(options(), data).front(), b = vae_jobs(other, data).front();
  EXPECT_NE(a.key.options, b.key.options);
  EXPECT_EQ(a.file(), b.file());
  EXPECT_EQ(a.identity.options, b.identity.options);
  other.epochs = 10;
  EXPECT_NE(vae_jobs(other, data).front().file(), b.file());
}

TEST_F(VaeJobs, RefuseWhatHasNoMeaning) {
  const auto refused = [&](auto change) {
    VaeExperimentOptions options = this->options();
    change(options);
    EXPECT_THROW(options.validate(), UsageError);
  };
  EXPECT_NO_THROW(options().validate());
  refused([](VaeExperimentOptions& o) { o.data.clear(); });
  refused([](VaeExperimentOptions& o) { o.layers = {2}; });  // of frey
  refused([](VaeExperimentOptions& o) { o.layers = {}; });
  refused([](VaeExperimentOptions& o) { o.draws = {5, 5}; });
  refused([](VaeExperimentOptions& o) { o.draws = {0}; });
  refused([](VaeExperimentOptions& o) { o.alphas.clear(); });
  refused([](VaeExperimentOptions& o) { o.seeds = {-1}; });
  refused([](VaeExperimentOptions& o) { o.folds = 11; });
  refused([](VaeExperimentOptions& o) { o.epochs = -1; });
  refused([](VaeExperimentOptions& o) { o.test_draws = 0; });
  refused([](VaeExperimentOptions& o) { o.test_images = -1; });
}

}  // namespace
}  // namespace renyi::vae_jobs_test
