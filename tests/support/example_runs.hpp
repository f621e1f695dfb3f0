// Runs as a store would hold them, for tests of what is made of runs, and a store to read them
// from.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "renyi/data/result_store.hpp"
#include "renyi/data/run_list.hpp"

namespace renyi::testing {

// Of a network of boston or so at an order, done.
inline StoredRun example_run(std::int64_t id, const std::string& data, const std::string& alpha,
                             std::uint64_t seed, Metrics metrics) {
  return {.id = id,
          .name = fmt::format("bnn/{}/alpha={}", data, alpha),
          .options = {{"fit", "bnn"}, {"data", data}, {"alpha", alpha}, {"activation", "relu"}},
          .seed = seed,
          .status = JobStatus::done,
          .seconds = 1.5,
          .metrics = std::move(metrics)};
}

// Finished, or failed where there are no metrics.
inline void add_job(const ResultStore& store, const std::string& name, const std::string& options,
                    std::uint64_t seed, const JobResult& result) {
  const JobKey key{.name = name, .options = options, .seed = seed, .fingerprint = "fnv1a64:0"};
  store.claim(key);
  if (result.metrics.empty())
    store.fail(key, "step 3: the bound is not a number", 0.5);
  else
    store.finish(key, result, 1.5);
}

// Four runs: orders 0 and 1 with seeds 1 and 2, with their course of training; and one that failed.
inline void fill_example_store(const std::string& path) {
  const ResultStore store(path);
  for (const int seed : {1, 2})
    for (const int alpha : {0, 1})
      add_job(store, fmt::format("bnn/boston/alpha={}", alpha),
              fmt::format(R"({{"alpha":"{}","draws":10,"hidden":[50,50]}})", alpha),
              static_cast<std::uint64_t>(seed),
              {.metrics = {{"log_likelihood", -2.0 - alpha - 0.1 * seed}, {"rmse", 3.0 - alpha}},
               .epochs = {{1, {{"bound", -20.0 - seed}}}, {2, {{"bound", -10.0 - seed}}}}});
  add_job(store, "bnn/boston/alpha=-inf", R"({"alpha":"-inf","draws":10,"hidden":[50,50]})", 1, {});
}

}  // namespace renyi::testing
