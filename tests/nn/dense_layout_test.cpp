#include "renyi/nn/dense_layout.hpp"

#include <gtest/gtest.h>

#include <set>

#include "renyi/core/error.hpp"

namespace renyi::dense_layout_test {
namespace {

TEST(DenseLayout, ParametersHaveNamesOfTheirOwn) {
  const DenseLayout layout({.inputs = 3, .hidden = {4, 2}, .outputs = 5});
  std::set<std::string> names;
  for (Index i = 0; i < layout.parameters(); ++i) names.insert(layout.name(i));
  EXPECT_EQ(std::ssize(names), layout.parameters());
  EXPECT_EQ(layout.parameters(), 3 * 4 + 4 + 4 * 2 + 2 + 2 * 5 + 5);
  EXPECT_EQ(layout.name(0), "hidden 1 weight 1,1");
  EXPECT_EQ(layout.name(2 * 4 + 3), "hidden 1 weight 3,4");
  EXPECT_EQ(layout.name(12), "hidden 1 bias 1");
  EXPECT_EQ(layout.name(15), "hidden 1 bias 4");
  EXPECT_EQ(layout.name(16 + 3), "hidden 2 weight 2,2");
  EXPECT_EQ(layout.name(26 + 5), "output weight 2,1");
  EXPECT_EQ(layout.name(40), "output bias 5");
  EXPECT_EQ(DenseLayout({.inputs = 2, .outputs = 1}).name(2), "output bias 1");
}

TEST(DenseLayout, CountsMultiplicationsAndAdditions) {
  const DenseLayout layout({.inputs = 3, .hidden = {4}, .outputs = 5});
  EXPECT_EQ(layout.forward_flops(), 2.0 * (3 * 4 + 4 * 5));
  EXPECT_EQ(layout.backward_flops(true), 4.0 * (3 * 4 + 4 * 5));
  EXPECT_EQ(layout.backward_flops(false), 4.0 * (3 * 4 + 4 * 5) - 2.0 * 3 * 4);
}

TEST(DenseLayout, RefusesLayersWithoutUnits) {
  EXPECT_THROW(DenseLayout({.inputs = 0}), UsageError);
  EXPECT_THROW(DenseLayout({.inputs = 1, .hidden = {3, 0}}), UsageError);
  EXPECT_THROW(DenseLayout({.inputs = 1, .hidden = {}, .outputs = -1}), UsageError);
}

}  // namespace
}  // namespace renyi::dense_layout_test
