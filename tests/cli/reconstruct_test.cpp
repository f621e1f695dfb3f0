#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/model_file.hpp"
#include "renyi/data/image_set.hpp"
#include "renyi/data/npy.hpp"
#include "tests/support/example_images.hpp"

namespace renyi::reconstruct_test {
namespace {

using testing::bars;
using testing::run_command;
using testing::small_vae;
using testing::TemporaryFolder;

TEST(ReconstructCommand, ShowsImagesBesideTheirReconstructions) {
  const TemporaryFolder folder;
  const std::string model = small_vae(folder), images = folder.file("new", bars(6));
  const std::string npy = folder.path("r.npy"), png = folder.path("r.png");
  const auto outcome = run_command(
      {"reconstruct", model, images, "--count=4", "--npy=" + npy, "--png=" + png, "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const MatrixF pixels = read_images(images).pixels.topRows(4);
  const MatrixF expected = reconstruct_images(cli::load_vae(model), pixels);
  EXPECT_EQ(read_npy(npy), expected.cast<double>());
  const auto result = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(result["images"]["reconstructions"]["png"].size(), 8U);
  const double squares = (pixels - expected).cast<double>().array().square().mean();
  EXPECT_DOUBLE_EQ(result["tables"]["reconstructions"]["rows"][1][1].get<double>(),
                   std::sqrt(squares));
  EXPECT_TRUE(testing::contents(png).starts_with("\x89PNG"));
}

TEST(ReconstructCommand, BinarisesWhereTheModelWasTrainedSo) {
  const TemporaryFolder folder;
  const std::string model = small_vae(folder, {"--binarise=true"});
  const std::string grey = folder.file("grey", bars(6, 200, 100)), npy = folder.path("r.npy");
  const auto outcome = run_command({"reconstruct", model, grey, "--npy=" + npy, "--seed=5"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const MatrixF binary = binarise_images(read_images(grey).pixels, 5);
  EXPECT_EQ(read_npy(npy), reconstruct_images(cli::load_vae(model), binary).cast<double>());
  EXPECT_NE(outcome.out.find("black and white"), std::string::npos);
}

TEST(ReconstructCommand, NeedsSomewhereToShowThem) {
  const TemporaryFolder folder;
  const auto outcome = run_command({"reconstruct", small_vae(folder), folder.path("bars")});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_EQ(outcome.err,
            "renyi: --png: expected --png FILE, --npy FILE or --output FOLDER, found none\n");
}

}  // namespace
}  // namespace renyi::reconstruct_test
