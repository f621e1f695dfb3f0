#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "renyi/core/safetensors.hpp"
#include "renyi/models/vae_model.hpp"
#include "tests/support/example_images.hpp"

namespace renyi::fit_vae_command_test {
namespace {

using testing::bars;
using testing::contents;
using testing::fit_small_vae;
using testing::run_command;
using testing::TemporaryFolder;
using Json = nlohmann::json;

Json value(const Json& result, const std::string& quantity) {
  for (const auto& row : result["tables"]["model"]["rows"])
    if (row[0] == quantity) return row[1];
  return {};
}

// Eight images with equal probability: log p(x) can be no better than -log 8 in the mean, and
// independent pixels of probability 1/4 give 16 times the log of that choice's entropy, -9.0.
TEST(FitVaeCommand, LearnsImages) {
  const TemporaryFolder folder;
  const auto outcome = fit_small_vae(folder.file("bars", bars(64)), folder.path("m"),
                                     {"--epochs=400", "--learning-rate=0.01", "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const double bound = value(Json::parse(outcome.out), "bound of an image, last epoch");
  EXPECT_GT(bound, -4.0);
  EXPECT_LT(bound, -std::log(8.0) + 0.1);
  EXPECT_EQ(value(Json::parse(outcome.out), "pixels are taken"), "as they are");
}

TEST(FitVaeCommand, SavesTheSameBytesOnAnyThreads) {
  const TemporaryFolder folder;
  const std::string images = folder.file("bars", bars(64, 200, 30));
  const auto bytes = [&](const char* name, const char* seed, const char* threads) {
    const auto outcome = fit_small_vae(images, folder.path(name), {seed, threads});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return contents(folder.path(name));
  };
  const std::string one = bytes("a", "--seed=4", "--threads=1");
  EXPECT_GT(one.size(), 0U);
  EXPECT_EQ(one, bytes("b", "--seed=4", "--threads=2"));
  EXPECT_NE(one, bytes("c", "--seed=5", "--threads=1"));
}

TEST(FitVaeCommand, SaysWhatWasDoneAndShowsIt) {
  const TemporaryFolder folder;
  const auto outcome =
      fit_small_vae(folder.file("bars", bars(40, 200, 30)), folder.path("m"),
                    {"--validate=0.2", "--validate-draws=10", "--patience=5", "--format=json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto result = Json::parse(outcome.out);
  EXPECT_EQ(value(result, "images learned from"), 32);
  EXPECT_EQ(value(result, "images to validate with"), 8);
  EXPECT_EQ(value(result, "pixels are taken"), "black and white drawn anew at every use");
  EXPECT_EQ(value(result, "pixels of an image"), "4 x 4");
  EXPECT_TRUE(value(result, "best epoch").is_number());
  EXPECT_EQ(result["figures"].size(), 2U);
  EXPECT_EQ(result["images"]["samples"]["png"].size(), 64U);
  EXPECT_EQ(result["images"]["reconstructions"]["png"].size(), 16U);
  const VaeModel model = VaeModel::load(read_safetensors(folder.path("m")), "m");
  EXPECT_TRUE(model.treatment.binarise);
  EXPECT_EQ(read_safetensors(folder.path("m")).metadata.at("alpha"), "0");
}

TEST(FitVaeCommand, ValidatesByAnotherFileLikeIt) {
  const TemporaryFolder folder;
  const std::string images = folder.file("bars", bars(32));
  const auto with = [&](const std::string& other) {
    return fit_small_vae(images, folder.path("m"), {"--validate-images=" + other, "--format=json"});
  };
  const auto outcome = with(folder.file("more", bars(8)));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(value(Json::parse(outcome.out), "images to validate with"), 8);
  const auto wider = with(folder.file("wider", bars(8, 255, 0, 5)));
  EXPECT_EQ(wider.code, 65);
  EXPECT_EQ(wider.err,
            "renyi: " + folder.path("wider") + ": expected images of 4 x 4 pixels, found 5 x 5\n");
}

TEST(FitVaeCommand, RunsEveryOrderAndARowThatIsNoImage) {
  const TemporaryFolder folder;
  std::string table = "a,b,c\n";
  for (int i = 0; i < 20; ++i) table += std::to_string(i % 3) + ",2.5,-1\n";
  for (const char* alpha : {"-inf", "-1", "1", "inf"}) {
    const auto outcome =
        fit_small_vae(folder.file("t.csv", table), folder.path("m"),
                      {"--likelihood=gaussian-fixed-sd", "--mean=linear", "--sd=0.5",
                       "--alpha=" + std::string(alpha), "--format=json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(value(Json::parse(outcome.out), "pixels of an image"), "3");
    EXPECT_EQ(Json::parse(outcome.out)["images"].size(), 0U);
  }
}

TEST(FitVaeCommand, ATypoInTheArchitectureIsPointedAt) {
  const auto outcome = run_command({"fit", "vae", "x", "--architecture=d200-x200-s50"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_EQ(outcome.err,
            "renyi: --architecture: expected d (deterministic) or s (stochastic) and a number of "
            "units, found 'x200' at character 6\n  d200-x200-s50\n       ^\n");
}

TEST(FitVaeCommand, RefusesImagesItCannotLearnFrom) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& table, const std::string& more = "--epochs=1") {
    const auto outcome = fit_small_vae(folder.file("t.csv", table), folder.path("m"), {more});
    EXPECT_EQ(outcome.code, 65) << table;
    return outcome.err;
  };
  EXPECT_EQ(refusal("0,1\n1,7\n"),
            "renyi: " + folder.path("t.csv") +
                ": expected pixels from 0 to 1, for a Bernoulli likelihood, found 7 in image 2, "
                "pixel 2; divide the pixels by their largest value, or choose a Gaussian "
                "likelihood\n");
  EXPECT_EQ(refusal("0,1\n1,nan\n"), "renyi: " + folder.path("t.csv") +
                                         ": expected finite pixels, found NaN in image 2, pixel "
                                         "2\n");
}

TEST(FitVaeCommand, KeepsSomeImagesToLearnFrom) {
  const TemporaryFolder folder;
  const auto outcome =
      fit_small_vae(folder.file("bars", bars(1)), folder.path("m"), {"--validate=0.5"});
  EXPECT_EQ(outcome.code, 64);
  EXPECT_EQ(outcome.err, "renyi: --validate: expected rows on both sides, found 1 of 1 rows\n");
}

TEST(FitVaeCommand, AStepIntoTheVoidIsNamedAndTheLastGoodStateKept) {
  const TemporaryFolder folder;
  const auto outcome =
      fit_small_vae(folder.file("bars", bars(64)), folder.path("m"),
                    {"--learning-rate=1e30", "--epochs=20", "--schedule=constant"});
  EXPECT_EQ(outcome.code, 70);
  EXPECT_NE(outcome.err.find("the model so far is in " + folder.path("m")), std::string::npos)
      << outcome.err;
  EXPECT_TRUE(is_vae(read_safetensors(folder.path("m"))));
}

// Of a schedule that does not depend on the length, more epochs are the same run.
TEST(FitVaeCommand, GoesOnToTheSameBytes) {
  const TemporaryFolder folder;
  const std::string images = folder.file("bars", bars(40, 200, 30));
  const auto fit = [&](const char* name, std::vector<std::string> more) {
    for (const char* flag : {"--schedule=constant", "--validate=0.2"}) more.emplace_back(flag);
    const auto outcome = fit_small_vae(images, folder.path(name), more);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return contents(folder.path(name));
  };
  const std::string whole = fit("a", {"--epochs=5"});
  EXPECT_NE(whole, fit("b", {"--epochs=2"}));
  EXPECT_EQ(whole, fit("b", {"--epochs=5", "--resume"}));
  const auto other = fit_small_vae(images, folder.path("b"), {"--draws=6", "--resume"});
  EXPECT_EQ(other.code, 65);
  EXPECT_NE(other.err.find("draws"), std::string::npos) << other.err;
}

TEST(FitVaeCommand, SaysWhenABatchIsLargerThanTheData) {
  const TemporaryFolder folder;
  const auto outcome = run_command({"fit", "vae", folder.file("bars", bars(8)), "--architecture=s1",
                                    "--epochs=1", "--batch=100"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("--batch 100: there are 8 images"), std::string::npos);
  EXPECT_NE(outcome.err.find("epoch 1/1"), std::string::npos);
}

}  // namespace
}  // namespace renyi::fit_vae_command_test
