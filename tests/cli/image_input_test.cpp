#include "cli/image_input.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/example_images.hpp"

namespace renyi::cli::image_input_test {
namespace {

using testing::bars;
using testing::TemporaryFolder;

VaeModel example() { return {.spec = {.pixels = 16}, .treatment = {.height = 4, .width = 4}}; }

std::string refusal(const ImageFlags& flags, const VaeModel& model) {
  try {
    flags.validate();
    read_for_model(flags, model);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ImageInput, IsReadAsTheModelWasTrained) {
  const TemporaryFolder folder;
  VaeModel model = example();
  const std::string file = folder.file("bars", bars(4));
  const MatrixF plain = read_for_model({.images = file}, model).pixels;
  EXPECT_EQ(plain.rows(), 4);
  model.treatment.invert = true;
  EXPECT_EQ(read_for_model({.images = file}, model).pixels, MatrixF(1.0F - plain.array()));
  model.treatment.invert = false;
  model.treatment.transpose = true;
  const MatrixF turned = read_for_model({.images = file}, model).pixels;
  EXPECT_EQ(turned.row(0), plain.row(1)) << "a bar that stands lies";
}

TEST(ImageInput, GivesTheFirstImages) {
  const TemporaryFolder folder;
  const std::string file = folder.file("bars", bars(4));
  const ImageSet two = read_for_model({.images = file, .count = 2}, example());
  EXPECT_EQ(two.pixels, read_for_model({.images = file}, example()).pixels.topRows(2));
  EXPECT_EQ(source_of(two).rows, 2);
  EXPECT_EQ(source_of(two).path, file);
  EXPECT_EQ(read_for_model({.images = file, .count = 9}, example()).pixels.rows(), 4);
  EXPECT_EQ(refusal({.images = file, .count = -1}, example()),
            "--count: expected a number from 0, found -1");
}

TEST(ImageInput, RefusesImagesThatTheModelDoesNotKnow) {
  const TemporaryFolder folder;
  const std::string wide = folder.file("wide", bars(2, 255, 0, 5));
  EXPECT_EQ(refusal({.images = wide}, example()),
            wide + ": expected images of 4 x 4 pixels, found 5 x 5");
  VaeModel rows = example();
  rows.treatment = {};
  EXPECT_EQ(refusal({.images = wide}, rows),
            wide + ": expected images of 16 pixels, as the model has, found 25");
  VaeModel pair{.spec = {.pixels = 2}};
  const std::string large = folder.file("t", "0,1\n2,0\n");
  EXPECT_NE(refusal({.images = large}, pair).find("found 2 in image 2, pixel 1"),
            std::string::npos);
  pair.spec.likelihood.model = PixelModel::gaussian;
  EXPECT_EQ(refusal({.images = large}, pair), "no error");
}

TEST(ImageInput, IsBinarisedWhereTheModelIs) {
  VaeModel model = example();
  const MatrixF grey = MatrixF::Constant(3, 16, 0.5F);
  EXPECT_EQ(as_trained(model, grey, 1), grey);
  model.treatment.binarise = true;
  const MatrixF binary = as_trained(model, grey, 1);
  EXPECT_TRUE(((binary.array() == 0.0F) || (binary.array() == 1.0F)).all());
  EXPECT_EQ(binary, as_trained(model, grey, 1));
  EXPECT_NE(binary, as_trained(model, grey, 2));
}

}  // namespace
}  // namespace renyi::cli::image_input_test
