#include "renyi/data/blanks.hpp"

#include <gtest/gtest.h>

namespace renyi::blanks_test {
namespace {

TEST(WithoutBlanks, LeavesOutThoseAtTheEndsAlone) {
  EXPECT_EQ(without_blanks(" \t a b\tc \r"), "a b\tc");
  EXPECT_EQ(without_blanks("a"), "a");
  EXPECT_EQ(without_blanks("a\n "), "a\n") << "lines are left to others";
  EXPECT_EQ(without_blanks(""), "");
  EXPECT_EQ(without_blanks(" \t\r "), "");
}

}  // namespace
}  // namespace renyi::blanks_test
