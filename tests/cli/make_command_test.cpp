#include "cli/make_command.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::cli::make_command_test {
namespace {

struct Example {
  std::string file;
  double rate = 0.5;
  bool fast = false;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("file", self.file, "what is read");
    field("rate", self.rate, "how fast");
    field("fast", self.fast, "without checks");
  }
  void validate() const {
    if (rate < 0.0) throw UsageError("rate: expected 0 or more");
  }
};

Command example_command(CommonOptions& common) {
  return make_command<Example>(
      {.name = "example", .positional = {"file"}, .repeated = {{"rate", ","}}}, common,
      [](const Example& options) { return options.file; });
}

const Flag& flag(const Command& command, const std::string& name) {
  for (const Flag& candidate : command.flags)
    if (candidate.name == name) return candidate;
  throw std::out_of_range(name);
}

TEST(MakeCommand, TurnsEveryFieldIntoAFlag) {
  CommonOptions common;
  const Command command = example_command(common);
  ASSERT_EQ(command.flags.size(), 8U);  // three of its own, five that all have
  EXPECT_TRUE(flag(command, "file").positional);
  EXPECT_TRUE(flag(command, "file").required);
  EXPECT_EQ(flag(command, "file").joint, "");
  EXPECT_EQ(flag(command, "rate").joint, ",");
  EXPECT_FALSE(flag(command, "rate").required);
  EXPECT_EQ(flag(command, "rate").fallback, "0.5");
  EXPECT_EQ(flag(command, "fast").type, "");
}

TEST(MakeCommand, LetsAPositionalBeLeftOutAndAFlagBeRepeated) {
  CommonOptions common;
  const Command command =
      make_command<Example>({.name = "example", .optional = {"file"}, .repeated = {{"rate", ";"}}},
                            common, [](const Example& options) { return options.file; });
  EXPECT_TRUE(flag(command, "file").positional);
  EXPECT_FALSE(flag(command, "file").required);
  EXPECT_EQ(flag(command, "rate").joint, ";");
  EXPECT_EQ(flag(command, "file").joint, "");
}

TEST(MakeCommand, RunsOnWhatTheFlagsHaveRead) {
  CommonOptions common;
  const Command command = example_command(common);
  flag(command, "file").read("x.csv");
  flag(command, "seed").read("7");
  EXPECT_EQ(std::get<std::string>(command.action()), "x.csv");
  EXPECT_EQ(common.seed, 7U);
}

TEST(MakeCommand, ValidatesBeforeItRuns) {
  CommonOptions common;
  const Command command = example_command(common);
  flag(command, "rate").read("-1");
  try {
    command.action();
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "--rate: expected 0 or more") << "as the flag is written";
  }
}

TEST(MakeCommand, RecordsEveryOption) {
  CommonOptions common;
  const Command command = example_command(common);
  flag(command, "fast").read("true");
  const OptionList expected = {{"file", std::string()},
                               {"rate", 0.5},
                               {"fast", true},
                               {"seed", std::uint64_t{1}},
                               {"threads", std::int64_t{0}},
                               {"format", std::string("table")},
                               {"quiet", false}};
  EXPECT_EQ(command.options(), expected);
}

}  // namespace
}  // namespace renyi::cli::make_command_test
