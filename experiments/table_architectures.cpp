#include "experiments/table_architectures.hpp"

#include <fmt/format.h>

#include "experiments/vae_benchmark.hpp"
#include "renyi/nn/network_layout.hpp"

namespace renyi {
namespace {

struct TestedNetwork {
  VaeBenchmark benchmark;
  const char* name;
  Index layers;
  Index pixels;
};

constexpr TestedNetwork tested[] = {
    {VaeBenchmark::frey, "Frey Face", 1, 560},    {VaeBenchmark::caltech, "Caltech 101", 1, 784},
    {VaeBenchmark::mnist, "MNIST", 1, 784},       {VaeBenchmark::mnist, "MNIST", 2, 784},
    {VaeBenchmark::omniglot, "OMNIGLOT", 1, 784}, {VaeBenchmark::omniglot, "OMNIGLOT", 2, 784}};

}  // namespace

Report table_architectures() {
  Table table{
      .name = "architectures",
      .title = "Appendix Table 3: the networks of the auto-encoders",
      .columns = {"dataset", "L", "architecture", "activation", "p / q", "parameters", "batch",
                  "epochs"},
      .notes = {"d: deterministic, s: stochastic, from the data upwards; the decoder is the "
                "mirror image. Frey Face's epochs were not published: see "
                "docs/decisions.md."}};
  for (const auto& [benchmark, name, layers, pixels] : tested) {
    const VaeOptions options = vae_preset(preset_of(benchmark), layers);
    const VaeModel model = vae_model(options, pixels, {});
    const bool is_bernoulli = options.likelihood.model == PixelModel::bernoulli;
    table.rows.push_back({std::string(name), std::int64_t{layers}, to_string(options.architecture),
                          std::string(to_string(options.activation)),
                          fmt::format("{} / Gaussian", is_bernoulli ? "Bernoulli" : "Gaussian"),
                          std::int64_t{VaeNetworks(model.spec).parameters()}, options.train.batch,
                          options.train.epoch_count()});
  }
  return {.tables = {table}};
}

}  // namespace renyi
