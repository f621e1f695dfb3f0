#include "renyi/data/header_line.hpp"

#include <gtest/gtest.h>

namespace renyi::header_line_test {
namespace {

TEST(HeaderLine, ANameDoesNotBeginLikeANumberUnlessQuoted) {
  for (const char* text : {"a", "", ".draw", "-", "e5", "x1"}) {
    EXPECT_TRUE(may_be_a_name(text, false)) << text;
    EXPECT_FALSE(begins_like_a_number(text)) << text;
  }
  for (const char* text : {"1.2.3", "5%", "-.5x", "+1st"}) {
    EXPECT_FALSE(may_be_a_name(text, false)) << text;
    EXPECT_TRUE(may_be_a_name(text, true)) << text;
    EXPECT_TRUE(begins_like_a_number(text)) << text;
  }
  for (const char* text : {"1", "nan", "-inf", " 2 "}) EXPECT_FALSE(may_be_a_name(text, true));
}

}  // namespace
}  // namespace renyi::header_line_test
