#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "experiments/median.hpp"
#include "experiments/run_jobs.hpp"
#include "renyi/core/fma_peak.hpp"
#include "renyi/core/random.hpp"
#include "renyi/inference/fit_bnn.hpp"
#include "renyi/inference/fit_vae.hpp"

namespace renyi::bench {
namespace {

namespace fs = std::filesystem;

constexpr int fits = 8, rounds = 9;

using FitOf = std::function<void(std::uint64_t seed)>;

// A store for each run, so that each fit is run.
class Stores {
 public:
  Stores() : folder_(fs::temp_directory_path() / fmt::format("renyi-bench-{}", ::getpid())) {
    fs::create_directories(folder_);
  }
  Stores(const Stores&) = delete;
  Stores& operator=(const Stores&) = delete;
  ~Stores() {
    std::error_code none;
    fs::remove_all(folder_, none);
  }
  std::string next() { return (folder_ / fmt::format("{}.db", ++last_)).string(); }

 private:
  fs::path folder_;
  int last_ = 0;
};

std::vector<Job> jobs_of(const FitOf& fit) {
  std::vector<Job> jobs;
  for (std::uint64_t seed = 1; seed <= fits; ++seed)
    jobs.push_back({.key = {.name = fmt::format("fit {}", seed), .seed = seed},
                    .run = [fit, seed](const StopRequest&) {
                      fit(seed);
                      return JobResult{};
                    }});
  return jobs;
}

// Of tables like Boston's.
FitOf network_fit() {
  Matrix features(455, 13);
  fill_normal({.seed = 1, .purpose = Purpose::data}, {}, features);
  return [features, targets = Vector(features.rowwise().sum())](std::uint64_t seed) {
    BnnOptions options = BnnOptions::paper(Alpha(0.5));
    options.train.epochs = 30;
    options.train.seed = seed;
    TrainState state;
    keep(fit_bnn(options, Likelihood::gaussian, features, targets, 1, state));
  };
}

FitOf autoencoder_fit() {
  MatrixF images(500, 784);
  fill_uniform({.seed = 1, .purpose = Purpose::data}, {}, images);
  return [images](std::uint64_t seed) {
    VaeOptions options = vae_preset(VaePreset::mnist, 1);
    options.train.schedule = ConstantRate{};
    options.train.epochs = 10;
    options.train.seed = seed;
    options.image_shards = 1;  // as `renyi sweep` has it
    BasicTrainState<float> state;
    keep(fit_vae(options, images, state));
  };
}

// How many cores' work two threads do at arithmetic that needs no memory: 2 where nobody else has a
// part of them.
double worth_of_two() {
  constexpr double spell = 0.2;
  const int calls = static_cast<int>(spell / seconds([] { run_fma(); }, 10)) + 1;
  ThreadPool pool(2);
  const double one = seconds([] { run_fma(); }, calls);
  const double two = seconds([&] { pool.for_each(2, [](std::int64_t) { run_fma(); }); }, calls);
  return 2.0 * one / two;
}

void bench_fits(Table& table, const char* name, const FitOf& fit) {
  Stores stores;
  const std::vector<Job> jobs = jobs_of(fit);
  const auto run = [&](int threads) {
    const ResultStore store(stores.next());
    return seconds([&] { run_jobs(jobs, store, threads); }, 1);
  };
  std::vector<double> one, two, ratios, worth;
  for (int round = 0; round < rounds; ++round) {
    worth.push_back(worth_of_two());
    one.push_back(run(1));
    two.push_back(run(2));
    ratios.push_back(one.back() / two.back());
  }
  const auto text = [](double time) { return fmt::format("{:.2f} fits/s", fits / time); };
  // The fits, which take as long as the arithmetic, cannot choose an undisturbed moment either.
  // What arithmetic has is no limit to be judged by where others disturb it: fits had 1.5 times as
  // much.
  constexpr double undisturbed = 1.8;
  if (median(worth) > undisturbed)
    table.line(name, text(median(two)), text(median(one)), median(ratios), Goal::at_least, 1.85);
  else
    table.void_line(name, text(median(two)), text(median(one)),
                    fmt::format("other work on the machine: {:.2f}x, arithmetic alone {:.2f}x",
                                median(ratios), median(worth)));
}

}  // namespace

void bench_sweep(Table& table) {
  table.section(
      fmt::format("{} fits of a sweep side by side on two threads, against one; the "
                  "medians of {} runs",
                  fits, rounds));
  bench_fits(table, "network 13-50-1, K = 100, M = 32", network_fit());
  bench_fits(table, "auto-encoder 784-200-200-50, K = 5, M = 20", autoencoder_fit());
}

}  // namespace renyi::bench
