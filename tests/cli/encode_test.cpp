#include <gtest/gtest.h>

#include "cli/model_file.hpp"
#include "renyi/data/image_set.hpp"
#include "renyi/data/npy.hpp"
#include "tests/support/example_images.hpp"

namespace renyi::encode_test {
namespace {

using testing::bars;
using testing::run_command;
using testing::small_vae;
using testing::TemporaryFolder;

TEST(EncodeCommand, WritesCodesAndTheirSds) {
  const TemporaryFolder folder;
  const std::string model = small_vae(folder), images = folder.file("new", bars(6));
  const std::string npy = folder.path("c.npy"), sds = folder.path("s.npy");
  const auto outcome = run_command({"encode", model, images, "--npy=" + npy, "--sds=" + sds});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const LatentCodes codes = encode_images(cli::load_vae(model), read_images(images).pixels);
  EXPECT_EQ(read_npy(npy), codes.means.cast<double>());
  EXPECT_EQ(read_npy(sds), codes.sds.cast<double>());
  EXPECT_NE(outcome.out.find("Codes of 6 images"), std::string::npos);
}

TEST(EncodeCommand, ReachesTheSecondLayer) {
  const TemporaryFolder folder;
  const std::string model = small_vae(folder, {"--architecture=d4-s3-d4-s2"});
  const std::string npy = folder.path("c.npy"), images = folder.path("bars");
  ASSERT_EQ(run_command({"encode", model, images, "--layer=2", "--count=4", "--npy=" + npy}).code,
            0);
  const Matrix codes = read_npy(npy);
  EXPECT_EQ(codes.rows(), 4);
  EXPECT_EQ(codes.cols(), 2);
  const auto outcome = run_command({"encode", model, images, "--layer=3"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_EQ(outcome.err, "renyi: --layer: expected 1 to 2, found 3\n");
}

TEST(EncodeCommand, RefusesImagesOfAnotherSize) {
  const TemporaryFolder folder;
  const std::string wide = folder.file("wide", bars(2, 255, 0, 5));
  const auto outcome = run_command({"encode", small_vae(folder), wide});
  EXPECT_EQ(outcome.code, 65);
  EXPECT_EQ(outcome.err, "renyi: " + wide + ": expected images of 4 x 4 pixels, found 5 x 5\n");
}

}  // namespace
}  // namespace renyi::encode_test
