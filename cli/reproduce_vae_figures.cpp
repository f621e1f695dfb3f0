#include "cli/reproduce_vae_figures.hpp"

#include <optional>
#include <utility>

#include "cli/interrupt.hpp"
#include "cli/result_files.hpp"
#include "cli/table_input.hpp"
#include "cli/vae_progress.hpp"
#include "experiments/figure_5.hpp"
#include "experiments/figure_6.hpp"
#include "experiments/vae_samples.hpp"
#include "experiments/vr_max_speed.hpp"

namespace renyi::cli {
namespace {

template <class Options>
using VaeFigure = std::optional<Report> (*)(const Options&, ThreadPool&, const VaeJobHooks&);

// With every flag checked.
template <class Options>
struct FlagsOf : Options {
  void validate() const {
    with_flags([this] { Options::validate(); });
  }
};

VaeJobHooks hooks_of(const std::string& name, const CommonOptions& common) {
  VaeJobHooks hooks{.stop = [] { return InterruptGuard::signal().has_value(); }};
  const auto observer =
      vae_progress_observer(*common.err, progress_style(*common.err, common.quiet));
  if (observer)
    hooks.progress = [observer, name](const VaeJobProgress& progress) {
      observer(0, 0, name, progress);
    };
  return hooks;
}

template <class Options>
Command vae_figure_command(CommandText text, CommonOptions& common, VaeFigure<Options> compute) {
  const std::string name = text.name;
  return make_command<FlagsOf<Options>>(
      text, common, [&common, compute, name](FlagsOf<Options> options) {
        options.seed = common.seed;
        if constexpr (requires { options.models; }) {
          if (options.models.empty())
            options.models = path_beside_result(common.destination.folder, "vae-models");
          path_beside_result(options.models, "");  // makes it
        }
        const InterruptGuard guard;
        ThreadPool pool(common.thread_count());
        auto report = compute(options, pool, hooks_of(name, common));
        if (!report) InterruptGuard::rethrow();
        return std::move(report.value());
      });
}

CommandText with_data(CommandText text, const std::string& example) {
  text.required = {"data"};
  text.footer = "Example:\n  renyi reproduce " + text.name + " --data images" + example;
  return text;
}

}  // namespace

Command reproduce_figure_5_command(const CommandText& text, CommonOptions& common) {
  return vae_figure_command(with_data(text, " --output results"), common, figure_5);
}

Command reproduce_figure_6a_command(const CommandText& text, CommonOptions& common) {
  return vae_figure_command(with_data(text, " --draws 5,10,50"), common, figure_6a);
}

Command reproduce_figure_6b_command(const CommandText& text, CommonOptions& common) {
  return vae_figure_command(with_data(text, ""), common, figure_6b);
}

Command reproduce_samples_command(const CommandText& text, CommonOptions& common) {
  return vae_figure_command(with_data(text, " --dataset caltech --draws 50 --output results"),
                            common, vae_samples);
}

Command reproduce_speed_command(const CommandText& text, CommonOptions& common) {
  return vae_figure_command(text, common, vr_max_speed);
}

}  // namespace renyi::cli
