#include "renyi/report/cell_text.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::cell_text_test {
namespace {

TEST(NumberText, HasSixDigitsOrAll) {
  EXPECT_EQ(number_text(0.1 + 0.2, Digits::six), "0.3");
  EXPECT_EQ(number_text(0.1 + 0.2, Digits::all), "0.30000000000000004");
  EXPECT_EQ(number_text(1234567.0, Digits::six), "1.23457e+06");
  EXPECT_EQ(number_text(-0.0, Digits::all), "0");
}

TEST(CellText, NamesWhatIsNoNumber) {
  EXPECT_EQ(cell_text(std::nan(""), Digits::six), "NaN");
  EXPECT_EQ(cell_text(INFINITY, Digits::all), "inf");
  EXPECT_EQ(cell_text(-INFINITY, Digits::all), "-inf");
  EXPECT_EQ(cell_text(NotAvailable{}, Digits::all), "na");
  EXPECT_EQ(cell_text(std::int64_t{1234567}, Digits::six), "1234567");
  EXPECT_EQ(cell_text(std::string("Rényi"), Digits::six), "Rényi");
}

TEST(OptionText, IsWhatAFlagTakes) {
  EXPECT_EQ(option_text(true), "true");
  EXPECT_EQ(option_text(0.5), "0.5");
  EXPECT_EQ(option_text(std::uint64_t{7}), "7");
}

}  // namespace
}  // namespace renyi::cell_text_test
