#include <fmt/format.h>

#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "bench/peak.hpp"
#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "renyi/inference/fit_vae.hpp"
#include "renyi/inference/minibatch_gradient.hpp"
#include "renyi/inference/sweep.hpp"
#include "renyi/inference/vae_scores.hpp"

namespace renyi::bench {
namespace {

struct ImageShape {
  const char* name;
  VaePreset preset;
  Index pixels;
};
constexpr ImageShape frey = {"Frey Face 560-200-200-20", VaePreset::frey, 560};
constexpr ImageShape mnist = {"MNIST 784-200-200-50", VaePreset::mnist, 784};

VaeSpec spec_of(const ImageShape& shape, const VaeOptions& options) {
  return {shape.pixels, options.architecture, options.activation, options.likelihood};
}

MatrixF grey(Index rows, Index pixels) {
  MatrixF images(rows, pixels);
  fill_uniform({.seed = 1}, {}, images);
  return images;
}

// A fit that can be asked for one step after another.
class VaeSteps {
 public:
  VaeSteps(const ImageShape& shape, Alpha alpha, Index draws, ThreadPool& pool)
      : options_(options_of(shape, alpha, draws)),
        images_(grey(200, shape.pixels)),
        objective_(spec_of(shape, options_), images_, options_.treatment.binarise, &pool),
        sweep_(objective_.parameters(), &pool),
        parameters_(objective_.networks().start(1, VectorF::Constant(shape.pixels, 0.5f))),
        next_(parameters_),
        adam_(adam_start<float>(parameters_.size())),
        rows_(static_cast<std::size_t>(options_.train.batch)) {
    std::iota(rows_.begin(), rows_.end(), 0);
    gradient_.gradient = VectorF::Zero(parameters_.size());
  }

  void step() {
    add_minibatch_gradient(objective_, options_.train, parameters_, rows_, step_++, gradient_);
    keep(sweep_.adam(options_.train.adam, 1e-6, gradient_.gradient, adam_, parameters_, next_));
    parameters_.swap(next_);
  }

  // Multiplications and additions of a step's matrix products.
  double flops() const {
    const VaeNetworks::Flops flops = objective_.networks().flops();
    const auto draws = static_cast<double>(options_.train.draws);
    const double each = flops.draw_forward + flops.draw_backward;
    const double of_draws =
        options_.train.backward == Backward::all ? draws * each : draws * flops.draw_forward + each;
    return static_cast<double>(options_.train.batch) *
           (flops.image_forward + flops.image_backward + of_draws);
  }

 private:
  static VaeOptions options_of(const ImageShape& shape, Alpha alpha, Index draws) {
    VaeOptions options = vae_preset(shape.preset, 1);
    options.train.alpha = alpha;
    options.train.draws = draws;
    options.train.backward = alpha.is_finite() ? Backward::all : Backward::one;
    return options;
  }

  VaeOptions options_;
  MatrixF images_;
  VaeObjective<float> objective_;
  Sweep<float> sweep_;
  VectorF parameters_, next_;
  BasicAdamState<float> adam_;
  BasicMinibatchGradient<float> gradient_ = {};
  std::vector<Index> rows_;
  std::uint32_t step_ = 0;
};

double run_peak(ThreadPool& pool) {
  pool.for_each(pool.threads(), [](std::int64_t) { run_fma(); });
  return 0.0;
}

// A piece of work of so many operations as a share of the peak of the pool's threads.
template <class Work>
void share_of_peak(Table& table, const std::string& name, ThreadPool& pool, double flops,
                   double target, const Work& work) {
  const auto time = compare(work, [&] { run_peak(pool); });
  const auto alone = compare([] { run_fma(); }, [] { run_fma(); });
  const double one = 1e-9 * run_fma() / alone.ours;
  const double peak = 1e-9 * run_fma() * pool.threads() / time.baseline;
  const double rate = 1e-9 * flops / time.ours;
  const std::string ours = fmt::format("{:.1f} GF/s", rate),
                    baseline = fmt::format("{:.1f} GF/s", peak);
  if (peak < 0.9 * pool.threads() * one)
    table.void_line(name, ours, baseline, "other work on the machine");
  else
    table.line(name, ours, baseline, rate / peak, Goal::at_least, target, true);
}

std::string milliseconds(double seconds) { return fmt::format("{:.2f} ms", 1e3 * seconds); }

void bench_evaluation(Table& table, const ImageShape& shape, ThreadPool& pool,
                      const std::string& threads) {
  const VaeOptions options = vae_preset(shape.preset, 1);
  const VaeSpec spec = spec_of(shape, options);
  const VaeNetworks networks(spec);
  const VaeModel model{spec, networks.start(1, VectorF::Constant(shape.pixels, 0.5f)),
                       options.treatment};
  const MatrixF images = grey(2, shape.pixels);
  constexpr Index draws = 5000;
  const double flops = 2.0 * static_cast<double>(draws) * networks.flops().draw_forward;
  share_of_peak(table, threads + ", " + shape.name, pool, flops, 0.75,
                [&] { keep(score_images(model, images, {.draws = draws}, &pool).mean()); });
}

// The most memory that this process has had since `reset`, in megabytes.
void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << 5; }
double peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (double kilobytes = 0.0; word == "VmHWM:" && status >> kilobytes) return kilobytes / 1024.0;
  return 0.0;
}

}  // namespace

void bench_vae(Table& table) {
  ThreadPool one(1), two(2);
  const std::pair<ThreadPool*, std::string> pools[] = {{&one, "one thread"}, {&two, "two threads"}};
  table.section("Steps of auto-encoders, all draws backward (IWAE), against the FMA peak");
  for (const auto& [pool, threads] : pools)
    for (const auto& [shape, draws, target] :
         {std::tuple(frey, 50, 0.75), std::tuple(mnist, 50, 0.65), std::tuple(mnist, 5, 0.65)}) {
      VaeSteps steps(shape, Alpha::iwae(), draws, *pool);
      share_of_peak(table, fmt::format("{}, {}, K={}", threads, shape.name, draws), *pool,
                    steps.flops(), target, [&] { steps.step(); });
    }
  table.section("Evaluation with 5000 draws, against the FMA peak");
  for (const auto& [pool, threads] : pools) bench_evaluation(table, mnist, *pool, threads);
  table.section("A step of one draw backward (VR-max) against all (IWAE)");
  for (const auto& [pool, threads] : pools) {
    VaeSteps max(frey, Alpha::vr_max(), 50, *pool), all(frey, Alpha::iwae(), 50, *pool);
    const auto time = compare([&] { max.step(); }, [&] { all.step(); });
    table.line(threads + ", " + frey.name + ", K=50", milliseconds(time.ours),
               milliseconds(time.baseline), time.ours / time.baseline, Goal::at_most, 0.40);
  }
  table.section("A step on two threads, against one");
  for (const Alpha alpha : {Alpha::iwae(), Alpha::vr_max()}) {
    VaeSteps shared(frey, alpha, 50, two), alone(frey, alpha, 50, one);
    const auto time = compare([&] { shared.step(); }, [&] { alone.step(); });
    table.line(fmt::format("alpha = {}, {}, K=50", alpha.to_string(), frey.name),
               milliseconds(time.ours), milliseconds(time.baseline), time.baseline / time.ours,
               Goal::at_least, 1.85);
  }
  table.section("Peak memory of a fit on two threads");
  reset_peak_memory();
  VaeSteps steps(frey, Alpha::iwae(), 50, two);
  for (int i = 0; i < 3; ++i) steps.step();
  table.line(fmt::format("{}, K=50", frey.name), fmt::format("{:.0f} MB", peak_memory()), "200 MB",
             peak_memory() / 200.0, Goal::at_most, 1.0);
}

}  // namespace renyi::bench
