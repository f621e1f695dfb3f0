#include "cli/command_line.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

TEST(CommonOptions, ZeroThreadsMeansAllAndNegativeNone) {
  EXPECT_GE(CommonOptions{}.thread_count(), 1);
  EXPECT_EQ(CommonOptions{.threads = 3}.thread_count(), 3);
  EXPECT_THROW(CommonOptions{.threads = -1}.validate(), UsageError);
}

TEST(AddFields, BindsEveryFieldToAFlagOfItsName) {
  CLI::App app;
  CommonOptions options;
  add_fields(app, options);
  app.parse("--seed=5 --threads=2 --format=csv --quiet");
  EXPECT_EQ(options.seed, 5U);
  EXPECT_EQ(options.threads, 2);
  EXPECT_EQ(options.format, Format::csv);
  EXPECT_TRUE(options.quiet);
}

TEST(AddFields, TheLastOfARepeatedFlagWins) {
  CLI::App app;
  CommonOptions options;
  add_fields(app, options);
  app.parse("--seed=5 --seed=6");
  EXPECT_EQ(options.seed, 6U);
}

TEST(OptionsJson, RecordsEveryField) {
  const auto json = options_json(CommonOptions{.seed = 4, .format = Format::json});
  EXPECT_EQ(json.dump(), R"({"seed":4,"threads":0,"format":"json","quiet":false})");
}

}  // namespace
}  // namespace renyi::cli
