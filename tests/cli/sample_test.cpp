#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/model_file.hpp"
#include "renyi/data/npy.hpp"
#include "tests/support/example_images.hpp"

namespace renyi::sample_test {
namespace {

using testing::contents;
using testing::run_command;
using testing::small_vae;
using testing::TemporaryFolder;

TEST(SampleCommand, WritesImagesThatTheSeedFixes) {
  const TemporaryFolder folder;
  const std::string model = small_vae(folder);
  const std::string npy = folder.path("s.npy"), png = folder.path("s.png");
  const auto outcome =
      run_command({"sample", model, "--count=5", "--npy=" + npy, "--png=" + png, "--seed=3"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read_npy(npy), sample_images(cli::load_vae(model), 5, 3).cast<double>());
  EXPECT_TRUE(contents(png).starts_with("\x89PNG"));
  EXPECT_NE(outcome.out.find(png), std::string::npos);
}

TEST(SampleCommand, ResultsHoldThePictures) {
  const TemporaryFolder folder;
  const auto outcome = run_command({"sample", small_vae(folder), "--count=9", "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto result = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(result["images"]["samples"]["png"].size(), 9U);
}

TEST(SampleCommand, Refuses) {
  const TemporaryFolder folder;
  const std::string model = small_vae(folder);
  const auto refusal = [](const std::vector<std::string>& arguments) {
    const auto outcome = run_command(arguments);
    EXPECT_NE(outcome.code, 0);
    return outcome.err;
  };
  EXPECT_EQ(refusal({"sample", model}),
            "renyi: --png: expected --png FILE, --npy FILE or --output FOLDER, found none\n");
  EXPECT_EQ(refusal({"sample", model, "--count=0", "--npy=x"}),
            "renyi: --count: expected 1 to 1000000, found 0\n");
  const std::string linear = folder.path("l");
  ASSERT_EQ(run_command({"fit", "linear", RENYI_SOURCE_DIR "/examples/flats.csv", "--target=rent",
                         "--model", linear})
                .code,
            0);
  EXPECT_EQ(refusal({"sample", linear, "--npy=x"}),
            "renyi: " + linear +
                ": expected an auto-encoder, which `renyi fit vae` saves, found a model of kind "
                "'linear'\n");
}

TEST(SampleCommand, RowsThatAreNoImagesHaveNoPicture) {
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  const auto fit = testing::fit_small_vae(folder.file("t.csv", "0,1\n1,0\n1,1\n"), model);
  ASSERT_EQ(fit.code, 0) << fit.err;
  EXPECT_EQ(run_command({"sample", model, "--png=" + folder.path("p")}).err,
            "renyi: --png: expected a model of images with height and width, found one of rows of "
            "2 numbers\n");
  EXPECT_EQ(run_command({"sample", model, "--npy=" + folder.path("s.npy")}).code, 0);
}

}  // namespace
}  // namespace renyi::sample_test
