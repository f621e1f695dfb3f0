#include "cli/vae_tables.hpp"

#include <gtest/gtest.h>

namespace renyi::cli::vae_tables_test {
namespace {

Cell value(const Table& table, const std::string& quantity) {
  for (const auto& row : table.rows)
    if (std::get<std::string>(row[0]) == quantity) return row[1];
  return NotAvailable{};
}

VaeOptions example_options() {
  VaeOptions options = vae_preset(VaePreset::caltech, 1);
  options.treatment.height = 2;
  options.treatment.width = 3;
  return options;
}

TEST(VaeTables, SayWhatWasLearned) {
  const VaeOptions options = example_options();
  const VaeFit fit{
      .model = vae_model(options, 6, VectorF::Zero(9)),
      .training = {
          .best_epoch = 1,
          .best_score = -2.0,
          .history = {{.epoch = 1, .bound = -5.0},
                      {.epoch = 2, .bound = -4.0, .standard_error = 0.5, .effective_draws = 3.5}},
          .steps = 8,
          .seconds = 1.5}};
  const Table table = vae_table({.options = options, .fit = fit, .images = 90, .validated = 10});
  EXPECT_EQ(value(table, "images learned from"), Cell(std::int64_t{90}));
  EXPECT_EQ(value(table, "images to validate with"), Cell(std::int64_t{10}));
  EXPECT_EQ(value(table, "pixels of an image"), Cell("2 x 3"));
  EXPECT_EQ(value(table, "pixels are taken"), Cell("as they are, inverted, transposed"));
  EXPECT_EQ(value(table, "likelihood of a pixel"), Cell("bernoulli"));
  EXPECT_EQ(value(table, "architecture"), Cell(to_string(options.architecture)));
  EXPECT_EQ(value(table, "parameters"), Cell(std::int64_t{9}));
  EXPECT_EQ(value(table, "draws K"), Cell(std::int64_t{5}));
  EXPECT_EQ(value(table, "epochs"), Cell(std::int64_t{2}));
  EXPECT_EQ(value(table, "bound of an image, last epoch"), Cell(-4.0));
  EXPECT_EQ(value(table, "its standard error"), Cell(0.5));
  EXPECT_EQ(value(table, "effective draws, last epoch"), Cell(3.5));
  EXPECT_EQ(value(table, "best epoch"), Cell(std::int64_t{1}));
  EXPECT_EQ(value(table, "seconds"), Cell(1.5));
}

TEST(VaeTables, SayHowPixelsAreTaken) {
  const auto text = [](const VaeOptions& options, const char* quantity) {
    const VaeFit fit{.model = vae_model(options, 6, VectorF::Zero(9))};
    return value(vae_table({.options = options, .fit = fit}), quantity);
  };
  VaeOptions options = vae_preset(VaePreset::mnist, 1);
  EXPECT_EQ(text(options, "pixels are taken"), Cell("black and white drawn anew at every use"));
  EXPECT_EQ(text(options, "pixels of an image"), Cell("6")) << "rows that are no images";
  options = vae_preset(VaePreset::frey, 1);
  EXPECT_EQ(text(options, "likelihood of a pixel"), Cell("gaussian, sigmoid mean"));
  options.likelihood = {
      .model = PixelModel::gaussian_fixed_sd, .mean = PixelMean::linear, .sd = 0.1};
  EXPECT_EQ(text(options, "likelihood of a pixel"), Cell("gaussian-fixed-sd 0.1, linear mean"));
}

}  // namespace
}  // namespace renyi::cli::vae_tables_test
