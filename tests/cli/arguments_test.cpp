#include "cli/arguments.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/run_command.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::arguments_test {
namespace {

using Words = std::vector<std::string>;
using renyi::testing::run_command;
using renyi::testing::TemporaryFolder;

TEST(JoinNegativeValues, JoinsAFlagWithANumberBehindIt) {
  EXPECT_EQ(join_negative_values({"--alpha", "-inf,0", "x"}), (Words{"--alpha=-inf,0", "x"}));
  EXPECT_EQ(join_negative_values({"--alpha", "-1"}), (Words{"--alpha=-1"}));
  EXPECT_EQ(join_negative_values({"--alpha", "-.5"}), (Words{"--alpha=-.5"}));
}

TEST(JoinNegativeValues, LeavesEverythingElse) {
  for (const Words& words : {Words{"--alpha=1", "-2"},
                             {"bound", "-"},
                             {"--alpha", "-x"},
                             {"-1"},
                             {"--", "-1"},
                             {"a", "-1"}})
    EXPECT_EQ(join_negative_values(words), words);
}

TEST(ExpandConfig, LeavesArgumentsWithoutItAlone) {
  EXPECT_EQ(expand_config({"bound", "x.csv"}), (Words{"bound", "x.csv"}));
}

TEST(ExpandConfig, TurnsAResultIntoTheArgumentsThatMadeIt) {
  const TemporaryFolder folder;
  const auto file = folder.file(
      "r.json",
      R"({"command":"reproduce fig2b","options":{"alpha":"-inf,1","seed":7,"quiet":false,"deep":true,"none":null}})");
  const Words expected = {"reproduce", "fig2b", "--alpha=-inf,1", "--seed=7", "--deep"};
  EXPECT_EQ(expand_config({"--config", file}), expected);
  EXPECT_EQ(expand_config({"--config=" + file}), expected);
  EXPECT_EQ(expand_config({"reproduce", "fig2b", "--config", file}), expected);
}

TEST(ExpandConfig, WhatIsSaidAgainComesLater) {
  const TemporaryFolder folder;
  const auto file = folder.file("r.json", R"({"command":"bound","options":{"seed":7}})");
  EXPECT_EQ(expand_config({"bound", "--config", file, "--seed=8"}),
            (Words{"bound", "--seed=7", "--seed=8"}));
}

TEST(ExpandConfig, RefusesAnotherCommandAndOtherFiles) {
  const TemporaryFolder folder;
  const auto file = folder.file("r.json", R"({"command":"bound","options":{"seed":7}})");
  EXPECT_THROW(expand_config({"divergence", "--config", file}), UsageError);
  EXPECT_THROW(expand_config({"--config"}), UsageError);
  EXPECT_THROW(expand_config({"--config", folder.path("missing.json")}), DataError);
  for (const char* text :
       {"", "[]", "{}", R"({"command":1,"options":{}})", R"({"command":"bound"})", "{"})
    EXPECT_THROW(expand_config({"--config", folder.file("x.json", text)}), DataError) << text;
}

TEST(ExpandConfig, RepeatsARunToTheLetter) {
  const TemporaryFolder folder;
  const Words words = {"divergence",
                       "--p",
                       R"({"beta":{"a":2,"b":3}})",
                       "--q",
                       R"({"beta":{"a":1,"b":1}})",
                       "--alpha=-inf,0.25,2",
                       "--seed=9",
                       "--format=json"};
  const auto first = run_command(words);
  ASSERT_EQ(first.code, 0) << first.err;
  const auto second = run_command({"--config", folder.file("r.json", first.out)});
  EXPECT_EQ(second.out, first.out);
}

}  // namespace
}  // namespace renyi::cli::arguments_test
