// `renyi evaluate MODEL TEST`: how good a fitted model's predictions are on rows whose targets are
// known, or how probable images are under an auto-encoder.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/evaluation.hpp"
#include "cli/image_input.hpp"
#include "cli/interrupt.hpp"
#include "cli/make_command.hpp"
#include "cli/table_input.hpp"
#include "cli/vae_evaluation.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/data/cached_copy.hpp"
#include "renyi/models/load_model.hpp"
#include "renyi/models/shared_model.hpp"

namespace renyi::cli {
namespace {

struct EvaluateOptions {
  std::string model = {};
  TableFlags table = {};
  std::optional<std::int64_t> draws = {};
  ImageFlags images = {};
  bool stream = false;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("model", self.model, "model that `renyi fit ... --model` has saved");
    TableFlags::describe(self.table, field);
    field("draws", self.draws, "of an auto-encoder: draws of each image; auto: 5000");
    ImageFlags::describe_use(self.images, field);
    field("stream", self.stream,
          "of an auto-encoder: leave images in their file (IDX, NPY) and read them when needed");
  }
  void validate() const {
    table.validate();
    images.validate();
  }
};

void refuse_flag(bool given, const char* flag, const char* expected) {
  if (given)
    throw UsageError(fmt::format("--{}: expected {}, found another model", flag, expected));
}

Report evaluate_table(const EvaluateOptions& options, const TensorFile& file,
                      const CommonOptions& common) {
  constexpr const char* expected = "an auto-encoder";
  refuse_flag(options.draws.has_value(), "draws", expected);
  refuse_flag(!options.images.variable.empty(), "variable", expected);
  refuse_flag(options.images.count > 0, "count", expected);
  refuse_flag(options.stream, "stream", expected);
  const auto model = load_model(file, options.model);
  const TableEncoding& encoding = model->encoding();
  const TableInput input = read_to_predict(options.table, encoding, true);
  const Matrix features = encode_features(encoding, input.table, input.rows);
  Report report;
  report.data = {input.source};
  ThreadPool pool(common.thread_count());
  add_evaluation(SharedModel(*model, &pool, common.others), features,
                 encode_target(encoding, input.table, input.rows), report);
  return report;
}

void hint_at_greys(const VaeModel& model, const PixelFacts& facts, const CommonOptions& common) {
  if (model.spec.likelihood.model == PixelModel::bernoulli && !model.treatment.binarise &&
      facts.has_greys)
    common.hint(
        "these images have greys, and the model was fitted without --binarise: of a grey pixel the "
        "scores are cross-entropies, and no log p(x)");
}

Report score_report(const EvaluateOptions& options, const VaeModel& model, const RowsView& images,
                    const DataSource& source, const CommonOptions& common) {
  const VaeScoreOptions scoring{.draws = options.draws.value_or(VaeScoreOptions{}.draws),
                                .seed = common.seed};
  const InterruptGuard guard;
  ThreadPool pool(common.thread_count());
  VaeScores scores;
  with_flags([&] {
    scores = score_images(model, images, scoring, &pool, image_progress(common, images.rows()),
                          common.others);
  });
  InterruptGuard::rethrow();
  Report report;
  report.data = {source};
  report.tables = {image_scores_table(model.spec, scores, scoring.draws)};
  // A row an image is for files and programs.
  if (common.format != Format::table || !common.destination.folder.empty())
    report.tables.push_back(images_table(scores));
  report.figures = image_score_figures(scores);
  return report;
}

// Of images that stay in their file.
Report stream_images(const EvaluateOptions& options, const ImageFlags& flags, const VaeModel& model,
                     const CommonOptions& common) {
  std::optional<ImageFile> images;
  with_flags([&] { images.emplace(flags.images, options_for(model, flags), default_cache()); });
  require_fit(*images, model.spec);
  hint_at_greys(model, facts_of(*images), common);
  DataSource source = source_of(*images);
  if (flags.count == 0 || flags.count >= images->rows())
    return score_report(options, model, *images, source, common);
  source.rows = flags.count;
  return score_report(options, model, SomeRows(*images, all_rows(flags.count)), source, common);
}

Report evaluate_images(const EvaluateOptions& options, const TensorFile& file,
                       const CommonOptions& common) {
  constexpr const char* expected = "a model of a table";
  const TableFlags& table = options.table;
  refuse_flag(table.header, "header", expected);
  refuse_flag(table.no_header, "no-header", expected);
  refuse_flag(table.separator != Separator::detect, "separator", expected);
  refuse_flag(table.split >= 0, "split", expected);
  const VaeModel model = VaeModel::load(file, options.model);
  ImageFlags flags = options.images;
  flags.images = table.data;
  if (options.stream) return stream_images(options, flags, model, common);
  const ImageSet images = read_for_model(flags, model);
  hint_at_greys(model, facts_of(images.pixels), common);
  return score_report(options, model, images.pixels, source_of(images), common);
}

Report evaluate_report(const EvaluateOptions& options, const CommonOptions& common) {
  const TensorFile file = read_safetensors(options.model);
  return is_vae(file) ? evaluate_images(options, file, common)
                      : evaluate_table(options, file, common);
}

}  // namespace

Command evaluate_command(CommonOptions& common) {
  return make_command<EvaluateOptions>(
      {.name = "evaluate",
       .description = "Score a fitted model on rows whose targets are known, or on images",
       .footer = "Of an auto-encoder: log likelihoods of images, all of them with --format csv "
                 "or --output.\n"
                 "Examples:\n"
                 "  renyi evaluate flats.safetensors test.csv\n"
                 "  renyi evaluate boston.safetensors boston --split 0      # its test rows\n"
                 "  renyi evaluate digits.safetensors t10k-images-idx3-ubyte.gz --count 1000",
       .positional = {"model", "data"},
       .with_others = true},
      common,
      [&common](const EvaluateOptions& options) { return evaluate_report(options, common); });
}

}  // namespace renyi::cli
