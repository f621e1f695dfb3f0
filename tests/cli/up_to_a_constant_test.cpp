#include "cli/up_to_a_constant.hpp"

#include <gtest/gtest.h>

namespace renyi::cli::up_to_a_constant_test {
namespace {

TEST(UpToAConstant, LabelsTablesAndTheColumnsNamed) {
  Table table{.title = "Bounds", .columns = {"alpha", "bound", "bound_of_others"}};
  label_up_to_a_constant(table, {"bound", "evidence"});
  EXPECT_EQ(table.title, "Bounds, up to a constant");
  EXPECT_EQ(table.columns,
            (std::vector<std::string>{"alpha", "bound_up_to_a_constant", "bound_of_others"}));
  ASSERT_EQ(table.notes.size(), 1U);
}

TEST(UpToAConstant, LabelsFigures) {
  Figure figure{.title = "Training", .y = {.label = "bound"}};
  label_up_to_a_constant(figure);
  EXPECT_EQ(figure.title, "Training, up to a constant");
  EXPECT_EQ(figure.y.label, "bound, up to a constant");
}

}  // namespace
}  // namespace renyi::cli::up_to_a_constant_test
