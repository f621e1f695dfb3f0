#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <string>
#include <system_error>
#include <vector>

#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "experiments/median.hpp"
#include "experiments/run_jobs.hpp"
#include "renyi/core/random.hpp"
#include "renyi/inference/fit_bnn.hpp"
#include "renyi/inference/fit_vae.hpp"

namespace renyi::bench {
namespace {

namespace fs = std::filesystem;

constexpr int fits = 4;  // short, so that some rounds escape the machine's other work
constexpr int rounds = 24;

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

// Runs both at once, each in a process of its own, which share nothing.
void run_apart(const std::function<void()>& first, const std::function<void()>& second) {
  const pid_t child = ::fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    first();
    ::_exit(0);
  }
  second();
  int status = 0;
  ::waitpid(child, &status, 0);
}

// Seconds of a round: on one thread, on two, and in two processes of one.
struct Round {
  double one = 0, two = 0, apart = 0;
};

std::vector<Round> run_rounds(const std::vector<Job>& jobs) {
  Stores stores;
  const auto run = [&](const std::vector<Job>& some, const std::string& path, int threads) {
    const ResultStore store(path);
    run_jobs(some, store, threads);
  };
  const std::vector<Job> halves[] = {{jobs.begin(), jobs.begin() + fits / 2},
                                     {jobs.begin() + fits / 2, jobs.end()}};
  std::vector<Round> done(rounds);
  for (std::size_t index = 0; index < rounds; ++index) {
    Round& round = done[index];
    const std::function<void()> turns[] = {
        [&] { round.one = seconds([&] { run(jobs, stores.next(), 1); }, 1); },
        [&] { round.two = seconds([&] { run(jobs, stores.next(), 2); }, 1); },
        [&] {
          const std::string left = stores.next(), right = stores.next();
          round.apart = seconds(
              [&] {
                run_apart([&] { run(halves[0], left, 1); }, [&] { run(halves[1], right, 1); });
              },
              1);
        }};
    for (std::size_t turn = 0; turn < 3; ++turn) turns[(turn + index) % 3]();
  }
  return done;
}

double least(const std::vector<Round>& all, double Round::*part) {
  return std::invoke(part, *std::ranges::min_element(all, {}, part));
}

double median_gain(const std::vector<Round>& all, double Round::*part) {
  std::vector<double> gains;
  for (const Round& round : all) gains.push_back(round.one / (round.*part));
  return median(gains);
}

// The minima, as on every line of these benchmarks: the time without a neighbour's part in it. Two
// threads are undisturbed less often than one, so that the ratio errs against the sweep.
void bench_fits(Table& table, const std::string& name, const FitOf& fit) {
  const std::vector<Round> all = run_rounds(jobs_of(fit));
  const auto text = [](double time) { return fmt::format("{:.2f} fits/s", fits / time); };
  const double one = least(all, &Round::one), two = least(all, &Round::two),
               apart = least(all, &Round::apart);
  table.line(name, text(two), text(one), one / two, Goal::at_least, 1.85);
  table.line("  against two programs, one thread each", text(two), text(apart), apart / two,
             Goal::at_least, 0.97);
  table.fact("  medians of all rounds",
             fmt::format("sweep {:.2f}x, two programs {:.2f}x of one thread",
                         median_gain(all, &Round::two), median_gain(all, &Round::apart)));
}

}  // namespace

void bench_sweep(Table& table) {
  table.section(
      fmt::format("{} fits of a sweep side by side on two threads, against one; the "
                  "minima of {} rounds",
                  fits, rounds));
  bench_fits(table, "network 13-50-1, K = 100, M = 32", network_fit());
  bench_fits(table, "auto-encoder 784-200-200-50, K = 5, M = 20", autoencoder_fit());
}

}  // namespace renyi::bench
