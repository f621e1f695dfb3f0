#include "experiments/vr_max_speed.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "experiments/median.hpp"
#include "experiments/published_vae.hpp"
#include "experiments/require_at_least.hpp"

namespace renyi {
namespace {

struct Method {
  const char* name;
  Backward backward;
  Alpha alpha;
  double paper;
  BasicTrainState<float> state = {};
  std::vector<double> seconds = {};
};

MatrixF images_to_time(const VrMaxSpeedOptions& options, Report& report) {
  if (options.data.empty()) {
    MatrixF images(1965, 560);
    fill_uniform({options.seed, Purpose::data}, {}, images);
    return images;
  }
  ImageSet images = read_vae_data_set(options.data, VaeBenchmark::frey).train;
  report.data = {{images.path, images.fingerprint, images.pixels.rows()}};
  return std::move(images.pixels);
}

VaeOptions options_of(const VrMaxSpeedOptions& options, const Method& method) {
  VaeOptions fit = vae_options({}, {VaeBenchmark::frey, 1, options.draws}, method.alpha);
  fit.train.backward = method.backward;
  fit.train.batch = options.batch;
  fit.train.seed = options.seed;
  return fit;
}

// One more; false when asked to stop.
bool run_epoch(const VaeOptions& options, const MatrixF& images, ThreadPool& pool,
               const VaeJobHooks& hooks, Method& method) {
  VaeOptions longer = options;
  longer.train.epochs = method.state.epoch + 1;
  const Observer watch = [&](const Progress& progress) {
    if (hooks.progress) hooks.progress({.training = progress});
    return hooks.stop && hooks.stop() ? Decision::stop : Decision::go_on;
  };
  const VaeFit fit = fit_vae(longer, images, method.state, &pool, {.observers = {watch}});
  method.seconds.push_back(fit.training.seconds);
  return fit.training.ending != Ending::observer;
}

Table speed_table(const std::array<Method, 2>& methods) {
  Table table{.name = "seconds",
              .title = "Seconds an epoch",
              .columns = {"method", "backward", "median", "fastest", "slowest", "paper"},
              .notes = {"paper: by the authors' numpy program, on a Core i7-4930K."}};
  for (const Method& method : methods) {
    const auto [fastest, slowest] =
        std::minmax_element(method.seconds.begin(), method.seconds.end());
    table.rows.push_back({std::string(method.name), std::string(to_string(method.backward)),
                          median(method.seconds), *fastest, *slowest, method.paper});
  }
  return table;
}

}  // namespace

void VrMaxSpeedOptions::validate() const {
  require_at_least("draws", 1, draws);
  require_at_least("batch", 1, batch);
  require_at_least("epochs", 1, epochs);
}

std::optional<Report> vr_max_speed(const VrMaxSpeedOptions& options, ThreadPool& pool,
                                   const VaeJobHooks& hooks) {
  options.validate();
  Report report;
  const MatrixF images = images_to_time(options, report);
  std::array<Method, 2> methods = {
      Method{"IWAE", Backward::all, Alpha::iwae(), published_iwae_epoch},
      Method{"VR-max", Backward::one, Alpha::vr_max(), published_vr_max_epoch}};
  for (std::int64_t epoch = 0; epoch <= options.epochs; ++epoch)
    for (Method& method : methods) {
      if (!run_epoch(options_of(options, method), images, pool, hooks, method)) return std::nullopt;
      if (epoch == 0) method.seconds.clear();  // memory was not yet there
    }
  report.tables.push_back(speed_table(methods));
  report.tables.push_back({.name = "ratio",
                           .title = "How much faster an epoch of VR-max is than one of IWAE",
                           .columns = {"K", "batch", "images", "threads", "here", "paper"},
                           .rows = {{options.draws, options.batch, std::int64_t{images.rows()},
                                     std::int64_t{pool.threads()},
                                     median(methods[0].seconds) / median(methods[1].seconds),
                                     published_iwae_epoch / published_vr_max_epoch}}});
  return report;
}

}  // namespace renyi
