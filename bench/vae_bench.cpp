#include <fmt/format.h>

#include <fstream>
#include <string>
#include <tuple>
#include <utility>

#include "bench/round_trip.hpp"
#include "bench/subjects.hpp"
#include "bench/timing.hpp"
#include "bench/vae_steps.hpp"
#include "renyi/core/fma_peak.hpp"
#include "renyi/inference/vae_scores.hpp"

namespace renyi::bench {
namespace {

void run_peak(ThreadPool& pool) {
  pool.for_each(pool.threads(), [](std::int64_t) { run_fma(); });
}

// A piece of work of so many operations as a share of the peak of the pool's threads.
template <class Work>
void share_of_peak(Table& table, const std::string& name, ThreadPool& pool, double flops,
                   double target, const Work& work) {
  const auto are_near = [&] { return pool.threads() == 1 || share_cache(pool); };
  const bool were_near = are_near();
  const auto time = compare(
      work, [&] { run_peak(pool); }, pool.threads() == 1 ? one_thread : two_threads);
  const bool is_far = !were_near && !are_near();
  const auto alone = compare([] { run_fma(); }, [] { run_fma(); });
  const double one = 1e-9 * run_fma() / alone.ours;
  const double peak = 1e-9 * run_fma() * pool.threads() / time.baseline;
  const double rate = 1e-9 * flops / time.ours;
  const std::string ours = fmt::format("{:.1f} GF/s", rate),
                    baseline = fmt::format("{:.1f} GF/s", peak);
  if (peak < 0.9 * pool.threads() * one)
    table.void_line(name, ours, baseline, "other work on the machine");
  else if (rate < target * peak && is_far)
    table.void_line(name, ours, baseline, "the cores have no cache in common");
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
  const MatrixF images = grey_images(2, shape.pixels);
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
               milliseconds(time.baseline), time.ours / time.baseline, Goal::at_most, 0.40, true);
  }
  table.section("A step on two threads, against one");
  for (const Alpha alpha : {Alpha::iwae(), Alpha::vr_max()}) {
    VaeSteps shared(frey, alpha, 50, two), alone(frey, alpha, 50, one);
    const auto time = compare([&] { shared.step(); }, [&] { alone.step(); }, two_threads);
    table.line(fmt::format("alpha = {}, {}, K=50", alpha.to_string(), frey.name),
               milliseconds(time.ours), milliseconds(time.baseline), time.baseline / time.ours,
               Goal::at_least, 1.85);
  }
  table.section("Peak memory of a fit on two threads");
  reset_peak_memory();
  VaeSteps steps(frey, Alpha::iwae(), 50, two);
  for (int i = 0; i < 3; ++i) steps.step();
  table.line(fmt::format("{}, K=50", frey.name), fmt::format("{:.0f} MB", peak_memory()), "200 MB",
             peak_memory() / 200.0, Goal::at_most, 1.0, true);
}

}  // namespace renyi::bench
