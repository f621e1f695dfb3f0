#include "renyi/nn/network_layout.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"

namespace renyi::network_layout_test {
namespace {

TEST(NetworkLayout, CountsWeightsAndBiases) {
  const NetworkLayout layout({.inputs = 13, .hidden = {50}, .outputs = 1});
  EXPECT_EQ(layout.parameters(), 14 * 50 + 51);
  EXPECT_EQ(NetworkLayout({.inputs = 4, .outputs = 3}).parameters(), 3 * 5);
  EXPECT_EQ(NetworkLayout({.inputs = 2, .hidden = {3, 4}, .outputs = 2}).parameters(),
            3 * 3 + 4 * 4 + 2 * 5);
}

TEST(NetworkLayout, MatricesFollowOneAnother) {
  const NetworkLayout layout({.inputs = 7, .hidden = {8, 15}, .outputs = 1});
  EXPECT_EQ(layout.input_lines(), 8);
  EXPECT_EQ(layout.hidden_lines(), 9 + 16);
  Index offset = 0;
  for (const WeightMatrix& matrix : layout.matrices()) {
    EXPECT_EQ(matrix.offset, offset);
    offset += matrix.rows * matrix.columns;
  }
  EXPECT_EQ(layout.parameters(), offset);
}

TEST(NetworkLayout, NamesEveryParameter) {
  const NetworkLayout layout({.inputs = 2, .hidden = {3}, .outputs = 2});
  EXPECT_EQ(layout.name(0), "hidden 1 weight 1,1");
  EXPECT_EQ(layout.name(5), "hidden 1 weight 2,3");
  EXPECT_EQ(layout.name(6), "hidden 1 bias 1");
  EXPECT_EQ(layout.name(9), "output weight 1,1");
  EXPECT_EQ(layout.name(12), "output bias 1");
  EXPECT_EQ(layout.name(16), "output bias 2");
}

TEST(NetworkLayout, RefusesEmptyLayers) {
  EXPECT_THROW(NetworkLayout({.inputs = 0}), UsageError);
  EXPECT_THROW(NetworkLayout({.inputs = 1, .hidden = {4, 0}}), UsageError);
  EXPECT_THROW(NetworkLayout({.inputs = 1, .hidden = {}, .outputs = 0}), UsageError);
}

}  // namespace
}  // namespace renyi::network_layout_test
