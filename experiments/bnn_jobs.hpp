// Which fits the paper's tables of Bayesian neural networks are made of: one for each data set,
// split and order. A pure function; running them is run_jobs.hpp's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "experiments/bnn_data_set.hpp"
#include "experiments/published_bnn.hpp"
#include "renyi/data/result_store.hpp"
#include "renyi/inference/fit_bnn.hpp"

namespace renyi {

struct BnnExperimentOptions {
  std::string data = {};
  std::vector<std::string> data_sets = {};
  std::int64_t splits = 0;
  std::vector<Alpha> alphas = Alpha::parse_list("-inf,0,0.5,1,inf");
  bool quick = false;
  std::string store = {};
  std::uint64_t seed = 1;

  // Throws UsageError for no order, an order or a data set twice, and less than no splits.
  void validate() const;

  // Without the seed, which every command has.
  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("data", self.data, "folder that holds one folder a data set, each with its splits");
    field("datasets", self.data_sets, "names of folders in it; default: those of the paper");
    field("splits", self.splits, "how many splits of each, if there are; 0: as in the paper");
    field("alphas", self.alphas, "orders of the bound");
    field("quick", self.quick, "a tenth of the epochs; unless given, boston and yacht, 2 splits");
    field(
        "store", self.store,
        "file that keeps every fit, to go on later; default: renyi-results.db, beside the result");
  }
};

// Of the data set in the paper, or of its small ones; less with --quick.
BnnSettings bnn_settings(const BnnExperimentOptions& options, const std::string& data_set);

// The names given, or those of the paper in the folder.
std::vector<std::string> chosen_data_sets(const BnnExperimentOptions& options);

struct BnnJob {
  JobKey key = {};
  const BnnDataSet* data = nullptr;
  std::int64_t split = 0;
  BnnOptions options = {};
  double work = 0.0;  // multiplications, roughly
};

// The first splits of all data sets come first, so that a run that is stopped has whole tables.
// The seed of a fit is the command's plus the split: orders share starts and minibatches.
// `data` must outlive the jobs.
std::vector<BnnJob> bnn_jobs(const BnnExperimentOptions& options, std::span<const BnnDataSet> data);

}  // namespace renyi
