#include "cli/known_words.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::cli::known_words_test {
namespace {

const std::vector<Command> commands = {
    {.name = "fit",
     .subcommands = {{.name = "linear", .flags = {{.name = "alpha"}, {.name = "sigma"}}},
                     {.name = "bnn"}}},
    {.name = "predict", .flags = {{.name = "draws"}}}};

std::string message(const std::vector<std::string>& arguments) {
  try {
    require_known_words(commands, arguments);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(KnownWords, PassWhereAllAreKnown) {
  EXPECT_EQ(message({"fit", "linear", "data.csv", "--alpha=1", "--sigma", "--alpha"}), "");
  EXPECT_EQ(message({"predict", "model", "-x", "--draws=3", "--help"}), "");
  EXPECT_EQ(message({"--help"}), "");
  EXPECT_EQ(message({"fit", "--help"}), "");
  EXPECT_EQ(message({"predict", "--", "--file-with-dashes"}), "");
}

TEST(KnownWords, NameTheCommandsThereAre) {
  EXPECT_EQ(message({"predcit", "x"}),
            "expected a command (fit, predict), found 'predcit'; perhaps 'predict'\n"
            "Try 'renyi --help'.");
  EXPECT_EQ(message({"fit", "vae"}),
            "expected a command (linear, bnn), found 'vae'\nTry 'renyi fit --help'.");
  EXPECT_EQ(message({"fit"}),
            "expected a command (linear, bnn), found nothing\nTry 'renyi fit --help'.");
}

TEST(KnownWords, NameTheFlagThatMayHaveBeenMeant) {
  EXPECT_EQ(message({"fit", "linear", "data.csv", "--aplha=1"}),
            "--aplha: no flag of 'renyi fit linear'; perhaps '--alpha'\n"
            "Try 'renyi fit linear --help'.");
  EXPECT_EQ(message({"predict", "--nothing-like-it"}),
            "--nothing-like-it: no flag of 'renyi predict'\nTry 'renyi predict --help'.");
}

// Else the next argument would be taken for the value.
TEST(KnownWords, WantAValueBehindTheSign) {
  EXPECT_EQ(message({"fit", "linear", "--sigma=", "data.csv"}),
            "--sigma: expected a value behind the =, found nothing\n"
            "Try 'renyi fit linear --help'.");
}

}  // namespace
}  // namespace renyi::cli::known_words_test
