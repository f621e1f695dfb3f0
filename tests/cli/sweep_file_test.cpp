#include "cli/sweep_file.hpp"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::sweep_file_test {
namespace {

using testing::TemporaryFolder;

std::string refusal(const std::string& text) {
  try {
    parse_sweep(text, "s.toml");
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    return error.what();
  }
  return "none";
}

TEST(SweepFile, SaysWhatIsSwept) {
  const SweepPlan plan = parse_sweep(
      "fit = \"vae\"\n"
      "data = [\"a\", \"/b\"]\n"
      "test = \"c.gz\"\n"
      "test_draws = 20\n"
      "seeds = [3, 4]\n"
      "keep_models = \"models\"\n"
      "[options]\n"
      "draws = [10, 50]\n"
      "alpha = \"-inf\"\n"
      "validate-images = \"d\"\n",
      "folder/s.toml");
  EXPECT_EQ(plan.fit, SweepKind::vae);
  ASSERT_EQ(plan.data.size(), 2U);
  EXPECT_EQ(plan.data[0].text, "folder/a") << "relative to the file";
  EXPECT_EQ(plan.data[1].text, "/b");
  EXPECT_EQ(plan.test.value().text, "folder/c.gz");
  EXPECT_EQ(plan.test_draws, 20);
  EXPECT_EQ(plan.seeds[1].text, "4");
  EXPECT_EQ(plan.keep_models, "folder/models");
  EXPECT_EQ(plan.store, "folder/s.db");
  ASSERT_EQ(plan.options.size(), 3U);
  EXPECT_EQ(plan.options[0].name, "draws") << "in the order of the file";
  EXPECT_EQ(plan.options[0].place.line, 8);
  EXPECT_EQ(plan.options[0].values[1].text, "50");
  EXPECT_EQ(plan.options[0].values[1].place.column, 14);
  EXPECT_EQ(plan.options[1].values[0].text, "-inf");
  EXPECT_EQ(plan.options[2].values[0].text, "folder/d");
}

TEST(SweepFile, NeedsNoMoreThanTheFitAndTheData) {
  const SweepPlan plan = parse_sweep("fit = 'bnn'\ndata = 'a'\nstore = 'b.db'", "s.toml");
  EXPECT_TRUE(plan.seeds.empty());
  EXPECT_FALSE(plan.test);
  EXPECT_EQ(plan.store, "b.db");
}

TEST(SweepFile, IsRefusedWithThePlace) {
  EXPECT_EQ(refusal("data = 'a'"), "s.toml: expected fit = \"bnn\" or \"vae\", found neither");
  EXPECT_EQ(refusal("fit = 'gp'"),
            "s.toml, line 1, column 7: expected bnn or vae as fit, found 'gp'");
  EXPECT_EQ(refusal("fit = 'bnn'\n sedes = [1]"),
            "s.toml, line 2, column 2: expected one of fit, data, test, test_draws, seeds, store, "
            "keep_models, options (options of the fit go below [options]), found 'sedes'; perhaps "
            "'seeds'");
  EXPECT_EQ(refusal("options = 3"),
            "s.toml, line 1, column 11: expected a table as options, found 3");
  EXPECT_EQ(refusal("test_draws = 0"),
            "s.toml, line 1, column 14: expected a whole number from 1 as test_draws, found 0");
  EXPECT_EQ(
      refusal("test_draws = 7\nfit = 'bnn'"),
      "s.toml, line 1, column 14: expected fit = \"vae\" with test_draws, found fit = \"bnn\"");
  EXPECT_EQ(refusal("fit = 'bnn'\n[options\nalpha = 1").substr(0, 27),
            "s.toml, line 2, column 9: e");
  EXPECT_NE(refusal("a = 1\na = 2").find("line 2"), std::string::npos);
}

// Truncated anywhere it is refused, or a sweep: nothing else is thrown.
TEST(SweepFile, TruncatedAnywhereThrowsNothingElse) {
  const std::string whole =
      "fit = \"bnn\"\ndata = [\"a\"]\nseeds = [1, 2]\n[options]\nhidden = [[5, 5], 3]\n";
  EXPECT_EQ(refusal(whole), "none");
  int refused = 0;
  for (std::size_t size = 0; size < whole.size(); ++size)
    refused += refusal(whole.substr(0, size)) == "none" ? 0 : 1;
  EXPECT_GT(refused, 20);
}

TEST(SweepFile, ThatIsNotThereIsNoInput) {
  const TemporaryFolder folder;
  for (const std::string& path : {folder.path("none.toml"), folder.path()}) {
    try {
      read_sweep_file(path);
      ADD_FAILURE() << path;
    } catch (const DataError& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::no_input);
    }
  }
  EXPECT_EQ(read_sweep_file(folder.file("s.toml", "fit = 'vae'")).fit, SweepKind::vae);
}

}  // namespace
}  // namespace renyi::cli::sweep_file_test
