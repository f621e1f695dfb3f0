#include "cli/sweep_options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/bnn_flags.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli::sweep_options_test {
namespace {

bool has(SweepKind kind, const std::string& name) {
  const auto names = sweep_option_names(kind);
  return std::count(names.begin(), names.end(), name) == 1;
}

TEST(SweepOptions, AreThoseOfTheFitButForFiles) {
  for (const char* name : {"alpha", "draws", "split", "target", "validate"})
    EXPECT_TRUE(has(SweepKind::bnn, name)) << name;
  for (const char* name : {"alpha", "architecture", "validate-images"})
    EXPECT_TRUE(has(SweepKind::vae, name)) << name;
  for (const char* name : {"data", "images", "model", "resume", "checkpoint-every"})
    for (const SweepKind kind : {SweepKind::bnn, SweepKind::vae})
      EXPECT_FALSE(has(kind, name)) << name;
}

TEST(SweepOptions, OfSeveralNumbersAreKnown) {
  EXPECT_TRUE(has_several_numbers(SweepKind::bnn, "hidden"));
  for (const char* name : {"draws", "alpha", "features", "none"})
    EXPECT_FALSE(has_several_numbers(SweepKind::bnn, name)) << name;
  EXPECT_FALSE(has_several_numbers(SweepKind::vae, "hidden"));
}

TEST(SweepOptions, ThatAreTheSweepsAreElsewhere) {
  EXPECT_EQ(where_sweeps_have("model", true),
            "; a sweep has the key keep_models for it, above [options]");
  EXPECT_EQ(where_sweeps_have("model", false), "; a sweep has the flag --keep-models for it");
  EXPECT_EQ(where_sweeps_have("format", true), "; a sweep has the flag --format for it");
  EXPECT_EQ(where_sweeps_have("stream", true), "");
}

TEST(SweepOptions, HaveOneTextForOneValue) {
  EXPECT_EQ(normal_text(SweepKind::bnn, "learning-rate", "1e-2"), "0.01");
  EXPECT_EQ(normal_text(SweepKind::bnn, "alpha", "vi"), "1");
  EXPECT_EQ(normal_text(SweepKind::vae, "draws", "auto"), "auto");
  EXPECT_THROW(normal_text(SweepKind::vae, "draws", "many"), UsageError);
}

TEST(SweepOptions, AreSetByName) {
  BnnFlags flags;
  set_option(flags, "draws", "7");
  set_option(flags, "header", "true");
  EXPECT_EQ(flags.draws, 7);
  EXPECT_TRUE(flags.table.header);
}

TEST(SweepOptions, AsJsonSayWhatAutoCameTo) {
  const auto json = nlohmann::json::parse(sweep_options_json(
      SweepKind::vae,
      {{"draws", "auto"}, {"clip", 0.5}, {"model", "m"}, {"validate-images", "/x"}, {"raw", true}},
      {{"draws", std::int64_t{5}}}));
  EXPECT_EQ(json, (nlohmann::json{{"fit", "vae"}, {"draws", 5}, {"clip", 0.5}, {"raw", "true"}}));
}

}  // namespace
}  // namespace renyi::cli::sweep_options_test
