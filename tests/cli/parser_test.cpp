#include "cli/parser.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::cli::parser_test {
namespace {

// Two commands whose flags write to variables.
class Parser : public ::testing::Test {
 protected:
  const Invocation& parsed(const std::vector<std::string>& arguments) {
    result_ = parse(commands_, arguments);
    return std::get<Invocation>(result_);
  }

  std::string file, rate, where, numbers;
  bool fast = false;
  std::vector<Command> commands_ = {
      {.name = "fit",
       .description = "Fits",
       .flags = {{.name = "file",
                  .type = "FILE",
                  .required = true,
                  .positional = true,
                  .read = [this](const std::string& text) { file = text; }},
                 {.name = "rate",
                  .type = "NUMBER",
                  .fallback = "1",
                  .read = [this](const std::string& text) { rate = text; }},
                 {.name = "fast", .read = [this](const std::string&) { fast = true; }}}},
      {.name = "show", .subcommands = {{.name = "all"}, {.name = "one"}}},
      {.name = "find",
       .flags = {{.name = "numbers",
                  .type = "COUNT,...",
                  .required = true,
                  .positional = true,
                  .joint = ",",
                  .read = [this](const std::string& text) { numbers = text; }},
                 {.name = "where",
                  .type = "TEXT",
                  .joint = " and ",
                  .read = [this](const std::string& text) { where = text; }}}}};
  std::variant<Invocation, std::string> result_;
};

TEST_F(Parser, ReadsFlagsOfTheCommandThatIsCalled) {
  EXPECT_EQ(parsed({"fit", "x.csv", "--rate=2", "--fast"}).command, &commands_[0]);
  EXPECT_EQ(file, "x.csv");
  EXPECT_EQ(rate, "2");
  EXPECT_TRUE(fast);
}

TEST_F(Parser, TakesAPositionalByItsFlagToo) {
  parsed({"fit", "--file=y.csv"});
  EXPECT_EQ(file, "y.csv");
  EXPECT_EQ(rate, "");  // not given, not read
}

TEST_F(Parser, LetsTheLastOfARepeatedFlagWin) {
  parsed({"fit", "x", "--rate=2", "--rate=3"});
  EXPECT_EQ(rate, "3");
}

TEST_F(Parser, JoinsTheValuesOfAFlagThatMayBeGivenAgain) {
  parsed({"find", "--where=a=1", "3", "--where", "b<2", "4", "5"});
  EXPECT_EQ(where, "a=1 and b<2") << "a flag takes one value a time";
  EXPECT_EQ(numbers, "3,4,5");
  EXPECT_THROW(parsed({"find", "--where=a=1"}), UsageError);
}

TEST_F(Parser, TakesValuesThatAreJoinedAlready) {
  commands_[0].flags[1].joint = ";";
  parsed({"fit", "--rate", "a=1,2", "--rate=b=3", "x.csv"});
  EXPECT_EQ(rate, "a=1,2;b=3");
  EXPECT_EQ(file, "x.csv");
  parsed({"fit", "x.csv", "--rate=a=1;b=2"});
  EXPECT_EQ(rate, "a=1;b=2");
}

TEST_F(Parser, FindsSubcommands) {
  EXPECT_EQ(parsed({"show", "one"}).command, &commands_[1].subcommands[1]);
  EXPECT_EQ(parsed({"show", "one"}).path, "show one");
}

TEST_F(Parser, AnswersHelpWithAText) {
  const auto help = std::get<std::string>(parse(commands_, {"fit", "--help"}));
  for (const char* word : {"renyi fit", "--rate NUMBER", "--fast", "REQUIRED"})
    EXPECT_NE(help.find(word), std::string::npos) << word << "\n" << help;
}

TEST_F(Parser, RefusesWrongUseWithAHint) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{},
                                                    {"fix"},
                                                    {"fit"},
                                                    {"fit", "x", "--slow"},
                                                    {"fit", "x", "y"},
                                                    {"show"}}) {
    try {
      parse(commands_, arguments);
      FAIL() << "accepted";
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("--help'"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace renyi::cli::parser_test
