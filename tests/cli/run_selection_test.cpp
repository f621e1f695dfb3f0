#include "cli/run_selection.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/example_runs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::run_selection_test {
namespace {

class RunSelectionFlags : public ::testing::Test {
 protected:
  RunSelectionFlags() { testing::fill_example_store(folder.path("results.db")); }
  testing::TemporaryFolder folder;
};

template <class Act>
std::string refusal(const Act& act) {
  try {
    act();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST_F(RunSelectionFlags, Choose) {
  const RunList store(folder.path("results.db"));
  const auto runs = selected_runs(store, {.where = "alpha=1", .sort = "-seed", .limit = 1});
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].id, 4);
  EXPECT_EQ(&run_of(store, 4, "id"), &store.runs()[3]);
}

TEST_F(RunSelectionFlags, AreNamedByRefusals) {
  const RunList store(folder.path("results.db"));
  EXPECT_TRUE(refusal([&] { selected_runs(store, {.where = "x=1"}); }).starts_with("--where: "));
  EXPECT_TRUE(refusal([&] { selected_runs(store, {.sort = "x"}); }).starts_with("--sort: "));
  EXPECT_TRUE(refusal([&] { selected_runs(store, {.limit = -1}); }).starts_with("--limit: "));
  EXPECT_TRUE(refusal([&] { run_of(store, 9, "ids"); }).starts_with("--ids: expected a run of "));
}

TEST_F(RunSelectionFlags, AreDescribedByTheirNames) {
  RunSelection selection{.where = "a=1", .sort = "b", .limit = 3};
  std::vector<std::string> names;
  const auto collect = [&](const std::string& name, auto& /*value*/, const char* /*text*/) {
    names.push_back(name);
  };
  describe_selection(selection, collect);
  EXPECT_EQ(names, (std::vector<std::string>{"where", "sort", "limit"}));
  EXPECT_TRUE(selection_joint().contains("where"));
  EXPECT_NE(selection_footer("list").find("renyi runs list results.db"), std::string::npos);
}

}  // namespace
}  // namespace renyi::cli::run_selection_test
