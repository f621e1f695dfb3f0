#include "renyi/data/separator.hpp"

#include <gtest/gtest.h>

namespace renyi::separator_test {
namespace {

TEST(Separator, IsTheOneThatTheFirstLineHolds) {
  EXPECT_EQ(detect_separator("1,2,3\n4;5;6"), Separator::comma);
  EXPECT_EQ(detect_separator("1;2;3\n4,5,6"), Separator::semicolon);
  EXPECT_EQ(detect_separator("1\t2\t3\r\n4,5,6"), Separator::tab);
  EXPECT_EQ(detect_separator("1 2  3"), Separator::whitespace);
  EXPECT_EQ(detect_separator("1"), Separator::whitespace);
}

TEST(Separator, IsASemicolonWhereCommasAreDecimal) {
  EXPECT_EQ(detect_separator("1,5;2,5"), Separator::semicolon);
}

TEST(Separator, IsACommaWhereSpacesOrTabsFollowIt) {
  EXPECT_EQ(detect_separator("1, 2, 3"), Separator::comma);
  EXPECT_EQ(detect_separator("1,\t2,\t3"), Separator::comma);
  EXPECT_EQ(detect_separator("a, b\tc\td"), Separator::tab);
}

TEST(Separator, IsNotLookedForInQuotes) {
  EXPECT_EQ(detect_separator("\"a;b\",c"), Separator::comma);
  EXPECT_EQ(detect_separator("\"a,\"\"b\" c"), Separator::whitespace);
  EXPECT_EQ(detect_separator("\"a\n;b\",c\n1;2"), Separator::comma);
  EXPECT_EQ(detect_separator("\"say \"\"hi\"\";\",c"), Separator::comma);
  EXPECT_EQ(detect_separator("5\" disk,c"), Separator::comma);
}

TEST(Separator, CannotBeToldFromABlankLine) {
  EXPECT_EQ(detect_separator(""), std::nullopt);
  EXPECT_EQ(detect_separator(" \t \n1,2"), std::nullopt);
}

}  // namespace
}  // namespace renyi::separator_test
