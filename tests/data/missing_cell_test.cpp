#include "renyi/data/missing_cell.hpp"

#include <gtest/gtest.h>

namespace renyi::missing_cell_test {
namespace {

TEST(MissingCell, IsSpeltInManyWays) {
  for (const char* text : {"", "NA", "na", "N/A", "NaN", "nan", "-nan", "NULL", "null", "?"})
    EXPECT_TRUE(is_missing(text)) << text;
  for (const char* text : {"0", "-", "none", "nano", "??", "inf", "n", "1e999"})
    EXPECT_FALSE(is_missing(text)) << text;
}

}  // namespace
}  // namespace renyi::missing_cell_test
