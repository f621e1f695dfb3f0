#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <iterator>
#include <string>
#include <system_error>
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

constexpr int fits = 4;  // short, so that some rounds escape the machine's other work
constexpr int all_rounds = 24, enough_rounds = 9;
// Where arithmetic has less of two cores, fits can hardly have the 1.85 that they are to have.
constexpr double both_cores = 1.9;

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
  constexpr double spell = 0.1;
  const int calls = static_cast<int>(spell / seconds([] { run_fma(); }, 10)) + 1;
  ThreadPool pool(2);
  const double one = seconds([] { run_fma(); }, calls);
  const double two = seconds([&] { pool.for_each(2, [](std::int64_t) { run_fma(); }); }, calls);
  return 2.0 * one / two;
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

struct Round {
  double one, two, apart;  // seconds: on one thread, on two, and in two processes of one
  bool is_undisturbed;
};
using Part = double (*)(const Round&);

double median_of(const std::vector<Round>& rounds, Part part) {
  std::vector<double> values(rounds.size());
  std::transform(rounds.begin(), rounds.end(), values.begin(), part);
  return median(values);
}
double gain(const Round& round) { return round.one / round.two; }
double gain_apart(const Round& round) { return round.one / round.apart; }
double share(const Round& round) { return round.apart / round.two; }

// A round is undisturbed where arithmetic had both cores before it and after it; what the fits had
// has no say in that.
std::vector<Round> run_rounds(const std::vector<Job>& jobs) {
  Stores stores;
  const auto run = [&](const std::vector<Job>& some, const std::string& path, int threads) {
    const ResultStore store(path);
    run_jobs(some, store, threads);
  };
  const std::vector<Job> halves[] = {{jobs.begin(), jobs.begin() + fits / 2},
                                     {jobs.begin() + fits / 2, jobs.end()}};
  std::vector<Round> rounds;
  double before = worth_of_two();
  while (std::ssize(rounds) < all_rounds) {
    Round round{};
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
    for (std::size_t turn = 0; turn < 3; ++turn) turns[(turn + rounds.size()) % 3]();
    const double after = worth_of_two();
    round.is_undisturbed = std::min(before, after) >= both_cores;
    before = after;
    rounds.push_back(round);
  }
  return rounds;
}

void bench_fits(Table& table, const std::string& name, const FitOf& fit) {
  const std::vector<Round> all = run_rounds(jobs_of(fit));
  std::vector<Round> undisturbed;
  std::copy_if(all.begin(), all.end(), std::back_inserter(undisturbed),
               [](const Round& round) { return round.is_undisturbed; });
  const auto text = [](double time) { return fmt::format("{:.2f} fits/s", fits / time); };
  const auto two = [](const Round& round) { return round.two; };
  const auto one = [](const Round& round) { return round.one; };
  const auto apart = [](const Round& round) { return round.apart; };
  const bool is_enough = std::ssize(undisturbed) >= enough_rounds;
  const std::vector<Round>& judged = is_enough ? undisturbed : all;
  if (is_enough)
    table.line(name, text(median_of(judged, two)), text(median_of(judged, one)),
               median_of(judged, gain), Goal::at_least, 1.85);
  else
    table.void_line(name, text(median_of(judged, two)), text(median_of(judged, one)),
                    fmt::format("{:.2f}x; other work on the machine", median_of(judged, gain)));
  table.line("  against two programs, one thread each", text(median_of(all, two)),
             text(median_of(all, apart)), median_of(all, share), Goal::at_least, 0.97);
  table.fact("  rounds",
             fmt::format("{} of {} undisturbed; all: sweep {:.2f}x, two programs {:.2f}x",
                         undisturbed.size(), all.size(), median_of(all, gain),
                         median_of(all, gain_apart)));
}

}  // namespace

void bench_sweep(Table& table) {
  table.section(
      fmt::format("{} fits of a sweep side by side on two threads, against one; the "
                  "medians of {} rounds",
                  fits, all_rounds));
  bench_fits(table, "network 13-50-1, K = 100, M = 32", network_fit());
  bench_fits(table, "auto-encoder 784-200-200-50, K = 5, M = 20", autoencoder_fit());
}

}  // namespace renyi::bench
