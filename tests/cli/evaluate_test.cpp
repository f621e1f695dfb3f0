#include <gtest/gtest.h>

#include <Eigen/QR>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "cli/model_file.hpp"
#include "renyi/data/data_folder.hpp"
#include "renyi/data/image_set.hpp"
#include "renyi/data/numeric_matrix.hpp"
#include "renyi/inference/vae_scores.hpp"
#include "tests/support/example_images.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::evaluate_test {
namespace {

using testing::run_command;
using testing::TemporaryFolder;

nlohmann::json scores(const std::vector<std::string>& arguments) {
  auto with_format = arguments;
  with_format.emplace_back("--format=json");
  const auto outcome = run_command(with_format);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out)["tables"]["scores"]["rows"];
}

TEST(EvaluateCommand, ScoresTheExampleAsItWasMade) {
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  const auto fit = run_command(
      {"fit", "linear", RENYI_SOURCE_DIR "/examples/flats.csv", "--target=rent", "--model", model});
  ASSERT_EQ(fit.code, 0) << fit.err;
  const auto rows = scores({"evaluate", model, RENYI_SOURCE_DIR "/examples/flats_test.csv"});
  const double noise = 60.0;  // examples/flats.cpp
  EXPECT_NEAR(rows[1][1].get<double>(), noise, 4.0 * rows[1][2].get<double>()) << "RMSE";
  const double entropy = 0.5 * std::log(2.0 * std::numbers::pi * std::numbers::e * noise * noise);
  EXPECT_NEAR(rows[0][1].get<double>(), -entropy, 4.0 * rows[0][2].get<double>());
  EXPECT_NEAR(rows[2][1].get<double>(), noise * std::numbers::inv_sqrtpi,
              4.0 * rows[2][2].get<double>());
  for (std::size_t i = 3; i < 6; ++i) {
    const double level = std::array{0.5, 0.9, 0.95}[i - 3];
    EXPECT_NEAR(rows[i][1].get<double>(), level, 4.0 * rows[i][2].get<double>());
  }
}

TEST(EvaluateCommand, NeedsTheTarget) {
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  const auto data = folder.file("t.csv", "x,y\n1,1\n2,3\n3,4\n");
  ASSERT_EQ(run_command({"fit", "linear", data, "--target=y", "--model", model}).code, 0);
  const auto without = folder.file("n.csv", "x\n1\n");
  const auto outcome = run_command({"evaluate", model, without});
  EXPECT_EQ(outcome.code, 65);
  EXPECT_EQ(outcome.err, "renyi: " + without +
                             ": expected the 2 columns that the model needs, found none named y\n");
  const auto missing = folder.file("n.csv", "x,y\n1,\n");
  EXPECT_EQ(
      run_command({"evaluate", model, missing}).err,
      "renyi: " + missing +
          ", line 2, column 2: expected a number of the target in column 'y', found a missing "
          "cell\n");
  const auto one = scores({"evaluate", model, folder.file("n.csv", "x,y\n1,2\n")});
  EXPECT_TRUE(one[0][2].is_null()) << "one row has no error";
}

// With hundreds of rows the prior counts for little: the errors are those of least squares.
TEST(EvaluateCommand, PredictsTheTestRowsOfASplit) {
  const std::string boston = RENYI_SOURCE_DIR "/../shared/data/uci/boston";
  if (!is_folder(boston)) GTEST_SKIP() << "no " << boston;
  const TemporaryFolder folder;
  const std::string model = folder.path("m");
  const auto fit = run_command({"fit", "linear", boston, "--split=0", "--model", model});
  ASSERT_EQ(fit.code, 0) << fit.err;
  const auto rows = scores({"evaluate", model, boston, "--split=0"});

  const Matrix all = read_matrix(boston + "/data.txt").values;
  const auto [train, test] = read_split(boston, 0, all.rows());
  const auto design = [&](const std::vector<Index>& part) {
    Matrix x(static_cast<Index>(part.size()), 14);
    x << Vector::Ones(x.rows()), all(part, Eigen::seq(0, 12));
    return x;
  };
  const Vector b = design(train).colPivHouseholderQr().solve(all(train, 13));
  const Vector errors = design(test) * b - all(test, 13);
  const double rmse = std::sqrt(errors.squaredNorm() / static_cast<double>(errors.size()));
  EXPECT_NEAR(rows[1][1].get<double>() / rmse, 1.0, 0.01);
}

// A file that was learned well enough is more probable than one of noise, and every image is
// listed.
TEST(EvaluateCommand, ScoresImagesByAnAutoEncoder) {
  const TemporaryFolder folder;
  const std::string model = testing::small_vae(folder, {"--epochs=100"});
  const std::string images = folder.file("test", testing::bars(12));
  const auto outcome = run_command(
      {"evaluate", model, images, "--draws=200", "--count=10", "--format=json", "--quiet"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const auto tables = nlohmann::json::parse(outcome.out)["tables"];
  const auto& rows = tables["images"]["rows"];
  ASSERT_EQ(rows.size(), 10U);
  const VaeScores expected =
      score_images(cli::load_vae(model), MatrixF(read_images(images).pixels.topRows(10)),
                   {.draws = 200, .seed = 1});
  for (Index i = 0; i < 10; ++i)
    EXPECT_EQ(rows[static_cast<std::size_t>(i)][1].get<double>(), expected.log_likelihoods(i));
  const auto& scores = tables["scores"]["rows"];
  EXPECT_DOUBLE_EQ(scores[0][1].get<double>(), expected.mean());
  EXPECT_DOUBLE_EQ(scores[1][1].get<double>(), -expected.mean() / (16.0 * std::numbers::ln2));
}

// Also of a file in which images stand by columns, which the model remembers.
TEST(EvaluateCommand, ScoresImagesThatStayInTheirFileAlike) {
  const TemporaryFolder folder;
  for (const std::string more : {"--binarise=true", "--transpose=true"}) {
    const std::string model = testing::small_vae(folder, {more});
    const std::string images = folder.file("test", testing::bars(12));
    for (const std::string count : {"0", "5"}) {
      std::vector<std::string> arguments = {"evaluate", model, images,         "--draws=20",
                                            "--count",  count, "--format=csv", "--quiet"};
      const auto loaded = run_command(arguments);
      arguments.emplace_back("--stream");
      const auto streamed = run_command(arguments);
      ASSERT_EQ(streamed.code, 0) << streamed.err;
      const auto tables = [](const std::string& text) { return text.substr(text.find("# table")); };
      EXPECT_EQ(tables(streamed.out), tables(loaded.out));
    }
  }
  const std::string model = testing::small_vae(folder);
  const std::string table = folder.file("t.csv", "0,1\n1,0\n");
  EXPECT_EQ(run_command({"evaluate", model, table, "--stream"}).code, 64);
}

TEST(EvaluateCommand, ListsImagesOnlyWhereTheyAreReadByPrograms) {
  const TemporaryFolder folder;
  const std::string model = testing::small_vae(folder);
  const std::string images = folder.file("test", testing::bars(300));
  const auto text = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {"evaluate", model, images, "--draws=1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_command(arguments);
  };
  EXPECT_EQ(text({}).out.find("Each image"), std::string::npos);
  EXPECT_NE(text({}).err.find("image 300/300"), std::string::npos);
  EXPECT_NE(text({"--format=csv"}).out.find("image,log_likelihood,effective_draws,pareto_k\n1,"),
            std::string::npos);
  const auto to_folder = text({"--output=" + folder.path("d")});
  EXPECT_EQ(to_folder.out.find("Each image"), std::string::npos) << "too long for a terminal";
  EXPECT_NE(to_folder.err.find("the 300 rows of the table 'images' are only there"),
            std::string::npos);
  EXPECT_NE(testing::contents(folder.path("d/evaluate.csv")).find("\n300,"), std::string::npos);
}

TEST(EvaluateCommand, FlagsAreForTheModelThatHasThem) {
  const TemporaryFolder folder;
  const std::string vae = testing::small_vae(folder), linear = folder.path("l");
  const std::string table = RENYI_SOURCE_DIR "/examples/flats.csv";
  ASSERT_EQ(run_command({"fit", "linear", table, "--target=rent", "--model", linear}).code, 0);
  EXPECT_EQ(run_command({"evaluate", linear, table, "--draws=5"}).err,
            "renyi: --draws: expected an auto-encoder, found another model\n");
  EXPECT_EQ(run_command({"evaluate", linear, table, "--stream"}).err,
            "renyi: --stream: expected an auto-encoder, found another model\n");
  EXPECT_EQ(run_command({"evaluate", vae, folder.path("bars"), "--split=0"}).err,
            "renyi: --split: expected a model of a table, found another model\n");
  EXPECT_EQ(run_command({"evaluate", vae, folder.path("bars"), "--draws=0"}).err,
            "renyi: --draws: expected 1 to 2^24 - 1, found 0\n");
}

}  // namespace
}  // namespace renyi::evaluate_test
