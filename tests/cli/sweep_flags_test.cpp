#include "cli/sweep_flags.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::sweep_flags_test {
namespace {

using testing::TemporaryFolder;

SweepSettings settings_of(const std::string& text) {
  SweepSettings settings;
  read_field("set", text, settings);
  return settings;
}

TEST(SweepSettings, AreNamesAndTheirValues) {
  const SweepSettings settings =
      settings_of("alpha=1,0.5;hidden=[50,50],[20];schedule=[stages:1x2,3x4]");
  ASSERT_EQ(settings.options.size(), 3U);
  EXPECT_EQ(settings.options[0].name, "alpha");
  ASSERT_EQ(settings.options[0].values.size(), 2U);
  EXPECT_EQ(settings.options[0].values[1].text, "0.5");
  ASSERT_EQ(settings.options[1].values.size(), 2U);
  EXPECT_EQ(settings.options[1].values[0].text, "50,50");
  EXPECT_EQ(settings.options[2].values[0].text, "stages:1x2,3x4");
}

TEST(SweepSettings, AreRefusedWithoutNameOrValueAndTwice) {
  for (const char* text : {"alpha", "=1", "alpha=", "alpha=1;", "alpha=1;alpha=2"})
    EXPECT_THROW(settings_of(text), UsageError) << text;
}

// What a result records is read as the same.
RC_GTEST_PROP(SweepSettings, AreReadAsTheyAreWritten, ()) {
  const auto word = rc::gen::nonEmpty(
      rc::gen::container<std::string>(rc::gen::elementOf(std::string("abc=:,;-.0"))));
  SweepSettings settings;
  const auto count = *rc::gen::inRange(1, 4);
  for (int i = 0; i < count; ++i) {
    SweepOption option{.name = "option" + std::to_string(i)};
    for (const auto& value : *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(word)))
      option.values.push_back({value, {}});
    settings.options.push_back(option);
  }
  const SweepSettings again = settings_of(std::get<std::string>(write_field(settings)));
  RC_ASSERT(again.options.size() == settings.options.size());
  for (std::size_t i = 0; i < again.options.size(); ++i) {
    RC_ASSERT(again.options[i].name == settings.options[i].name);
    RC_ASSERT(again.options[i].values.size() == settings.options[i].values.size());
    for (std::size_t j = 0; j < again.options[i].values.size(); ++j)
      RC_ASSERT(again.options[i].values[j].text == settings.options[i].values[j].text);
  }
}

TEST(SweepFlags, StandInPlaceOfAFile) {
  const TemporaryFolder folder;
  const SweepFlags flags{
      .fit = SweepKind::bnn, .data = {folder.path()}, .settings = settings_of("alpha=1,0.50")};
  const SweepPlan plan = flags.plan(7);
  EXPECT_EQ(plan.file, "");
  EXPECT_EQ(plan.store, "sweep.db");
  EXPECT_EQ(plan.seeds.at(0).text, "7");
  EXPECT_EQ(plan.options.at(0).values.at(1).text, "0.5");
}

TEST(SweepFlags, NameTheStoreAndTheModelsOfAFileToo) {
  const TemporaryFolder folder;
  const std::string file = folder.file("s.toml", "fit = 'bnn'\ndata = 's.toml'\nseeds = [4]");
  EXPECT_EQ(SweepFlags{.file = file}.plan(1).store, folder.path("s.db"));
  const SweepPlan plan = SweepFlags{.file = file, .store = "a.db", .keep_models = "b"}.plan(1);
  EXPECT_EQ(plan.store, "a.db");
  EXPECT_EQ(plan.keep_models, "b");
  EXPECT_EQ(plan.seeds.at(0).text, "4");
}

TEST(SweepFlags, AreAFileOrFlagsNotBoth) {
  EXPECT_THROW(SweepFlags{}.validate(), UsageError);
  EXPECT_NO_THROW(SweepFlags{.file = "s.toml"}.validate());
  EXPECT_THROW((SweepFlags{.file = "s.toml", .seeds = {1}}.validate()), UsageError);
  EXPECT_THROW((SweepFlags{.file = "s.toml", .settings = settings_of("alpha=1")}.validate()),
               UsageError);
  EXPECT_THROW((SweepFlags{.fit = SweepKind::bnn, .seeds = {-1}}.validate()), UsageError);
  EXPECT_THROW((SweepFlags{.fit = SweepKind::vae, .test_draws = 0}.validate()), UsageError);
  EXPECT_THROW((SweepFlags{.fit = SweepKind::bnn, .test_draws = 7}.validate()), UsageError);
  EXPECT_NO_THROW((SweepFlags{.fit = SweepKind::vae, .test_draws = 7}.validate()));
}

TEST(SweepFlags, RefuseTimesThatAreNone) {
  EXPECT_THROW((SweepFlags{.fit = SweepKind::bnn, .checkpoint_every = -1.0}.validate()),
               UsageError);
  EXPECT_THROW((SweepFlags{.fit = SweepKind::bnn, .lost_after = 0.0}.validate()), UsageError);
  (SweepFlags{.fit = SweepKind::bnn, .checkpoint_every = 0.0}.validate());
}

}  // namespace
}  // namespace renyi::cli::sweep_flags_test
