#include "cli/run_courses.hpp"

#include <gtest/gtest.h>

#include "tests/support/example_runs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::cli::run_courses_test {
namespace {

using Row = std::vector<Cell>;

const std::vector<RunCourse> courses = {
    {.id = 1, .epochs = {{1, {{"bound", -3.0}}}, {2, {{"bound", -2.0}}}, {3, {{"bound", -1.0}}}}},
    {.id = 2, .epochs = {{1, {{"validation_score", 0.5}}}}},
    {.id = 3, .epochs = {}}};

TEST(EpochsTable, HasALineAnEpochAndAColumnAQuantity) {
  const Table table = epochs_table(courses);
  EXPECT_EQ(table.columns, (std::vector<std::string>{"id", "epoch", "bound", "validation_score"}));
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(table.rows[2], (Row{std::int64_t{1}, std::int64_t{3}, -1.0, NotAvailable{}}));
  EXPECT_EQ(table.rows[3], (Row{std::int64_t{2}, std::int64_t{1}, NotAvailable{}, 0.5}));
}

TEST(EpochsTable, MayHaveOnlyTheLast) {
  const Table table = epochs_table(courses, 2);
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0][1], Cell(std::int64_t{2}));
  EXPECT_EQ(table.notes, (std::vector<std::string>{"The last 2 of 3 epochs of run 1."}));
  EXPECT_TRUE(epochs_table({courses[2]}, 2).rows.empty());
}

TEST(CourseFigures, HaveALineARun) {
  const std::vector<Figure> figures = course_figures(courses);
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].name, "bound_by_epoch");
  ASSERT_EQ(figures[0].series.size(), 1U);
  EXPECT_EQ(figures[0].series[0].name, "run 1");
  EXPECT_EQ(figures[0].series[0].x, (std::vector<double>{1.0, 2.0, 3.0}));
  EXPECT_EQ(figures[0].series[0].y, (std::vector<double>{-3.0, -2.0, -1.0}));
}

TEST(RunCourses, AreReadFromTheStore) {
  const testing::TemporaryFolder folder;
  testing::fill_example_store(folder.path("results.db"));
  const RunList store(folder.path("results.db"));
  const auto found = run_courses(store, {store.run(4), store.run(5)});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, 4);
  EXPECT_EQ(found[0].epochs.at(2).at("bound"), -12.0);
  EXPECT_TRUE(found[1].epochs.empty());
}

}  // namespace
}  // namespace renyi::cli::run_courses_test
