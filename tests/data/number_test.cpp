#include "renyi/data/number.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "renyi/core/log_space.hpp"

namespace renyi::number_test {
namespace {

TEST(Number, ReadsDecimalNumbers) {
  EXPECT_EQ(parse_number("1"), 1.0);
  EXPECT_EQ(parse_number("+2.5e-3"), 2.5e-3);
  EXPECT_EQ(parse_number("-.5"), -0.5);
  EXPECT_EQ(parse_number("5."), 5.0);
  EXPECT_EQ(parse_number(" \t7 "), 7.0);
  EXPECT_TRUE(std::signbit(parse_number("-0").value()));
}

TEST(Number, ReadsEverySpellingOfInfinityAndNan) {
  for (const auto* text : {"inf", "+inf", "Inf", "INF", "infinity", "+Infinity"})
    EXPECT_EQ(parse_number(text), infinity) << text;
  for (const auto* text : {"-inf", "-Inf", "-infinity"})
    EXPECT_EQ(parse_number(text), -infinity) << text;
  for (const auto* text : {"nan", "NaN", "NAN", "-nan", "+nan"})
    EXPECT_TRUE(std::isnan(parse_number(text).value())) << text;
}

TEST(Number, RefusesOtherText) {
  for (const auto* text : {"", " ", "x", "1x", "1 2", "1,5", "+-1", "--1", "+", "-", ".", "e5",
                           "1e", "0x10", "nan(1)", "infin", "NA", "1.2.3", "1e5e"})
    EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

TEST(Number, RoundsTheTinyToZeroAndRefusesTheHuge) {
  EXPECT_EQ(parse_number("1e-999"), 0.0);
  EXPECT_TRUE(std::signbit(parse_number("-1e-999").value()));
  EXPECT_EQ(parse_number("4.9e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(parse_number("1e999"), std::nullopt);
  EXPECT_EQ(parse_number("-1e309"), std::nullopt);
  EXPECT_EQ(parse_number("0." + std::string(500, '0') + "1"), 0.0);
}

RC_GTEST_PROP(Number, ReadsBackTheShortestText, (std::uint64_t bits)) {
  const auto value = std::bit_cast<double>(bits);
  const auto read = parse_number(fmt::format("{}", value));
  RC_ASSERT(read.has_value());
  const bool same =
      std::isnan(value) ? std::isnan(*read) : std::bit_cast<std::uint64_t>(*read) == bits;
  RC_ASSERT(same);
}

}  // namespace
}  // namespace renyi::number_test
