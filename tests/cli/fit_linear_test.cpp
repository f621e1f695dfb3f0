#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "renyi/core/safetensors.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::fit_linear_test {
namespace {

using testing::Outcome;
using testing::run_command;
using testing::TemporaryFolder;
using Json = nlohmann::json;

const std::string flats = RENYI_SOURCE_DIR "/examples/flats.csv";

Outcome fit(const std::string& data, const std::vector<std::string>& more) {
  std::vector<std::string> arguments = {"fit", "linear", data};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_command(arguments);
}

Json tables(const std::string& data, std::vector<std::string> more) {
  more.emplace_back("--format=json");
  const auto outcome = fit(data, more);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out.find("NaN"), std::string::npos);
  return Json::parse(outcome.out)["tables"];
}

// examples/flats.cpp: noise of sd 60, 8.5 a square metre, 25 a room, 1.2 a year.
TEST(FitLinearCommand, FindsWhatTheExampleWasMadeOf) {
  const auto result = tables(flats, {"--target=rent", "--alpha=0.5,1", "--prior-precision=1e-3"});
  const auto& rows = result["coefficients"]["rows"];
  EXPECT_EQ(rows.size(), 7U) << "an intercept, three numbers, three districts";
  const auto near = [&](std::size_t row, const char* name, double expected) {
    EXPECT_EQ(rows[row][0], name);
    EXPECT_NEAR(rows[row][1].get<double>(), expected, 4.0 * rows[row][2].get<double>()) << name;
  };
  near(1, "area", 8.5);
  near(2, "rooms", 25.0);
  near(6, "year", 1.2);
  const double sigma = result["model"]["rows"][2][1].get<double>();
  EXPECT_NEAR(sigma, 60.0, 4.0 * 60.0 / std::sqrt(2.0 * 120.0));
}

TEST(FitLinearCommand, ShowsTheSandwich) {
  const auto result =
      tables(flats, {"--target=rent", "--alpha=-inf,-1,0,0.5,1,2,inf", "--sigma=60"});
  const auto& rows = result["bounds"]["rows"];
  ASSERT_EQ(rows.size(), 7U);
  const double evidence = result["model"]["rows"][3][1].get<double>();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double gap = rows[i][1].get<double>() - evidence;
    EXPECT_EQ(i<2, gap> 1e-9) << i;
    EXPECT_EQ(i > 2, gap < -1e-9) << i;
  }
}

TEST(FitLinearCommand, SavesAModelThatSaysWhatItIs) {
  const TemporaryFolder folder;
  const std::string path = folder.path("m.safetensors");
  ASSERT_EQ(fit(flats, {"--target=rent", "-o", path}).code, 0);
  auto file = read_safetensors(path);
  EXPECT_EQ(file.metadata["kind"], "linear");
  EXPECT_EQ(file.metadata["posterior"], "exact");
  EXPECT_EQ(file.tensors["coefficients.covariance"].shape, (std::vector<std::int64_t>{7, 7}));
  ASSERT_EQ(
      fit(flats, {"--target=rent", "--alpha=0.5", "--posterior=approximate", "--model", path}).code,
      0);
  file = read_safetensors(path);
  EXPECT_EQ(file.metadata["posterior"], "alpha = 0.5");
  const Matrix covariance = read_matrix_tensor(file, "coefficients.covariance", path);
  EXPECT_TRUE(covariance.isDiagonal(0.0));
}

TEST(FitLinearCommand, ReportsItsDataAndRepeatsItself) {
  const TemporaryFolder folder;
  const auto first = fit(flats, {"--target=rent", "--features=area,rooms", "--format=json"});
  const auto data = Json::parse(first.out)["data"];
  EXPECT_EQ(data[0]["path"], flats);
  EXPECT_EQ(data[0]["rows"], 120);
  EXPECT_EQ(run_command({"--config", folder.file("r.json", first.out)}).out, first.out);
}

TEST(FitLinearCommand, ColumnsByNumberWithoutAHeader) {
  const TemporaryFolder folder;
  const auto file = folder.file("t.txt", "1 2 9\n2 5 8\n3 7 9\n4 4 5\n");
  const auto rows = tables(file, {"--target=3"})["coefficients"]["rows"];
  EXPECT_EQ(rows[1][0], "x1");
  EXPECT_EQ(rows[2][0], "x2");
}

// ---- Bad input: a clear error or the right answer, never a NaN ----

struct BadInput {
  const char* what;
  std::string content;
  std::vector<std::string> more;
  int code;
  std::string message;
};

TEST(FitLinearCommand, RefusesBadTablesByNamingThePlace) {
  const TemporaryFolder folder;
  const std::string path = folder.path("t.csv");
  const std::string good = "a,b,y\n1,2,3\n2,2,5\n4,1,6\n3,3,1\n";
  const std::string columns = ": expected a column of " + path + " (a, b, y), found ";
  for (const auto& [what, content, more, code, message] : {
           BadInput{"no target", good, {}, 64, "--target" + columns + "nothing"},
           BadInput{"no such target", good, {"--target=z1"}, 64, "--target" + columns + "'z1'"},
           BadInput{
               "near miss", good, {"--target=Y"}, 64, "--target" + columns + "'Y'; perhaps 'y'"},
           BadInput{"no such feature",
                    good,
                    {"--target=y", "--features=a,c"},
                    64,
                    "--features" + columns + "'c'"},
           BadInput{"all dropped",
                    good,
                    {"--target=y", "--drop=a,b"},
                    64,
                    "--features: expected at least one column, found none"},
           BadInput{"sigma 0",
                    good,
                    {"--target=y", "--sigma=0"},
                    64,
                    "--sigma: expected a positive number or learn, found 0"},
           BadInput{"sigma negative",
                    good,
                    {"--target=y", "--sigma=-1"},
                    64,
                    "--sigma: expected a positive number or learn, found -1"},
           BadInput{"sigma infinite",
                    good,
                    {"--target=y", "--sigma=inf"},
                    64,
                    "--sigma: expected a positive number or learn, found inf"},
           BadInput{"sigma text",
                    good,
                    {"--target=y", "--sigma=x"},
                    64,
                    "--sigma: expected a positive number or learn, found 'x'"},
           BadInput{"prior",
                    good,
                    {"--target=y", "--prior-precision=0"},
                    64,
                    "--prior-precision: expected a positive number, found 0"},
           BadInput{"empty",
                    "",
                    {"--target=y"},
                    65,
                    path + ": expected rows of a table, found an empty file"},
           BadInput{"header only",
                    "a,y\n",
                    {"--target=y"},
                    65,
                    path + ": expected rows below the header, found the end of the file"},
           BadInput{"ragged",
                    "a,y\n1,2\n3\n",
                    {"--target=y"},
                    65,
                    path + ", line 3: expected 2 cells, found 1"},
           BadInput{"all missing",
                    "a,y\n,2\nNA,3\n",
                    {"--target=y", "--impute=mean"},
                    65,
                    path + ", column 1: expected values in column 'a', found missing cells alone"},
           BadInput{
               "missing",
               "a,y\n1,2\n?,3\n",
               {"--target=y"},
               65,
               path + ", line 3, column 1: expected a number in column 'a', found a missing cell"},
           BadInput{"text target",
                    "a,y\n1,u\n2,v\n",
                    {"--target=y"},
                    65,
                    path + ", line 2, column 2: expected a number in column 'y', the target of a "
                           "regression, found 'u'"},
           BadInput{"target of categories",
                    good,
                    {"--target=y", "--categorical=a,y"},
                    64,
                    "--categorical: expected columns other than the target of a regression, found "
                    "'y'"},
           BadInput{"typing error",
                    "a,y\n1,2\n2.x,3\n",
                    {"--target=y"},
                    65,
                    path + ", line 3, column 1: expected a number as in line 2, found '2.x'"},
           BadInput{"infinite",
                    "a,y\n1,2\n-inf,3\n",
                    {"--target=y"},
                    65,
                    path + ", line 3, column 1: expected a finite number, found -inf"},
           BadInput{"same name twice",
                    "a,a,y\n1,2,3\n",
                    {"--target=y"},
                    65,
                    path +
                        ", line 1, column 2: expected names that differ in the header, found 'a' a "
                        "second time"},
           BadInput{
               "constant target",
               "a,y\n1,2\n2,2\n3,2\n",
               {"--target=y"},
               64,
               "--sigma: expected a positive number, because the features fit the target exactly "
               "and the smaller sigma the better, found learn"},
           BadInput{
               "one row",
               "a,y\n1,2\n",
               {"--target=y"},
               64,
               "--sigma: expected a positive number, because the features fit the target exactly "
               "and the smaller sigma the better, found learn"},
       }) {
    const auto outcome = fit(folder.file("t.csv", content), more);
    EXPECT_EQ(outcome.code, code) << what;
    EXPECT_EQ(outcome.err, "renyi: " + message + "\n") << what;
    EXPECT_EQ(outcome.out, "") << what;
  }
}

TEST(FitLinearCommand, AnswersWhereTheDataSayLittle) {
  const TemporaryFolder folder;
  const auto answer = [&](const std::string& content, std::vector<std::string> more) {
    more.insert(more.end(), {"--target=y", "--alpha=-inf,-1,0,0.5,1,2,inf"});
    const auto result = tables(folder.file("t.csv", content), more);
    for (const auto& table : {"model", "bounds", "coefficients"})
      for (const auto& row : result[table]["rows"])
        for (const auto& cell : row) EXPECT_FALSE(cell.is_null()) << table;
    return result;
  };
  const auto one_row = answer("a,y\n1,2\n", {"--sigma=1"})["coefficients"]["rows"];
  EXPECT_NEAR(one_row[1][2].get<double>(), 1.0, 1e-12) << "the prior's";
  const auto constant = answer("a,b,y\n1,7,2\n2,7,4\n4,7,5\n", {})["coefficients"]["rows"];
  EXPECT_NEAR(constant[2][1].get<double>(), 0.0, 1e-12) << "a constant column tells nothing";
  const auto same = answer("a,b,y\n1,1,2\n2,2,4\n4,4,5\n5,5,8\n", {})["coefficients"]["rows"];
  EXPECT_NEAR(same[1][1].get<double>(), same[2][1].get<double>(), 1e-9) << "columns that are equal";
  answer("a,b,c,d,y\n1,2,4,1,2\n2,1,1,3,4\n", {"--sigma=1"});
  answer("a,y\n1,2\n2,2\n3,2\n", {"--sigma=0.1"});
}

TEST(FitLinearCommand, SaysWhichFileCannotBeReadOrWritten) {
  const TemporaryFolder folder;
  const auto missing = fit(folder.path("missing.csv"), {"--target=y"});
  EXPECT_EQ(missing.code, 66);
  EXPECT_NE(missing.err.find("missing.csv"), std::string::npos);
  const auto outcome = fit(flats, {"--target=rent", "--model", folder.path("no/m")});
  EXPECT_EQ(outcome.code, 74);
  EXPECT_NE(outcome.err.find("no/m"), std::string::npos);
}

}  // namespace
}  // namespace renyi::fit_linear_test
